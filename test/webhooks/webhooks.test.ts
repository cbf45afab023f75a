import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { openClient, type Client } from '../support/client.ts';
import { erased } from '../support/erasure.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { done, idOf, newMember } from '../support/sharing.ts';
import { attemptsOf, newAsset, newEvent, newWebhook, typesIn, until } from './support/hooks.ts';
import { startReceiver, verified, type Received, type Receiver } from './support/receiver.ts';

let service: Service;
let client: Client;
let receiver: Receiver;
let owner: Tenant;
/** The path of the webhooks of a test. */
let path: string;
beforeAll(async () => {
  receiver = await startReceiver();
  service = await startService({
    vars: {
      WEBHOOK_ALLOWED_HOSTS: receiver.host,
      WEBHOOKS: '2',
      WEBHOOK_WAITING: '5',
      ANCHOR_WINDOW_SECONDS: '1',
    },
  });
  client = await openClient(service);
});
afterAll(async () => {
  await service?.close();
  receiver?.close();
});
beforeEach(async () => {
  owner = await newTenant(service);
  receiver.respond();
  path = `/${owner.client_id}`;
});

const call = (method: string, path: string, body?: object) =>
  client.call(owner.token, method, path, body === undefined ? {} : { body });
const own = (path: string) => done(client, owner.token, 'GET', path);
/** Makes all deliveries that wait due at a time, in microseconds. */
const due = ({ identity }: { identity: string }, us: number) =>
  service.db.prepare('UPDATE webhook_deliveries SET due_us = ? WHERE webhook = ?').bind(us, idOf(identity)).run();
/** Makes all deliveries that wait due, as if time had passed. */
async function later(webhook: { identity: string }): Promise<void> {
  await due(webhook, 1);
  await service.cron('* * * * *');
}
const got = (): Received[] => receiver.at(path);
/** Where the webhooks of a test are sent to. */
const here = () => ({ url: `http://${receiver.host}${path}` });
const failing = (): void => receiver.respond((_received, response) => void response.writeHead(500).end());

it('a webhook that asks for notices of compliance gets each once, and no other webhook does', async () => {
  const asset = await newAsset(client, owner, { arc_display_name: 'Pump 3' });
  const asking = await newWebhook(client, owner, here(), { types: ['compliance.notice'], filters: [] });
  expect(asking.types).toEqual(['compliance.notice']);
  const other = await newWebhook(client, owner, { url: `http://${receiver.host}${path}/other` });
  expect(other.types).toEqual(['event.recorded']);
  const policy = await done(client, owner.token, 'POST', '/v1/compliance_policies', {
    compliance_type: 'COMPLIANCE_SINCE',
    display_name: 'Inspected',
    event_display_type: 'Inspection',
    time_period_seconds: 86_400,
  });
  await service.cron('* * * * *');
  await until(() => got().length, 1);
  const [notice] = got().map(({ body }) => JSON.parse(body));
  expect(notice).toEqual({
    type: 'compliance.notice',
    timestamp: expect.stringMatching(/Z$/),
    data: {
      notice: 'NOT_COMPLIANT',
      asset_identity: asset,
      display_name: 'Pump 3',
      compliance_policy_identity: policy.identity,
      compliance_policy_display_name: 'Inspected',
      due_at: null,
    },
  });
  // It is recorded, so the asset is compliant, and not due within a quarter of the period.
  await newEvent(client, owner, asset, 'Inspection');
  await service.cron('* * * * *');
  await until(() => typesIn(receiver.at(`${path}/other`)), ['Inspection']);
  const attempts = await attemptsOf(client, owner, asking);
  expect(attempts.map(({ outcome, event }) => [outcome, event])).toEqual([['DELIVERED', '']]);
  expect(got()).toHaveLength(1);
});

