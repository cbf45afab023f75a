import { existsSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startArguments } from './arguments.ts';
import { fireSweeps } from './crons.ts';
import { createTenant } from './operator.ts';
import { endProcesses, onNpmEnd, portProblem, workerdsOf } from './processes.ts';
import type { Credentials, StatePaths } from '../local/state.ts';
import {
  dataLost,
  ensureBootstrapTenant,
  ensureSecrets,
  lockState,
  makeStateDirectory,
  readCredentials,
  statePaths,
  writeCredentials,
} from '../local/state.ts';
import { welcome } from './welcome.ts';
import type { DevServer } from './wrangler.ts';
import { applyMigrations, endAllGroups, startDevServer } from './wrangler.ts';

/** Milliseconds until a service that does not answer counts as failed. */
const READY_WITHIN = 120_000;

/** Runs the service until it is asked to end. */
export async function main(): Promise<void> {
  const { port, state } = startArguments(process.argv.slice(2));
  // A reader of the terminal output that goes away does not end the service.
  process.stdout.on('error', () => undefined);
  endOnRequest();
  try {
    await run(port, state);
  } catch (error) {
    // Ending makes whatever runs fail, which is no news.
    if (!ending) throw error;
  }
}

async function run(port: number, state: string): Promise<void> {
  const paths = statePaths(state);
  makeStateDirectory(state);
  lockState(paths, port);
  await endOrphans(state);
  const problem = await portProblem(port);
  if (problem !== undefined) throw new Error(problem);

  const secrets = ensureSecrets(paths);
  const existing = readCredentials(paths);
  if (existing && !existsSync(paths.data)) throw dataLost(paths);
  const tenant = ensureBootstrapTenant(paths, existing);

  writeFileSync(paths.wranglerLog, '', { mode: 0o600 });
  say('Preparing the database ...');
  await applyMigrations(paths);
  say('Starting the service ...');
  const server = startDevServer(paths, port);
  const origin = `http://127.0.0.1:${port}`;
  await untilReady(server, `${origin}/archivist`, paths);

  const credentials = existing
    ? movedTo(paths, existing, `${origin}/archivist`)
    : await firstTenant(paths, `${origin}/archivist`, secrets.OPERATOR_SECRET, tenant);
  fireSweeps(origin);
  process.stdout.write(welcome(paths, credentials));

  const how = await server.ended;
  throw new Error(`the service ended by itself (${how}): see ${paths.wranglerLog}`);
}

async function firstTenant(
  paths: StatePaths,
  baseUrl: string,
  operatorSecret: string,
  tenant: string,
): Promise<Credentials> {
  const credentials = await createTenant(baseUrl, operatorSecret, {
    display_name: 'First tenant',
    tenant_identity: tenant,
  });
  writeCredentials(paths, credentials);
  return credentials;
}

function movedTo(paths: StatePaths, credentials: Credentials, baseUrl: string): Credentials {
  if (credentials.base_url === baseUrl) return credentials;
  const moved = { ...credentials, base_url: baseUrl };
  writeCredentials(paths, moved);
  return moved;
}

/** This process holds the state's lock, so a workerd that serves it is a leftover of a dead one. */
async function endOrphans(state: string): Promise<void> {
  const orphans = workerdsOf(state);
  if (orphans.length === 0) return;
  await endProcesses(orphans);
  say(`Ended an orphaned workerd of an earlier run (pid ${orphans.join(', ')}).`);
}

async function untilReady(server: DevServer, baseUrl: string, paths: StatePaths): Promise<void> {
  let ended: string | undefined;
  void server.ended.then((how) => (ended = how));
  let last = 'no answer';
  for (const end = Date.now() + READY_WITHIN; Date.now() < end; await sleep(100)) {
    if (ended !== undefined) {
      throw new Error(`the service did not start (${ended}): see ${paths.wranglerLog}`);
    }
    try {
      const signal = AbortSignal.timeout(10_000);
      const response = await fetch(`${baseUrl}/openapi.json`, { signal });
      await response.arrayBuffer();
      if (response.status === 200) return;
      last = `status ${response.status}`;
    } catch {
      // Not listening yet.
    }
  }
  throw new Error(`the service did not become ready (${last}): see ${paths.wranglerLog}`);
}

let ending = false;

/**
 * Ctrl-C, a termination signal or the end of npm ends everything. One Ctrl-C may come twice, from the
 * terminal and passed on by npm; a later one does not wait for wrangler.
 */
function endOnRequest(): void {
  let since = 0;
  const end = () => {
    if (ending && Date.now() - since < 1_000) return;
    // The exit handler of the process groups kills them.
    if (ending) process.exit(1);
    ending = true;
    since = Date.now();
    void endAllGroups().then(() => process.exit(0));
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, end);
  onNpmEnd(end);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
