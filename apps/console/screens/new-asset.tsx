import { api, rejected, uuidOf, type Schemas } from '../lib/api.ts';
import { mechanismOf, MECHANISMS, type Mechanism } from '../lib/mechanisms.ts';
import { useOnce } from '../lib/idempotent.ts';
import { askFor, mayCreate } from '../lib/rights.ts';
import { go } from '../lib/router.ts';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { unsaved, useDraft } from '../parts/draft.tsx';
import { Summary } from '../parts/event-summary.tsx';
import { attributesOf, Files, takenBy, type FileAttribute } from '../parts/files.tsx';
import { Field, Form, Tick, type Question } from '../parts/form.tsx';
import { Screen, useLoaded } from '../parts/page.tsx';
import { TypeField } from '../parts/type-field.tsx';
import { mapOf, Pairs, type Pair } from '../parts/pairs.tsx';

type Behaviour = NonNullable<Schemas['CreateAsset']['behaviours']>[number];
const BEHAVIOURS: readonly (readonly [Behaviour, string])[] = [
  ['RecordEvidence', 'Record evidence'],
  ['Attachments', 'Attach files to the asset'],
  ['Firmware', 'Firmware'],
  ['Maintenance', 'Maintenance'],
  ['LocationUpdate', 'Change of location'],
];

/** Attributes that have a field in the form. */
const FIELDS = { arc_display_name: 'the field “Name”', arc_display_type: 'the field “Type”' };

const BLANK = {
  name: '',
  type: '',
  pairs: [] as Pair[],
  files: [] as FileAttribute[],
  unfinished: [] as string[],
  behaviours: ['RecordEvidence'] as Behaviour[],
  isPublic: false,
  proof: '' as Mechanism | '',
};

type Draft = typeof BLANK;

const PERMANENT = 'An asset cannot be deleted, and its history cannot be changed.';
const PUBLIC = 'Anyone can read this asset, its events and its files, permanently: it cannot be made private.';
const PRIVATE = 'You can stop tracking it later, and record events that change its attributes.';

function requestOf({ name, type, pairs, files, behaviours, isPublic, proof }: Draft): Schemas['CreateAsset'] {
  return {
    attributes: {
      arc_display_name: name,
      ...(type === '' ? {} : { arc_display_type: type }),
      ...mapOf('attributes', pairs, { ...FIELDS, ...takenBy(files) }),
      ...attributesOf(files),
    },
    behaviours,
    public: isPublic,
    ...(proof === '' ? {} : { proof_mechanism: proof }),
  };
}

/** Throws for a name that is missing. */
function questionOf(of: Draft): Question {
  const { name, unfinished, isPublic } = of;
  const { attributes = {} } = requestOf(of);
  if (name.trim() === '') throw rejected([{ field: 'attributes.arc_display_name', description: 'must not be empty' }]);
  return {
    title: `Create “${name}”?`,
    summary: (
      <Summary
        attributes={attributes}
        uploading={unfinished}
        facts={[['Can be read by', isPublic ? 'anyone' : 'those whom access policies let read it']]}
      />
    ),
    outcome: 'created',
    act: 'Create',
    consequence: `${PERMANENT} ${isPublic ? PUBLIC : PRIVATE}`,
  };
}

/** Creates an asset. */
export function NewAsset() {
  const draft = useDraft('assets/new', BLANK, (of) => unsaved('asset', of.name));
  const { set } = draft;
  const { name, type, pairs, files, unfinished, behaviours, isPublic, proof } = draft.value;
  const once = useOnce(draft.attempts);
  const { tenancy: own, administrator, granted } = useStore(session)!;
  const create = async (): Promise<void> => {
    const body = requestOf(draft.value);
    const { identity } = await once((key) =>
      api.post('/v2/assets', { params: { header: { 'idempotency-key': key } }, body }),
    );
    go(`assets/${uuidOf(identity)}`);
  };
  if (!mayCreate(granted))
    return (
      <Screen title="Create an asset">
        <p class="empty">No access policy lets you create assets. {askFor(own)}</p>
      </Screen>
    );
  return (
    <Screen title="Create an asset">
      <Form submit="Create" onSubmit={create} confirm={() => questionOf(draft.value)} draft={draft}>
        <Field
          label="Name"
          name="attributes.arc_display_name"
          value={name}
          onInput={(next) => set({ name: next })}
          required
        />
        <TypeField
          kind="assets"
          label="Type"
          name="attributes.arc_display_type"
          value={type}
          onInput={(next) => set({ type: next })}
          hint="For example Pump."
        />
        <Pairs
          legend="Further attributes"
          path="attributes"
          pairs={pairs}
          onChange={(next) => set({ pairs: next })}
          add="Add an attribute"
        />
        <Files
          files={files}
          taken={[...Object.keys(FIELDS), ...pairs.map((pair) => pair.name)]}
          onChange={(next) => set({ files: next })}
          unfinished={unfinished}
          onUnfinished={(next) => set({ unfinished: next })}
        />
        <Behaviours behaviours={behaviours} onChange={(next) => set({ behaviours: next })} />
        <ProofMechanism proof={proof} onChange={(next) => set({ proof: next })} />
        {administrator && (
          <Tick
            label="Public"
            checked={isPublic}
            onChange={(on) => set({ isPublic: on })}
            hint="Anyone can read a public asset and its events, without a token. It cannot be made private again."
          />
        )}
      </Form>
    </Screen>
  );
}

function Behaviours({ behaviours, onChange }: { behaviours: Behaviour[]; onChange: (next: Behaviour[]) => void }) {
  return (
    <fieldset>
      <legend>Behaviours</legend>
      {BEHAVIOURS.map(([behaviour, label]) => (
        <Tick
          key={behaviour}
          label={label}
          checked={behaviours.includes(behaviour)}
          onChange={(on) => onChange(on ? [...behaviours, behaviour] : behaviours.filter((each) => each !== behaviour))}
        />
      ))}
    </fieldset>
  );
}

function ProofMechanism({ proof, onChange }: { proof: Draft['proof']; onChange: (next: Draft['proof']) => void }) {
  const tenancy = useLoaded(() => api.get('/v1/tenancies/self'), 'tenancy').data;
  const own = tenancy ? ` (${mechanismOf(tenancy.default_proof_mechanism)})` : '';
  return (
    <Field
      label="Proof"
      name="proof_mechanism"
      value={proof}
      onInput={(value) => onChange(value as Draft['proof'])}
      choices={[['', `Default of the tenancy${own}`], ...MECHANISMS]}
    />
  );
}
