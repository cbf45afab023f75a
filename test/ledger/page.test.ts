import { expect, test } from 'vitest';
import type { Scope } from '../../src/access/scope.ts';
import { readPage, type ListSpec } from '../../src/ledger/lists/page.ts';
import type { KeyRow, Span } from '../../src/ledger/lists/keys.ts';
import type { Part } from '../../src/ledger/lists/list.ts';

/*
 * A list of numbers, highest first, in parts that may appear or disappear while a request reads it, as parts of a
 * list do when the caller's rights change. A statement is a function that returns its rows when its batch runs.
 */

type Row = KeyRow & { n: number; size: number };

/** A part with these numbers; undefined: the part does not exist for the caller. */
function partOf(numbers: () => number[] | undefined): Part<Row> {
  const behind = ({ after }: Span): number[] => (numbers() ?? []).filter((n) => !after || n < Number(after[0]));
  const within = (span: Span): number[] => behind(span).filter((n) => !span.stop || n >= Number(span.stop[0]));
  const statement = (rows: () => unknown[]) => rows as never;
  return {
    stop: (span) =>
      statement(() => (numbers() ? [{ k0: behind(span)[span.scan - 1] ?? null, k1: null, k2: null }] : [])),
    rows: (span, limit) =>
      statement(() =>
        within(span)
          .slice(0, limit)
          .map((n) => ({ n, size: 1, k0: n, k1: null, k2: null })),
      ),
    count: (span) => statement(() => [{ n: within(span).length }]),
  };
}

/** Reads a page in ranges of two rows. `change` is called before the batch with this number. */
async function read(parts: Part<Row>[], at: number, change: () => void): Promise<number[]> {
  let batch = 0;
  const scope = {
    tenant: 'tenant',
    read: (...statements: (() => unknown[])[]) => {
      if (++batch === at) change();
      return Promise.resolve(statements.map((statement) => statement()));
    },
  } as unknown as Scope;
  const of: ListSpec<Row> = {
    parts,
    countAll: false,
    cost: 1,
    descending: true,
  };
  const { rows } = await readPage(scope, of, { size: 10, after: undefined, countTo: 501, scan: 2 });
  return rows.map(({ n }) => n);
}

const EVEN = [16, 14, 12, 10, 8, 6, 4, 2];
const ODD = [15, 13, 11, 9, 7, 5, 3, 1];

test.each([1, 2, 3, 4, 5, 6, 7, 8])('a page does not fail if a part disappears before statement %i', async (at) => {
  let odd: number[] | undefined = ODD;
  const numbers = await read([partOf(() => EVEN), partOf(() => odd)], at, () => (odd = undefined));
  expect(numbers.filter((n) => n % 2 === 0)).toEqual(EVEN.slice(0, numbers.filter((n) => n % 2 === 0).length));
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
  expect(numbers.length).toBeGreaterThanOrEqual(EVEN.length);
});

test.each([1, 3, 5])(
  'a page has the records of a part that appears before statement %i, from its range on',
  async (at) => {
    let odd: number[] | undefined;
    const numbers = await read([partOf(() => EVEN), partOf(() => odd)], at, () => (odd = ODD));
    const since = 20 - 2 * at;
    const all = [...EVEN, ...ODD.filter((n) => n < since)].toSorted((a, b) => b - a);
    expect(numbers).toEqual(all.slice(0, 10));
  },
);

test('a page does not fail if all parts disappear', async () => {
  let even: number[] | undefined = EVEN;
  expect(await read([partOf(() => even)], 3, () => (even = undefined))).toEqual([16, 14]);
});
