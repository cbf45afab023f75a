import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { newTenant, SECRETS, startService, type Service, type Tenant } from '../support/service.ts';
import { done, idOf } from '../support/sharing.ts';
import { attemptsOf, newAsset, newEvent, newWebhook, typesIn, until } from './support/hooks.ts';
import { startReceiver, verified, type Receiver, type Respond } from './support/receiver.ts';

let service: Service;
let client: Client;
let receiver: Receiver;
let healthy: Receiver;
let owner: Tenant;
let asset: string;
beforeAll(async () => {
  [receiver, healthy] = [await startReceiver(), await startReceiver()];
  const hosts = `${receiver.host},${healthy.host}`;
  service = await startService({ vars: { WEBHOOK_ALLOWED_HOSTS: hosts, WEBHOOK_ANSWER_SECONDS: '1' } });
  client = await openClient(service);
});
afterAll(async () => {
  await service?.close();
  receiver?.close();
  healthy?.close();
});
let made: any;
beforeEach(async () => {
  owner = await newTenant(service);
  asset = await newAsset(client, owner);
});

/** Creates a webhook to the receiver with these responses, records an event, and returns the first attempt. */
async function firstAttempt(respond: Respond): Promise<any> {
  receiver.respond(respond);
  receiver.received.length = 0;
  made = await newWebhook(client, owner, receiver);
  await newEvent(client, owner, asset, 'Inspection');
  await until(async () => (await attemptsOf(client, owner, made)).length, 1);
  return (await attemptsOf(client, owner, made))[0];
}
/** Disables a webhook, so that it sends nothing in later tests. */
const disable = () => done(client, owner.token, 'PATCH', `/v1/${made.identity}`, { enabled: false });

const failures: [string, Respond, { status: number; error: string }][] = [
  [
    'fails',
    (_received, response) => void response.writeHead(500).end('no'),
    { status: 500, error: 'responded with 500' },
  ],
  [
    'rejects',
    (_received, response) => void response.writeHead(401).end(),
    { status: 401, error: 'responded with 401' },
  ],
  ['hangs', () => undefined, { status: 0, error: 'did not respond within 1 seconds' }],
  [
    'closes the connection',
    (_received, response) => void response.destroy(),
    { status: 0, error: 'could not be reached' },
  ],
  [
    'responds with no HTTP',
    (_received, response) => void response.socket!.end('hello'),
    { status: 0, error: 'could not be reached' },
  ],
];

describe('a receiver that', () => {
  it.each(failures)('%s gets the event again later', async (_name, respond, expected) => {
    const attempt = await firstAttempt(respond);
    expect(attempt).toMatchObject({ attempt: 1, status: expected.status, outcome: 'RETRYING' });
    expect(attempt.error).toContain(expected.error);
    const failedAt = Date.parse(attempt.timestamp) + attempt.duration_ms;
    const pause = Date.parse(attempt.next_attempt_at) - failedAt;
    expect(pause).toBeGreaterThanOrEqual(4000);
    expect(pause).toBeLessThanOrEqual(6000);
    receiver.respond();
    await service.db
      .prepare('UPDATE webhook_deliveries SET due_us = 1 WHERE webhook = ?')
      .bind(idOf(made.identity))
      .run();
    await service.cron('* * * * *');
    await until(async () => (await attemptsOf(client, owner, made))[0].outcome, 'DELIVERED');
    const [first, second] = receiver.received;
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
    expect(verified(made.secret, second!)).toEqual(verified(made.secret, first!));
  });

  it.each([301, 302, 303, 307, 308])('redirects with %i is not followed', async (status) => {
    healthy.received.length = 0;
    const location = `http://${healthy.host}/elsewhere`;
    const attempt = await firstAttempt((_received, response) => void response.writeHead(status, { location }).end());
    expect(attempt).toMatchObject({
      status,
      outcome: 'RETRYING',
      error: 'the receiver redirects, which is not followed',
    });
    expect(healthy.received).toEqual([]);
    await disable();
  });

  it('answers 10 MB is read for 64 KB, and its status counts', async () => {
    let sent = 0;
    const attempt = await firstAttempt((_received, response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(16 * 1024, 'x');
      const write = (): void => {
        while (sent < 10 * 2 ** 20 && !response.destroyed) {
          sent += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', write);
        }
        response.end();
      };
      write();
    });
    expect(attempt).toMatchObject({ status: 200, outcome: 'DELIVERED' });
    await receiver.received[0]!.ended;
    // What the buffers of both sockets hold is sent too.
    expect(sent).toBeLessThan(8 * 2 ** 20);
    expect((await service.logged()).join('\n')).not.toContain('xxxx');
  });

  it('does not end its answer has the event, because its status counts', async () => {
    const attempt = await firstAttempt((_received, response) => void response.writeHead(200).write('more follows'));
    expect(attempt).toMatchObject({ status: 200, outcome: 'DELIVERED' });
    expect(attempt.duration_ms).toBeLessThan(5000);
  });

  it('responds with 410 gets nothing more: the webhook is disabled at once', async () => {
    const attempt = await firstAttempt((_received, response) => void response.writeHead(410).end());
    expect(attempt).toMatchObject({ status: 410, outcome: 'FAILED', next_attempt_at: null });
    const disabled = await done(client, owner.token, 'GET', `/v1/${made.identity}`);
    expect(disabled).toMatchObject({ enabled: false, disabled_reason: 'the receiver responded with 410 (Gone)' });
    expect(
      (await service.logged()).some((line) => line.includes('a webhook was disabled') && line.includes('410')),
    ).toBe(true);
    await newEvent(client, owner, asset, 'later');
    await service.cron('* * * * *');
    receiver.respond();
    await done(client, owner.token, 'PATCH', `/v1/${made.identity}`, { enabled: true });
    await until(() => [...new Set(typesIn(receiver.received.slice(1)))].toSorted(), ['Inspection', 'later']);
    expect(receiver.received.length).toBe(3);
  });

  it('hangs delays no other webhook of the tenancy', async () => {
    // A service that waits so long for responses that no request ends before the other webhook has everything.
    const patient = await startService({
      vars: { WEBHOOK_ALLOWED_HOSTS: `${receiver.host},${healthy.host}`, WEBHOOK_ANSWER_SECONDS: '60' },
    });
    try {
      const [by, tenant] = [await openClient(patient), await newTenant(patient)];
      const inspected = await newAsset(by, tenant);
      receiver.respond(() => undefined);
      receiver.received.length = 0;
      healthy.received.length = 0;
      await newWebhook(by, tenant, receiver);
      await newWebhook(by, tenant, healthy);
      const types = Array.from({ length: 20 }, (_, i) => `event ${i}`);
      for (const type of types) await newEvent(by, tenant, inspected, type);
      await until(() => new Set(typesIn(healthy.received)).size, types.length);
      expect(healthy.received.length).toBe(types.length);
      // At most four requests of a webhook are sent at once.
      await until(() => receiver.received.length, 4);
      expect(receiver.received.length).toBeLessThanOrEqual(4);
    } finally {
      await patient.close();
    }
  });
});

