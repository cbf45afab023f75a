import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { send } from './wire.ts';

/** SQL with the values of its parameters. */
export type Bound = { sql: string; params: unknown[] };

let script: string | undefined;

/** The code of the Worker in door-worker.ts. */
export const doorScript = (): string =>
  (script ??= buildSync({
    entryPoints: [join(import.meta.dirname, 'door-worker.ts')],
    bundle: true,
    format: 'esm',
    target: 'es2024',
    external: ['cloudflare:*'],
    write: false,
  }).outputFiles[0]!.text);

const encoded = (param: unknown): unknown => {
  if (param instanceof ArrayBuffer) return encoded(new Uint8Array(param));
  if (!ArrayBuffer.isView(param)) return param;
  return { base64: Buffer.from(param.buffer, param.byteOffset, param.byteLength).toString('base64') };
};

/**
 * Returns a function that executes batches through the Worker of `doorScript` at an address. The bindings of Miniflare,
 * which make a request for each statement that they prepare and for each that they bind, would take several times the
 * CPU time.
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
