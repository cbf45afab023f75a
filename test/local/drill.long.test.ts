import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { readSteps, type Block, type Stop } from '../../tools/quickstart/blocks.ts';
import { freePort, isFree } from '../../tools/free-port.ts';
import { inTerminal, Shell } from '../../tools/quickstart/terminals.ts';
import { PROJECT } from '../support/launcher.ts';
import { PATIENCE } from '../support/patience.ts';
import { removeDirectory } from '../support/directory.ts';

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}';
const READY = /^Ready\. Press Ctrl-C to stop\.$/m;
const VALID = /^The proof is valid: entry \d+ of the log \S+, signed by \S+\+[0-9a-f]{8}[.;]/m;
const HEALTHY = /^{"status":"ok","epoch":"[0-9a-f]{32}","changes":\d+,"version":"[\d.]+"}$/m;
const RESTORED =
  /^{"code":14,"message":"the database was restored to an earlier state and lacks acknowledged changes: /m;
const ALARM_RESTORED = '"message":"the database lacks acknowledged changes: it was restored to an earlier state"';

/** What each block of a step prints: all expressions of its row must match. */
const STEPS: readonly { heading: string; title: string; prints: readonly RegExp[][] }[] = [
  { heading: '1. Deploy', title: 'starts a service of its own', prints: [[READY]] },
  {
    heading: '2. Load records',
    title: 'imports 400 events',
    prints: [[/^imported: 100 assets, 300 events$/m, HEALTHY]],
  },
  {
    heading: '3. Let others watch the log',
    title: 'has a witness and a monitor see the log, and saves a proof',
    prints: [
      [new RegExp(`^\\S+/archivist/v1/logs/${UUID}\\+[0-9a-f]{8}\\+\\S+$`, 'm')],
      [READY],
      [],
      [READY],
      [/^401$/m, /^— drill\.example\.com\/1 \S+$/m],
      [VALID],
      [new RegExp(`^\\S+/archivist/v1/logs/${UUID}: size 401, root [0-9a-f]{64}$`, 'm')],
    ],
  },
  {
    heading: '4. Back up',
    title: 'takes a backup of the running service',
    prints: [[/^\S+\/backup: \d+ files, .* without secrets: keep secrets\.env elsewhere\)$/m]],
  },
  {
    heading: '5. Record what will be lost',
    title: 'records changes that the backup lacks and that others have seen',
    prints: [
      [/^imported: 10 assets, 10 events$/m, HEALTHY, VALID],
      [/^421$/m],
      [/^size 421, root [0-9a-f]{64}: continues size 401$/m],
    ],
  },
  {
    heading: '6. Lose the database',
    title: 'refuses to start without the database',
    prints: [[/^error: \S+: parts of the state are older than others: database: it is missing/m, /^exit code 1$/m]],
  },
  {
    heading: '7. Restore the database',
    title: 'refuses to start with the older database until that is accepted',
    prints: [
      [/database: its last change is \d+, and change \d+ was acknowledged: restore all parts/, /^exit code 1$/m],
      [READY],
    ],
  },
  {
    heading: '8. Follow the alarm',
    title: 'tells the operator and refuses writes until the loss is accepted',
    prints: [
      [
        /^Subject: Alarm restored-state-accepted: /m,
        /^Subject: Alarm database-restored: /m,
        new RegExp(`${ALARM_RESTORED},"acknowledged":\\d+,"found":\\d+,"epoch":"[0-9a-f]{32}"`),
      ],
      [
        new RegExp(`${RESTORED.source}[^\\n]*\\n503$`, 'm'),
        /^HTTP\/1\.1 200 OK\r?\narchivist-database-state: restored\r?$/m,
        new RegExp(`archivist-database-state[^]*${RESTORED.source}[^\\n]*\\n503$`, 'm'),
        /^database: it was restored to change \d+, and change \d+ was acknowledged$/m,
        /^exit code 1$/m,
      ],
      [
        /^database: continues after change \d+; change \d+ was acknowledged$/m,
        /^Checked 100 assets with 400 events, \d logs with \d+ entries: no differences\.$/m,
      ],
      [new RegExp(`${HEALTHY.source}\\n200\\n1$`, 'm')],
    ],
  },
  {
    heading: '9. Verify records, logs and proofs',
    title: 'has consistent records and logs, and saved proofs verify',
    prints: [
      [
        /^Checked 100 assets with 400 events, 4 logs with \d+ entries: no differences\.$/m,
        new RegExp(`${VALID.source}[^]*${VALID.source}`, 'm'),
        /^200\n404$/m,
      ],
      [VALID],
    ],
  },
  {
    heading: '10. Tell those who watch the log',
    title: 'shows the break to the monitor, and the witness cosigns the new log',
    prints: [
      [/^warning: the log \S+ ended with size 421, root [0-9a-f]{64}, and was replaced by \S+$/m, /: size 401, root/],
      [READY],
      [/^401$/m, /^— drill\.example\.com\/1 \S+$/m],
    ],
  },
  {
    heading: '11. Resume',
    title: 'records the lost changes again, and takes another backup',
    prints: [
      [
        /^imported: 10 assets, 10 events$/m,
        /^Checked 110 assets with 420 events, 4 logs with \d+ entries: no differences\.$/m,
        /^size 421, root [0-9a-f]{64}: continues size 401$/m,
        /^\S+\/backup-2: \d+ files, /m,
      ],
    ],
  },
  { heading: '12. Remove the drill', title: 'leaves nothing behind', prints: [[]] },
];

