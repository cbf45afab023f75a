import type { Env } from '../../src/settings/config.ts';
import { migrate } from './migration.ts';

/**
 * Handles the requests of the launcher. `POST /migrate` takes a list of migrations and applies the missing ones, each
 * in one transaction. `POST /scheduled?cron=` runs a Cron Trigger and responds when it has finished. `POST /check`
 * responds with 204, or with the error in the settings. `POST /erasures` takes entries of the erasure register, adds
 * them to the register, erases their events again, and responds with the list of the reasons why some could not be
 * erased. `POST /alarms` takes alarms of the launcher, which are counted and sent to the operator. `POST /clock`
 * responds with the time in milliseconds that the timers of Durable Objects use.
 */
export async function control(
  request: Request,
  { DB }: Env,
  product: {
    scheduled: (cron: string) => Promise<unknown>;
    check: () => void;
    erase: (erasures: string) => Promise<string[]>;
    alarm: (alarms: string) => Promise<void>;
    clock: () => Promise<number>;
  },
): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  try {
    if (pathname === '/migrate') return Response.json(await migrate(DB, await request.json()));
    if (pathname === '/scheduled') {
      await product.scheduled(searchParams.get('cron') ?? '');
      return new Response(null, { status: 204 });
    }
    if (pathname === '/check') {
      product.check();
      return new Response(null, { status: 204 });
    }
    if (pathname === '/erasures') return Response.json(await product.erase(await request.text()));
    if (pathname === '/clock') return new Response(String(await product.clock()));
    if (pathname === '/alarms') {
      await product.alarm(await request.text());
      return new Response(null, { status: 204 });
    }
    return new Response('unknown control operation', { status: 404 });
  } catch (error) {
    return new Response(error instanceof Error ? error.message : 'unknown error', { status: 500 });
  }
}
