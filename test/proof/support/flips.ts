import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from '../../../src/lib/digest.ts';
import type { Trust } from '../../../src/proof/chain.ts';
import { parseDocument } from '../../../src/proof/document.ts';
import { verifyProof } from '../../../src/proof/verify.ts';

const RUNS = 250;

function parsed(text: string): unknown {
  try {
    return parseDocument(text);
  } catch {
    return undefined;
  }
}

/**
 * Tests that a proof fails if any character or value is changed, except the ranges of its text that `free` returns,
 * and the values whose path, such as `event.from`, is free.
 */
export function testFlips(
  proof: object,
  trust: Trust,
  free: (text: string) => [number, number][],
  isFree: (path: string) => boolean,
): void {
  const text = JSON.stringify(proof);
  const same = canonicalJson(proof);
  const skipped = free(text);

  test('fails if any character is changed', () => {
    expect(verifyProof(parsed(text), trust).ok).toBe(true);
    const position = fc.nat(text.length - 1).filter((at) => !skipped.some(([from, to]) => at >= from && at < to));
    const character = fc.oneof(
      fc.constantFrom(...'0123456789abcdefABCDEF"\\ :,{}[]Zz-.é\uFFFD\uD800'),
      fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)),
    );
    fc.assert(
      fc.property(position, character, (at, put) => {
        const other = parsed(text.slice(0, at) + put + text.slice(at + 1));
        // Skips another spelling of the same document.
        fc.pre(canonicalJson(other ?? null) !== same);
        expect(verifyProof(other, trust).ok).toBe(false);
      }),
      { numRuns: RUNS, seed: 20_261_121 },
    );
  });

  test('fails if any value is changed', () => {
    const leaves = leavesOf(proof).filter((path) => !isFree(path.join('.')));
    expect(leaves.length).toBeGreaterThan(25);
    for (const path of leaves)
      for (const at of ['first', 'last'] as const) {
        const other = JSON.parse(text) as unknown;
        change(other, path, at);
        expect(verifyProof(other, trust).ok, `${path.join('.')}, ${at}`).toBe(false);
      }
  });
}

type Path = (string | number)[];

/** The paths of all strings and numbers of a document. */
function leavesOf(node: unknown, path: Path = []): Path[] {
  if (node === null || typeof node !== 'object') return [path];
  const entries: [string | number, unknown][] = Array.isArray(node) ? [...node.entries()] : Object.entries(node);
  return entries.flatMap(([key, value]) => leavesOf(value, [...path, key]));
}

function change(document: unknown, path: Path, at: 'first' | 'last'): void {
  const holder = path.slice(0, -1).reduce((node, key) => (node as Record<string, unknown>)[key], document);
  const key = path.at(-1)!;
  (holder as Record<string, unknown>)[key] = changedValue((holder as Record<string, unknown>)[key], at);
}

function changedValue(value: unknown, at: 'first' | 'last'): unknown {
  if (typeof value === 'number') return at === 'first' ? value + 1 : -value - 1;
  const text = String(value);
  if (text === '') return at === 'first' ? ' ' : '0';
  const i = at === 'first' ? 0 : text.length - 1;
  const put = text[i] === '1' ? '2' : '1';
  return text.slice(0, i) + put + text.slice(i + 1);
}
