import { pages, type Schemas } from './api.ts';
import { queryOf, type Groups, type Term } from '../parts/filters.tsx';

/** Attributes that name an asset, before any other one. */
const NAMING = ['arc_serial_number', 'arc_display_name'];
/** Conditions are tried one by one on so many attributes, and then on so many together; characters of a value. */
const ALONE = 4;
const TOGETHER = 20;
const LENGTH = 900;

/** What selects an asset in a policy, and how many assets meet it now. */
export type Selection = { groups: Groups; total: number };

/** How many private assets meet conditions, tracked or not: those that a policy matches. */
const countOf = async (groups: Groups): Promise<number> => {
  const query = { filters: queryOf(groups), tracked: 'ANY', privacy: 'RESTRICTED' };
  return (await pages('/v2/assets', 'assets', { params: { query } })('', 1)).total;
};

/** The conditions that attributes of an asset meet. A policy can only name texts, by names without its signs. */
function termsOf(attributes: Schemas['Attributes']): Term[] {
  const terms = Object.entries(attributes).flatMap(([name, value]): Term[] =>
    typeof value === 'string' && value !== '' && value !== '*' && value.length <= LENGTH && !/[=:!.[\]]/.test(name)
      ? [{ name, op: '=', value }]
      : [],
  );
  const rank = ({ name }: Term): number => (NAMING.includes(name) ? NAMING.indexOf(name) : NAMING.length);
  return terms.toSorted((a, b) => rank(a) - rank(b));
}

/**
 * Conditions that only this asset meets: its serial number if no other asset has it, or another attribute; otherwise
 * its attributes together, which other assets may have too. Undefined for an asset without such attributes.
 */
export async function selectionOf({ attributes }: Schemas['Asset']): Promise<Selection | undefined> {
  const terms = termsOf(attributes);
  for (const term of terms.slice(0, ALONE)) if ((await countOf([[term]])) === 1) return { groups: [[term]], total: 1 };
  if (terms.length === 0) return undefined;
  const groups = terms.slice(0, TOGETHER).map((term) => [term]);
  return { groups, total: await countOf(groups) };
}
