import { pages } from './api.ts';
import { valuesByAsset } from './values-by-asset.ts';

/** Whose types: those of events, or those of assets. */
export type TypeKind = 'events' | 'assets';

/** How many of the newest assets or events, and how many rules, are read for their types. */
const SAMPLE = 100;

const typesIn = (all: readonly Record<string, unknown>[]): string[] =>
  all.map(({ arc_display_type: type }) => type).filter((type): type is string => typeof type === 'string');

async function read(kind: string): Promise<readonly string[]> {
  if (kind === 'assets') {
    const { items } = await pages('/v2/assets', 'assets')('', SAMPLE);
    return distinct(typesIn(items.map(({ attributes }) => attributes)));
  }
  const [events, rules] = await Promise.all([
    pages('/v2/assets/-/events', 'events')('', SAMPLE),
    pages('/v1/compliance_policies', 'compliance_policies')('', SAMPLE),
  ]);
  return distinct([
    ...typesIn(events.items.map(({ event_attributes }) => event_attributes)),
    ...rules.items.flatMap((rule) => [rule.event_display_type, rule.closing_event_display_type]),
  ]);
}

const distinct = (types: readonly string[]): string[] =>
  [...new Set(types)].filter((type) => type !== '').toSorted((a, b) => a.localeCompare(b));

/** The types that the newest records and the rules have, by their kind; none if they cannot be read. */
export const knownTypes = valuesByAsset((kind) => read(kind).catch((): readonly string[] => []));

const folded = (text: string): string => text.normalize('NFKC').replaceAll(/\s+/gu, '').toLowerCase();

/** A known text from which another one differs only by case or spaces. */
export const similarTo = (text: string, known: readonly string[]): string | undefined =>
  text === '' || known.includes(text) ? undefined : known.find((each) => folded(each) === folded(text));
