import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Miniflare } from 'miniflare';
import { bundle } from '../../apps/server/build/bundle.ts';
import { miniflareOptions } from '../../apps/server/workerd/runtime.ts';
import { seeLine } from './alarms.ts';
import { databaseThrough, doorScript, throughDoor } from './database-door.ts';

/** A mail as the Worker passes it to the mail binding. */
export type SentMail = { from: string; to: string | string[]; subject: string; text: string; html: string };

export type RuntimeOptions = {
  /** The directory of the databases, objects and blobs. */
  persist: string;
  /** Settings and secrets. */
  env?: Record<string, string>;
  /** Requests per period and key, by the binding of the rate class. Default: practically unlimited. */
  limits?: Record<string, number> | undefined;
  /** Called with each mail that the Worker sends; throws to reject it. Undefined: no mail service. */
  onMail?: ((mail: SentMail) => void) | undefined;
  /** Called with each line of the log. */
  onLog?: (line: string) => void;
  /** The database of `npm start`, or the D1 of the local runtime. Default: TEST_ON, or `cell`. */
  database?: 'cell' | 'd1' | undefined;
  /** The names of further cells. Default: with TEST_ON=cells, `FURTHER_CELLS`. */
  cells?: readonly string[] | undefined;
};

const UNLIMITED = { RATE_API: 1e9, RATE_TOKEN: 1e9, RATE_PUBLIC: 1e9 };

export type Runtime = {
  miniflare: Miniflare;
  /** The address of the Worker with the static assets in front of it. */
  at: string;
  /** The address of the Worker itself. */
  direct: string;
  /** The database; with several cells, the first one. */
  db: D1Database;
  /** The database of a cell. */
  cell: (name: string) => D1Database;
};

/** The database of the services of this process: the project `d1` of vitest.config.ts sets it. */
const DATABASE = process.env['TEST_ON'] === 'd1' ? 'd1' : 'cell';

/** The further cells of the project `cells` of vitest.config.ts. */
export const FURTHER_CELLS = ['DB_1', 'DB_2'];
const CELLS = process.env['TEST_ON'] === 'cells' ? FURTHER_CELLS : undefined;

/** All services of a process run the same bundle. */
let built: ReturnType<typeof bundle> | undefined;

/**
 * Runs the Worker on Miniflare with the options of `npm start`, but on TCP ports instead of UNIX sockets. As there,
 * requests do not pass through Miniflare's own entry point, which would take a third of the CPU time. Throws if it does
 * not start.
 */
export async function startRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { persist, env = {}, limits, onMail, onLog, database = DATABASE, cells = CELLS } = options;
  const made = miniflareOptions(
    {
      bundle: await (built ??= bundle()),
      persist,
      evictable: true,
      database,
      cells,
      env,
      limits: { ...UNLIMITED, ...limits },
      onLog: (line) => {
        seeLine(line);
        onLog?.(line);
      },
      onMail: async (mail) => {
        onMail?.(mail as SentMail);
        return crypto.randomUUID();
      },
    },
    // For the UNIX sockets of the launcher, which are replaced.
    mkdtempSync(join(tmpdir(), 'run-')),
  );
  const sockets = ['direct', 'default'].map((entrypoint) => ({ entrypoint, host: '127.0.0.1', port: 0 }));
  made.workers[0]!.dev = { unsafeDirectSockets: sockets };
  if (!onMail) delete made.workers[0]!.config.env!['LOCAL_MAIL'];
  const { name, compatibilityDate, env: bindings } = made.workers[0]!.config;
  made.workers.push({
    config: {
      name: 'door',
      compatibilityDate,
      manifest: {
        mainModule: 'door.js',
        modulesRoot: '/',
        modules: { 'door.js': { type: 'esm', contents: doorScript() } },
      },
      env: database === 'd1' ? { DB: bindings!['DB']! } : { CELL: bindings!['CELL']! },
    },
    dev: { unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }] },
  });
  const miniflare = new Miniflare(made);
  // The bindings use this. workerd closes connections that are idle for 5 seconds, and on a busy machine a request
  // can reach it at the same moment. It has not read such a request, so the request is sent again.
  const { dispatchFetch } = miniflare;
  miniflare.dispatchFetch = (input, init) =>
    dispatchFetch(input, init).catch((error: Error & { cause?: { code?: string } }) => {
      const isRepeatable = !(input instanceof Request) && !(init?.body instanceof ReadableStream);
      if (error.cause?.code !== 'UND_ERR_SOCKET' || !isRepeatable) throw error;
      return dispatchFetch(input, init);
    });
  const addressOf = async (entrypoint: string): Promise<string> =>
    (await miniflare.unsafeGetDirectURL(name, entrypoint)).origin;
  const door = await miniflare.unsafeGetDirectURL('door');
  const cell = (of: string): D1Database => databaseThrough(throughDoor(new URL(`/${of}`, door)));
  return { miniflare, at: await addressOf('default'), direct: await addressOf('direct'), db: cell('DB'), cell };
}
