import { sql, type SQL } from 'drizzle-orm';
import { ALL_WEIGHTS, EVERY_WORD, type SearchQuery } from '../../formats/records/search-terms.ts';
import { afterPrefix, postingOf } from './postings.ts';

/*
 * The candidates of a search of which not every match may be shown: assets of some tenancies in which all whole words
 * occur, in any attribute.
 */

/**
 * The tenancies of which the index is searched, as SQL: FROM, with the column `tenant`; and how many rows for each
 * word.
 */
export type Space = { tenants: SQL; share: SQL };

/** FROM the words of a query that are whole, as `word.value`. */
const wholeWords = ({ words }: SearchQuery): SQL => sql`json_each(${JSON.stringify(words)}) word`;
const ofTenant = (alias: string): SQL => sql.raw(`asset_postings ${alias} WHERE ${alias}.tenant = space.tenant`);
const startsWith = (alias: string, query: SearchQuery): SQL =>
  sql`${sql.raw(alias)}.term >= ${query.prefix} AND ${sql.raw(alias)}.term < ${afterPrefix(query)}`;

/**
 * Condition: an asset (an alias with `created_us` and, as `number`, its number) has all whole words, in any attribute.
 */
export const hasWords = (query: SearchQuery, tenant: SQL, asset: string, number: string): SQL =>
  query.words.length === 0
    ? sql`1`
    : sql`NOT EXISTS (SELECT 1 FROM ${wholeWords(query)} WHERE NOT EXISTS (SELECT 1 FROM asset_postings other
        WHERE other.tenant = ${tenant} AND other.term = word.value
        AND ${sql.raw(postingOf('other', `${asset}.created_us`, `${asset}.${number}`))}))`;

/**
 * FROM the tenancies with what their indexes have: `plan.value` is a JSON object with the number of rows of the
 * `prefix`, the `rarest` word (the one that the fewest assets have, with the number of its rows as `size`; null without
 * whole words), and the number of `long` assets. A number is at most one more than the share.
 */
export function planned(query: SearchQuery, { tenants, share }: Space): SQL {
  const size = (where: SQL): SQL =>
    sql`(SELECT count(*) FROM (SELECT 1 FROM ${ofTenant('sized')} AND ${where} LIMIT ${share} + 1))`;
  const rarest = sql`(SELECT json_object('size', size, 'word', value)
    FROM (SELECT ${size(sql`sized.term = word.value`)} AS size, word.value FROM ${wholeWords(query)}) ORDER BY size
    LIMIT 1)`;
  return sql`${tenants}
    CROSS JOIN json_each(json_array(json_object('prefix', ${size(startsWith('sized', query))}, 'rarest',
    json(${rarest}),
      'long', ${size(sql`sized.term = ${EVERY_WORD}`)}))) plan`;
}
const PREFIX_SIZE = sql.raw(`(plan.value ->> 'prefix')`);
const WORD_SIZE = sql.raw(`(plan.value ->> '$.rarest.size')`);
const WORD = sql.raw(`(plan.value ->> '$.rarest.word')`);
const LONG_SIZE = sql.raw(`(plan.value ->> 'long')`);

/**
 * SELECT created_us, asset of a term (a condition on `start`), those that were created last first, whatever their
 * weights.
 */
export function newest(where: SQL, share: SQL): SQL {
  const ofWeights = ALL_WEIGHTS.map(
    (weight) => sql`SELECT * FROM (SELECT start.created_us, start.asset FROM ${ofTenant('start')}
      AND start.weight = ${sql.raw(String(weight))}
      AND ${where} ORDER BY start.created_us DESC, start.asset DESC LIMIT ${share})`,
  );
  return sql`SELECT created_us, asset FROM (${sql.join(ofWeights, sql` UNION ALL `)})
    ORDER BY created_us DESC, asset DESC LIMIT ${share}`;
}
/** SELECT created_us, asset of the assets whose words are too many for the index. */
export const longOnes = (share: SQL): SQL =>
  sql`SELECT start.created_us, start.asset FROM ${ofTenant('start')} AND start.term = ${EVERY_WORD} AND start.weight = 1
    ORDER BY start.created_us DESC, start.asset DESC LIMIT ${share}`;
export const numbersOf = (parts: SQL[]): SQL =>
  sql`(SELECT json_group_array(asset) FROM (${sql.join(
    parts.map((part) => sql`SELECT asset FROM (${part})`),
    sql` UNION ALL `,
  )}))`;
/** The candidates among postings (SELECT created_us, asset). */
export const having = (query: SearchQuery, postings: SQL): SQL =>
  sql`SELECT posting.asset FROM (${postings}) posting WHERE ${hasWords(query, sql`space.tenant`, 'posting', 'asset')}`;

/**
 * JSON list of the numbers of the candidates in `space.tenant`, each at least once. The search starts from the word
 * that the fewest assets have. Of one word, the assets that were created last come first.
 */
export function candidatesIn(query: SearchQuery, { share }: Space): SQL {
  const prefixed = (guard: SQL): SQL =>
    sql`SELECT start.created_us, start.asset FROM ${ofTenant('start')} AND ${startsWith('start', query)} AND ${guard}
      ORDER BY start.term DESC, start.weight DESC, start.created_us DESC, start.asset DESC LIMIT ${share}`;
  if (query.words.length === 0) return numbersOf([prefixed(sql`1`), longOnes(share)]);
  const isRarer = sql`${PREFIX_SIZE} < ${WORD_SIZE}`;
  const byWord = (guard: SQL): SQL =>
    having(query, newest(sql`start.term = ${WORD} AND NOT ${isRarer} AND ${guard}`, share));
  const isCounted = sql`${PREFIX_SIZE} <= ${share}`;
  return numbersOf([
    having(query, prefixed(isRarer)),
    byWord(sql`NOT ${isCounted}`),
    // Where the search can read the whole range of the prefix, this also limits the candidates.
    sql`SELECT asset FROM (${byWord(isCounted)}) INTERSECT SELECT asset
      FROM (${prefixed(sql`NOT ${isRarer} AND ${isCounted}`)})`,
    longOnes(share),
  ]);
}

/**
 * SELECT 1 if the word of a tenancy that the fewest assets have, or the list of long assets, exceeds what a search
 * reads.
 */
export const exceeded = (query: SearchQuery, space: Space): SQL =>
  sql`SELECT 1 AS cut FROM ${planned(query, space)}
    WHERE max(min(${PREFIX_SIZE}, coalesce(${WORD_SIZE}, ${PREFIX_SIZE})), ${LONG_SIZE}) > ${space.share} LIMIT 1`;
