import { uuidOf, type Schemas } from '../lib/api.ts';
import { recordAddress, resultsDue, ruleName, type DueItem, type Extent } from '../lib/due.ts';
import { useStore, type Store } from '../lib/store.ts';
import { reasonInWords } from '../lib/words.ts';
import { Ago, Moment } from './moment.tsx';

export const DueAsset = ({ item }: { item: DueItem }) => (
  <a href={`#/assets/${uuidOf(item.asset_identity)}`}>
    <bdi>{item.display_name || uuidOf(item.asset_identity)}</bdi>
  </a>
);

/** The way to record what is due, for those who may. */
export const DueRecord = ({ item }: { item: DueItem }) =>
  item.may_record ? (
    <a class="button" href={recordAddress(item)} aria-label={`Record on ${item.display_name}`}>
      Record
    </a>
  ) : null;

export const DueState = ({ item: { compliant, due_at } }: { item: DueItem }) => (
  <>
    <span class={`state ${compliant ? 'good' : 'bad'}`}>{compliant ? '✓ compliant' : '✗ not compliant'}</span>
    {due_at !== null && <Ago at={due_at} />}
  </>
);

/** The rules for which an asset is listed, with the reasons. */
export const DueReasons = ({ item, rules }: { item: DueItem; rules: readonly Schemas['CompliancePolicy'][] }) => (
  <ul class="plainlist">
    {resultsDue(item).map(({ compliance_policy_identity: identity, reason }) => (
      <li key={identity}>
        {ruleName(rules, identity)}
        {reason !== '' && (
          <span class="note also" title={reason}>
            {reasonInWords(reason)}
          </span>
        )}
      </li>
    ))}
  </ul>
);

/** When the list was evaluated. `past`: for an earlier time. */
export function Evaluated({ extent, past }: { extent: Store<Extent>; past: boolean }) {
  const known = useStore(extent);
  if (!known) return null;
  if (past)
    return (
      <p class="note" role="status">
        As it was at {known.evaluatedAt !== null && <Moment at={known.evaluatedAt} />}, by the rules of that time.
      </p>
    );
  return (
    <p class="note" role="status">
      {known.evaluatedAt === null
        ? 'Not yet evaluated. '
        : ['Evaluated up to ', <Moment at={known.evaluatedAt} />, '. ']}
      {!known.complete && 'Rules have changed: not all assets are evaluated for them yet. '}
      Assets that others share with you are evaluated on their own screens.
    </p>
  );
}
