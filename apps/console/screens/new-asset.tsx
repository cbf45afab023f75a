import { api, rejected, uuidOf, type Schemas } from '../lib/api.ts';
import { mechanismOf, mechanisms, type Mechanism } from '../lib/mechanisms.ts';
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
import { screenTexts } from './texts/texts.ts';
import { rareTexts } from './texts/rare-texts.ts';

const { newAsset: wording } = rareTexts;
const { common } = screenTexts;

type Behaviour = NonNullable<Schemas['CreateAsset']['behaviours']>[number];
const BEHAVIOURS = ['RecordEvidence', 'Attachments', 'Firmware', 'Maintenance', 'LocationUpdate'] as const;

/** Attributes that have a field in the form. */
const fields = () => ({ arc_display_name: wording.fieldName, arc_display_type: wording.fieldType });

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

function requestOf({ name, type, pairs, files, behaviours, isPublic, proof }: Draft): Schemas['CreateAsset'] {
  return {
    attributes: {
      arc_display_name: name,
      ...(type === '' ? {} : { arc_display_type: type }),
      ...mapOf('attributes', pairs, { ...fields(), ...takenBy(files) }),
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
  if (name.trim() === '')
    throw rejected([{ field: 'attributes.arc_display_name', description: common.mustNotBeEmpty }]);
  return {
    title: wording.question(name),
    summary: (
      <Summary
        attributes={attributes}
        uploading={unfinished}
        facts={[[wording.readBy, isPublic ? wording.anyone : wording.readByPolicies]]}
      />
    ),
    outcome: common.createdOutcome,
    act: common.create,
    consequence: `${wording.permanent} ${isPublic ? wording.consequencePublic : wording.consequencePrivate}`,
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
      <Screen title={wording.title}>
        <p class="empty">{wording.notAllowed(askFor(own))}</p>
      </Screen>
    );
  return (
    <Screen title={wording.title}>
      <Form submit={common.create} onSubmit={create} confirm={() => questionOf(draft.value)} draft={draft}>
        <Field
          label={common.name}
          name="attributes.arc_display_name"
          value={name}
          onInput={(next) => set({ name: next })}
          required
        />
        <TypeField
          kind="assets"
          label={common.type}
          name="attributes.arc_display_type"
          value={type}
          onInput={(next) => set({ type: next })}
          hint={wording.typeHint}
        />
        <Pairs
          legend={wording.further}
          path="attributes"
          pairs={pairs}
          onChange={(next) => set({ pairs: next })}
          add={common.addAttribute}
        />
        <Files
          files={files}
          taken={[...Object.keys(fields()), ...pairs.map((pair) => pair.name)]}
          onChange={(next) => set({ files: next })}
          unfinished={unfinished}
          onUnfinished={(next) => set({ unfinished: next })}
        />
        <Behaviours behaviours={behaviours} onChange={(next) => set({ behaviours: next })} />
        <ProofMechanism proof={proof} onChange={(next) => set({ proof: next })} />
        {administrator && (
          <Tick
            label={wording.public}
            checked={isPublic}
            onChange={(on) => set({ isPublic: on })}
            hint={wording.publicHint}
          />
        )}
      </Form>
    </Screen>
  );
}

function Behaviours({ behaviours, onChange }: { behaviours: Behaviour[]; onChange: (next: Behaviour[]) => void }) {
  return (
    <fieldset>
      <legend>{wording.behaviours}</legend>
      {BEHAVIOURS.map((behaviour) => (
        <Tick
          key={behaviour}
          label={wording.behaviourNames[behaviour]}
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
      label={common.proof}
      name="proof_mechanism"
      value={proof}
      onInput={(value) => onChange(value as Draft['proof'])}
      choices={[['', wording.defaultProof(own)], ...mechanisms()]}
    />
  );
}
