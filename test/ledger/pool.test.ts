import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Command, Outcome } from '../../src/ledger/commands.ts';
import { AssetLedger } from '../../src/ledger/write/object.ts';
import { verifyAsset } from '../../src/ledger/verify/verify.ts';
import { Database } from '../../src/store/database.ts';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { newTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { failing, openD1, type Fault, type LocalD1 } from './support/d1.ts';
import { Ledger, newCaller, restore, SETTINGS, snapshot } from './support/ledger.ts';

vi.mock('cloudflare:workers', () => ({
  DurableObject: class {
    readonly ctx: unknown;
    readonly env: unknown;
    constructor(ctx: unknown, env: unknown) {
      this.ctx = ctx;
      this.env = env;
    }
  },
}));

const POOL_LIMIT = 2000;

describe('the ledger object with a failing D1 or storage', () => {
  let d1: LocalD1;
  beforeAll(async () => {
    d1 = await openD1();
    vi.stubGlobal('scheduler', { wait: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)) });
    vi.spyOn(console, 'log').mockImplementation(() => undefined);
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    await d1.close();
  });

  type Write = 'setAlarm' | 'kv.put';

  /** An object and its storage, which survives evictions. `faults` can be changed at any time. */
  async function prepare() {
    const ledger = new Ledger(d1, await newCaller(d1));
    const faults: { d1?: Fault | undefined; write?: Write | undefined; side: 'before' | 'after' } = { side: 'before' };
    let alarm: number | undefined;
    const write = (which: Write, act: () => void): void => {
      const fails = faults.write === which;
      if (!fails || faults.side === 'after') act();
      if (fails) throw new Error(`storage: ${which} failed`);
    };
    const storage = {
      setAlarm: async (at: number) => write('setAlarm', () => (alarm = at)),
      kv: {
        get: () => ledger.watermark,
        put: (_key: string, value: Ledger['watermark']) => write('kv.put', () => (ledger.watermark = value)),
        delete: () => (ledger.watermark = undefined),
      },
      deleteAll: async () => {
        alarm = undefined;
        ledger.watermark = undefined;
      },
    };
    const env = { DB: d1.d1((batch, run) => (faults.d1 ?? ((_, go) => go()))(batch, run)), ...SETTINGS };
    const openObject = () => {
      const object = new AssetLedger(
        { id: { name: ledger.asset }, storage } as never,
        env as never,
        async () => undefined,
      );
      const commit = (commands: readonly Command[]): Promise<Outcome[]> =>
        Promise.all(commands.map(async (command) => (await object.submit(command)).outcome));
      return { object, commit };
    };
    return {
      ledger,
      faults,
      /** Whether the storage has any data. */
      isStored: () => alarm !== undefined || ledger.watermark !== undefined,
      /** A new object on the same storage, as after an eviction. */
      openObject,
      /** Fires the alarm if one is set. Returns whether one was set. */
      fire: async (object: AssetLedger): Promise<boolean> => {
        const due = alarm !== undefined;
        alarm = undefined;
        if (due) await object.alarm();
        return due;
      },
    };
  }

  const unavailable = { error: { kind: 'unavailable', headers: { 'retry-after': expect.any(String) } } };

  test('pools 2,000 calls while D1 is slow, and refuses exactly the further ones with 429', async () => {
    const { ledger, faults, openObject } = await prepare();
    const opened = openObject();
    await ledger.succeed(opened, ledger.creation());
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const reached = new Promise<void>((arrived) => {
      faults.d1 = async (_batch, run) => {
        arrived();
        await held;
        return run();
      };
    });
    const first = ledger.succeed(opened, ledger.append());
    await reached;
    const waiting = ledger.submit(opened, ...Array.from({ length: POOL_LIMIT }, () => ledger.append()));
    const refused = await ledger.submit(opened, ...Array.from({ length: 300 }, () => ledger.append()));
    for (const outcome of refused) {
      expect(outcome).toMatchObject({
        error: { kind: 'rate_limited', headers: { 'retry-after': '1', 'archivist-rate-limit-reset': '1' } },
      });
    }
    release();
    await first;
    expect((await waiting).filter((outcome) => 'error' in outcome)).toEqual([]);
    expect(await ledger.holds()).toHaveLength(1 + 1 + POOL_LIMIT);
    // The pool has room again.
    await ledger.succeed(opened, ledger.append());
  });

  test.each(['before', 'after'] as const)('recovers when a storage write fails %s it takes effect', async (side) => {
    for (const write of ['setAlarm', 'kv.put'] as const) {
      const { ledger, faults, openObject, fire } = await prepare();
      Object.assign(faults, { write, side });
      const creation = ledger.creation();
      const outcomes = await ledger.submit(openObject(), creation);
      // A write of the watermark that takes effect and then fails may acknowledge the event.
      if (write !== 'kv.put' || side === 'before') expect(outcomes, write).toMatchObject([unavailable]);
      await ledger.holds(`${write} ${side}`);
      faults.write = undefined;
      // The Worker repeats the call, to a new object.
      const opened = openObject();
      await ledger.succeed(opened, creation);
      const command = ledger.append({}, { key: 'k' });
      faults.write = write;
      await ledger.submit(opened, command);
      await ledger.holds(`append, ${write} ${side}`);
      faults.write = undefined;
      await ledger.succeed(opened, command, ledger.again(command));
      await ledger.succeed(openObject(), ledger.again(command));
      expect(await ledger.holds(write)).toHaveLength(2);
      expect(await fire(openObject().object)).toBe(true);
      expect((await ledger.holds(write)).map((row) => row['confirmation'])).toEqual(['CONFIRMED', 'CONFIRMED']);
    }
  });

  test('sets a new alarm if D1 fails in an alarm, and confirms in the next one', async () => {
    const { ledger, faults, openObject, fire } = await prepare();
    const opened = openObject();
    await ledger.succeed(opened, ledger.creation());
    for (const side of ['before', 'after'] as const) {
      await ledger.succeed(opened, ledger.append());
      faults.d1 = failing(side, () => true);
      expect(await fire(opened.object)).toBe(true);
      faults.d1 = undefined;
      await ledger.holds();
      expect(await fire(openObject().object)).toBe(true);
      expect((await ledger.holds()).at(-1)!['confirmation']).toBe('CONFIRMED');
    }
  });

  test('stores nothing for an asset that does not exist or whose creation is refused', async () => {
    const { ledger, faults, isStored, openObject, fire } = await prepare();
    const opened = openObject();
    const notFound = { error: { kind: 'not_found' } };
    expect(await opened.commit([ledger.append(), ledger.append()])).toMatchObject([notFound, notFound]);
    expect(isStored()).toBe(false);
    faults.d1 = async ({ kind }, run) => {
      if (kind === 'commit') throw new Error('D1_ERROR: assertion failed: quota');
      return run();
    };
    expect(await opened.commit([ledger.creation()])).toMatchObject([{ error: { kind: 'quota' } }]);
    faults.d1 = undefined;
    // The alarm deletes what the refused commit has left, and the object works as before.
    await fire(opened.object);
    expect(isStored()).toBe(false);
    await ledger.succeed(opened, ledger.creation());
    expect(isStored()).toBe(true);
    expect(await fire(opened.object)).toBe(true);
    expect((await ledger.holds()).map((row) => row['confirmation'])).toEqual(['CONFIRMED']);
  });

  test('stores nothing when it is asked for its last acknowledged event', async () => {
    const { ledger, isStored, openObject } = await prepare();
    expect(await openObject().object.acknowledged()).toBeUndefined();
    expect(isStored()).toBe(false);
    await ledger.succeed(openObject(), ledger.creation());
    expect(await openObject().object.acknowledged()).toEqual(ledger.watermark);
  });

  test('is frozen after a restore, sets no alarm, and continues when an operator accepts the loss', async () => {
    const { ledger, openObject, fire } = await prepare();
    const opened = openObject();
    await ledger.succeed(opened, ledger.creation());
    const earlier = await snapshot(d1, ledger);
    await opened.commit([ledger.append()]);
    await restore(d1, ledger, earlier);
    for (const frozen of [openObject(), opened]) {
      expect(await frozen.commit([ledger.append()])).toMatchObject([
        { error: { kind: 'unavailable', message: expect.stringContaining('frozen') } },
      ]);
    }
    expect(await snapshot(d1, ledger)).toEqual(earlier);
    await fire(openObject().object);
    expect(await fire(openObject().object)).toBe(false);
    expect(await opened.object.acceptLoss()).toEqual({ acknowledged: 2, accepted: 1 });
    await ledger.succeed(opened, ledger.append());
    expect(await ledger.holds()).toHaveLength(2);
  });
});

