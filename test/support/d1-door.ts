import { send } from './wire.ts';

/** SQL with the values of its parameters. */
export type Bound = { sql: string; params: unknown[] };

/** A Worker that executes batches of the D1 database DB. Only for a direct socket: it has no authentication. */
export const DOOR = `const valueOf = (param) =>
  param?.base64 === undefined ? param : Uint8Array.from(atob(param.base64), (c) => c.charCodeAt(0));
export default { async fetch(request, env) {
  try {
    const statements = await request.json();
    const batch = statements.map(({ sql, params }) => env.DB.prepare(sql).bind(...params.map(valueOf)));
    return Response.json({ results: await env.DB.batch(batch) });
  } catch (error) {
    return Response.json({ error: error.message });
  }
} };`;

const encoded = (param: unknown): unknown => {
  if (param instanceof ArrayBuffer) return encoded(new Uint8Array(param));
  if (!ArrayBuffer.isView(param)) return param;
  return { base64: Buffer.from(param.buffer, param.byteOffset, param.byteLength).toString('base64') };
};

/**
 * Returns a function that executes batches through the DOOR at an address. The bindings of Miniflare, which make a
 * request for each statement that they prepare and for each that they bind, would take several times the CPU time.
 */
export function throughDoor(url: URL): (statements: readonly Bound[]) => Promise<D1Result[]> {
  return async (statements) => {
    const body = JSON.stringify(statements.map(({ sql, params }) => ({ sql, params: params.map(encoded) })));
    const { bytes } = await send(url, { method: 'POST', body });
    const answer = JSON.parse(String(bytes)) as { results: D1Result[] } | { error: string };
    if ('error' in answer) throw new Error(answer.error);
    return answer.results;
  };
}

/** A D1 database whose batches and single statements this function executes. */
export function databaseThrough(execute: (statements: readonly Bound[]) => Promise<D1Result[]>): D1Database {
  const bound = (sql: string, params: unknown[]) => {
    const all = async (): Promise<D1Result> => (await execute([{ sql, params }]))[0]!;
    return {
      sql,
      params,
      bind: (...values: unknown[]) => bound(sql, values),
      all,
      run: all,
      first: async (column?: string): Promise<unknown> => {
        const [row] = (await all()).results as Record<string, unknown>[];
        return (column === undefined ? row : row?.[column]) ?? null;
      },
    };
  };
  const database = {
    prepare: (sql: string) => bound(sql, []),
    batch: execute,
    exec: (sql: string) => execute([{ sql, params: [] }]),
  };
  return database as unknown as D1Database;
}
