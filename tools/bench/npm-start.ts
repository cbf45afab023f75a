import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { statePaths, type AdminCredentials } from '../../apps/server/state/directory.ts';

export const ROOT = join(import.meta.dirname, '../..');

/** A service that `npm start` runs. */
export type StartedService = {
  url: URL;
  /** The process id of npm. */
  pid: number;
  /** Milliseconds from the command to the "Ready" line. */
  readyMs: number;
  /** Milliseconds from the command to the response to the first request after that line. */
  answeredMs: number;
  /** The credentials of the first tenant's administrator. */
  credentials: AdminCredentials;
  /** Stops it. Resolves when all its processes have ended. */
  stop: () => Promise<void>;
};

/** Runs `npm start` like a user, with the cache of bundles in `bundles`. Throws if it exits. */
export async function npmStart(state: string, port: number, bundles?: string): Promise<StartedService> {
  const started = performance.now();
  const child = spawn('npm', ['start', '--', '--port', String(port), '--state', state], {
    cwd: ROOT,
    env: { ...userEnvironment(), ...(bundles === undefined ? {} : { ASSET_EVIDENCE_BUNDLES: bundles }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await ready(child);
  const readyMs = performance.now() - started;
  const url = new URL(`http://127.0.0.1:${port}`);
  const response = await fetch(new URL('/archivist/v2/assets', url));
  await response.text();
  const answeredMs = performance.now() - started;
  if (response.status !== 401) throw new Error(`a request without a token was answered with ${response.status}`);
  return {
    url,
    pid: child.pid!,
    readyMs,
    answeredMs,
    credentials: JSON.parse(readFileSync(statePaths(state).admin, 'utf8')) as AdminCredentials,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Resolves at the "Ready" line. */
function ready(child: ChildProcess): Promise<void> {
  let output = '';
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (/^Ready\./m.test(output)) resolve();
      });
    child.once('exit', () => reject(new Error(`npm start exited: ${output}`)));
  });
}

/** The environment of this process without the variables of the npm that runs it. */
export function userEnvironment(): NodeJS.ProcessEnv {
  const { PATH = '', ...rest } = process.env;
  const path = PATH.split(delimiter).filter((dir) => !/node_modules|node-gyp-bin/.test(dir));
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([name]) => !/^npm_|^INIT_CWD$|^NODE$/i.test(name))),
    PATH: path.join(delimiter),
  };
}
