import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { done, idOf } from '../support/sharing.ts';
import { sized } from '../support/size.ts';
import { simpleHashOf } from '../support/simple-hash.ts';
import { anchored, PUBLIC, queried, verifyAnchor, windowsOf as windowsIn, type WindowRow } from './support.ts';

let service: Service;
let client: Client;
beforeAll(async () => {
  service = await startService({ vars: { ANCHOR_WINDOW_SECONDS: '1', ANCHOR_MAX_EVENTS: '400' } });
  client = await openClient(service);
});
afterAll(() => service?.close());

const windowsOf = (scope: string): Promise<WindowRow[]> => windowsIn(service, scope);

const time = (us: number): string => new Date(us / 1000).toISOString().replace('.000Z', 'Z');
const query = (family: string, start: number, end: number): string =>
  `${service.base}/v2/${family}/-/events?order_by=SIMPLEHASHV1&proof_mechanism=SIMPLE_HASH` +
  `&timestamp_accepted_since=${time(start)}&timestamp_accepted_before=${time(end)}`;

/** All events of a list, in pages of the maximum size. */
async function everything(token: string | undefined, address: string): Promise<any[]> {
  const events: any[] = [];
  for (let next: string | undefined = ''; next !== undefined;) {
    const response: Response = await fetch(`${address}&page_size=500${next && `&page_token=${next}`}`, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });
    const page = (await response.json()) as any;
    events.push(...page.events);
    next = page.next_page_token || undefined;
  }
  return events;
}

describe('windows that close while 32 clients append events', () => {
  const WRITERS = 32;
  const WINDOWS = sized({ quick: 4, long: 20, full: 100 });
  /** Milliseconds between two appends of a client: the quick tests do not use all of the CPU. */
  const PAUSE = sized({ quick: 250, long: 0, full: 0 });
  let owner: Tenant;
  let written: Set<string>;

  it('close without failing any append', async () => {
    owner = await newTenant(service, 'Owner');
    written = new Set<string>();
    const assets = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        done(client, owner.token, 'POST', '/v2/assets', { attributes: { n: String(i) }, public: i % 2 === 0 }),
      ),
    );
    const scope = idOf(owner.tenant_identity);
    const run = { closed: 0 };
    const writer = async (n: number): Promise<void> => {
      for (let i = 0; run.closed < WINDOWS; i++) {
        const response = await fetch(`${service.api}/v2/${assets[n % assets.length].identity}/events`, {
          method: 'POST',
          headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ ...RECORD, event_attributes: { writer: String(n), i: String(i) } }),
        });
        const body = (await response.json()) as any;
        if (response.status !== 200) throw new Error(`${response.status} ${JSON.stringify(body)}`);
        written.add(body.identity);
        await sleep(PAUSE);
      }
    };
    const watch = async (): Promise<void> => {
      await expect
        .poll(
          async () => {
            run.closed = (await windowsOf(scope)).filter(({ status }) => status !== 'closing').length;
            return run.closed;
          },
          { interval: 300 },
        )
        .toBeGreaterThanOrEqual(WINDOWS);
    };
    await Promise.all([watch(), ...Array.from({ length: WRITERS }, (_, n) => writer(n))]);
    // Waits until the window of the last events is closed.
    for (const identity of [...written].slice(-20)) await anchored(client, owner.token, `/v2/${identity}`);
  });

  it('contain every event exactly once, and are contiguous', async () => {
    const scope = idOf(owner.tenant_identity);
    const windows = await windowsOf(scope);
    expect(windows.length).toBeGreaterThanOrEqual(WINDOWS);
    expect(windows[0]!.start_us).toBe(0);
    windows.slice(1).forEach((w, i) => expect(w.start_us).toBe(windows[i]!.end_us));
    const held: string[] = [];
    for (const { start_us, end_us, count, hash, status } of windows) {
      if (status === 'closing') continue;
      const events = await everything(owner.token, query('assets', start_us, end_us));
      expect(events.length).toBe(count);
      expect(simpleHashOf(events)).toBe(hash);
      held.push(...events.map((e) => e.identity));
    }
    expect(new Set(held).size).toBe(held.length);
    for (const identity of written) if (!held.includes(identity)) expect.fail(`${identity} is in no window`);
  });

  it('windows of public events contain every public event exactly once', async () => {
    const windows = (await windowsOf(PUBLIC)).filter(({ status }) => status !== 'closing');
    const held: string[] = [];
    for (const { start_us, end_us, count, hash } of windows) {
      const events = await everything(undefined, query('publicassets', start_us, end_us));
      expect(events.length).toBe(count);
      expect(simpleHashOf(events)).toBe(hash);
      held.push(...events.map((e) => e.identity));
    }
    expect(new Set(held).size).toBe(held.length);
  });

  it('have anchors on the chain that match the events read later', async () => {
    const some = [...written].filter((_, i) => i % Math.ceil(written.size / 5) === 0);
    for (const identity of some) {
      const path = `/v1alpha2/blockchain/${identity}`;
      const { transactions } = await done(client, owner.token, 'GET', path);
      await verifyAnchor(service, owner.token, transactions[0], idOf(owner.tenant_identity));
    }
  });
});

