/**
 * `npm run quickstart-test`: runs every sh block of README.md as it is written, in order, on a fresh clone, and checks
 * what each prints (expected.ts). blocks.ts explains the comments before blocks. One thing is changed: ports that are
 * taken are replaced by free ones.
 *
 * QUICKSTART_REPO names another repository to clone than the one this file is in (its HEAD).
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readSteps, type Block } from './blocks.ts';
import { EXPECTED, type Expected } from './expected.ts';
import { freePorts, isFree, onPorts, PRODUCT } from './ports.ts';
import { inTerminal, Shell } from './terminals.ts';

/** Milliseconds that a block may take: one in a terminal may install everything first. */
const TERMINAL_WITHIN = 300_000;
const SHELL_WITHIN = 120_000;
/** MB of node_modules after the first block: what the service needs, without what only development needs. */
const INSTALLED_AT_MOST = 520;

const source = process.env['QUICKSTART_REPO'] ?? fileURLToPath(new URL('../..', import.meta.url));
const temporary = mkdtempSync(join(tmpdir(), 'quickstart-'));
const clone = join(temporary, 'clone');
/** By the number that README.md gives it; the reader's own is `SHELL`. */
const terminals = new Map<string, { stop: () => Promise<void> }>();
const SHELL = 'shell';
const ports = await freePorts();
const started = Date.now();
try {
  execFileSync('git', ['clone', '--quiet', source, clone], { stdio: 'inherit' });
  const shell = new Shell(clone, join(temporary, 'block.sh'));
  terminals.set(SHELL, shell);
  const expected = [...EXPECTED];
  for (const step of readSteps(readFileSync(join(clone, 'README.md'), 'utf8'))) {
    if ('stop' in step) {
      await terminals.get(step.stop)?.stop();
      continue;
    }
    await runBlock(step, expected.shift(), shell);
    if (expected.length === EXPECTED.length - 1) checkSize();
  }
  assert.equal(expected.length, 0, 'expected.ts has blocks that README.md does not have');
  for (const terminal of terminals.values()) await terminal.stop();
  assert(await isFree(ports.get(PRODUCT)!), 'something listens on the port of the service after Ctrl-C');
  const left = execFileSync('git', ['status', '--porcelain'], { cwd: clone, encoding: 'utf8' });
  assert.equal(left, '', 'the blocks left files behind that git does not ignore');
  say(`passed: ${EXPECTED.length} blocks in ${Math.round((Date.now() - started) / 1000)} s`);
} finally {
  for (const terminal of terminals.values()) await terminal.stop().catch((error: Error) => say(error.message));
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
}

async function runBlock({ line, script, where }: Block, expected: Expected | undefined, shell: Shell): Promise<void> {
  assert(expected && script.includes(expected.block), `README.md:${line}: is another block than that of expected.ts`);
  const { prints } = expected;
  const excluded = where.kind === 'not run';
  assert.equal(prints === 'not run', excluded, `README.md:${line}: is excluded in one file and not in the other`);
  const seconds = Math.round((Date.now() - started) / 1000);
  say(`${seconds} s, README.md:${line}, ${excluded ? `not run: ${where.reason}` : where.kind}`);
  if (excluded || prints === 'not run') return;
  const commands = onPorts(script, ports);
  process.stdout.write(commands.replaceAll(/^/gm, '> '));
  if (where.kind === 'terminal') {
    await terminals.get(where.terminal)?.stop();
    const terminal = inTerminal(clone, commands);
    terminals.set(where.terminal, terminal);
    await terminal.until((output) => prints.every((pattern) => pattern.test(output)), TERMINAL_WITHIN);
    return;
  }
  const apart = where.kind === 'repeat';
  const end = Date.now() + SHELL_WITHIN;
  for (;;) {
    const output = await shell.run(commands, { apart, within: SHELL_WITHIN });
    const missing = prints.find((pattern) => !pattern.test(output));
    if (!missing) return;
    assert(apart && Date.now() < end, `README.md:${line}: printed nothing that matches ${missing}`);
    await sleep(500);
  }
}

function checkSize(): void {
  const megabytes = Number.parseInt(execFileSync('du', ['-sm', join(clone, 'node_modules')], { encoding: 'utf8' }), 10);
  say(`node_modules has ${megabytes} MB`);
  assert(megabytes <= INSTALLED_AT_MOST, `node_modules must have at most ${INSTALLED_AT_MOST} MB`);
}

function say(line: string): void {
  process.stdout.write(`quickstart: ${line}\n`);
}
