import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { configOf, type Env } from '../../src/settings/config.ts';
import { ambient } from '../../src/lib/time.ts';
import { nextAttempt } from '../../src/formats/webhooks/schedule.ts';
import { webhookConditions } from '../../src/resources/webhooks/filters.ts';
import { Database } from '../../src/platform/database/database.ts';
import { webhookPurpose } from '../../src/features/webhooks/payload.ts';
import { Sender } from '../../src/features/webhooks/sender.ts';
import { openClient, type Client } from '../support/client.ts';
import { logsComplete } from '../support/database.ts';
import { newTenant, ORIGIN, SECRETS, startService, type Service, type Tenant } from '../support/service.ts';
import { done, idOf } from '../support/sharing.ts';
import { attemptsOf, newAsset, newEvent, newWebhook, typesIn, until } from './support/hooks.ts';
import { startReceiver, verified, type Receiver } from './support/receiver.ts';

const HOUR = 3_600_000;
/** Milliseconds by which the clock advances while nothing waits. */
const IDLE = 600_000;

let service: Service;
let client: Client;
let receiver: Receiver;
let owner: Tenant;
let asset: string;
let made: any;
let sender: Sender;
/** The revisions at which the sender has announced that it disabled the webhook. */
let announced: number[];
/** The clock of the sender, which runs in this process; the service has another one, and none for this webhook. */
let clock: number;
/** The clock does not jump over this time. */
let limit: number;
beforeAll(async () => {
  receiver = await startReceiver();
  service = await startService({ vars: { WEBHOOK_ALLOWED_HOSTS: receiver.host, WEBHOOK_ANSWER_SECONDS: '1' } });
  client = await openClient(service);
});
afterAll(async () => {
  await service?.close();
  receiver?.close();
});
beforeEach(async () => {
  receiver.respond();
  receiver.received.length = 0;
  owner = await newTenant(service);
  asset = await newAsset(client, owner);
  made = await newWebhook(client, owner, receiver, { enabled: false });
  // The service does not know the new id, so it has no sender for it.
  const id = crypto.randomUUID();
  const sealed = await configOf(env()).keys.seal(webhookPurpose(id), made.secret);
  await service.db
    .prepare('UPDATE webhooks SET id = ?2, secret = ?3, enabled = 1 WHERE id = ?1')
    .bind(idOf(made.identity), id, sealed)
    .run();
  made = { ...made, identity: `webhooks/${id}` };
  clock = Date.now();
  vi.spyOn(ambient, 'now').mockImplementation(() => clock);
  announced = [];
  sender = newSender();
});
afterEach(() => vi.restoreAllMocks());

const env = () =>
  ({
    ORIGIN,
    ...SECRETS,
    DB: service.db,
    WEBHOOK_ALLOWED_HOSTS: receiver.host,
    WEBHOOK_ANSWER_SECONDS: '1',
  }) as unknown as Env;
const newSender = (): Sender =>
  new Sender(
    {
      db: new Database(service.db, 'primary', undefined, async () => undefined),
      config: configOf(env()),
      network: {},
      conditionsOf: webhookConditions,
      disabled: async (revision) => void announced.push(revision),
      grown: async (tenant, from, milliseconds) => {
        const query = 'SELECT size FROM logs WHERE scope = ? AND ended = 0';
        if ((await service.db.prepare(query).bind(tenant).first<number>('size'))! > from.index) return true;
        clock = Math.max(clock + milliseconds, Math.min(limit, (await nextDue()) || clock + IDLE));
        return false;
      },
    },
    idOf(made.identity),
  );
/** The time at which the next delivery is due, in milliseconds; 0 if none waits. */
const nextDue = async (): Promise<number> =>
  Math.ceil(
    ((await service.db
      .prepare('SELECT min(due_us) AS due FROM webhook_deliveries WHERE webhook = ?')
      .bind(idOf(made.identity))
      .first<number>('due')) ?? 0) / 1000,
  );
