// `npm run crash-test -- [--rounds N] [--port P]`: repeatedly kills the whole service under load with SIGKILL.
//
// In each round, several writers append to assets and create assets, each write with an Idempotency-Key. All processes
// of the service are killed: the port must be closed and no workerd may remain. The service starts again with the same
// state. Then the test checks: - Retries of writes with an unknown outcome return one record each. - Retries of
// acknowledged writes return the same record. - All acknowledged records of all rounds exist exactly once with their
// content, and there are no other records, and all are confirmed. - Every event is in the log of the tenancy, which
// continues what it was before. `npm run monitor` runs beside and raises no alarm. - `npm run fsck` finds no
// difference. - The database is in the same epoch and lacks no change: the crash was not taken for a restore.
//
// Exits with code 1 at the first failure and keeps the state for inspection.
import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { everythingOnce, healthOf, keysOf, retry, unconfirmed, type Health } from './check.ts';
import { LogWatch } from './logs.ts';
import { creation, load, type Write } from './load.ts';
import { MonitorBeside } from './monitor.ts';
import { freePort } from '../free-port.ts';
import { PROJECT, startReal, type CrashService } from './service.ts';
import { removeDirectory } from '../../test/support/directory.ts';

const WRITERS = 12;
const ASSETS = 5;
/** Number of acknowledged writes of earlier rounds that a round retries. */
const OLD_RETRIES = 100;
/** The kill follows a random number of acknowledged writes up to this one, or LOAD_WITHIN milliseconds. */
const LOAD_MAX = 400;
const LOAD_WITHIN = 4_000;
const ROUND_WITHIN = 300_000;

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' }, port: { type: 'string' } } });
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds: must be a whole number from 1');
const port = values.port === undefined ? await freePort() : Number(values.port);
const state = mkdtempSync(join(tmpdir(), 'crash-'));
const writes: Write[] = [];
const logs = new LogWatch(state);
let service: CrashService | undefined;
let health: Health | undefined;
let monitor: MonitorBeside | undefined;
let events = 0;

process.once('exit', () => {
  service?.end();
  monitor?.end();
});
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => process.exit(1));

try {
  const started = Date.now();
  service = await startReal(state, port);
  for (let number = 1; number <= rounds; number++) await inTime(number, round(number));
  await monitor!.finish(events + 1);
  await service.crash();
  say(`passed: ${rounds} rounds, ${writes.length} writes, ${((Date.now() - started) / 1000).toFixed(0)} s`);
  removeDirectory(state);
  process.exit(0);
} catch (error) {
  say(`FAILED: ${(error as Error).message}`);
  say(`the state is kept in ${state}`);
  process.exit(1);
}

async function round(number: number): Promise<void> {
  const started = Date.now();
  let running = service!;
  let access = { base: running.base, token: await running.token() };
  if (number === 1) {
    const first = Array.from({ length: ASSETS }, () => creation(number));
    await retry(access, first);
    writes.push(...first);
  }

  let [stopped, written] = [false, 0];
  const loading = load(access, targets(), number, {
    writers: WRITERS,
    stopped: () => stopped,
    written: () => written++,
  });
  // An error under load is thrown below, where the promise is awaited.
  loading.catch(() => undefined);
  const loaded = Date.now();
  const enough = 1 + Math.floor(Math.random() * LOAD_MAX);
  const loadedEnough = (): boolean => written >= enough || Date.now() - loaded > LOAD_WITHIN;
  while (!loadedEnough()) await sleep(1);
  // Killed without waiting: requests in flight have an unknown outcome.
  const killed = running.crash();
  stopped = true;
  const delay = Date.now() - loaded;
  const workerds = await killed;
  const sent = await loading;
  if (workerds.length === 0) throw new Error('no workerd was running');
  const unknown = sent.filter(({ acknowledged }) => acknowledged === undefined);
  const acknowledged = sent.filter((write) => write.acknowledged !== undefined);

  const down = Date.now();
  running = service = await startReal(state, port);
  const startup = Date.now() - down;
  access = { base: running.base, token: await running.token() };
  health = await healthOf(access, health);
  monitor?.renew(access.token);
  const before = await keysOf(access);
  const landed = unknown.filter(({ key }) => before.has(key)).length;
  await retry(access, unknown);
  await retry(access, [...acknowledged, ...sample(writes, OLD_RETRIES)]);
  writes.push(...sent);
  events = await everythingOnce(access, writes);
  if ((await unconfirmed(access)) > 0) throw new Error('events that are stored are not confirmed');
  health = await healthOf(access, health);
  await logs.follow(events);
  monitor ??= new MonitorBeside(state, access.base, logs.tenancy, access.token);
  monitor.check();
  await fsck();
  say(
    `round ${number}: killed workerd ${workerds.join(', ')} after ${delay} ms of load; ` +
      `${acknowledged.length} acknowledged, ${unknown.length} unknown (${landed} were stored); restarted in ` +
      `${startup} ms; ` +
      `${events} events exist exactly once; ${((Date.now() - started) / 1000).toFixed(1)} s`,
  );
}

/** The assets to which writers append: the first ones, whose histories grow in all rounds, and the last one. */
function targets(): string[] {
  const assets = writes.flatMap(({ kind, acknowledged }) => (kind === 'create' ? [acknowledged!.identity] : []));
  return [...new Set([...assets.slice(0, ASSETS - 1), assets.at(-1)!])];
}

function sample<T>(items: readonly T[], count: number): T[] {
  return Array.from({ length: Math.min(count, items.length) }, () => items[Math.floor(Math.random() * items.length)]!);
}

/** Throws with the findings of fsck. */
async function fsck(): Promise<void> {
  const command = [join(PROJECT, 'apps/cli/launch.mjs'), 'fsck', '--state', state];
  await promisify(execFile)(process.execPath, command, { timeout: ROUND_WITHIN }).catch((error: unknown) => {
    const { stdout, stderr, code } = error as { stdout: string; stderr: string; code: number };
    throw new Error(`fsck exited with ${code}: ${stdout}${stderr}`);
  });
}

async function inTime(number: number, work: Promise<void>): Promise<void> {
  const overdue = sleep(ROUND_WITHIN, undefined, { ref: false }).then(() => {
    throw new Error(`round ${number} took more than ${ROUND_WITHIN} ms`);
  });
  await Promise.race([work, overdue]);
}

function say(line: string): void {
  process.stdout.write(`crash-test: ${line}\n`);
}
