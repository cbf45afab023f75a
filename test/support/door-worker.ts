/** A Worker that executes batches of a database. Only for a direct socket: it has no authentication. */
import type { Cell } from '../../src/platform/database/cell/cell.ts';
import { CellDatabase } from '../../src/platform/database/cell/cell-database.ts';
import type { Bound } from './database-door.ts';

export { Cell } from '../../src/platform/database/cell/cell.ts';

type Env = { DB?: D1Database; CELL?: DurableObjectNamespace<Cell> };

const valueOf = (param: unknown): unknown => {
  const { base64 } = (param ?? {}) as { base64?: string };
  return base64 === undefined ? param : Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
};

export default {
  async fetch(request, env) {
    const database = env.CELL
      ? (new CellDatabase(env.CELL, new URL(request.url).pathname.slice(1)) as unknown as D1Database)
      : env.DB!;
    try {
      const statements: Bound[] = await request.json();
      const batch = statements.map(({ sql, params }) => database.prepare(sql).bind(...params.map(valueOf)));
      return Response.json({ results: await database.batch(batch) });
    } catch (error) {
      return Response.json({ error: (error as Error).message });
    }
  },
} satisfies ExportedHandler<Env>;
