import { expect, test } from 'vitest';
import { NamesInTime } from '../../apps/client/src/cli/names.ts';
import { EvidenceClient } from '../../apps/client/src/index.ts';

const idOf = (n: number): string => `assets/00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** A client of a service whose assets have `names`, without those that cannot be read, and the assets that it read. */
function clientOf(names: Map<string, string | Promise<string>>) {
  const read: string[] = [];
  const fetch = async (input: string): Promise<Response> => {
    const asset = new URL(input).pathname.replace('/archivist/v2/', '');
    read.push(asset);
    const name = await names.get(asset);
    if (name === undefined) return Response.json({ code: 7, message: 'may not be read' }, { status: 403 });
    return Response.json({ attributes: { arc_display_name: name } });
  };
  return { client: new EvidenceClient({ url: 'https://evidence.example', token: 't', fetch }), read };
}
const never = (): Promise<never> => new Promise(() => undefined);

test('names that were not read are read with later events, and others once', async () => {
  const all = Array.from({ length: 101 }, (_, n) => idOf(n));
  const service = new Map(all.slice(1).map((asset, n) => [asset, n === 0 ? '' : `Pump ${n + 1}`]));
  const { client, read } = clientOf(service);
  const names = new NamesInTime(client, never);
  await names.read(all);
  expect([0, 1, 2, 100].map((n) => names.of(idOf(n)))).toEqual(['', '', 'Pump 2', '']);
  service.set(idOf(0), 'Pump 0');
  await names.read(all);
  expect([0, 1, 2, 100].map((n) => names.of(idOf(n)))).toEqual(['Pump 0', '', 'Pump 2', 'Pump 100']);
  expect(read.toSorted()).toEqual([idOf(0), ...all].toSorted());
});

test('events do not wait for a read that lasts, and start no second one', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const { client, read } = clientOf(new Map<string, string | Promise<string>>([[idOf(1), promise]]));
  const names = new NamesInTime(client, () => Promise.resolve());
  await names.read([idOf(1)]);
  await names.read([idOf(1), idOf(2)]);
  expect([names.of(idOf(1)), read]).toEqual(['', [idOf(1)]]);
  resolve('Pump 1');
  await expect.poll(() => names.of(idOf(1))).toBe('Pump 1');
});
