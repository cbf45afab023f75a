import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PROJECT_DIR } from '../../apps/server/build/bundle.ts';
import { statePaths } from '../../apps/server/state/directory.ts';
import { freePort } from '../free-port.ts';
import type { Counts } from './counting/counts.ts';
import { query, withStorage, type Storage } from './storage.ts';

/**
 * The program of a separate process: `launcher`, the local service as `npm start` runs it; `plain`, the same bundle
 * with the same options on Miniflare alone; `floor` and `ceiling`, those Workers on Miniflare alone.
 */
export type Host = 'launcher' | 'plain' | 'floor' | 'ceiling';

export type HostOptions = {
  /** The state directory. */
  state: string;
  port: number;
  /** Settings that differ from those of `npm start`. */
  settings: Record<string, string>;
  /** Overrides the rate limits of wrangler.toml, because one client sends all requests. The same limiter counts. */
  limits: Record<string, number>;
  /** Opens an inspector, which slows the Worker. Only for `plain`. */
  inspected: boolean;
  /** Counts what the Worker uses (./counting/worker.ts). Only for `plain`. */
  counted: boolean;
  /** Nothing appends to the logs. Only for `launcher` and `plain`. */
  withoutLogs: boolean;
};

/** The line that a process prints once it is ready. */
export type HostReady = {
  url: string;
  /** The path of the socket of the Worker's control entry point. */
  control: string;
  inspector?: string;
};

/** A Worker under load: its address and its storage. */
export type Server = {
  url: URL;
  /** The state directory. */
  state: string;
  /** The process that runs workerd. */
  pid: () => number;
  inspector: () => URL;
  /** What the Worker has used since it started, if it counts. */
  counts: () => Promise<Counts>;
  /** Runs a cron. Resolves when it has finished. */
  cron: (cron: string) => Promise<void>;
  /** Queries the database of the running service. */
  query: <T>(sql: string) => T[];
  /** Stops it, changes its storage, and starts it again at the same address. */
  offline: <T>(work: (storage: Storage) => Promise<T>) => Promise<T>;
  close: () => Promise<void>;
};

const LIMITS = { RATE_API: 1e9, RATE_TOKEN: 1e9, RATE_PUBLIC: 1e9, RATE_PUBLIC_LIST: 1e9 };
/** Quotas are not measured. */
const SETTINGS = { QUOTA_ASSETS: '-1' };

export type ServerOptions = Partial<Pick<HostOptions, 'settings' | 'inspected' | 'counted' | 'withoutLogs'>>;

/** Starts a host with a state directory. Resolves when it responds. */
export async function startServer(
  host: Host,
  state: string,
  { settings = {}, inspected = false, counted = false, withoutLogs = false }: ServerOptions = {},
): Promise<Server> {
  const port = await freePort();
  const options: HostOptions = {
    state,
    port,
    settings: { ...SETTINGS, ...settings },
    limits: LIMITS,
    inspected,
    counted,
    withoutLogs,
  };
  let running = await run(host, options);
  const { data } = statePaths(state);
  return {
    url: new URL(running.ready.url),
    state,
    pid: () => running.child.pid!,
    inspector: () => new URL(running.ready.inspector!),
    cron: async (cron) => void (await control(running.ready.control, `/scheduled?${new URLSearchParams({ cron })}`)),
    counts: async () => JSON.parse(await control(running.ready.control, '/counts')) as Counts,
    query: (sql) => query(data, sql),
    offline: async (work) => {
      await stop(running.child);
      const result = await withStorage(data, work);
      running = await run(host, options);
      return result;
    },
    close: () => stop(running.child),
  };
}

async function run(host: Host, options: HostOptions): Promise<{ child: ChildProcess; ready: HostReady }> {
  const { flags, env } = startCommand();
  const child = spawn(
    process.execPath,
    [...flags, join(import.meta.dirname, 'processes', `${host}.ts`), JSON.stringify(options)],
    { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, ...env } },
  );
  const lines = createInterface({ input: child.stdout });
  const { value: line } = await lines[Symbol.asyncIterator]().next();
  if (line === undefined) throw new Error(`the ${host} did not start`);
  return { child, ready: JSON.parse(line as string) as HostReady };
}

/** The flags of Node and the environment variables with which `npm start` runs the launcher. */
function startCommand(): { flags: string[]; env: Record<string, string> } {
  const words = readFileSync(join(PROJECT_DIR, 'apps/cli/start.sh'), 'utf8').trim().split('\n').at(-1)!.split(' ');
  return {
    flags: words.filter((word) => word.startsWith('--')),
    env: Object.fromEntries(words.filter((word) => /^[A-Z_]+=/.test(word)).map((word) => word.split('=', 2))),
  };
}

/** Stops a process by closing its standard input. Resolves when it has ended. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.stdin!.end();
  await ended;
}

function control(socketPath: string, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sending = request({ socketPath, method: 'POST', path, headers: { host: 'control' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode = 0 } = response;
        if (statusCode === 200 || statusCode === 204) resolve(Buffer.concat(chunks).toString());
        else reject(new Error(`the control socket responded ${statusCode} to ${path}`));
      });
    });
    sending.on('error', reject);
    sending.end();
  });
}
