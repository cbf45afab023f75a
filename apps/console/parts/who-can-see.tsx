import { LABELS } from '../../../src/formats/records/attribute-labels.ts';
import { uuidOf, type Schemas } from '../lib/api.ts';
import {
  nameOfHolder,
  readAssetAccess,
  readsAll,
  readsText,
  recordsText,
  viewAddress,
  type AccessGroup,
} from '../lib/asset-access.ts';
import { inOrder } from './attributes.tsx';
import { Load, useLoaded } from './page.tsx';
import { Table } from './table.tsx';

/** Holders of a group that are named at once; the others are in a list that opens. */
const NAMED = 5;

const ROLES: Partial<Record<AccessGroup['role'], string>> = {
  ADMINISTRATOR: 'Administrators',
  AUDITOR: 'Auditors',
  PARTNER: 'Partner',
};

/** Who can see an asset of the tenancy, what, and by which policies. Reads it again whenever `turn` changes. */
export function WhoCanSee({ asset, turn }: { asset: Schemas['Asset']; turn: number }) {
  const uuid = uuidOf(asset.identity);
  const loaded = useLoaded(() => readAssetAccess(uuid), `${uuid} ${turn}`);
  return (
    <section aria-labelledby="who-can-see">
      <h2 id="who-can-see">Who can see this</h2>
      <Load of={loaded}>{(access) => <Groups access={access} asset={asset} uuid={uuid} />}</Load>
    </section>
  );
}

type Props = { access: Schemas['AssetAccess']; asset: Schemas['Asset']; uuid: string };

function Groups({ access, asset, uuid }: Props) {
  const present = inOrder(asset.attributes).map(([name]) => name);
  return (
    <>
      {access.public && (
        <p class="warning">Everyone: the asset is public. Access policies do not apply to public assets.</p>
      )}
      {access.truncated && (
        <p class="note">Only the newest people, applications, partners and policies were looked at.</p>
      )}
      <Table
        caption="Who can see this"
        items={access.groups}
        identity={({ holders }) => holders[0]!.identity}
        columns={[
          ['Who', (group) => <Holders group={group} uuid={uuid} />],
          ['Reads', (group) => readsText(group, present) || 'nothing'],
          ['Records', (group) => recordsText(group) || 'nothing'],
          ['By', (group) => <By group={group} access={access} present={present} />],
        ]}
      />
    </>
  );
}

function Holders({ group, uuid }: { group: AccessGroup; uuid: string }) {
  const [first, others] = [group.holders.slice(0, NAMED), group.holders.slice(NAMED)];
  const role = ROLES[group.role];
  const list = (holders: AccessGroup['holders']) => (
    <ul class="holders">
      {holders.map((holder) => (
        <li key={holder.identity}>
          {nameOfHolder(holder)}
          {holder.email !== '' && holder.email !== nameOfHolder(holder) && (
            <span class="note also"> {holder.email}</span>
          )}{' '}
          {!readsAll(group) && (
            <a href={viewAddress(uuid, holder)} aria-label={`View as ${nameOfHolder(holder)}`}>
              View as
            </a>
          )}
        </li>
      ))}
    </ul>
  );
  return (
    <>
      {role && <span class="note">{role}</span>}
      {list(first)}
      {others.length > 0 && (
        <details>
          <summary>and {others.length} more</summary>
          {list(others)}
        </details>
      )}
    </>
  );
}

/** The policies of a group, and which of them grants each name. */
function By({ group, access, present }: { group: AccessGroup; access: Schemas['AssetAccess']; present: string[] }) {
  if (readsAll(group)) return <>their role</>;
  const names = [...group.attributes, ...group.event_types];
  const ids = new Set([
    ...names.flatMap(({ read, write }) => [...read, ...write]),
    ...group.behaviours.flatMap(({ policies }) => policies),
  ]);
  const links = (of: readonly string[]) =>
    access.policies
      .filter(({ identity }) => of.includes(identity))
      .map(({ identity, display_name }, i) => (
        <span key={identity}>
          {i > 0 && ', '}
          <a href={`#/policies/${uuidOf(identity)}`}>{display_name || 'a policy without a name'}</a>
        </span>
      ));
  const rank = ({ name }: { name: string }): number => present.indexOf(name) + (present.includes(name) ? 0 : 1e6);
  const rows = [
    ...group.attributes.toSorted((a, b) => rank(a) - rank(b)).map((each) => ({ ...each, kind: 'attribute' as const })),
    ...group.event_types.map((each) => ({ ...each, kind: 'event' as const })),
  ];
  return (
    <>
      {links([...ids])}
      <details>
        <summary>Per attribute</summary>
        <dl class="facts">
          {rows.map(({ kind, name, read, write }) => [
            <dt key={`${kind} ${name}`}>{titleOf(kind, name)}</dt>,
            <dd key={`${kind} ${name} by`}>
              {read.length > 0 && <p>Read by {links(read)}</p>}
              {write.length > 0 && (
                <p>
                  {kind === 'event' ? 'Recorded' : 'Changed'} by {links(write)}
                </p>
              )}
            </dd>,
          ])}
        </dl>
      </details>
    </>
  );
}

function titleOf(kind: 'attribute' | 'event', name: string): string {
  if (kind === 'event') return name === '*' ? 'All events' : `Events: ${name}`;
  return name === '*' ? 'Every other attribute' : (LABELS.get(name) ?? name);
}
