import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';

type Bound = { sql: string; params: unknown[] };

/**
 * What a batch does: read rights and head, commit events, confirm events, read only the head, or read stored events for
 * a response.
 */
export type Kind = 'read' | 'commit' | 'confirm' | 'head' | 'answer';

/**
 * Called instead of every batch of one sequencer. `n` counts from 1; `run` executes the batch. The sequencer gets what
 * the fault returns or throws.
 */
export type Fault = (batch: { kind: Kind; n: number }, run: () => Promise<D1Result[]>) => Promise<D1Result[]>;

const DOOR = `export default { async fetch(request, env) {
  try {
    const statements = await request.json();
    const batch = statements.map(({ sql, params }) => env.DB.prepare(sql).bind(...params));
    return Response.json({ results: await env.DB.batch(batch) });
  } catch (error) {
    return Response.json({ error: error.message });
  }
} };`;

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');

/** The D1 of the local runtime with the migrations applied, for batches from this process. */
export async function openD1() {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: DOOR,
      d1Databases: { DB: 'ledger' },
      compatibilityDate: '2026-11-01',
    }),
  );
  const url = await miniflare.ready;
  async function execute(statements: Bound[]): Promise<D1Result[]> {
    const response = await fetch(url, { method: 'POST', body: JSON.stringify(statements) });
    const answer = (await response.json()) as { results: D1Result[] } | { error: string };
    if ('error' in answer) throw new Error(answer.error);
    return answer.results;
  }
  for (const file of readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()) {
    const text = readFileSync(join(MIGRATIONS, file), 'utf8');
    await execute(
      text.split('--> statement-breakpoint').flatMap((sql) => (sql.trim() === '' ? [] : [{ sql, params: [] }])),
    );
  }
  return {
    /** Runs SQL without faults. Returns the rows of each statement. */
    async rows(...statements: [sql: string, ...params: unknown[]][]): Promise<Record<string, any>[][]> {
      const results = await execute(statements.map(([sql, ...params]) => ({ sql, params })));
      return results.map((result) => result.results as Record<string, any>[]);
    },
    /** The database for a sequencer, with a fault in its batches; `seen` records their kinds. */
    d1(fault?: Fault, seen: Kind[] = []): D1Database {
      const prepare = (sql: string) => ({ sql, params: [], bind: (...params: unknown[]) => ({ sql, params }) });
      const batch = (statements: Bound[]): Promise<D1Result[]> => {
        const kind = kindOf(statements);
        const n = seen.push(kind);
        const run = (): Promise<D1Result[]> => execute(statements);
        return fault ? fault({ kind, n }, run) : run();
      };
      return { prepare, batch } as unknown as D1Database;
    },
    close: () => miniflare.dispose(),
  };
}

export type LocalD1 = Awaited<ReturnType<typeof openD1>>;

function kindOf(statements: Bound[]): Kind {
  const has = (text: string): boolean => statements.some(({ sql }) => sql.includes(text));
  if (has('INSERT INTO events ')) return 'commit';
  if (has('UPDATE assets')) return 'confirm';
  if (has('applications')) return 'read';
  return has('FROM events') ? 'answer' : 'head';
}

/** Fails like a lost connection, before the batch is executed or after it has taken effect. */
export function failing(when: 'before' | 'after', which: (batch: { kind: Kind; n: number }) => boolean): Fault {
  return async (batch, run) => {
    if (!which(batch)) return run();
    if (when === 'after') await run();
    throw new Error('D1_ERROR: Network connection lost.');
  };
}