describe('a delivery', () => {
  it('has the event as the application reads it, and a signature that standardwebhooks accepts', async () => {
    const asset = await newAsset(client, owner, { arc_display_name: 'before the webhook' });
    const made = await newWebhook(client, owner, here());
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { identity } = await newEvent(client, owner, asset, 'Inspection');
    await until(() => got().length, 1);
    const [received] = got();
    expect(received).toMatchObject({ method: 'POST', path, headers: { 'content-type': 'application/json' } });
    const payload = verified(made.secret, received!);
    const event = await own(`/v2/${identity}`);
    const { log_entry: _entry, ...listed } = event;
    expect(payload).toEqual({
      type: 'event.recorded',
      timestamp: event.timestamp_accepted,
      data: expect.objectContaining({
        identity,
        event_attributes: listed.event_attributes,
        confirmation_status: 'CONFIRMED',
      }),
    });
    const other = new Webhook(`whsec_${Buffer.alloc(32, 1).toString('base64')}`);
    expect(() => other.verify(received!.body, received!.headers)).toThrow('No matching signature');
    await until(async () => (await attemptsOf(client, owner, made)).length, 1);
    expect(await attemptsOf(client, owner, made)).toMatchObject([
      {
        delivery: received!.headers['webhook-id'],
        event: identity,
        attempt: 1,
        status: 204,
        error: '',
        outcome: 'DELIVERED',
        next_attempt_at: null,
      },
    ]);
  });

  it('is sent after the response to the append without a cron', async () => {
    const asset = await newAsset(client, owner);
    await newWebhook(client, owner, here());
    for (const type of ['first', 'second', 'third']) {
      await newEvent(client, owner, asset, type);
      await until(() => typesIn(got()).at(-1), type);
    }
    expect(got().length).toBe(3);
  });

  it('is made only for events that meet the filters', async () => {
    const pump = await newAsset(client, owner, { kind: 'pump' });
    const valve = await newAsset(client, owner, { kind: 'valve' });
    await newWebhook(client, owner, here(), {
      filters: [
        'operation=Record',
        'asset.attributes.kind=pump',
        'filters=event_attributes.arc_display_type=A OR event_attributes.arc_display_type=C',
      ],
    });
    for (const type of ['A', 'B']) for (const asset of [pump, valve]) await newEvent(client, owner, asset, type);
    await newEvent(client, owner, pump, 'C');
    await until(() => typesIn(got()).toSorted(), ['A', 'C']);
  });

  it.each([
    [['nothing'], 'filters[0]'],
    [['operation=Record', 'operation=Record'], 'is duplicated'],
    [['cursor='], 'filters[0]'],
    [['order_by=SIMPLEHASHV1'], 'order_by'],
    [['proof_mechanism=NONE'], 'proof_mechanism'],
    [['timestamp_accepted_since=yesterday'], 'timestamp_accepted_since'],
    [['attributes.kind=pump'], 'filters[0]'],
    [['filters=kind'], 'filters'],
  ])('cannot be filtered by %j (400)', async (filters, words) => {
    const body = { display_name: 'x', ...here(), application: `applications/${owner.client_id}`, filters };
    const answer = await call('POST', '/v1/webhooks', body);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(words);
  });

  it('shows what the access policies of the application permit when it is sent', async () => {
    const member = await newMember(service, client, owner);
    const policy = await done(client, owner.token, 'POST', '/iam/v1/access_policies', {
      display_name: 'Pumps',
      filters: [{ or: ['attributes.kind=pump'] }],
      access_permissions: [
        {
          user_attributes: [{ or: [`subject=${member.client_id}`] }],
          event_arc_display_type_read: ['*'],
          asset_attributes_read: ['kind'],
        },
      ],
    });
    const pump = await newAsset(client, owner, { kind: 'pump', secret: 'hidden' });
    const valve = await newAsset(client, owner, { kind: 'valve' });
    const made = await newWebhook(client, owner, here(), { application: `applications/${member.client_id}` });
    await newEvent(client, owner, valve, 'not visible');
    await done(client, owner.token, 'POST', `/v2/${pump}/events`, {
      ...RECORD,
      event_attributes: { arc_display_type: 'visible' },
      asset_attributes: { kind: 'pump', secret: 'still hidden' },
    });
    await until(() => typesIn(got()), ['visible']);
    expect(JSON.parse(got()[0]!.body).data.asset_attributes).toEqual({ kind: 'pump' });

    failing();
    await newEvent(client, owner, pump, 'withdrawn');
    await until(() => typesIn(got()), ['visible', 'withdrawn']);
    await until(async () => (await attemptsOf(client, owner, made))[0].outcome, 'RETRYING');
    await due(made, Number.MAX_SAFE_INTEGER);
    await done(client, owner.token, 'DELETE', `/iam/v1/${policy.identity}`);
    receiver.respond();
    await later(made);
    await until(async () => (await attemptsOf(client, owner, made))[0].outcome, 'SKIPPED');
    expect(got().length).toBe(2);
    await newEvent(client, owner, pump, 'after');
    await newEvent(client, owner, valve, 'after');
    await done(client, owner.token, 'POST', `/v1/${made.identity}:test`);
    await until(() => got().length, 3);
    expect(JSON.parse(got()[2]!.body).type).toBe('webhook.test');
  });

  it('has no content of an event that was erased while it waited', async () => {
    const made = await newWebhook(client, owner, here(), { filters: ['event_attributes.arc_display_type=personal'] });
    failing();
    const asset = await newAsset(client, owner);
    const { identity } = await done(client, owner.token, 'POST', `/v2/${asset}/events`, {
      ...RECORD,
      event_attributes: { arc_display_type: 'personal', name: 'erase-me-now' },
      asset_attributes: {},
    });
    await until(async () => (await attemptsOf(client, owner, made)).length, 1);
    expect(got()[0]!.body).toContain('erase-me-now');
    const answer = await erased(client, owner.token, identity);
    expect(answer.status, answer.text).toBe(200);
    receiver.respond();
    await later(made);
    await until(async () => (await attemptsOf(client, owner, made))[0].outcome, 'DELIVERED');
    const last = got().at(-1)!;
    expect(last.body).not.toContain('erase-me-now');
    expect(verified(made.secret, last).data).toMatchObject({
      identity,
      event_attributes: {},
      erased: { reason: 'asked for' },
    });
    const { results } = await service.db.prepare('SELECT * FROM webhook_deliveries').all();
    const attempts = (await service.db.prepare('SELECT * FROM webhook_attempts').all()).results;
    expect(JSON.stringify([results, attempts])).not.toContain('erase-me-now');
  });
});

