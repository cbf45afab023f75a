import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Miniflare } from 'miniflare';
import { readWorkerConfig } from '../../../apps/server/workerd/worker-config.ts';
import { toHex } from '../../../src/lib/text.ts';
import { doorScript, throughDoor, type Bound } from '../../support/database-door.ts';
import { openSqlite } from '../../support/sqlite.ts';

/**
 * What a batch does. Of a sequencer: `read` reads rights and head, `answer` reads stored events for a response. Of the
 * writer: `state` reads the state of the database, `commit` stores events, `stored` reads what a commit without a
 * response has stored, `epoch` starts a new epoch.
 */
export type Kind = 'read' | 'answer' | 'state' | 'commit' | 'stored' | 'epoch';

/**
 * Called instead of every batch. `n` counts from 1; `run` executes the batch. The caller gets what the fault returns or
 * throws.
 */
export type Fault = (batch: { kind: Kind; n: number }, run: () => Promise<D1Result[]>) => Promise<D1Result[]>;

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');

/** A copy of all rows, to be restored. BLOBs are lists of bytes. */
type Copy = { table: string; rows: Record<string, unknown>[] }[];

/** The database of `npm start`, or SQLite in this process, which does not count the rows that statements read. */
export type Engine = 'Cell' | 'SQLite';

/** A `Cell` in the runtime, for batches from this process. */
async function openCell() {
  const miniflare = new Miniflare({
    cf: false,
    enableDevRegistry: false,
    workers: [
      {
        config: {
          name: 'door',
          compatibilityDate: readWorkerConfig().compatibility_date,
          manifest: {
            mainModule: 'door.js',
            modulesRoot: '/',
            modules: { 'door.js': { type: 'esm', contents: doorScript() } },
          },
          env: { CELL: { type: 'durable-object', worker: 'door', exportName: 'Cell' } },
          exports: { Cell: { type: 'durable-object', storage: 'sqlite' } },
        },
        // Requests do not pass through Miniflare's own entry point, which would take a third of the CPU time.
        dev: { unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }] },
      },
    ],
  });
  return { send: throughDoor(await miniflare.unsafeGetDirectURL('door')), close: () => miniflare.dispose() };
}

/** A database with the migrations applied. */
export async function openD1(engine: Engine = 'Cell') {
  const { send, close } = engine === 'Cell' ? await openCell() : openSqlite();
  const counters = new Map<string, number>();
  async function execute(statements: Bound[]): Promise<D1Result[]> {
    const results = await send(statements);
    for (const [id, counter] of committedBy(statements, results)) counters.set(id, counter);
    return results;
  }
  async function rows(...statements: [sql: string, ...params: unknown[]][]): Promise<Record<string, any>[][]> {
    const results = await execute(statements.map(([sql, ...params]) => ({ sql, params })));
    return results.map((result) => result.results as Record<string, any>[]);
  }
  for (const file of readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()) {
    const script = readFileSync(join(MIGRATIONS, file), 'utf8');
    await execute(
      script.split('--> statement-breakpoint').flatMap((sql) => (sql.trim() === '' ? [] : [{ sql, params: [] }])),
    );
  }
  return {
    /** Runs SQL without faults. Returns the rows of each statement. */
    rows,
    /** The commit that stored an event: the counter of the database after it; undefined if none did. */
    commitOf: (event: string): number | undefined => counters.get(event),
    /** Copies all rows. */
    async copy(): Promise<Copy> {
      const [tables] = await rows([
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name " +
          "NOT LIKE '\\_cf\\_%' ESCAPE '\\'",
      ]);
      const contents = await rows(...tables!.map(({ name }): [string] => [`SELECT * FROM ${name}`]));
      return tables!.map(({ name }, i) => ({ table: name, rows: contents[i]! }));
    },
    /** Replaces all rows by those of a copy, bypassing the triggers, as a restored backup does. */
    async restore(copy: Copy): Promise<void> {
      const [triggers] = await rows(["SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"]);
      await rows(
        ...triggers!.map(({ name }): [string] => [`DROP TRIGGER ${name}`]),
        ...copy.map(({ table }): [string] => [`DELETE FROM ${table}`]),
        ...copy.flatMap(({ table, rows: kept }) =>
          kept.map((row): [string, ...unknown[]] => [
            `INSERT INTO ${table} (${Object.keys(row)
              .map((name) => `"${name}"`)
              .join(', ')})
              VALUES (${Object.values(row).map((value) => (Array.isArray(value) ? 'unhex(?)' : '?'))})`,
            ...Object.values(row).map((value) => (Array.isArray(value) ? toHex(Uint8Array.from(value)) : value)),
          ]),
        ),
        ...triggers!.map(({ sql }): [string] => [sql as string]),
      );
    },
    /** The database for a sequencer or writer, with a fault in its batches; `seen` records their kinds. */
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
    close,
  };
}