const page = readFileSync(join(PROJECT, 'docs/drill.md'), 'utf8');
const sections = new Map(
  page
    .split('\n## ')
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')), readSteps(section)] as const)
    .filter(([, steps]) => steps.length > 0),
);

const temporary = mkdtempSync(join(tmpdir(), 'drill-'));
/** The directory in which the commands run: the files of the checkout, without states that were created in it. */
const clone = join(temporary, 'clone');
const terminals = new Map<string, { stop: () => Promise<void> }>();
/** Port of the page -> port to use. */
const ports = new Map<string, string>();
const outputs = new Map<string, string>();
const times: string[] = [];
let shell: Shell | undefined;

afterAll(async () => {
  for (const terminal of [...terminals.values(), shell]) await terminal?.stop();
  removeDirectory(temporary);
  // Not with the console: the messages of files whose tests pass are not shown.
  writeSync(2, `\nThe time of each step of docs/drill.md:\n${times.join('\n')}\n`);
});

describe('docs/drill.md', () => {
  it('has the steps that are expected, and only sh blocks that readSteps reads', () => {
    expect([...sections.keys()]).toEqual(STEPS.map(({ heading }) => heading));
    const blocks = [...sections.values()].flat().filter((step) => 'script' in step);
    expect(blocks).toHaveLength(page.match(/^ *```sh$/gm)!.length);
    expect(blocks).toHaveLength(STEPS.flatMap(({ prints }) => prints).length);
  });

  it.each(STEPS)('$heading: $title', async ({ heading, prints }) => {
    const index = STEPS.findIndex((step) => step.heading === heading);
    expect(times, 'an earlier step has failed').toHaveLength(index);
    if (index === 0) await prepare();
    const started = Date.now();
    outputs.set(heading, await runStep(sections.get(heading)!, [...prints]));
    times.push(`${((Date.now() - started) / 1000).toFixed(1).padStart(6)} s  ${heading}`);
  });

  it('starts a new epoch, whose number of changes is above all that were acknowledged', () => {
    const health = (heading: string): { epoch: string; changes: number } =>
      JSON.parse(HEALTHY.exec(outputs.get(heading)!)![0]) as { epoch: string; changes: number };
    const [loaded, lost, accepted] = [STEPS[1]!, STEPS[4]!, STEPS[7]!].map(({ heading }) => health(heading));
    expect(lost!.epoch).toBe(loaded!.epoch);
    expect(lost!.changes).toBeGreaterThan(loaded!.changes);
    expect(accepted!.epoch).not.toBe(loaded!.epoch);
    expect(accepted!.changes).toBeGreaterThan(lost!.changes);
  });

  it('leaves no service and no file', async () => {
    for (const port of ports.values()) expect(await isFree(Number(port))).toBe(true);
    expect(readdirSync(clone).filter((name) => name.startsWith('.state'))).toEqual([]);
  });
});

async function prepare(): Promise<void> {
  for (const port of ['8797', '8798']) ports.set(port, (await isFree(Number(port))) ? port : String(await freePort()));
  mkdirSync(clone);
  for (const name of readdirSync(PROJECT).filter((each) => !each.startsWith('.') || each === '.npmrc'))
    symlinkSync(join(PROJECT, name), join(clone, name));
  shell = new Shell(clone, join(temporary, 'block.sh'));
}

/** Runs the blocks of a step in order. Resolves to what those of the shell have printed. */
async function runStep(steps: readonly (Block | Stop)[], prints: RegExp[][]): Promise<string> {
  let printed = '';
  for (const step of steps) {
    if ('stop' in step) await terminals.get(step.stop)!.stop();
    else printed += await runBlock(step, prints.shift()!);
  }
  return printed;
}

/** Runs a block until it has printed what is expected. Resolves to its output; of a terminal, to nothing. */
async function runBlock({ script, where }: Block, prints: readonly RegExp[]): Promise<string> {
  const commands = script.replaceAll(/\b879[78]\b/g, (port) => ports.get(port)!);
  if (where.kind === 'terminal') {
    await terminals.get(where.terminal)?.stop();
    const terminal = inTerminal(clone, commands);
    terminals.set(where.terminal, terminal);
    await terminal.until((output) => prints.every((pattern) => pattern.test(output)), PATIENCE);
    return '';
  }
  const apart = where.kind === 'repeat';
  for (const end = Date.now() + PATIENCE; ; await sleep(2000)) {
    const output = await shell!.run(commands, { apart, within: PATIENCE });
    if (prints.every((pattern) => pattern.test(output))) return output;
    if (apart && Date.now() < end) continue;
    for (const pattern of prints) expect(output, commands).toMatch(pattern);
  }
}
