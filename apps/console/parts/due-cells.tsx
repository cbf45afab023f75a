import { uuidOf, type Schemas } from '../lib/api.ts';
import { recordAddress, resultsDue, ruleName, type DueItem, type Extent } from '../lib/due.ts';
import { useStore, type Store } from '../lib/store.ts';
import { reasonInWords } from '../lib/words.ts';
import { Ago, Moment } from './moment.tsx';
import { screenTexts } from '../screens/texts/texts.ts';

const { dueCells: wording, common } = screenTexts;

export const DueAsset = ({ item }: { item: DueItem }) => (
  <a href={`#/assets/${uuidOf(item.asset_identity)}`}>
    <bdi>{item.display_name || uuidOf(item.asset_identity)}</bdi>
  </a>
);

/** The way to record what is due, for those who may. */
export const DueRecord = ({ item, rules }: { item: DueItem; rules: readonly Schemas['CompliancePolicy'][] }) =>
  item.may_record ? (
    <a class="button" href={recordAddress(item, rules)} aria-label={wording.recordOn(item.display_name)}>
      {common.record}
    </a>
  ) : null;

export const DueState = ({ item: { compliant, due_at } }: { item: DueItem }) => (
  <>
    <span class={`state ${compliant ? 'good' : 'bad'}`}>{compliant ? wording.compliant : wording.failing}</span>
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
        {wording.past(known.evaluatedAt !== null && <Moment at={known.evaluatedAt} />)}
      </p>
    );
  return (
    <p class="note" role="status">
      {wording.shared(
        known.evaluatedAt === null ? wording.never : wording.upTo(<Moment at={known.evaluatedAt} />),
        !known.complete && wording.rulesChanged,
      )}
    </p>
  );
}
