import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSteps } from '../../tools/quickstart/blocks.ts';
import { EXPECTED } from '../../tools/quickstart/expected.ts';
import { onPorts, type Ports } from '../../tools/quickstart/ports.ts';

const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
const blocks = readSteps(readme).filter((step) => 'script' in step);

describe('README.md', () => {
  it('has only sh blocks that readSteps reads', () => {
    expect(blocks).toHaveLength(readme.match(/^ *```sh$/gm)!.length);
  });

  it('has one expectation for each sh block, in the same order', () => {
    const unexpected = blocks.filter(({ script }, i) => !EXPECTED[i] || !script.includes(EXPECTED[i].block));
    expect(unexpected).toEqual([]);
    expect(EXPECTED).toHaveLength(blocks.length);
  });

  it('excludes the same blocks as the expectations', () => {
    const excluded = blocks.flatMap(({ where }, i) => (where.kind === 'not run' ? [i] : []));
    expect(excluded).toEqual(EXPECTED.flatMap(({ prints }, i) => (prints === 'not run' ? [i] : [])));
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
    for (const { script } of blocks) expect(onPorts(script, ports(8787))).toBe(script);
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
