import { labelOf } from '../lib/words.ts';
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
import { screenTexts } from '../screens/texts/texts.ts';
import { rareTexts } from '../screens/texts/rare-texts.ts';

const { whoCanSee: wording } = rareTexts;
const { common } = screenTexts;

/** Holders of a group that are named at once; the others are in a list that opens. */
const NAMED = 5;

/** Who can see an asset of the tenancy, what, and by which policies. Reads it again whenever `turn` changes. */
export function WhoCanSee({ asset, turn }: { asset: Schemas['Asset']; turn: number }) {
  const uuid = uuidOf(asset.identity);
  const loaded = useLoaded(() => readAssetAccess(uuid), `${uuid} ${turn}`);
  return (
    <section aria-labelledby="who-can-see">
      <h2 id="who-can-see">{wording.title}</h2>
      <Load of={loaded}>{(access) => <Groups access={access} asset={asset} uuid={uuid} />}</Load>
    </section>
  );
}

type Props = { access: Schemas['AssetAccess']; asset: Schemas['Asset']; uuid: string };

function Groups({ access, asset, uuid }: Props) {
  const present = inOrder(asset.attributes).map(([name]) => name);
  return (
    <>
      {access.public && <p class="warning">{wording.everyone}</p>}
      {access.truncated && <p class="note">{wording.truncated}</p>}
      <Table
        caption={wording.title}
        items={access.groups}
        identity={({ holders }) => holders[0]!.identity}
        columns={[
          [common.who, (group) => <Holders group={group} uuid={uuid} />],
          [wording.reads, (group) => readsText(group, present) || common.nothing],
          [wording.records, (group) => recordsText(group) || common.nothing],
          [wording.by, (group) => <By group={group} access={access} present={present} />],
        ]}
      />
    </>
  );
}

function Holders({ group, uuid }: { group: AccessGroup; uuid: string }) {
  const [first, others] = [group.holders.slice(0, NAMED), group.holders.slice(NAMED)];
  const role = wording.roles[group.role];
  const list = (holders: AccessGroup['holders']) => (
    <ul class="holders">
      {holders.map((holder) => (
        <li key={holder.identity}>
          {nameOfHolder(holder)}
          {holder.email !== '' && holder.email !== nameOfHolder(holder) && (
            <span class="note also"> {holder.email}</span>
          )}{' '}
          {!readsAll(group) && (
            <a href={viewAddress(uuid, holder)} aria-label={wording.viewAsOf(nameOfHolder(holder))}>
              {wording.viewAs}
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
          <summary>{wording.more(others.length)}</summary>
          {list(others)}
        </details>
      )}
    </>
  );
}

/** The policies of a group, and which of them grants each name. */
function By({ group, access, present }: { group: AccessGroup; access: Schemas['AssetAccess']; present: string[] }) {
  if (readsAll(group)) return <>{wording.role}</>;
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
          <a href={`#/policies/${uuidOf(identity)}`}>{display_name || wording.unnamed}</a>
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
        <summary>{wording.perAttribute}</summary>
        <dl class="facts">
          {rows.map(({ kind, name, read, write }) => [
            <dt key={`${kind} ${name}`}>{titleOf(kind, name)}</dt>,
            <dd key={`${kind} ${name} by`}>
              {read.length > 0 && <p>{wording.readBy(links(read))}</p>}
              {write.length > 0 && (
                <p>{kind === 'event' ? wording.recordedBy(links(write)) : wording.changedBy(links(write))}</p>
              )}
            </dd>,
          ])}
        </dl>
      </details>
    </>
  );
}

function titleOf(kind: 'attribute' | 'event', name: string): string {
  if (kind === 'event') return name === '*' ? wording.allEvents : wording.events(name);
  return name === '*' ? wording.others : labelOf(name);
}
