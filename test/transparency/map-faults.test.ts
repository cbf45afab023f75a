import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ambient } from '../../src/lib/time.ts';
import { openD1, type LocalD1 } from '../ledger/support/d1.ts';
import { ENGINE, sized } from '../support/size.ts';
import { Deployment, type LogFault } from './support/deployment.ts';
import { auditMaps } from './support/map-audit.ts';

let d1: LocalD1;
let empty: Awaited<ReturnType<LocalD1['copy']>>;
let current: Deployment;
/** The root of each map that was ever seen, by the log and the size that it covers. */
let seen: Map<string, string>;
const { now } = ambient;
beforeAll(async () => {
  d1 = await openD1(ENGINE);
  empty = await d1.copy();
  vi.stubGlobal('scheduler', { wait: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)) });
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
});
beforeEach(async () => {
  seen = new Map();
  await d1.restore(empty);
});
afterEach(() => {
  ambient.now = now;
  current.close();
  vi.mocked(crypto.subtle.sign).mockRestore?.();
});
afterAll(() => d1.close());

/** A reproducible source of numbers in [0, 1). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const deploy = (fault?: LogFault, seconds = 0.001): Deployment => (current = new Deployment(d1, fault, seconds));

/** Verifies all maps in the state that is stored now. Throws if a size of a log has another root than before. */
async function audit(deployment: Deployment): Promise<void> {
  for (const [log, { indexes, roots }] of await auditMaps(deployment.read)) {
    for (const [n, index] of indexes.entries()) {
      const name = `${log} ${index}`;
      const before = seen.get(name);
      if (before !== undefined && before !== roots[n]) throw new Error(`two maps of ${name}`);
      seen.set(name, roots[n]!);
    }
  }
  await deployment.fsck();
  if (deployment.error) throw deployment.error;
}

/** Records events of some assets, while the logs are swept. */
async function work(deployment: Deployment, next: () => number): Promise<void> {
  const pick = () => deployment.assets[Math.floor(next() * deployment.assets.length)]!;
  const assets = [...new Set(Array.from({ length: 3 }, pick))];
  const records = assets.map((asset) => deployment.record(asset, 1 + Math.floor(next() * 4)));
  const sweeps = Array.from({ length: 3 }, async () => {
    await new Promise((resolve) => setTimeout(resolve, 10 * next()));
    await deployment.sweep();
  });
  await Promise.allSettled([...records, ...sweeps]);
}

test('no kill leaves a map of other entries, or a second one for a size', async () => {
  const next = random(17);
  let [steps, when] = [Infinity, 'before'];
  let killed: () => void = () => undefined;
  const fault: LogFault = async (_name, run) => {
    steps -= 1;
    if (steps !== 0) return run();
    // The write may have been made, and nobody knows.
    if (when === 'after') await run();
    killed();
    return new Promise(() => undefined);
  };
  const deployment = deploy(fault);
  await deployment.addTenancy();
  await deployment.addTenancy();
  let kills = 0;
  const count = sized({ quick: 8, long: 200, full: 1000 });
  for (let round = 0; round < 4 * count; round++) {
    [steps, when] = [1 + Math.floor(next() * 30), next() < 0.5 ? 'before' : 'after'];
    const kill = new Promise<void>((resolve) => {
      killed = () => {
        kills += 1;
        resolve();
      };
    });
    await Promise.race([kill, work(deployment, next)]);
    steps = Infinity;
    deployment.kill();
    await audit(deployment);
    if (kills === count) break;
    const known = new Set((await deployment.read('SELECT id FROM assets')).map(({ id }) => id));
    for (const asset of deployment.assets) asset.created = known.has(asset.id);
  }
  await deployment.covered();
  await audit(deployment);
  expect(kills).toBe(count);
  expect(seen.size).toBeGreaterThan(count / 4);
});