export type LocalD1 = Awaited<ReturnType<typeof openD1>>;

function kindOf(statements: Bound[]): Kind {
  const has = (text: string): boolean => statements.some(({ sql }) => sql.includes(text));
  if (has('INSERT INTO events ')) return 'commit';
  if (has('INSERT INTO epochs')) return 'epoch';
  if (has('SELECT verdicts')) return 'stored';
  if (has('applications')) return 'read';
  return has('FROM events') ? 'answer' : 'state';
}

/** The events that a batch has stored, by id, with the counter of the database after it. */
function committedBy(statements: Bound[], results: D1Result[]): [id: string, counter: number][] {
  const [at, moved] = ['INSERT INTO events (asset', 'UPDATE database_state SET counter'].map((text) =>
    statements.findIndex(({ sql }) => sql.includes(text) && !sql.startsWith('EXPLAIN')),
  ) as [number, number];
  if (at < 0 || moved < 0) return [];
  const [{ counter, verdicts }] = results[moved]!.results as [{ counter: number; verdicts: string }];
  const refusals = JSON.parse(verdicts) as (string | null)[];
  const proposals = JSON.parse(statements[at]!.params[0] as string) as [asset: string, [seq: number, id: string][]][];
  return proposals.flatMap(([, events], n) =>
    refusals[n] === null ? events.map(([, id]): [string, number] => [id, counter]) : [],
  );
}

const LOST = 'D1_ERROR: Network connection lost.';

/** Fails like a lost connection, before the batch is executed or after it has taken effect. */
export function failing(when: 'before' | 'after', which: (batch: { kind: Kind; n: number }) => boolean): Fault {
  return async (batch, run) => {
    if (!which(batch)) return run();
    if (when === 'after') await run();
    throw new Error(LOST);
  };
}

/**
 * Fails the first step that `which` selects like a lost connection, and carries it out late: when a later step is sent
 * that `until` selects, before or after that one takes effect. `arrive` carries it out if it is still under way.
 */
export function slow<S, R>(
  which: (step: S) => boolean,
  until: (step: S) => boolean,
  side: 'before' | 'after',
): { fault: (step: S, run: () => Promise<R>) => Promise<R>; arrive: () => Promise<void> } {
  let late: (() => Promise<R>) | undefined;
  let isSent = false;
  const arrive = async (): Promise<void> => {
    const arriving = late;
    late = undefined;
    // Nobody waits for its result.
    await arriving?.().catch(() => undefined);
  };
  const fault = async (step: S, run: () => Promise<R>): Promise<R> => {
    if (!isSent && which(step)) {
      isSent = true;
      late = run;
      throw new Error(LOST);
    }
    const isNext = late !== undefined && until(step);
    if (isNext && side === 'before') await arrive();
    try {
      return await run();
    } finally {
      if (isNext && side === 'after') await arrive();
    }
  };
  return { fault, arrive };
}
