import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compareUsers } from './access.ts';
import { createAccount } from './account.ts';
import { measureAnchoring } from './anchoring.ts';
import { compareBlobs, scanMany } from './blobs.ts';
import { measureCeilings } from './ceilings.ts';
import { compareCompliance } from './compliance.ts';
import { measureConsole } from './console.ts';
import { measureCosts } from './costs.ts';
import { drainDevices } from './devices.ts';
import { measureFairness, measurePolicyFairness } from './fairness.ts';
import { measureFeed } from './feed.ts';
import { measureField } from './field.ts';
import { measureGrowth } from './growth.ts';
import { measureHistories } from './histories.ts';
import { measureHostile } from './hostile.ts';
import { measureHostilePolicies } from './hostile-policies.ts';
import { measureLogs } from './logs.ts';
import { measureMaps } from './maps.ts';
import { measureMemory } from './memory.ts';
import { compareOperations, operationsNamed } from './operations.ts';
import { comparePages } from './pages.ts';
import { profile } from './profile.ts';
import { measureReminders } from './reminders.ts';
import type { Bench } from './report.ts';
import { measureSearch } from './search.ts';
import { startServer, type Host, type Server, type ServerOptions } from './server.ts';
import { compareSizes } from './sizes.ts';
import { measureStarts } from './start.ts';

/**
 * Measures the service of `npm start`, compared with a minimal Worker on the platform (the floor). Both are measured
 * alternately in one run, so that other load on the machine affects both. `npm run bench -- [--seconds S] [--rounds R]
 * [--json FILE] [--only TEXT] [--profile] [--scale X]`; docs/performance.md describes the parts.
 */
const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string' },
    json: { type: 'string', default: 'bench.json' },
    only: { type: 'string', default: '' },
    scale: { type: 'string', default: '1' },
    profile: { type: 'boolean', default: false },
  },
});
const rounds = options.rounds === undefined ? undefined : Number(options.rounds);
const root = mkdtempSync(join(tmpdir(), 'bench-'));
const running: Server[] = [];
let floors = 0;

async function start(host: Host, name: string, given: ServerOptions = {}): Promise<Server> {
  const server = await startServer(host, join(root, name), given);
  running.push(server);
  return server;
}

const bench: Bench = {
  milliseconds: Number(options.seconds) * 1000,
  rounds: rounds ?? 3,
  report: [],
  inspected: options.profile,
  open: async (name, settings = {}, withoutLogs = false) =>
    createAccount(
      options.profile
        ? await start('plain', name, { settings, inspected: true, withoutLogs })
        : await start('launcher', name, { settings, withoutLogs }),
    ),
  openPlain: async (name, given) => createAccount(await start('plain', name, given)),
  openFloor: async () => ({ url: (await start('floor', `floor-${(floors += 1)}`)).url }),
  inspect: async (server, load) => {
    if (!options.profile) return;
    const { lines } = await profile(server.inspector(), load);
    console.log(lines.map((line) => `    ${line}`).join('\n'));
  },
};

const operations = operationsNamed(options.only);
const named = (name: string): boolean => name.includes(options.only);
const PARTS: [wanted: boolean, run: () => Promise<void>][] = [
  [named('start'), () => measureStarts(bench, rounds)],
  [named('memory'), () => measureMemory(bench)],
  [operations.length > 0, () => compareOperations(operations, bench)],
  [named('ceilings'), () => measureCeilings(bench, join(root, 'ceiling'))],
  [named('blobs'), () => compareBlobs(bench)],
  [named('scan'), () => scanMany(bench)],
  [named('anchoring'), () => measureAnchoring(bench)],
  [named('compliance'), () => compareCompliance(bench)],
  [named('compliance reminders'), () => measureReminders(bench)],
  [named('devices'), () => drainDevices(bench)],
  [named('pages'), () => comparePages(bench)],
  [named('console'), () => measureConsole(bench, rounds)],
  [named('field'), () => measureField(bench, rounds)],
  [named('users'), () => compareUsers(bench)],
  [named('sizes'), () => compareSizes(bench)],
  [named('costs'), () => measureCosts(bench)],
  [named('fairness'), () => measureFairness({ ...bench, rounds: rounds ?? 5 })],
  [named('fairness policies'), () => measurePolicyFairness({ ...bench, rounds: rounds ?? 5 })],
  [named('feed'), () => measureFeed(bench)],
  [named('logs'), () => measureLogs(bench, Number(options.scale))],
  [named('maps'), () => measureMaps(bench, Number(options.scale))],
  [named('histories'), () => measureHistories(bench, Number(options.scale))],
  [named('search'), () => measureSearch(bench, Number(options.scale))],
  [named('growth'), () => measureGrowth(bench, Number(options.scale))],
  [named('hostile'), () => measureHostile(bench, Number(options.scale))],
  [named('hostile policies'), () => measureHostilePolicies(bench)],
];

try {
  for (const [wanted, run] of PARTS) {
    if (!wanted) continue;
    try {
      await run();
    } finally {
      await Promise.all(running.splice(0).map((server) => server.close()));
    }
  }
  writeFileSync(options.json, `${JSON.stringify({ rows: bench.report }, null, 2)}\n`);
} finally {
  rmSync(root, { recursive: true, force: true });
}
process.exit(0);
