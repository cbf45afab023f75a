import { Lanes } from '../../../src/platform/pacing/budget.ts';
import { installPacing, pacing } from '../../../src/platform/pacing/pacing.ts';
import { Turn } from '../../../src/platform/pacing/turn.ts';

const turn = new Turn();
installPacing({ ...pacing, turn: (of) => turn.next(of) });

const lanes = new Lanes('tasks', 1, 10);
/** Requests that work in a lane, and all that were sent and are not done. */
const requests = { working: 0, sent: 0 };
/** Requests that work go on while this is true. */
const hold = { on: false };

async function work(milliseconds: number): Promise<void> {
  requests.working += 1;
  await scheduler.wait(milliseconds);
  while (hold.on) await scheduler.wait(5);
  requests.working -= 1;
}

/** Pieces of work that `/ask` has done in a lane. */
let asked = 0;

/**
 * Each request works in a lane, for the milliseconds of the query, and while `/hold` was called after the last
 * `/release`. `/ask` does several pieces of work in a lane, each a query of some milliseconds.
 */
export default {
  async fetch(request: Request, { DB }: { DB: D1Database }): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/asked') return Response.json(asked);
    if (pathname === '/ask') {
      const query = DB.prepare(
        'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) SELECT max(i) FROM n',
      );
      for (let i = 0; i < Number(searchParams.get('pieces')); i++) {
        await lanes.run(() => query.run());
        asked += 1;
      }
      return new Response('done');
    }
    if (pathname === '/requests') return Response.json(requests);
    if (pathname !== '/') {
      hold.on = pathname === '/hold';
      return new Response('set');
    }
    requests.sent += 1;
    await lanes.run(() => work(Number(searchParams.get('ms'))));
    requests.sent -= 1;
    return new Response('done');
  },
} satisfies ExportedHandler<{ DB: D1Database }>;
