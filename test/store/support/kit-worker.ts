/** A Worker that executes batches of the D1 of the local runtime and of a `Cell`, and says what came of them. */
import type { Cell } from '../../../src/platform/database/cell/cell.ts';
import { CellDatabase } from '../../../src/platform/database/cell/cell-database.ts';
import { valueOf, type Value } from './kit-values.ts';

export { Cell } from '../../../src/platform/database/cell/cell.ts';

type Env = { DB: D1Database; CELL: DurableObjectNamespace<Cell> };

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
