import { measure, middle, send, type Measured, type Reply } from './load.ts';
import { batchOf, EVENT } from './operations.ts';
import { median, print, type Bench } from './report.ts';
import { startServer } from './server.ts';

/**
 * Measures what the platform permits for the design of the ledger: the ratio of a Worker that does nothing else
 * (ceiling.ts) to the floor. The ratios of the service cannot be higher.
 */
export async function measureCeilings(bench: Bench, state: string): Promise<void> {
  const floor = await bench.openFloor();
  const server = await startServer('ceiling', state);
  const other = await startServer('ceiling', `${state}-bulk`);
  const insert = (): Promise<Reply> => send(floor, 'POST', '/insert', JSON.stringify(EVENT));
  const append =
    (assets: number, query = '') =>
    (i: number) =>
      send(server, 'POST', `/append?asset=${i % assets}${query}`, JSON.stringify(EVENT));
  try {
    const compare = async (
      name: string,
      base: () => Promise<Reply>,
      own: (i: number) => Promise<Reply>,
      { connections, events }: { connections?: number; events: number } = { events: 1 },
    ) => {
      await measure(own, 500, connections);
      const ratios: number[] = [];
      const runs: Measured[] = [];
      for (let round = 0; round < bench.rounds; round++) {
        const { perSecond } = await measure(base, bench.milliseconds);
        const requests = await measure(own, bench.milliseconds, connections);
        runs.push({ ...requests, perSecond: requests.perSecond * events });
        ratios.push(runs.at(-1)!.perSecond / perSecond);
      }
      const ratio = median(ratios);
      print(`ceiling: ${name}`, middle(runs), `ratio ${ratio.toFixed(2)}`);
      bench.report.push({ name: `ceiling: ${name}`, ...middle(runs), ratio });
    };
    await compare('append, one asset', insert, append(1));
    await compare('append, 64 assets', insert, append(64));
    await compare('append with logs, one asset', insert, append(1, '&logs'));
    await compare('append with logs, 64 assets', insert, append(64, '&logs'));
    const bulk = { connections: 2, events: 1000 };
    const names = Array.from({ length: 64 }, (_, i) => `${i}`);
    const body = JSON.stringify(batchOf(names, bulk.events).body);
    const batch = (query: string) => () => send(other, 'POST', `/bulk${query}`, body);
    await compare('bulk with logs, 1,000 events', insert, batch('?logs'), bulk);
    await compare('bulk, 1,000 events', insert, batch(''), bulk);
    await compare(
      'list 50 events',
      () => send(floor, 'GET', '/list'),
      () => send(server, 'GET', '/page'),
    );
  } finally {
    await Promise.all([server.close(), other.close()]);
  }
}
