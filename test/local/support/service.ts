import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readService, statePaths, type AdminCredentials } from '../../../apps/server/state/directory.ts';
import { freePort } from '../../../tools/free-port.ts';
import { PROJECT, within } from '../../../tools/crash/service.ts';
import { PATIENCE } from '../../support/patience.ts';

export type Launched = Awaited<ReturnType<typeof launch>>;

/**
 * Runs the service of a state directory like `npm start`. Resolves when it is ready. Throws with its output if it
 * exits.
 */
export async function launch(state: string, args: readonly string[] = []) {
  const port = await freePort();
  mkdirSync(state, { recursive: true });
  // Short windows, so that proofs are available soon.
  writeFileSync(join(state, 'settings.env'), 'ANCHOR_WINDOW_SECONDS=2\n');
  const paths = statePaths(state);
  const child = spawn(
    process.execPath,
    [join(PROJECT, 'apps/cli/start.mjs'), '--port', String(port), '--state', state, ...args],
    // As a child of npm it stops when this process ends for any reason.
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, npm_lifecycle_event: 'test' } },
  );
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)));
  const credentials = (): AdminCredentials => JSON.parse(readFileSync(paths.admin, 'utf8')) as AdminCredentials;
  await within(PATIENCE, `the service did not start: ${output}`, () => {
    if (hasEnded(child)) throw new Error(output);
    const isNamed = existsSync(paths.admin) && credentials().base_url.includes(`:${port}/`);
    return isNamed && readService(paths)?.address !== undefined;
  });
  const ended = async (): Promise<void> => {
    await within(PATIENCE, 'the service does not end', () => hasEnded(child));
    running.delete(child);
  };
  return {
    paths,
    base: credentials().base_url,
    /** The path of its control socket. */
    control: readService(paths)!.control!,
    /** A new access token of the tenant's administrator. */
    token: async (): Promise<string> => {
      const { base_url, client_id, client_secret } = credentials();
      const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
      const response = await fetch(`${base_url}/iam/v1/appidp/token`, { method: 'POST', body });
      if (response.status !== 200) throw new Error(`token: ${response.status} ${await response.text()}`);
      return ((await response.json()) as { access_token: string }).access_token;
    },
    stop: async (): Promise<void> => {
      child.kill('SIGTERM');
      await ended();
    },
    /** Kills the command with SIGKILL, which stops all its processes. */
    kill: async (): Promise<void> => {
      child.kill('SIGKILL');
      await ended();
    },
  };
}

const running = new Set<ChildProcess>();

/** Stops all running services. */
export function endAll(): void {
  for (const child of running) child.kill('SIGKILL');
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/** Runs a command of the project; never throws. */
export async function command(
  name: 'backup' | 'restore' | 'fsck' | 'start',
  args: readonly string[],
): Promise<{ code: number; stdout: string; stderr: string }> {
  try {
    const run = promisify(execFile)(process.execPath, [join(PROJECT, 'apps/cli/launch.mjs'), name, ...args]);
    return { code: 0, ...(await run) };
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string };
  }
}