test.each(Array.from({ length: sized({ quick: 3, long: 40, full: 200 }) }, (_, seed) => seed + 1))(
  'no size gets two maps, whatever is lost, persisted, slow, restored or replaced (seed %i)',
  async (seed) => {
    const next = random(seed * 7907);
    let isFaulty = true;
    const late: (() => Promise<unknown>)[] = [];
    const lost = () => new Error('Network connection lost.');
    const fault: LogFault = async (_name, run) => {
      const dice = isFaulty ? next() : 1;
      if (dice < 0.05) throw lost();
      if (dice < 0.1) {
        await run();
        throw lost();
      }
      if (dice < 0.13) {
        late.push(run);
        throw lost();
      }
      if (dice < 0.4) await new Promise((resolve) => setTimeout(resolve, 10 * next()));
      return run();
    };
    const deployment = deploy(fault);
    const { tenant } = await deployment.addTenancy();
    await deployment.addTenancy();
    let copy: Awaited<ReturnType<LocalD1['copy']>> | undefined;
    for (let step = 0; step < 20; step++) {
      const dice = next();
      if (dice < 0.6) await work(deployment, next);
      else if (dice < 0.7) deployment.restartSequencers();
      else if (dice < 0.75)
        late
          .shift()?.()
          .catch(() => undefined);
      else if (dice < 0.82) {
        deployment.kill();
        copy ??= await d1.copy();
      } else if (dice < 0.9 && copy) {
        isFaulty = false;
        late.length = 0;
        deployment.kill();
        await d1.restore(copy);
        copy = undefined;
        await deployment.sweep();
        await audit(deployment);
        await deployment.acceptLoss();
        isFaulty = true;
      } else if (dice > 0.95) {
        const [log] = await deployment.read(`SELECT id FROM logs WHERE scope = '${tenant}' AND ended = 0`);
        if (log) await deployment.end(tenant, log['id']).catch(() => undefined);
      }
      await audit(deployment);
    }
    isFaulty = false;
    // What was started before a kill never ends.
    await Promise.race([Promise.allSettled(late.map((run) => run())), new Promise((end) => setTimeout(end, 500))]);
    deployment.kill();
    await deployment.covered();
    await audit(deployment);
    const [salts] = await deployment.read('SELECT count(DISTINCT salt) AS salts, count(*) AS maps FROM log_maps');
    expect(salts!['salts']).toBe(salts!['maps']);
  },
);

test('a log covers each event in time, also the last one before it is idle', async () => {
  const next = random(5);
  const deployment = deploy(undefined, 60);
  const { tenant } = await deployment.addTenancy();
  let passed = 0;
  ambient.now = () => now() + passed;
  const asset = deployment.assets[0]!;
  /** Lets the time pass, with the alarms of the sequencer. */
  async function pass(until: number): Promise<void> {
    for (let alarms = 0; alarms < 20; alarms++) {
      const wait = deployment.mapDueAt(tenant) - now();
      if (wait >= until) break;
      passed = Math.max(passed, wait + 1);
      await deployment.sweep();
    }
    if (until < Infinity) passed = Math.max(passed, until);
  }
  for (let n = 0; n < sized({ quick: 15, long: 150, full: 500 }); n++) {
    await deployment.record(asset, 1 + Math.floor(next() * 3));
    await deployment.complete();
    if (n % 5 === 4) deployment.restartSequencers();
    await deployment.sweep();
    await pass(passed + Math.floor((next() < 0.5 ? 20_000 : 200_000) * next()));
  }
  await pass(Infinity);
  await audit(deployment);
  const leaves = await deployment.read(
    'SELECT event, appended_us, entry IS NOT NULL AS isMap FROM log_leaves WHERE "index" > 0 ORDER BY "index"',
  );
  let maps = 0;
  for (const [n, { event, appended_us: at }] of leaves.entries()) {
    if (event === null) maps += 1;
    else
      expect(leaves.slice(n).find((leaf) => leaf['isMap'] === 1)!['appended_us'] - at).toBeLessThanOrEqual(60_000_000);
  }
  expect(maps).toBeGreaterThan(sized({ quick: 3, long: 30, full: 100 }));
});

test('fsck continues in the middle of a log with more entries than one step reads', async () => {
  const deployment = deploy(undefined, 0.001);
  await deployment.addTenancy();
  const entries = sized({ quick: 640, long: 9000, full: 9000 });
  for (let n = 0; n < entries / 64; n++) await deployment.record(deployment.assets[n % 2]!, 64);
  await deployment.covered();
  await deployment.fsck(1);
});
