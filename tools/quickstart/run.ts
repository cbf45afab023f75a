/**
 * `npm run quickstart-test`: runs every sh block of README.md, and those of other pages that have a comment for it,
 * unchanged and in order on a fresh clone, and checks the output of each (expected.ts). blocks.ts explains the
 * comments. Only ports that are in use are replaced by free ones.
 *
 * Clones the HEAD of this repository, or of the one that QUICKSTART_REPO names.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readSteps, whichOf, type Block } from './blocks.ts';
import { PAGES, type Expected } from './expected.ts';
import { isFree } from '../free-port.ts';
import { freePorts, onPorts, PRODUCT } from './ports.ts';
import { inTerminal, Shell } from './terminals.ts';
import { removeDirectory } from '../../test/support/directory.ts';

/** Maximum duration of a block in milliseconds: a block in a terminal may first install the dependencies. */
const TERMINAL_WITHIN = 600_000;
const SHELL_WITHIN = 120_000;
/** Maximum size of node_modules in MB after the first block, which does not install development dependencies. */
const INSTALLED_AT_MOST = 520;

const source = process.env['QUICKSTART_REPO'] ?? fileURLToPath(new URL('../..', import.meta.url));
const temporary = mkdtempSync(join(tmpdir(), 'quickstart-'));
const clone = join(temporary, 'clone');
/** Terminals by their number on the pages; `SHELL` is the reader's own. */
const terminals = new Map<string, { stop: () => Promise<void> }>();
const SHELL = 'shell';
const ports = await freePorts();
const started = Date.now();
try {
  execFileSync('git', ['clone', '--quiet', source, clone], { stdio: 'inherit' });
  const shell = new Shell(clone, join(temporary, 'block.sh'));
  terminals.set(SHELL, shell);
  let run = 0;
  for (const { page, blocks } of PAGES) {
    const expected = [...blocks];
    for (const step of readSteps(readFileSync(join(clone, page), 'utf8'), whichOf(page))) {
      if ('stop' in step) {
        await terminals.get(step.stop)?.stop();
        continue;
      }
      if (await runBlock(page, step, expected.shift(), shell)) run += 1;
      if (run === 1) checkSize();
    }
    assert.equal(expected.length, 0, `expected.ts has blocks that ${page} does not have`);
  }
  for (const terminal of terminals.values()) await terminal.stop();
  assert(await isFree(ports.get(PRODUCT)!), 'the port of the service is still in use after Ctrl-C');
  const left = execFileSync('git', ['status', '--porcelain'], { cwd: clone, encoding: 'utf8' });
  assert.equal(left, '', 'the blocks left files that git does not ignore');
  say(`passed: ${run} blocks of ${PAGES.length} pages in ${Math.round((Date.now() - started) / 1000)} s`);
} finally {
  for (const terminal of terminals.values()) await terminal.stop().catch((error: Error) => say(error.message));
  removeDirectory(temporary);
}

/** Runs a block, and resolves to whether it is one that runs. */
async function runBlock(page: string, block: Block, expected: Expected | undefined, shell: Shell): Promise<boolean> {
  const { script, where } = block;
  const place = `${page}:${block.line}`;
  assert(expected && script.includes(expected.block), `${place}: differs from the block in expected.ts`);
  const { prints } = expected;
  const excluded = where.kind === 'not run';
  assert.equal(prints === 'not run', excluded, `${place}: is excluded in only one of the page and expected.ts`);
  const seconds = Math.round((Date.now() - started) / 1000);
  say(`${seconds} s, ${place}, ${excluded ? `not run: ${where.reason}` : where.kind}`);
  if (excluded || prints === 'not run') return false;
  const commands = onPorts(script, ports);
  process.stdout.write(commands.replaceAll(/^/gm, '> '));
  if (where.kind === 'terminal') {
    await terminals.get(where.terminal)?.stop();
    const terminal = inTerminal(clone, commands);
    terminals.set(where.terminal, terminal);
    await terminal.until((output) => prints.every((pattern) => pattern.test(output)), TERMINAL_WITHIN);
    return true;
  }
  const apart = where.kind === 'repeat';
  const end = Date.now() + SHELL_WITHIN;
  for (;;) {
    const output = await shell.run(commands, { apart, within: SHELL_WITHIN });
    const missing = prints.find((pattern) => !pattern.test(output));
    if (!missing) return true;
    assert(apart && Date.now() < end, `${place}: printed nothing that matches ${missing}`);
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