describe('a webhook', () => {
  it('a webhook shows its secret only when it is created or rotated, and stores it encrypted', async () => {
    const made = await newWebhook(client, owner, here());
    const rotated = await done(client, owner.token, 'POST', `/v1/${made.identity}:rotate-secret`);
    expect(rotated.secret).toMatch(/^whsec_/);
    const shown = [
      await call('GET', '/v1/webhooks'),
      await call('GET', `/v1/${made.identity}`),
      await call('PATCH', `/v1/${made.identity}`, { display_name: 'renamed' }),
      await call('POST', `/v1/${made.identity}:test`),
      await call('GET', '/v1/audit'),
    ].map(({ status, text }) => (expect(status).toBe(200), text));
    await until(() => got().length, 1);
    await until(async () => (await attemptsOf(client, owner, made)).length, 1);
    const rows = await service.db.prepare('SELECT * FROM webhooks').all();
    const all = [...shown, JSON.stringify(rows.results), ...(await service.logged()), got()[0]!.body].join('\n');
    for (const secret of [made.secret, rotated.secret]) {
      expect(all).not.toContain(secret);
      expect(all).not.toContain(secret.slice('whsec_'.length));
    }
    expect(all).not.toContain('whsec_');
    expect(rows.results.every(({ secret }) => String(secret).startsWith('k1.'))).toBe(true);
  });

  it('a webhook is signed by both secrets until the previous one expires', async () => {
    const made = await newWebhook(client, owner, here());
    const test = async (): Promise<Received> => {
      const { delivery } = await done(client, owner.token, 'POST', `/v1/${made.identity}:test`);
      const find = () => got().find(({ headers }) => headers['webhook-id'] === delivery);
      await until(() => find() !== undefined, true);
      return find()!;
    };
    const signatures = ({ headers }: Received) => headers['webhook-signature']!.split(' ').length;
    const second = await done(client, owner.token, 'POST', `/v1/${made.identity}:rotate-secret`);
    const day = Date.parse(second.previous_secret_valid_until) - Date.now();
    expect(day).toBeGreaterThan(86_000_000);
    expect(day).toBeLessThan(86_401_000);
    const both = await test();
    expect(signatures(both)).toBe(2);
    for (const { secret } of [made, second]) expect(verified(secret, both).type).toBe('webhook.test');
    const third = await done(client, owner.token, 'POST', `/v1/${made.identity}:rotate-secret`, {
      previous_valid_until: '2026-01-01T00:00:00Z',
    });
    expect(third.previous_secret_valid_until).toBeNull();
    const one = await test();
    expect(signatures(one)).toBe(1);
    expect(verified(third.secret, one).type).toBe('webhook.test');
    for (const { secret } of [made, second]) expect(() => verified(secret, one)).toThrow('No matching signature');
    await done(client, owner.token, 'POST', `/v1/${made.identity}:rotate-secret`);
    await service.db.prepare('UPDATE webhooks SET previous_until_us = 1 WHERE id = ?').bind(idOf(made.identity)).run();
    expect(signatures(await test())).toBe(1);
    await service.cron('* * * * *');
    const row = await service.db
      .prepare('SELECT previous_secret AS previous FROM webhooks WHERE id = ?')
      .bind(idOf(made.identity))
      .first();
    expect(row).toEqual({ previous: '' });
  });

  it('a webhook cannot be seen or used by others, and has an application of its own tenancy', async () => {
    const made = await newWebhook(client, owner, here());
    const [other, member] = [await newTenant(service), await newMember(service, client, owner)];
    const at = `/v1/${made.identity}`;
    const calls: [string, string, object?][] = [
      ['GET', at],
      ['PATCH', at, { display_name: 'y' }],
      ['GET', `${at}/deliveries`],
      ['POST', `${at}:test`],
      ['POST', `${at}:redeliver`, { since: '2026-01-01T00:00:00Z' }],
      ['POST', `${at}:rotate-secret`],
      ['DELETE', at],
    ];
    for (const [method, where, body] of calls) {
      const options = body ? { body } : {};
      expect((await client.call(other.token, method, where, options)).status, `${method} ${where}`).toBe(404);
      expect((await client.call(member.token, method, where, options)).status, `${method} ${where}`).toBe(403);
    }
    expect((await client.call(member.token, 'GET', '/v1/webhooks')).status).toBe(403);
    expect((await done(client, other.token, 'GET', '/v1/webhooks')).webhooks).toEqual([]);
    const foreign = { application: `applications/${other.client_id}` };
    const body = { display_name: 'x', ...here(), ...foreign };
    for (const answer of [await call('POST', '/v1/webhooks', body), await call('PATCH', at, foreign)]) {
      expect(answer.status).toBe(400);
      expect(answer.text).toContain('must be an application of the tenancy');
    }
    const asset = await newAsset(client, other);
    await newEvent(client, other, asset, 'of another tenancy');
    await done(client, owner.token, 'POST', `${at}:test`);
    await until(() => got().length, 1);
    expect(JSON.parse(got()[0]!.body).type).toBe('webhook.test');
  });

  it('a webhook is one of a maximum number per tenancy (429), and its deletion deletes its deliveries', async () => {
    failing();
    const made = await newWebhook(client, owner, here());
    await newWebhook(client, owner, here(), { enabled: false });
    const third = { display_name: 'x', ...here(), application: `applications/${owner.client_id}` };
    const answer = await call('POST', '/v1/webhooks', third);
    expect(answer.status).toBe(429);
    expect(answer.text).toContain('at most 2 webhooks');
    await newEvent(client, owner, await newAsset(client, owner), 'waits');
    await until(async () => (await attemptsOf(client, owner, made)).length, 1);
    await done(client, owner.token, 'DELETE', `/v1/${made.identity}`);
    for (const table of ['webhook_deliveries', 'webhook_attempts'])
      expect(
        await service.db
          .prepare(`SELECT count(*) AS n FROM ${table} WHERE webhook = ?`)
          .bind(idOf(made.identity))
          .first(),
      ).toEqual({ n: 0 });
    expect((await call('POST', '/v1/webhooks', third)).status).toBe(200);
  });

  it('is disabled with a reason when its application is deleted, and can be enabled with another one', async () => {
    const member = await newMember(service, client, owner);
    const made = await newWebhook(client, owner, here(), { application: member.identity });
    await done(client, owner.token, 'DELETE', `/iam/v1/${member.identity}`);
    const disabled = await own(`/v1/${made.identity}`);
    expect(disabled).toMatchObject({ enabled: false, disabled_reason: 'the application was deleted' });
    expect(Date.now() - Date.parse(disabled.disabled_at)).toBeLessThan(60_000);
    expect((await call('PATCH', `/v1/${made.identity}`, { enabled: true })).status).toBe(400);
    const asset = await newAsset(client, owner);
    const body = { enabled: true, application: `applications/${owner.client_id}` };
    expect(await done(client, owner.token, 'PATCH', `/v1/${made.identity}`, body)).toMatchObject({
      enabled: true,
      disabled_reason: '',
      disabled_at: null,
    });
    await newEvent(client, owner, asset, 'enabled again');
    await until(() => typesIn(got()), ['enabled again']);
  });

  it('is disabled by its sender if the application is gone although the webhook was not changed with it', async () => {
    const member = await newMember(service, client, owner);
    const made = await newWebhook(client, owner, here(), { application: member.identity });
    await service.db.prepare('DELETE FROM applications WHERE id = ?').bind(member.client_id).run();
    await newAsset(client, owner);
    await until(async () => (await own(`/v1/${made.identity}`)).disabled_reason, 'the application was deleted');
    expect(got()).toEqual([]);
    expect((await service.logged()).some((line) => line.includes('a webhook was disabled'))).toBe(true);
  });

  it('a webhook that is not enabled sends only tests, and continues with the first unsent event', async () => {
    const asset = await newAsset(client, owner);
    const made = await newWebhook(client, owner, here());
    await done(client, owner.token, 'PATCH', `/v1/${made.identity}`, { enabled: false });
    for (const type of ['one', 'two']) await newEvent(client, owner, asset, type);
    await done(client, owner.token, 'POST', `/v1/${made.identity}:test`);
    await until(() => typesIn(got()), [undefined]);
    await done(client, owner.token, 'PATCH', `/v1/${made.identity}`, { enabled: true });
    await until(() => typesIn(got()).toSorted(), ['one', 'two', undefined]);
  });

  it('a webhook sends one delivery or all since a time again, with the same ids', async () => {
    const asset = await newAsset(client, owner);
    const made = await newWebhook(client, owner, here());
    await newEvent(client, owner, asset, 'early');
    await until(() => typesIn(got()), ['early']);
    const since = new Date(Date.now() + 1).toISOString();
    await newEvent(client, owner, asset, 'late');
    await until(() => typesIn(got()), ['early', 'late']);
    await until(async () => (await attemptsOf(client, owner, made)).length, 2);
    const [early, late] = got().map(({ headers }) => headers['webhook-id']);
    const again = (body: object) => done(client, owner.token, 'POST', `/v1/${made.identity}:redeliver`, body);
    expect(await again({ delivery: early })).toEqual({ delivery: early });
    await until(() => typesIn(got()), ['early', 'late', 'early']);
    expect(got()[2]!.headers['webhook-id']).toBe(early);
    await again({ since });
    await until(() => typesIn(got()).slice(3), ['late']);
    expect(got()[3]!.headers['webhook-id']).toBe(late);
    await again({ since: '2026-01-01T00:00:00Z' });
    await until(() => typesIn(got()).slice(4).toSorted(), ['early', 'late']);
    for (const [body, words] of [
      [{ delivery: idOf(made.identity) }, 'must be in the delivery log'],
      [{}, 'exactly one of'],
      [{ delivery: early, since }, 'exactly one of'],
    ] as const) {
      const answer = await call('POST', `/v1/${made.identity}:redeliver`, body);
      expect(answer.status).toBe(400);
      expect(answer.text).toContain(words);
    }
    for (const received of got()) expect(verified(made.secret, received).type).toBe('event.recorded');
  });

  it('a webhook has at most ten tests that wait (429)', async () => {
    failing();
    receiver.respond(() => undefined);
    const made = await newWebhook(client, owner, here());
    const statuses: number[] = [];
    for (let i = 0; i < 16; i++) statuses.push((await call('POST', `/v1/${made.identity}:test`)).status);
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(200));
    expect(statuses.at(-1)).toBe(429);
  });

  it('keeps a maximum of waiting deliveries, raises an alarm, and delivers the further events later', async () => {
    failing();
    const asset = await newAsset(client, owner);
    const made = await newWebhook(client, owner, here());
    const types = Array.from({ length: 12 }, (_, i) => `event ${i}`);
    for (const type of types) await newEvent(client, owner, asset, type);
    const waiting = () =>
      service.db
        .prepare('SELECT count(*) AS n FROM webhook_deliveries WHERE webhook = ?')
        .bind(idOf(made.identity))
        .first('n');
    await until(waiting, 5);
    await until(
      async () =>
        (await service.logged()).some((line) => line.includes('maximum number of waiting') && line.includes('"alarm"')),
      true,
    );
    expect(await waiting()).toBe(5);
    receiver.respond();
    const before = got().length;
    await later(made);
    await until(() => [...new Set(typesIn(got().slice(before)))].toSorted(), types.toSorted());
  });
});
