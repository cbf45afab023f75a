/** A Worker that executes batches of the D1 of the local runtime and of a `Cell`, and says what came of them. */
import type { Cell } from '../../../src/platform/database/cell/cell.ts';
import { CellDatabase } from '../../../src/platform/database/cell/cell-database.ts';

export { Cell } from '../../../src/platform/database/cell/cell.ts';

type Env = { DB: D1Database; CELL: DurableObjectNamespace<Cell> };

/** A value that JSON does not have, as the JavaScript that makes it. */
type Value = string | number | null | { is: keyof typeof VALUES };

export const VALUES = {
  undefined,
  true: true,
  bigint: 7n,
  date: new Date(0),
  object: {},
  infinity: Infinity,
  nan: NaN,
  'minus zero': -0,
  'lone surrogate': 'a\ud800b',
  nul: 'a\0b',
  buffer: Uint8Array.of(1, 2, 255).buffer,
  bytes: Uint8Array.of(1, 2, 255).subarray(1),
  list: [1, 2, 255],
  'list of texts': ['a'],
  '2 MB of text': 'a'.repeat(2_000_000),
  '2 MB of wide text': '€'.repeat(666_666),
  'more than 2 MB of text': 'a'.repeat(2_000_001),
  'more than 2 MB of wide text': '€'.repeat(666_667),
  'more than 2 MB of bytes': new Uint8Array(2_000_001),
};

const valueOf = (value: Value): unknown => (typeof value === 'object' && value !== null ? VALUES[value.is] : value);

export type Batch = readonly (readonly [text: string, ...params: Value[]])[];
export type Outcome = { results: Record<string, unknown>[][]; meta: D1Meta[] } | { error: string };

async function execute(database: D1Database, batch: Batch): Promise<Outcome> {
  try {
    const bound = batch.map(([text, ...params]) => database.prepare(text).bind(...params.map(valueOf)));
    const results = await database.batch<Record<string, unknown>>(bound);
    return { results: results.map((result) => result.results), meta: results.map(({ meta }) => meta) };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

export default {
  async fetch(request, env) {
    const cell = new CellDatabase(env.CELL, 'kit') as unknown as D1Database;
    const { on, batches } = (await request.json()) as { on: 'D1' | 'Cell'; batches: Batch[] };
    const database = on === 'D1' ? env.DB : cell;
    return Response.json(await Promise.all(batches.map((batch) => execute(database, batch))));
  },
} satisfies ExportedHandler<Env>;
