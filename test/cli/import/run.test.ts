import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Line } from '../../../apps/cli/import/lines.ts';
import { mappingOf } from '../../../src/formats/import/mapping.ts';
import { firstRefused, refusedBy, withFirstRefused, writeReport } from '../../../apps/cli/import/report.ts';
import { runImport } from '../../../apps/cli/import/run.ts';
import type { ItemResult } from '../../../src/formats/import/batch-results.ts';
import { ImportState, type RecordIdentity } from '../../../apps/cli/import/state.ts';

const temporary = mkdtempSync(join(tmpdir(), 'run-'));
afterAll(() => rmSync(temporary, { recursive: true }));
const IDENTITY: RecordIdentity = { digest: 'd', map: '', url: 'u', client: 'c' };
let states = 0;
const newFile = (): string => join(temporary, `${++states}.import`);

/**
 * A service that stores each idempotency key once. `fail` is called before and after a batch is stored, and may
 * throw.
 */
function fakeService(fail: (when: 'before' | 'after', n: number) => void = () => undefined) {
  const stored = new Map<string, any>();
  const order: string[] = [];
  let calls = 0;
  const send = async (path: string, items: readonly string[]): Promise<ItemResult[]> => {
    if (items.length === 0) return [];
    const n = ++calls;
    fail('before', n);
    const results = items.map((text): ItemResult => {
      const item = JSON.parse(text);
      if (item.attributes?.bad || item.event_attributes?.bad) return { error: { code: 3, message: 'it is bad' } };
      if (!stored.has(item.idempotency_key)) {
        stored.set(item.idempotency_key, { path, ...item });
        order.push(item.idempotency_key);
      }
      return { identity: `assets/of-${item.idempotency_key}` };
    });
    fail('after', n);
    return results;
  };
  return { send, stored, order };
}

async function* linesOf(records: Record<string, unknown>[], skip: number): AsyncGenerator<Line> {
  for (const [i, fields] of records.slice(skip).entries())
    yield { line: skip + i + 1, bytes: skip + i + 1, ...(fields['problem'] ? { problem: 'broken' } : { fields }) };
}

const run = (records: Record<string, unknown>[], state: ImportState, send: any, more: object = {}): Promise<boolean> =>
  runImport({
    lines: linesOf(records, state.progress.lines),
    map: mappingOf({}),
    state,
    elsewhere: () => undefined,
    keyOf: (line) => `k${line}`,
    send,
    onProgress: () => undefined,
    isStopped: () => false,
    ...more,
  });

/** 3 assets, then events of them; every 100th line is rejected in another way. */
const RECORDS: Record<string, unknown>[] = Array.from({ length: 5000 }, (_, n) => {
  if (n < 3) return { asset: `a${n}`, n };
  const event = { record: 'event', asset: `a${n % 3}`, n };
  if (n % 100 !== 0) return event;
  return [{ problem: true }, { ...event, asset: 'a9' }, { ...event, bad: 'x' }, { record: 'x' }][(n / 100) % 4]!;
});

test('sends assets before events, links events to assets by their ids, and notes every rejected line', async () => {
  const { send, stored, order } = fakeService();
  const state = new ImportState(newFile(), IDENTITY);
  expect(await run(RECORDS, state, send)).toBe(true);
  expect(state.progress).toEqual({ lines: 5000, assets: 3, events: 4948, rejected: 49 });
  const rejected = [...state.rejected()];
  expect(rejected.slice(0, 4)).toEqual([
    { line: 101, reason: 'asset: no earlier line has created the asset "a9"' },
    { line: 201, reason: 'it is bad' },
    { line: 301, reason: 'record: must be asset or event, not "x"' },
    { line: 401, reason: 'broken' },
  ]);
  expect(order).toEqual(RECORDS.flatMap((_, n) => (n >= 3 && n % 100 === 0 ? [] : [`k${n + 1}`])));
  expect(stored.get('k5')).toMatchObject({ asset_identity: 'assets/of-k2', event_attributes: { n: '4' } });
  const report = join(temporary, 'report.csv');
  writeReport(report, [{ line: 7, reason: 'say "no"' }, ...rejected]);
  expect(readFileSync(report, 'utf8').split('\r\n').slice(0, 3)).toEqual([
    'line,reason',
    '7,"say ""no"""',
    '101,"asset: no earlier line has created the asset ""a9"""',
  ]);
  state.close();
});

test.each(['before', 'after'] as const)(
  'an import that ends %s any batch is stored resumes without loss or duplicates',
  async (when) => {
    const whole = fakeService();
    const all = new ImportState(newFile(), IDENTITY);
    await run(RECORDS, all, whole.send);
    const file = newFile();
    const { send, order } = fakeService((at, n) => {
      if (at === when && n % 3 === 1) throw new Error('killed');
    });
    let ended = 0;
    for (let finished = false; !finished;) {
      const state = new ImportState(file, IDENTITY);
      finished = await run(RECORDS, state, send).catch(() => (ended++, false));
      if (finished) {
        expect(state.progress).toEqual(all.progress);
        expect([...state.rejected()]).toEqual([...all.rejected()]);
      }
      state.close();
    }
    expect(ended).toBeGreaterThan(1);
    expect(order).toEqual(whole.order);
    all.close();
  },
);