describe('a closed window', () => {
  it('accepts no more events: a ledger with a slow clock waits until its end', async () => {
    const owner = await newTenant(service, 'Late');
    const asset = await done(client, owner.token, 'POST', '/v2/assets', {});
    const scope = idOf(owner.tenant_identity);
    // A window that ends in the future has the same effect as a slow clock.
    const end = (Math.floor(Date.now() / 1000) + 1) * 1_000_000;
    await service.db
      .prepare(
        `INSERT INTO anchors (scope, start_us, end_us, status, count, hash, intent)
        VALUES (?, 0, ?, 'closing', 0, '', '')`,
      )
      .bind(scope, end)
      .run();
    const event = await done(client, owner.token, 'POST', `/v2/${asset.identity}/events`, RECORD);
    expect(Date.parse(event.timestamp_accepted)).toBeGreaterThanOrEqual(end / 1000);
    await expect(
      service.db
        .prepare(
          `INSERT INTO events SELECT NULL, asset, 99, 'x', tenant, public, proof_mechanism, operation, behaviour,
          event_attributes, asset_attributes,
           declared, declared_us, ?, committed_us, principal_declared, principal, confirmation, transaction_id,
           block_number,
           transaction_index, from_wallet, hash, seed, statement, statement_seed FROM events
           WHERE asset = (SELECT number FROM assets
           WHERE id = ?) LIMIT 1`,
        )
        .bind(end - 1, idOf(asset.identity))
        .run(),
    ).rejects.toThrow('window');
    await expect(
      service.db.prepare('UPDATE anchors SET end_us = end_us + 1 WHERE scope = ?').bind(scope).run(),
    ).rejects.toThrow('fixed');
  });

  it('is closed by the sweep after its end, and only once by two concurrent sweeps', async () => {
    const owner = await newTenant(service, 'Swept');
    const scope = idOf(owner.tenant_identity);
    const asset = await done(client, owner.token, 'POST', '/v2/assets', {});
    const list = await done(client, owner.token, 'GET', `/v2/${asset.identity}/events`);
    // The state after a crash right after the row of the window was inserted.
    const end = (Math.floor(Date.now() / 1000) + 1) * 1_000_000;
    await service.db
      .prepare(
        `INSERT INTO anchors (scope, start_us, end_us, status, count, hash, intent)
        VALUES (?, 0, ?, 'closing', 0, '', '') ON CONFLICT DO NOTHING`,
      )
      .bind(scope, end)
      .run();
    const event = await anchored(client, owner.token, `/v2/${list.events[0].identity}`);
    await Promise.all([service.cron('* * * * *'), service.cron('* * * * *')]);
    const { transactions } = await done(client, owner.token, 'GET', `/v1alpha2/blockchain/${event.identity}`);
    expect(transactions.length).toBe(1);
    await verifyAnchor(service, owner.token, transactions[0], scope);
    const again = await queried(service, owner.token, transactions[0].simple_hash_details.api_query);
    expect(simpleHashOf(again)).toBe(transactions[0].simple_hash_details.anchor_hash);
  });
});
