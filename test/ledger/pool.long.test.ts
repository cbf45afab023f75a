import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Command, Outcome } from '../../src/ledger/append/commands.ts';
import { AssetLedger } from '../../src/ledger/append/ledger-object.ts';
import { Committer } from '../../src/ledger/append/committer.ts';
import { DatabaseWriter } from '../../src/ledger/append/database-writer.ts';
import { StateKeeper } from '../../src/ledger/append/state-keeper.ts';
import { verifyAsset } from '../../src/ledger/verify/verify.ts';
import { Database } from '../../src/platform/database/database.ts';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { ENGINE } from '../support/size.ts';
import { openD1, type Fault, type LocalD1 } from './support/d1.ts';
import { Ledger, newCaller } from './support/ledger.ts';
import { CONFIG, SETTINGS, type PutFault } from './support/writer.ts';

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
/** Concurrent requests over HTTP: more than the pool holds. */
const REQUESTS = 2600;

describe('the objects of an asset and of the writer with a failing D1 or storage', () => {
  let d1: LocalD1;
  beforeAll(async () => {
    d1 = await openD1(ENGINE);
    vi.stubGlobal('scheduler', { wait: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)) });
    vi.spyOn(console, 'log').mockImplementation(() => undefined);
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    await d1.close();
  });

  /** An asset's object, and the writer with its storage, which survives evictions. `faults` can be changed. */
  async function prepare() {
    const ledger = new Ledger(d1, await newCaller(d1));
    const faults: { d1?: Fault | undefined; put?: 'before' | 'after' | undefined } = {};
    const fault: PutFault = (_write, act) => {
      const side = faults.put;
      if (side !== 'before') act();
      if (side) throw new Error('storage: kv.put failed');
    };
    const kv = ledger.storage.open('shared', fault);
    const used: unknown[] = [];
    /** The storage of an asset's object. */
    const unused = new Proxy({}, { get: (_target, name) => used.push(name) });
    let writer: DatabaseWriter;
    const database = d1.d1((batch, run) => (faults.d1 ?? ((_, go) => go()))(batch, run));
    const env = {
      DB: database,
      LEDGER_WRITER: { idFromName: (name: string) => name, get: () => writer },
      ...SETTINGS,
    } as never;
    const openWriter = (): void => {
      const db = new Database(database);
      const keeper = new StateKeeper(db, kv);
      writer = new DatabaseWriter(db, keeper, new Committer(db, CONFIG, keeper), () => undefined);
    };
    openWriter();
    const openObject = () => {
      const object = new AssetLedger({ id: { name: ledger.asset }, storage: unused } as never, env);
      const commit = (commands: readonly Command[]): Promise<Outcome[]> =>
        Promise.all(commands.map((command) => object.submit(command)));
      return { object, commit };
    };
    return {
      ledger,
      faults,
      env,
      /** What was used of the storage of asset objects. */
      used,
      /** A new object, as after an eviction. */
      openObject,
      /** Replaces the writer by a new one on the same storage, as after an eviction. */
      openWriter,
      writer: () => writer,
    };
  }

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

  test.each(['before', 'after'] as const)(
    'acknowledges nothing while the storage of the writer fails %s each write, and continues afterwards',
    async (side) => {
      const { ledger, faults, openObject, openWriter } = await prepare();
      faults.put = side;
      const creation = ledger.creation();
      await ledger.submit(openObject(), creation);
      await ledger.holds(`creation, ${side}`);
      faults.put = undefined;
      // The Worker repeats the call, to a new object.
      const opened = openObject();
      await ledger.succeed(opened, creation);
      await ledger.holds(`creation repeated, ${side}`);
      const command = ledger.append({}, { key: 'k' });
      faults.put = side;
      const [outcome] = await ledger.submit(opened, command);
      // A write that takes effect and then fails may acknowledge the event.
      if (side === 'before')
        expect(outcome).toMatchObject({
          error: { kind: 'unavailable', headers: { 'retry-after': expect.any(String) } },
        });
      await ledger.holds(`append, ${side}`);
      faults.put = undefined;
      openWriter();
      await ledger.succeed(opened, command, ledger.again(command));
      await ledger.succeed(openObject(), ledger.again(command));
      expect((await ledger.holds(`append repeated, ${side}`)).map((row) => row['confirmation'])).toEqual([
        'CONFIRMED',
        'CONFIRMED',
      ]);
    },
  );

  test('the object of an asset stores nothing', async () => {
    const { ledger, used, openObject } = await prepare();
    const opened = openObject();
    const notFound = { error: { kind: 'not_found' } };
    expect(await opened.commit([ledger.append(), ledger.append()])).toMatchObject([notFound, notFound]);
    await d1.rows([
      "INSERT INTO usage (tenant, resource, used) VALUES (?, 'assets', 1000000000)",
      ledger.caller.tenant,
    ]);
    expect(await opened.commit([ledger.creation()])).toMatchObject([{ error: { kind: 'quota' } }]);
    await d1.rows(['DELETE FROM usage WHERE tenant = ?', ledger.caller.tenant]);
    await ledger.succeed(opened, ledger.creation(), ledger.append());
    expect((await ledger.holds()).map((row) => row['confirmation'])).toEqual(['CONFIRMED', 'CONFIRMED']);
    expect(used).toEqual([]);
  });

  test('commits nothing after a restore, and continues when an operator accepts the loss', async () => {
    const { ledger, openObject, openWriter, writer } = await prepare();
    const opened = openObject();
    await ledger.succeed(opened, ledger.creation());
    const copy = await d1.copy();
    await opened.commit([ledger.append()]);
    await d1.restore(copy);
    expect(await writer().compare()).toMatchObject({ restored: true });
    const restored = await d1.copy();
    for (const which of ['a running writer', 'a new writer']) {
      if (which === 'a new writer') openWriter();
      for (const object of [openObject(), opened]) {
        expect(await object.commit([ledger.append()]), which).toMatchObject([
          { error: { kind: 'unavailable', headers: { 'retry-after': '3600' } } },
        ]);
      }
      await expect(writer().closeWindow({ scope: ledger.caller.tenant, startUs: 0, endUs: 1 }, false)).rejects.toThrow(
        'restored',
      );
      expect(await writer().compare(), which).toMatchObject({ restored: true });
    }
    expect(await d1.copy()).toEqual(restored);
    expect(await writer().acceptLoss()).toMatchObject({ accepted: true, restored: false });
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
      body: { ...RECORD, event_attributes: { n } },
      headers,
    });
  const evict = (asset: string) => service.evict(asset);
  const eventsOf = async (asset: string): Promise<{ seq: number; id: string; n: string | null }[]> => {
    const rows = service.db.prepare(
      `SELECT seq, id, event_attributes ->> 'n' AS n FROM events WHERE asset = (SELECT number FROM assets
      WHERE id = ?) ORDER BY seq`,
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

  test('stores an event as CONFIRMED, and responds with PENDING, as clients expect', async () => {
    const asset = await newAsset();
    expect((await append(asset, '1')).body).toMatchObject({
      confirmation_status: 'PENDING',
      timestamp_committed: '1970-01-01T00:00:00Z',
    });
    await evict(asset);
    const stored = service.db.prepare(
      `SELECT count(*) AS n FROM events WHERE asset = (SELECT number FROM assets WHERE id = ?)
      AND confirmation = 'CONFIRMED' AND committed_us >= accepted_us`,
    );
    expect(await stored.bind(asset).first('n')).toBe(2);
  });

  test(`stores exactly those of ${REQUESTS} concurrent appends whose response is 200; others are 429`, async () => {
    const asset = await newAsset();
    const send = async (n: string) => {
      const response = await fetch(`${service.api}/v2/assets/${asset}/events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...RECORD, event_attributes: { n } }),
      });
      return { n, status: response.status, headers: response.headers, body: await response.json() };
    };
    const answers = await Promise.all(Array.from({ length: REQUESTS }, (_, i) => send(String(i))));
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
