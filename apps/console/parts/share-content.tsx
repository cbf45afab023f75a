import { labelOf } from '../lib/words.ts';
import { useState } from 'preact/hooks';
import { api, pages, rejected, uuidOf, type Schemas } from '../lib/api.ts';
import { groupOf, nameOfHolder, readAssetAccess, readBy, readsText } from '../lib/asset-access.ts';
import { conditionsText } from '../lib/policy-text.ts';
import { selectionOf, type Selection } from '../lib/selecting.ts';
import { inOrder, nameOf } from './attributes.tsx';
import { writeTerm } from './filters.tsx';
import { Field, Form, Tick } from './form.tsx';
import { Load, useLoaded } from './page.tsx';
import { BLANK_PERMISSION } from './permission.tsx';
import { texts } from '../texts/texts.ts';
import { screenTexts } from '../screens/texts/texts.ts';
import { rareTexts } from '../screens/texts/rare-texts.ts';

const { share: wording } = rareTexts;
const { asset: action, common } = screenTexts;

type Asset = Schemas['Asset'];
/** With whom an asset can be shared. `condition`: how policies name a person; undefined for a partner. */
type Receiver = { identity: string; name: string; condition?: string; isPending?: boolean };
type Known = { receivers: Receiver[]; access: Schemas['AssetAccess']; selection: Selection | undefined };

/** How many partners and people are offered. */
const OFFERED = 500;

async function readKnown(asset: Asset): Promise<Known> {
  const [subjects, users, access, selection] = await Promise.all([
    pages('/iam/v1/subjects', 'subjects')('', OFFERED),
    pages('/v1/tenancies/users', 'users')('', OFFERED),
    readAssetAccess(uuidOf(asset.identity)),
    selectionOf(asset),
  ]);
  return {
    receivers: [
      ...subjects.items.map(({ identity, display_name, confirmation_status }) => ({
        identity,
        name: display_name,
        isPending: confirmation_status !== 'CONFIRMED',
      })),
      ...users.items
        .filter(({ email, roles }) => email !== '' && !roles.includes('Administrator'))
        .map((user) => ({ identity: user.identity, name: nameOfHolder(user), condition: `email=${user.email}` })),
    ],
    access,
    selection,
  };
}

type ContentProps = { asset: Asset; onShared: () => void; onClose: () => void };

/** Shares one asset with a partner or a person. `onShared`: a policy was created. */
export function ShareContent({ asset, onShared, onClose }: ContentProps) {
  const known = useLoaded(() => readKnown(asset), asset.identity);
  const [done, setDone] = useState<{ receiver: Receiver; access: Schemas['AssetAccess'] }>();
  const shared = async (receiver: Receiver): Promise<void> => {
    onShared();
    setDone({ receiver, access: await readAssetAccess(uuidOf(asset.identity)) });
  };
  const closing = (
    <button type="button" class="quiet" onClick={onClose}>
      {done ? common.close : texts.action.cancel}
    </button>
  );
  if (done)
    return (
      <>
        <p role="status">{resultText(done.receiver, done.access, asset)}</p>
        <p class="actions">{closing}</p>
      </>
    );
  return (
    <Load of={known}>
      {(found) =>
        found.receivers.length === 0 || !found.selection ? (
          <>
            <p class="empty">{found.selection ? wording.nobody : wording.noName}</p>
            <p class="actions">{closing}</p>
          </>
        ) : (
          <ShareForm {...{ asset, known: found, selection: found.selection, closing }} onShared={shared} />
        )
      }
    </Load>
  );
}

/** What the service now lets the receiver read, in a sentence. */
function resultText({ identity, name, isPending }: Receiver, access: Schemas['AssetAccess'], asset: Asset): string {
  if (isPending) return wording.sharedPending(name);
  const group = groupOf(access, identity);
  const reads = group && readsText(group, namesOf(asset));
  return reads ? wording.shared(name, reads) : wording.readsNothing(name);
}

const namesOf = ({ attributes }: Asset): string[] => inOrder(attributes).map(([name]) => name);

type FormProps = {
  asset: Asset;
  known: Known;
  selection: Selection;
  closing: preact.ComponentChildren;
  onShared: (receiver: Receiver) => Promise<void>;
};