test('stops after the current batch, and resumes there', async () => {
  const { send, order } = fakeService();
  const file = newFile();
  const first = new ImportState(file, IDENTITY);
  expect(await run(RECORDS, first, send, { isStopped: () => order.length > 0 })).toBe(false);
  expect(first.progress.lines).toBe(1000);
  first.close();
  const second = new ImportState(file, IDENTITY);
  expect(await run(RECORDS, second, send)).toBe(true);
  expect(order).toEqual([...new Set(order)]);
  expect(order).toHaveLength(4951);
  second.close();
});

test('a batch has at most 4,000,000 bytes, and a record that is too large is rejected', async () => {
  const sizes: number[] = [];
  const send = async (_path: string, items: readonly string[]): Promise<ItemResult[]> => {
    if (items.length > 0) sizes.push(Buffer.byteLength(items.join('\n')));
    return items.map((_, n) => ({ identity: `assets/${n}` }));
  };
  const records = Array.from({ length: 100 }, (_, n) => ({
    asset: `a${n}`,
    text: 'é'.repeat(n === 50 ? 600_000 : 50_000),
  }));
  const state = new ImportState(newFile(), IDENTITY);
  await run(records, state, send);
  expect([...state.rejected()]).toEqual([{ line: 51, reason: 'the record must have at most 1000000 bytes' }]);
  expect(sizes).toHaveLength(3);
  for (const size of sizes) expect(size).toBeLessThanOrEqual(4_000_000);
  state.close();
});

test('two assets with the same id are one: the later line is rejected, also in a later batch', async () => {
  const { send } = fakeService();
  const records = Array.from({ length: 1500 }, (_, n) => ({ asset: n === 1 || n === 1200 ? 'a0' : `a${n}` }));
  const state = new ImportState(newFile(), IDENTITY);
  await run(records, state, send);
  const reason = 'asset: line 1 has the same id, "a0"';
  expect([...state.rejected()]).toEqual([2, 1201].map((line) => ({ line, reason })));
  state.close();
});

test('events can name assets of another import, and identities of assets', async () => {
  const { send, stored } = fakeService();
  const state = new ImportState(newFile(), IDENTITY);
  const records = ['elsewhere', 'assets/x', 'nowhere'].map((asset) => ({ operation: 'Record', asset }));
  await run(records, state, send, { elsewhere: (id: string) => (id === 'elsewhere' ? 'assets/y' : undefined) });
  expect([...stored.values()].map(({ asset_identity }) => asset_identity)).toEqual(['assets/y', 'assets/x']);
  state.close();
});

test('assets can have ids like identities, and an event of an asset that was not created is rejected', async () => {
  const { send, stored } = fakeService();
  const state = new ImportState(newFile(), IDENTITY);
  const records = [{ asset: 'assets/x' }, ...['assets/x', 'assets/y'].map((asset) => ({ record: 'event', asset }))];
  expect(await run(records, state, send)).toBe(true);
  expect([...stored.values()].map(({ asset_identity }) => asset_identity)).toEqual([undefined, 'assets/of-k1']);
  expect([...state.rejected()]).toEqual([
    { line: 3, reason: 'asset: no earlier line has created the asset "assets/y"' },
  ]);
  state.close();
});

test('an error that stops an import has the lines that were refused before, with their reasons', async () => {
  const { answer } = refusing(BAD, undefined, QUOTA);
  const state = new ImportState(newFile(), IDENTITY);
  const ended = await run([{ problem: true }, ...LINES], state, answer).catch((error: unknown) => error);
  expect(refusedBy(ended)).toEqual([
    { line: 1, reason: 'broken' },
    { line: 3, reason: 'error 3' },
  ]);
  const message = 'line 5: quota of 5 assets reached; the batch is not recorded; run the command again to resume';
  expect((ended as Error).message).toBe(message);
  withFirstRefused(ended, firstRefused(refusedBy(ended)[0]), 'x.rejected.csv');
  expect((ended as Error).message).toBe(
    `${message}. The first refused line: line 1: broken (x.rejected.csv lists all)`,
  );
  state.close();
});

test('the key of an asset that has expired finds the asset that it made', async () => {
  const identity = 'assets/3d9f2c6e-8a41-4c0b-b7e5-61f0a9d2c384';
  const message = `this Idempotency-Key made ${identity} more than a day ago; use a new key`;
  const state = new ImportState(newFile(), IDENTITY);
  await run([{ asset: 'a' }], state, async (_: string, items: string[]) =>
    items.map(() => ({ error: { code: 6, message } })),
  );
  expect(state.assetOf('a')).toEqual({ identity, line: 1 });
  state.close();
});