it('keeps the last 1,000 attempts, which are paged', async () => {
  receiver.respond();
  made = await newWebhook(client, owner, receiver);
  await newEvent(client, owner, asset, 'first');
  await until(async () => (await attemptsOf(client, owner, made)).length, 1);
  const id = idOf(made.identity);
  await service.db.batch([
    service.db
      .prepare(
        `WITH RECURSIVE n(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM n WHERE n < 1200)
          INSERT INTO webhook_attempts SELECT webhook, n, tenant, delivery, event, identity, attempt, at_us,
          duration_ms, status, error,
            outcome, next_us FROM n CROSS JOIN webhook_attempts WHERE webhook = ? AND seq = 1`,
      )
      .bind(id),
    service.db.prepare('UPDATE webhooks SET attempts = 1200 WHERE id = ?').bind(id),
  ]);
  await newEvent(client, owner, asset, 'last');
  const count = () =>
    service.db
      .prepare('SELECT count(*) AS n, max(seq) AS last FROM webhook_attempts WHERE webhook = ?')
      .bind(id)
      .first();
  await until(count, { n: 1000, last: 1201 });
  const sizes: number[] = [];
  for (let token = ''; ;) {
    const query = `page_size=400${token === '' ? '' : `&page_token=${encodeURIComponent(token)}`}`;
    const page = await client.call(owner.token, 'GET', `/v1/${made.identity}/deliveries?${query}`);
    sizes.push(page.body.deliveries.length);
    token = page.body.next_page_token ?? '';
    if (token === '') break;
  }
  expect(sizes).toEqual([400, 400, 200]);
});

it('continues after the same event when another log replaces that of the tenancy', async () => {
  receiver.respond();
  receiver.received.length = 0;
  made = await newWebhook(client, owner, receiver);
  await newEvent(client, owner, asset, 'before');
  await until(() => typesIn(receiver.received), ['before']);
  const log = await service.db
    .prepare('SELECT log FROM webhooks WHERE id = ?')
    .bind(idOf(made.identity))
    .first<string>('log');
  const ended = await client.call(SECRETS.OPERATOR_SECRET, 'POST', `/operator/v1/logs/${log}:end`, {
    body: { reason: 'a test' },
  });
  expect(ended.status, ended.text).toBe(200);
  for (const type of ['after', 'later']) await newEvent(client, owner, asset, type);
  await until(() => typesIn(receiver.received).toSorted(), ['after', 'before', 'later']);
  const row = await service.db
    .prepare('SELECT log FROM webhooks WHERE id = ?')
    .bind(idOf(made.identity))
    .first<string>('log');
  expect(row).not.toBe(log);
});
