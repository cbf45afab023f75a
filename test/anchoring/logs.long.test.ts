import { afterAll, beforeAll, expect, it } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { logsComplete } from '../support/database.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { done, idOf } from '../support/sharing.ts';
import { anchoredLog, currentLog, leavesOf, logAnchorsOf, verifyConsistent, verifyLogAnchor } from './log-support.ts';
import { anchored, PUBLIC, verifyAnchor, windowsOf } from './support.ts';

let service: Service;
let client: Client;
beforeAll(async () => {
  service = await startService({ vars: { ANCHOR_WINDOW_SECONDS: '1' } });
  client = await openClient(service);
});
afterAll(() => service?.close());

const create = (tenant: Tenant, more: object = {}): Promise<any> =>
  done(client, tenant.token, 'POST', '/v2/assets', more);
const append = (tenant: Tenant, asset: string): Promise<any> =>
  done(client, tenant.token, 'POST', `/v2/${asset}/events`, RECORD);
const scopeOf = (tenant: Tenant): string => idOf(tenant.tenant_identity);

it('a log is anchored in a transaction of its own, beside the anchor of the window of the same events', async () => {
  const owner = await newTenant(service, 'Both');
  const scope = scopeOf(owner);
  const asset = await create(owner, { public: true });
  const event = await append(owner, asset.identity);
  for (const [of, path] of [
    [scope, `/v2/${event.identity}`],
    [PUBLIC, `/v2/public${event.identity}`],
  ] as const) {
    const token = of === PUBLIC ? undefined : owner.token;
    const shown = await anchored(client, token, path);
    const anchors = await anchoredLog(service, of);
    const leaves = await leavesOf(service, anchors.at(-1)!.log);
    for (const anchor of anchors) verifyLogAnchor(anchor, leaves);
    await verifyConsistent(anchors, leaves);
    // The event of SIMPLE_HASH shows the anchor of its window, and only that one.
    const blockchain = path.replace('/v2/', '/v1alpha2/blockchain/');
    const { transactions } = await done(client, token as string, 'GET', blockchain);
    expect(transactions.map(({ kind }: { kind: string }) => kind)).toEqual(['SIMPLE_HASH']);
    expect(transactions[0].transaction.hash).toBe(shown.transaction_id);
    expect(anchors.map(({ hash }) => hash)).not.toContain(shown.transaction_id);
    await verifyAnchor(service, token, transactions[0], of);
  }
  expect((await logAnchorsOf(service, scope)).at(-1)!.size).toBe(3);
});

it('a log is anchored where no window opens, because all events have another mechanism', async () => {
  const owner = await newTenant(service, 'Khipu');
  const scope = scopeOf(owner);
  const asset = await create(owner, { proof_mechanism: 'KHIPU' });
  await append(owner, asset.identity);
  await logsComplete(service);
  const anchors = await anchoredLog(service, scope);
  for (const anchor of anchors) verifyLogAnchor(anchor, await leavesOf(service, anchor.log));
  expect(anchors.at(-1)!.size).toBe(3);
  expect(await windowsOf(service, scope)).toEqual([]);
});

it('a log that lacks the newest events when its window closes is anchored as soon as it has them', async () => {
  const owner = await newTenant(service, 'Slow');
  const scope = scopeOf(owner);
  const asset = await create(owner);
  const [first] = await anchoredLog(service, scope);
  const { number } = await currentLog(service, scope);
  await service.db
    .prepare(
      `CREATE TRIGGER stopped BEFORE INSERT ON log_leaves WHEN NEW.log = ${number} BEGIN
      SELECT RAISE(ABORT, 'stopped'); END`,
    )
    .run();
  const event = await append(owner, asset.identity);
  await anchored(client, owner.token, `/v2/${event.identity}`);
  await new Promise((resolve) => setTimeout(resolve, 3000));
  expect((await logAnchorsOf(service, scope)).map(({ size }) => size)).toEqual([first!.size]);
  await service.db.prepare('DROP TRIGGER stopped').run();
  await service.cron('* * * * *');
  await logsComplete(service);
  const complete = Date.now();
  const anchors = await anchoredLog(service, scope);
  expect(anchors.map(({ size }) => size)).toEqual([first!.size, first!.size + 1]);
  // By the timer: the sweep waits for half a minute longer.
  expect(Date.now() - complete).toBeLessThan(20_000);
});

it('a log is anchored again only when it has grown, with trees that are consistent', async () => {
  const owner = await newTenant(service, 'Growing');
  const scope = scopeOf(owner);
  const asset = await create(owner);
  for (let i = 0; i < 4; i++) {
    await append(owner, asset.identity);
    await logsComplete(service);
    await anchoredLog(service, scope);
  }
  const anchors = await logAnchorsOf(service, scope);
  expect(anchors.length).toBeGreaterThanOrEqual(4);
  const leaves = await leavesOf(service, anchors[0]!.log);
  for (const anchor of anchors) verifyLogAnchor(anchor, leaves);
  await verifyConsistent(anchors, leaves);
  // Jobs and sweeps write nothing for an idle log.
  await expect.poll(async () => (await windowsOf(service, scope)).at(-1)?.status).toBe('anchored');
  const stored = async () =>
    (
      await service.db.batch([
        service.db
          .prepare("SELECT * FROM chain_transactions WHERE intent LIKE ? || '%'")
          .bind(`logs/${anchors[0]!.log}`),
        service.db.prepare('SELECT * FROM logs WHERE scope = ?').bind(scope),
      ])
    ).map(({ results }) => results);
  const before = await stored();
  for (let i = 0; i < 3; i++) {
    await service.jobs.send({ kind: 'close', scope });
    await service.cron('* * * * *');
  }
  await new Promise((resolve) => setTimeout(resolve, 3000));
  expect(await logAnchorsOf(service, scope)).toEqual(anchors);
  expect(await stored()).toEqual(before);
});
