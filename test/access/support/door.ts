import type { LocalD1 } from '../../ledger/support/d1.ts';

type Bound = { sql: string; params: unknown[] };
type Waiting = { statements: Bound[]; resolve(results: D1Result[]): void; reject(error: unknown): void };

/**
 * The database for the service. Concurrent batches are sent as one, with equal statements only once, so that many
 * callers need one round trip; writes must not be concurrent with other batches. `inspect` is called with every
 * statement.
 */
export function gathering(d1: LocalD1, inspect: (statement: Bound) => void = () => undefined): D1Database {
  const waiting: Waiting[] = [];
  const flush = async (calls = waiting.splice(0)): Promise<void> => {
    const places = new Map<string, number>();
    const sent: [sql: string, ...params: unknown[]][] = [];
    const place = ({ sql, params }: Bound): number => {
      const key = JSON.stringify([sql, params]);
      const known = places.get(key);
      if (known !== undefined && /^\s*(SELECT|WITH)\b/.test(sql)) return known;
      places.set(key, sent.length);
      return sent.push([sql, ...params]) - 1;
    };
    const wanted = calls.map(({ statements }) => statements.map(place));
    try {
      const rows = await d1.rows(...sent);
      const result = (i: number) => ({ results: rows[i], success: true, meta: {} }) as unknown as D1Result;
      calls.forEach(({ resolve }, i) => resolve(wanted[i]!.map(result)));
    } catch (error) {
      // Each batch runs alone, so that only the failing one fails.
      if (calls.length === 1) calls[0]!.reject(error);
      else for (const call of calls) await flush([call]);
    }
  };
  const prepare = (sql: string) => ({ sql, params: [], bind: (...params: unknown[]): Bound => ({ sql, params }) });
  const batch = (statements: Bound[]): Promise<D1Result[]> =>
    new Promise((resolve, reject) => {
      statements.forEach(inspect);
      if (waiting.push({ statements, resolve, reject }) === 1) setImmediate(() => void flush());
    });
  return { prepare, batch } as unknown as D1Database;
}