test('a state is for one import, and for one process at a time', () => {
  const file = newFile();
  const state = new ImportState(file, IDENTITY);
  expect(() => new ImportState(file, IDENTITY)).toThrow(`${file} is in use: the import runs already`);
  state.close();
  new ImportState(file, IDENTITY).close();
  expect(() => new ImportState(file, { ...IDENTITY, digest: 'e', client: 'f' })).toThrow(
    'the input file and the application whose credentials are used changed since the import began',
  );
});

test('the time of the first attempt to send a batch is kept until the batch is finished', () => {
  const file = newFile();
  const state = new ImportState(file, IDENTITY);
  expect(state.sentSince).toBeUndefined();
  state.beginSending(5);
  state.beginSending(9);
  expect(state.sentSince).toBe(5);
  state.finish({ lines: 1, assets: [], events: 1, rejected: [] });
  expect(state.sentSince).toBeUndefined();
  state.close();
});

const LINES = [{ asset: 'a1', n: 1 }, ...[2, 3, 4].map((n) => ({ record: 'event', asset: 'a1', n }))];
/** A service that responds to the events of a batch with these errors; undefined: it stores the event. */
const refusing = (...errors: ({ code: number; message: string; details?: object[] } | undefined)[]) => {
  const { send, order } = fakeService();
  const answer = async (path: string, items: readonly string[]): Promise<ItemResult[]> => {
    if (path.includes('assets:')) return send(path, items);
    const kept = items.filter((_, i) => errors[i] === undefined);
    const accepted = (await send(path, kept)).values();
    return items.map((_, i) => (errors[i] ? { error: errors[i] as any } : accepted.next().value!));
  };
  return { send, order, answer };
};
const SUSPENDED = {
  code: 7,
  message: 'the tenancy is suspended by the operator: records can be read, and not changed',
  details: [{ request_id: 'r1' }],
};
const QUOTA = { code: 8, message: 'quota of 5 assets reached' };
const [FORBIDDEN, MISSING, BAD] = [7, 5, 3].map((code) => ({ code, message: `error ${code}` }));

test.each([
  ['a suspended tenancy', [undefined, SUSPENDED, SUSPENDED], { kind: 'denied', status: 403, requestId: 'r1' }, 3],
  ['a quota', [undefined, undefined, QUOTA], { kind: 'quota', status: 402 }, 4],
  ['403 for all events', [FORBIDDEN, FORBIDDEN, FORBIDDEN], { kind: 'denied', status: 403 }, 2],
  ['404 for all events', [MISSING, MISSING, MISSING], { kind: 'denied', status: 404 }, 2],
  ['403 for all valid events', [BAD, MISSING, FORBIDDEN], { kind: 'denied', status: 403 }, 4],
])('%s stops an import without recording the batch, and it resumes', async (_what, errors, failure, line) => {
  const { send, order, answer } = refusing(...errors);
  const file = newFile();
  const first = new ImportState(file, IDENTITY);
  const ended = await run(LINES, first, answer).catch((error: unknown) => error);
  expect(ended).toMatchObject({ ...failure, message: expect.stringContaining(`line ${line}: `) });
  expect((ended as Error).message).toContain('run the command again to resume');
  expect(first.progress.lines).toBe(0);
  expect([...first.rejected()]).toEqual([]);
  first.close();
  const second = new ImportState(file, IDENTITY);
  expect(await run(LINES, second, send)).toBe(true);
  expect(second.progress).toEqual({ lines: 4, assets: 1, events: 3, rejected: 0 });
  expect(order).toHaveLength(4);
  second.close();
});

test('403, 404 and 402 of a proof mechanism are errors of single lines if another line is accepted', async () => {
  const { answer } = refusing(FORBIDDEN, undefined, MISSING);
  const state = new ImportState(newFile(), IDENTITY);
  expect(await run(LINES, state, answer)).toBe(true);
  expect([...state.rejected()].map(({ line }) => line)).toEqual([2, 4]);
  state.close();
  const khipu = 'proof_mechanism: KHIPU is not enabled for this tenancy; use SIMPLE_HASH';
  const other = new ImportState(newFile(), IDENTITY);
  expect(
    await run([{ asset: 'k', n: 1 }], other, async (_: string, items: string[]) =>
      items.map(() => ({ error: { code: 8, message: khipu } })),
    ),
  ).toBe(true);
  expect([...other.rejected()]).toEqual([{ line: 1, reason: khipu }]);
  other.close();
});

test('a batch of which nothing was stored can be sent again after its keys have expired', async () => {
  const state = new ImportState(newFile(), IDENTITY);
  const refuse = async (_: string, items: string[]): Promise<ItemResult[]> => items.map(() => ({ error: SUSPENDED }));
  await expect(run(LINES, state, refuse)).rejects.toThrow('suspended');
  expect(state.sentSince).toBeUndefined();
  const { answer } = refusing(SUSPENDED, SUSPENDED, SUSPENDED);
  await expect(run(LINES, state, answer)).rejects.toThrow('suspended');
  expect(state.sentSince).toBeDefined();
  state.close();
});
