import { useState } from 'preact/hooks';
import { LABELS } from '../../../src/formats/records/attribute-labels.ts';
import { api, pages, rejected, uuidOf, type Schemas } from '../lib/api.ts';
import { groupOf, nameOfHolder, readAssetAccess, readBy, readsText } from '../lib/asset-access.ts';
import { conditionsText, joined } from '../lib/policy-text.ts';
import { selectionOf, type Selection } from '../lib/selecting.ts';
import { inOrder, nameOf } from './attributes.tsx';
import { Dialog } from './dialog.tsx';
import { writeTerm } from './filters.tsx';
import { Field, Form, Tick } from './form.tsx';
import { Load, useLoaded } from './page.tsx';
import { BLANK_PERMISSION } from './permission.tsx';

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

/** A button that shares one asset with a partner or a person. `onShared`: a policy was created. */
export function Share({ asset, onShared }: { asset: Asset; onShared: () => void }) {
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Share
      </button>
      {open && (
        <Dialog title={`Share ${nameOf(asset)}`} onClose={close}>
          <ShareContent asset={asset} onShared={onShared} onClose={close} />
        </Dialog>
      )}
    </>
  );
}

type ContentProps = { asset: Asset; onShared: () => void; onClose: () => void };

function ShareContent({ asset, onShared, onClose }: ContentProps) {
  const known = useLoaded(() => readKnown(asset), asset.identity);
  const [done, setDone] = useState<{ receiver: Receiver; access: Schemas['AssetAccess'] }>();
  const shared = async (receiver: Receiver): Promise<void> => {
    onShared();
    setDone({ receiver, access: await readAssetAccess(uuidOf(asset.identity)) });
  };
  const closing = (
    <button type="button" class="quiet" onClick={onClose}>
      {done ? 'Close' : 'Cancel'}
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
            <p class="empty">{found.selection ? NOBODY : NO_NAME}</p>
            <p class="actions">{closing}</p>
          </>
        ) : (
          <ShareForm {...{ asset, known: found, selection: found.selection, closing }} onShared={shared} />
        )
      }
    </Load>
  );
}

const NOBODY = 'There is nobody to share with yet. Import a partner under Sharing, or invite a person under People.';
const NO_NAME = 'The asset has no attribute by which a policy can select it. Record a serial number or a name first.';

/** What the service now lets the receiver read, in a sentence. */
function resultText({ identity, name, isPending }: Receiver, access: Schemas['AssetAccess'], asset: Asset): string {
  if (isPending) return `Shared. ${name} can see it when they have imported your sharing string.`;
  const group = groupOf(access, identity);
  const reads = group && readsText(group, namesOf(asset));
  return reads ? `Shared. ${name} now reads ${reads}.` : `Saved, but ${name} reads nothing.`;
}

const namesOf = ({ attributes }: Asset): string[] => inOrder(attributes).map(([name]) => name);
const labelOf = (name: string): string => LABELS.get(name) ?? name;

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
    if (!receiver) throw rejected([{ field: 'receiver', description: 'choose with whom' }]);
    const read = hidden.length === 0 ? ['*'] : names.filter((name) => !hidden.includes(name));
    await api.post('/iam/v1/access_policies', {
      body: {
        display_name: `${nameOf(asset).slice(0, 400)} for ${receiver.name.slice(0, 400)}`,
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
    <Form submit="Share" onSubmit={submit} extra={closing} deliberate>
      <Field
        label="With"
        name="receiver"
        value={chosen}
        onInput={setChosen}
        choices={[
          ['', 'Choose…'],
          ...receivers.map(
            ({ identity, name, isPending }) => [identity, isPending ? `${name} (pending)` : name] as const,
          ),
        ]}
        required
      />
      <Attributes names={names} hidden={hidden} onChange={setHidden} />
      <Tick label="They can record events as well" checked={records} onChange={setRecords} />
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
      <legend>Attributes that they see</legend>
      <p class="note">All of them. Select those that they do not see.</p>
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
  const except = hidden.length === 0 ? '' : ` except ${joined(hidden.map(labelOf), 'and')}`;
  return (
    <div role="status">
      <p class="grants">
        {receiver?.name ?? 'They'} will read all attributes of {nameOf(asset)}
        {except}, and all of its events{records ? ', and record events' : ''}.
        {hidden.length > 0 && ' Attributes that are added later stay hidden.'}
      </p>
      <p class="note">The policy selects assets where {conditionsText(selection.groups)}.</p>
      {selection.total > 1 && (
        <p class="warning">
          {selection.total} assets meet this: all of them will be shared. Give this one a serial number.
        </p>
      )}
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
          {receiver.name} already reads{' '}
          {joined(
            shown.map(({ name }) => labelOf(name)),
            'and',
          )}{' '}
          by{' '}
          {access.policies
            .filter(({ identity }) => ids.has(identity))
            .map(({ identity, display_name }, i) => (
              <span key={identity}>
                {i > 0 && ', '}
                <a href={`#/policies/${uuidOf(identity)}`}>{display_name}</a>
              </span>
            ))}
          . Hiding it here does not hide it.
        </p>
      )}
    </div>
  );
}