/** Runs the sender until its clock has reached a time, or it has nothing to do. */
async function runUntil(time: number): Promise<void> {
  limit = time;
  while (clock < time) {
    const next = await sender.run();
    if (next === undefined) return;
    clock += next;
  }
}
async function recorded(...types: string[]): Promise<void> {
  for (const type of types) await newEvent(client, owner, asset, type);
  await logsComplete(service);
}
/** The time of an attempt. */
const timeOf = ({ timestamp }: any): number => Date.parse(timestamp);

it('delivers every event of a day without receiver within minutes, once each and verifiable', async () => {
  await recorded('before');
  await runUntil(clock + HOUR);
  expect(typesIn(receiver.received)).toEqual(['before']);
  await receiver.disappear();
  const start = clock;
  for (let hour = 0; hour < 24; hour++) {
    if (hour % 4 === 0) await recorded(`hour ${hour}`);
    await runUntil(start + (hour + 1) * HOUR);
  }
  const duringOutage = await attemptsOf(client, owner, made);
  const failed = duringOutage.filter(({ outcome }) => outcome === 'RETRYING');
  expect(failed.every(({ error, status }) => status === 0 && error === 'the receiver could not be reached')).toBe(true);
  // A delivery is sent about ten times in a day, not in a loop.
  const first = failed.filter(({ delivery }) => delivery === failed.at(-1)!.delivery);
  expect(first.length).toBeGreaterThan(7);
  expect(first.length).toBeLessThan(14);
  expect((await done(client, owner.token, 'GET', `/v1/${made.identity}`)).enabled).toBe(true);

  await receiver.appear();
  await recorded('after');
  const back = clock;
  await runUntil(back + 10 * 60_000);
  const types = ['before', 'after', 'hour 0', 'hour 12', 'hour 16', 'hour 20', 'hour 4', 'hour 8'];
  expect(typesIn(receiver.received).toSorted()).toEqual(types.toSorted());
  for (const one of receiver.received) {
    vi.spyOn(Date, 'now').mockReturnValue(Number(one.headers['webhook-timestamp']) * 1000);
    expect(verified(made.secret, one).type).toBe('event.recorded');
    vi.mocked(Date.now).mockRestore();
  }
});

it('is disabled after three days without a success, and delivers what waits when it is enabled again', async () => {
  receiver.respond((_received, response) => void response.writeHead(503).end());
  await recorded('one', 'two');
  const start = clock;
  await runUntil(start + 71.9 * HOUR);
  expect((await done(client, owner.token, 'GET', `/v1/${made.identity}`)).enabled).toBe(true);
  await runUntil(start + 80 * HOUR);
  const disabled = await done(client, owner.token, 'GET', `/v1/${made.identity}`);
  expect(disabled).toMatchObject({ enabled: false, disabled_reason: 'no delivery has succeeded for three days' });
  // Two deliveries can end it at the same time.
  expect(announced.length).toBe(1);
  const { audit } = await done(client, owner.token, 'GET', '/v1/audit');
  expect(audit.filter(({ operation }: any) => operation === 'disableWebhook').length).toBe(1);
  const attempts = await attemptsOf(client, owner, made);
  const [last] = attempts;
  const ofOne = attempts.filter(({ delivery }) => delivery === last.delivery).toReversed();
  expect(timeOf(last) - timeOf(ofOne[0])).toBeGreaterThanOrEqual(72 * HOUR);
  expect(timeOf(last) - timeOf(ofOne[0])).toBeLessThan(73 * HOUR);
  const pauses = ofOne.slice(1).map((each, i) => timeOf(each) - timeOf(ofOne[i]));
  for (const [i, pause] of pauses.slice(0, -1).entries())
    expect(pause).toBeGreaterThanOrEqual(0.8 * Math.min(8 * HOUR, 5000 * 4 ** i));
  expect(Math.max(...pauses)).toBeLessThan(10 * HOUR);
  // Both deliveries may have been sent at the end of the three days.
  expect([1, 2]).toContain(attempts.filter(({ outcome }) => outcome === 'FAILED').length);
  expect(await sender.run()).toBeUndefined();

  vi.restoreAllMocks();
  receiver.respond();
  receiver.received.length = 0;
  await done(client, owner.token, 'PATCH', `/v1/${made.identity}`, { enabled: true });
  await until(() => [...new Set(typesIn(receiver.received))].toSorted(), ['one', 'two']);
});

