import { SQL, StringChunk } from 'drizzle-orm';
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';

const dialect = new SQLiteSyncDialect();

/** SQL text with numbered parameters (`?1`). */
export type Compiled = { sql: string; params: unknown[] };

/**
 * The text of a query. Equal parameters are merged: D1 allows 100 per statement, and predicates repeat theirs. Texts,
 * values and nested fragments are written here, because drizzle compares each part with all its kinds, which took up to
 * a tenth of the CPU time of a request; other parts are left to drizzle. A limit is written as `LIMIT +?1`: SQLite
 * prepares a statement again for each value of a parameter that is the whole limit, which took a tenth of the time of a
 * list.
 */
export function compiled(query: SQL): Compiled {
  const params: unknown[] = [];
  const numbers = new Map<unknown, number>();
  const parameter = (value: unknown): string => {
    let number = numbers.get(value);
    if (number === undefined) {
      number = params.push(value);
      numbers.set(value, number);
    }
    return `?${number}`;
  };
  let text = '';
  let isLimit = false;
  const write = (chunks: readonly unknown[]): void => {
    for (const chunk of chunks) {
      if (chunk instanceof StringChunk) {
        const words = chunk.value.length === 1 ? chunk.value[0]! : chunk.value.join('');
        if (words !== '') isLimit = words.endsWith('LIMIT ');
        text += words;
      } else if (chunk instanceof SQL) write(chunk.queryChunks);
      else if (chunk === null || typeof chunk === 'string' || typeof chunk === 'number')
        text += isLimit ? `+${parameter(chunk)}` : parameter(chunk);
      else if (chunk !== undefined) {
        const other = dialect.sqlToQuery(new SQL([chunk as never]));
        let n = 0;
        text += other.params.length === 0 ? other.sql : other.sql.replaceAll('?', () => parameter(other.params[n++]));
      }
    }
  };
  write(query.queryChunks);
  return { sql: text, params };
}