describe('the ledger over HTTP', () => {
  let service: Service;
  let client: Client;
  let tenant: Tenant;
  beforeAll(async () => {
    service = await startService();
    client = await openClient(service);
    tenant = await newTenant(service, 'Pool');
  });
  async function allVerify(): Promise<void> {
    const [assets] = await service.db.batch<{ id: string }>([service.db.prepare('SELECT id FROM assets')]);
    for (const { id } of assets!.results) {
      expect((await verifyAsset(new Database(service.db), id)).findings).toEqual([]);
    }
  }
  afterEach(allVerify);
  afterAll(() => service.close());

  const newAsset = async (): Promise<string> =>
    ((await client.call(tenant.token, 'POST', '/v2/assets', { body: {} })).body.identity as string).slice(7);
  const append = (asset: string, n: string, headers: Record<string, string> = {}): Promise<Answer> =>
    client.call(tenant.token, 'POST', `/v2/assets/${asset}/events`, {
      body: { operation: 'Record', behaviour: 'RecordEvidence', event_attributes: { n } },
      headers,
    });
  const evict = (asset: string) => service.evict(asset);
  const eventsOf = async (asset: string): Promise<{ seq: number; id: string; n: string | null }[]> => {
    const rows = service.db.prepare(
      "SELECT seq, id, event_attributes ->> 'n' AS n FROM events WHERE asset = ? ORDER BY seq",
    );
    return (await rows.bind(asset).all<{ seq: number; id: string; n: string | null }>()).results;
  };
  const idOf = ({ body }: { body: any }): string => (body.identity as string).split('/')[3]!;

  /** Expects the asset's events to be its creation and those of the responses, each exactly once. */
  async function holdsExactly(asset: string, answers: Map<string, string>): Promise<void> {
    const rows = await eventsOf(asset);
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, i) => i + 1));
    const kept = rows.slice(1).map(({ n, id }) => [n!, id] as const);
    expect(kept.length).toBe(answers.size);
    expect(new Map(kept)).toEqual(answers);
  }

  test('stores one event for each key when the object is evicted between and during appends', async () => {
    const asset = await newAsset();
    const answered = new Map<string, string>();
    for (let round = 0; round < 8; round++) {
      let open = Array.from({ length: 25 }, (_, i) => `${round}.${i}`);
      for (let tries = 0; open.length > 0; tries++) {
        expect(tries, 'a request is never answered').toBeLessThan(10);
        const running = open.map(async (n) => ({ n, answer: await append(asset, n, { 'idempotency-key': n }) }));
        if (tries === 0) await evict(asset);
        const answers = await Promise.all(running);
        for (const { n, answer } of answers) {
          expect([200, 429, 503], answer.text).toContain(answer.status);
          if (answer.status === 200) answered.set(n, idOf(answer));
        }
        open = answers.filter(({ answer }) => answer.status !== 200).map(({ n }) => n);
      }
      await evict(asset);
      const again = await append(asset, `${round}.0`, { 'idempotency-key': `${round}.0` });
      expect(idOf(again)).toBe(answered.get(`${round}.0`));
      await holdsExactly(asset, answered);
    }
  });

  test('confirms an event by the alarm when the object is evicted right after the response', async () => {
    const asset = await newAsset();
    expect((await append(asset, '1')).status).toBe(200);
    await evict(asset);
    const pending = service.db.prepare("SELECT count(*) AS n FROM events WHERE asset = ? AND confirmation = 'PENDING'");
    await expect.poll(() => pending.bind(asset).first('n')).toBe(0);
  });

  test('responds to 2,600 concurrent appends with 200, or 429 and Retry-After, and stores exactly the acknowledged ones', async () => {
    const asset = await newAsset();
    const send = async (n: string) => {
      const response = await fetch(`${service.base}/v2/assets/${asset}/events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ operation: 'Record', behaviour: 'RecordEvidence', event_attributes: { n } }),
      });
      return { n, status: response.status, headers: response.headers, body: await response.json() };
    };
    const answers = await Promise.all(Array.from({ length: 2600 }, (_, i) => send(String(i))));
    const answered = new Map<string, string>();
    for (const { n, status, headers, body } of answers) {
      expect([200, 429], JSON.stringify(body)).toContain(status);
      if (status === 200) answered.set(n, idOf({ body }));
      else expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    await holdsExactly(asset, answered);
    expect((await append(asset, 'next')).status).toBe(200);
  });
});