it('gives up an event that a receiver rejects for three days while it accepts others, and stays enabled', async () => {
  receiver.respond(
    (received, response) => void response.writeHead(received.body.includes('rejected') ? 400 : 200).end(),
  );
  await recorded('rejected');
  const start = clock;
  for (let hour = 0; hour < 80; hour += 10) {
    await recorded(`hour ${hour}`);
    await runUntil(start + (hour + 10) * HOUR);
  }
  expect((await done(client, owner.token, 'GET', `/v1/${made.identity}`)).enabled).toBe(true);
  const attempts = await attemptsOf(client, owner, made);
  expect(attempts.filter(({ outcome }) => outcome === 'FAILED').length).toBe(1);
  expect(typesIn(receiver.received).filter((type) => type !== 'rejected').length).toBe(8);
  expect(typesIn(receiver.received).filter((type) => type === 'rejected').length).toBeLessThan(30);
});

it('is sent again after a crash between the response of the receiver and the write of the result', async () => {
  await recorded('twice');
  const { batch } = Database.prototype;
  let isCrashed = false;
  vi.spyOn(Database.prototype, 'batch').mockImplementation(function (this: Database, statements: any) {
    const text = statements.map((each: any) => each._prepare?.().getQuery?.().sql ?? '').join();
    if (text.includes('INSERT INTO webhook_attempts') && !isCrashed) {
      isCrashed = true;
      return Promise.reject(new Error('the process has ended'));
    }
    return batch.call(this, statements) as never;
  });
  limit = clock;
  await expect(sender.run()).rejects.toThrow('the process has ended');
  sender = newSender();
  await runUntil(clock + 60_000);
  expect(isCrashed).toBe(true);
  expect(typesIn(receiver.received)).toEqual(['twice', 'twice']);
  expect(receiver.received[0]!.headers['webhook-id']).toBe(receiver.received[1]!.headers['webhook-id']);
  expect((await attemptsOf(client, owner, made)).length).toBe(1);
});

it('creates each delivery once although senders crash between any two writes, or run at the same time', async () => {
  await recorded(...Array.from({ length: 12 }, (_, i) => `event ${i}`));
  receiver.respond((_received, response) => void response.writeHead(500).end());
  limit = clock;
  await Promise.all([newSender().run(), newSender().run(), newSender().run()]);
  const { results } = await service.db
    .prepare('SELECT event, count(*) AS n FROM webhook_deliveries WHERE webhook = ? GROUP BY event')
    .bind(idOf(made.identity))
    .all();
  expect(results.map(({ n }) => n)).toEqual(Array(12).fill(1));
});

it('repeats failed deliveries with pauses from 5 seconds to 8 hours, until three days have passed', () => {
  for (const random of [0, 0.5, 1]) {
    let at = 0;
    const pauses: number[] = [];
    for (let failures = 1; ; failures++) {
      const next = nextAttempt(failures, 0, at, random);
      if (next === undefined) break;
      pauses.push((next - at) / 1e6);
      at = next;
    }
    expect(at).toBe(72 * 3600 * 1e6);
    const factor = 0.8 + 0.4 * random;
    expect(pauses.slice(0, 4).map((pause) => Math.round((pause / factor) * 1e3) / 1e3)).toEqual([5, 20, 80, 320]);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(8 * 3600 * 1.2);
    expect(pauses.length).toBeGreaterThan(12);
    expect(pauses.length).toBeLessThan(25);
  }
  expect(nextAttempt(3, 0, 72 * 3600 * 1e6, 0.5)).toBeUndefined();
});
