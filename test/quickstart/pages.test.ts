import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { readSteps, whichOf, type Block } from '../../tools/quickstart/blocks.ts';
import { PAGES } from '../../tools/quickstart/expected.ts';
import { onPorts, type Ports } from '../../tools/quickstart/ports.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (page: string): string => readFileSync(join(ROOT, page), 'utf8');
const blocksOf = (page: string): Block[] => readSteps(read(page), whichOf(page)).filter((step) => 'script' in step);

/** All pages with a block that has a comment of readSteps. */
const commented = ['.', 'docs', 'docs/api', 'docs/recipes']
  .flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => join(folder, name)))
  .filter((path) => path.endsWith('.md') && /^ *<!-- (?:run|repeat|terminal|not run)\b/m.test(read(path)));

test('README.md has only sh blocks that readSteps reads', () => {
  expect(blocksOf('README.md')).toHaveLength(read('README.md').match(/^ *```sh$/gm)!.length);
});

test('all pages with blocks that run are in the list of expectations, except the drill', () => {
  const pages = PAGES.map(({ page }) => page);
  expect(pages.toSorted()).toEqual(commented.filter((page) => page !== 'docs/drill.md').toSorted());
});

describe.each(PAGES)('$page', ({ page, blocks: expected }) => {
  const blocks = blocksOf(page);

  it('has one expectation for each sh block that runs, in the same order', () => {
    const unexpected = blocks.filter(({ script }, i) => !expected[i] || !script.includes(expected[i].block));
    expect(unexpected).toEqual([]);
    expect(expected).toHaveLength(blocks.length);
  });

  it('excludes the same blocks as the expectations', () => {
    const excluded = blocks.flatMap(({ where }, i) => (where.kind === 'not run' ? [i] : []));
    expect(excluded).toEqual(expected.flatMap(({ prints }, i) => (prints === 'not run' ? [i] : [])));
  });
});

describe('readSteps', () => {
  it('returns where each block runs and removes the indentation of lists', () => {
    const text =
      '```sh\na\n```\n1. b\n\n   <!-- terminal 3 -->\n\n   ```sh\n   c\n     d\n   ```\n<!-- stop terminal 3 -->\n';
    expect(readSteps(text)).toEqual([
      { line: 1, script: 'a\n', where: { kind: 'shell' } },
      { line: 8, script: 'c\n  d\n', where: { kind: 'terminal', terminal: '3' } },
      { line: 12, stop: '3' },
    ]);
  });

  it('returns only blocks with a comment if asked for these', () => {
    const text = '```sh\na\n```\n<!-- run -->\n\n```sh\nb\n```\n';
    expect(readSteps(text, 'commented')).toEqual([{ line: 6, script: 'b\n', where: { kind: 'shell' } }]);
  });

  it('adds --dry-run to a block whose comment asks for it', () => {
    const [block] = readSteps('<!-- run with --dry-run: x -->\n\n```sh\ndeploy\n```\n');
    expect(block).toEqual({ line: 3, script: 'deploy --dry-run\n', where: { kind: 'shell' } });
  });

  it('throws for an unknown comment before a block', () => {
    expect(() => readSteps('<!-- terminal -->\n```sh\na\n```\n')).toThrow('line 2: the comment "terminal"');
  });
});

describe('onPorts', () => {
  const ports = (used: number): Ports =>
    new Map([8787, 8788, 7071, 7072, 8790, 8791].map((port, i) => [port, i === 0 ? used : port])) as Ports;

  it('returns blocks unchanged if all ports are free', () => {
    for (const { script } of PAGES.flatMap(({ page }) => blocksOf(page)))
      expect(onPorts(script, ports(8787))).toBe(script);
  });

  it.each([
    ['npm ci && npm start', 'npm ci && npm start -- --port 4711'],
    ['npm start -- --var A=127.0.0.1:7071', 'npm start -- --port 4711 --var A=127.0.0.1:7071'],
    ['npm start -- --port 8788 --state x', 'npm start -- --port 8788 --state x'],
    ['npm run dev', 'npm run dev -- --port 4711'],
    ['npm run azure-emulators', 'npm run azure-emulators -- --hub-port 7071 --bus-port 7072'],
    ['npm run identity-provider', 'npm run identity-provider -- --port 8790 --tokens-port 8791'],
    ['x http://127.0.0.1:8787/y', 'x http://127.0.0.1:4711/y'],
  ])('replaces a port that is in use in: %s', (written, used) => {
    expect(onPorts(written, ports(4711))).toBe(used);
  });
});
