import { csvField } from '../../../src/lib/csv.ts';
import { pages, uuidOf, type Pages, type Schemas } from './api.ts';
import { Store } from './store.ts';
import { screenTexts } from '../screens/texts/texts.ts';

const { dueList: wording } = screenTexts;

export type DueItem = Schemas['ComplianceOfAsset'];
type Rule = Schemas['CompliancePolicy'];

/** What is shown of the list: the parameter in the address, and its name. */
export const shownChoices = (): readonly (readonly [string, string])[] => [
  ['', wording.soon],
  ['30', wording.month],
  ['failing', wording.failing],
  ['all', wording.all],
];

/** `rule`: uuid, empty for all; `at`: RFC 3339, empty for now; `mine`: only assets on which the caller may record. */
export type DueQuery = { show: string; rule: string; at: string; mine: boolean };

const DAY = 86_400_000;
/** Pages without assets that are passed until one with assets is found. */
const EMPTY_PAGES = 100;
/** Assets in a page of the list. */
const PAGE = 100;

/** When the list was evaluated; undefined until it is read. */
export type Extent = { evaluatedAt: string | null; complete: boolean } | undefined;

/** The parameters of a request. A date is that of the list, which is now or earlier. */
function parametersOf({ show, rule, at, mine }: DueQuery): Record<string, string> {
  const days = show === '' ? 7 : Number(show);
  const now = at === '' ? Date.now() : Date.parse(at);
  return {
    ...(show === 'failing' ? { compliant: 'false' } : {}),
    ...(days > 0 ? { due_before: new Date(now + days * DAY).toISOString() } : {}),
    ...(rule === '' ? {} : { policy: `compliance_policies/${rule}` }),
    ...(mine ? { may_record: 'true' } : {}),
    ...(at === '' ? {} : { compliant_at: at }),
  };
}

/** The list for a query, without pages that have no assets, and when it was evaluated. */
export function complianceAssets(of: DueQuery): { list: Pages<DueItem>; extent: Store<Extent> } {
  const extent = new Store<Extent>(undefined);
  const read = pages('/v1/compliance/assets', 'assets', { params: { query: parametersOf(of) } }, (data) =>
    extent.set({ evaluatedAt: data.evaluated_at, complete: data.complete }),
  );
  const list: Pages<DueItem> = async (token, size = PAGE) => {
    let page = await read(token, size);
    for (let i = 0; i < EMPTY_PAGES && page.items.length === 0 && page.next !== ''; i++)
      page = await read(page.next, size);
    return page;
  };
  return { list, extent };
}

/** The results that make an asset part of the list: those it does not meet, or else those with its due date. */
export const resultsDue = ({ compliant, compliance, due_at }: DueItem): DueItem['compliance'] =>
  compliance.filter((each) => (compliant ? each.due_at !== null && each.due_at === due_at : !each.compliant));

export const ruleName = (rules: readonly Rule[], identity: string): string =>
  rules.find((rule) => rule.identity === identity)?.display_name ?? identity;

/** The list as CSV, a line for each asset and rule. A spreadsheet takes no text for a formula. */
export function dueCsv(items: readonly DueItem[], rules: readonly Rule[]): string {
  const rows = items.flatMap((item) =>
    item.compliance.map((each) => [
      item.asset_identity,
      item.display_name,
      item.display_type,
      ruleName(rules, each.compliance_policy_identity),
      each.compliant ? 'yes' : 'no',
      each.reason,
      each.since ?? '',
      each.due_at ?? '',
      item.who_must_act.map(({ display_name }) => display_name).join(', '),
      item.evaluated_at,
    ]),
  );
  const head = [
    'asset',
    'name',
    'type',
    'rule',
    'compliant',
    'reason',
    'since',
    'due_at',
    'who_must_act',
    'evaluated_at',
  ];
  return `\uFEFF${[head, ...rows].map((row) => row.map((text) => csvField(text)).join(',')).join('\r\n')}\r\n`;
}

/** The type of the event that a rule waits for; empty if it is about attributes. */
const typeDue = (rule: Rule | undefined): string => rule?.closing_event_display_type || rule?.event_display_type || '';

/** The address of the form that records on an asset what is due, with the type if its rules wait for only one. */
export function recordAddress(item: DueItem, rules: readonly Rule[]): string {
  const types = new Set(
    resultsDue(item).map((each) => typeDue(rules.find(({ identity }) => identity === each.compliance_policy_identity))),
  );
  const [type = ''] = types.size === 1 ? types : [];
  const query = type === '' ? '' : `?${new URLSearchParams({ type })}`;
  return `#/assets/${uuidOf(item.asset_identity)}/record${query}`;
}