function ShareForm({ asset, known: { receivers, access }, selection, closing, onShared }: FormProps) {
  const [chosen, setChosen] = useState(receivers.length === 1 ? receivers[0]!.identity : '');
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const [records, setRecords] = useState(false);
  const receiver = receivers.find(({ identity }) => identity === chosen);
  const names = namesOf(asset);
  const submit = async (): Promise<void> => {
    if (!receiver) throw rejected([{ field: 'receiver', description: wording.choose }]);
    const read = hidden.length === 0 ? ['*'] : names.filter((name) => !hidden.includes(name));
    await api.post('/iam/v1/access_policies', {
      body: {
        display_name: wording.policyFor(nameOf(asset).slice(0, 400), receiver.name.slice(0, 400)),
        filters: selection.groups.map((terms) => ({ or: terms.map(writeTerm) })),
        access_permissions: [
          {
            ...BLANK_PERMISSION,
            subjects: receiver.condition === undefined ? [receiver.identity] : [],
            user_attributes: receiver.condition === undefined ? [] : [{ or: [receiver.condition] }],
            asset_attributes_read: read,
            event_arc_display_type_read: ['*'],
            ...(records ? { behaviours: ['RecordEvidence'], event_arc_display_type_write: ['*'] } : {}),
          },
        ],
      },
    });
    await onShared(receiver);
  };
  return (
    <Form submit={action.share} onSubmit={submit} extra={closing} deliberate>
      <Field
        label={wording.with}
        name="receiver"
        value={chosen}
        onInput={setChosen}
        choices={[
          ['', common.choose],
          ...receivers.map(
            ({ identity, name, isPending }) => [identity, isPending ? common.pending(name) : name] as const,
          ),
        ]}
        required
      />
      <Attributes names={names} hidden={hidden} onChange={setHidden} />
      <Tick label={wording.canRecord} checked={records} onChange={setRecords} />
      <Outcome {...{ asset, receiver, hidden, records, selection }} />
      {receiver && <Already {...{ access, receiver, hidden }} />}
    </Form>
  );
}

/** All attributes, except those that are turned off. */
function Attributes(of: { names: string[]; hidden: readonly string[]; onChange: (hidden: string[]) => void }) {
  const { names, hidden } = of;
  return (
    <fieldset>
      <legend>{wording.attributes}</legend>
      <p class="note">{wording.hint}</p>
      <ul class="chips">
        {names.map((name) => {
          const isShown = !hidden.includes(name);
          const toggle = (): void => of.onChange(isShown ? [...hidden, name] : hidden.filter((each) => each !== name));
          return (
            <li key={name}>
              <button type="button" class={isShown ? 'chip on' : 'chip'} aria-pressed={isShown} onClick={toggle}>
                {isShown ? labelOf(name) : <del>{labelOf(name)}</del>}
              </button>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}

/** What sharing grants, in words. */
function Outcome(of: {
  asset: Asset;
  receiver: Receiver | undefined;
  hidden: readonly string[];
  records: boolean;
  selection: Selection;
}) {
  const { asset, receiver, hidden, records, selection } = of;
  return (
    <div role="status">
      <p class="grants">{wording.outcome(receiver?.name, nameOf(asset), hidden.map(labelOf), records)}</p>
      <p class="note">{wording.selection(conditionsText(selection.groups))}</p>
      {selection.total > 1 && <p class="warning">{wording.several(selection.total)}</p>}
    </div>
  );
}

/** Announces which hidden attributes the receiver reads all the same, by other policies. */
function Already(of: { access: Schemas['AssetAccess']; receiver: Receiver; hidden: readonly string[] }) {
  const { access, receiver, hidden } = of;
  const group = groupOf(access, receiver.identity);
  const shown = hidden
    .map((name) => ({ name, policies: group ? readBy(group.attributes, name) : [] }))
    .filter(({ policies }) => policies.length > 0);
  const ids = new Set(shown.flatMap(({ policies }) => policies));
  return (
    <div role="status">
      {shown.length > 0 && (
        <p class="warning">
          {wording.already(
            receiver.name,
            shown.map(({ name }) => labelOf(name)),
            access.policies
              .filter(({ identity }) => ids.has(identity))
              .map(({ identity, display_name }, i) => (
                <span key={identity}>
                  {i > 0 && ', '}
                  <a href={`#/policies/${uuidOf(identity)}`}>{display_name}</a>
                </span>
              )),
          )}
        </p>
      )}
    </div>
  );
}
