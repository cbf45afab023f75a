import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { expectProblem } from '../support/raw.ts';
import { newTenant, startService, tokenOf, type Service, type Tenant } from '../support/service.ts';
import { idOf, newMember } from '../support/sharing.ts';
import { ended } from '../support/exports.ts';

let service: Service;
let client: Client;
let tenant: Tenant;
beforeAll(async () => {
  service = await startService({ vars: { WEBHOOKS: '2', EXPORTS: '2' } });
  client = await openClient(service);
});
afterAll(() => service?.close());
beforeEach(async () => {
  tenant = await newTenant(service);
});

const KEY = { 'idempotency-key': 'once' };

describe.each([
  ['webhooks', 'createWebhook', { display_name: 'One', url: 'https://hooks.example.com/' }, { display_name: 'Two' }],
  ['exports', 'createExport', {}, { display_name: 'Two' }],
])('the Idempotency-Key of POST /v1/%s', (kind, operation, content, change) => {
  const create = (body: object = {}, headers: Record<string, string> = KEY, by: Tenant = tenant): Promise<Answer> =>
    client.call(by.token, 'POST', `/v1/${kind}`, {
      body: { ...content, ...(kind === 'webhooks' ? { application: `applications/${by.client_id}` } : {}), ...body },
      headers,
    });
  const all = async (by = tenant): Promise<any[]> =>
    (await client.call(by.token, 'GET', `/v1/${kind}`)).body[kind] as any[];
  const count = async (): Promise<number> => (await all()).length;
  const remove = (identity: string): Promise<Answer> => client.call(tenant.token, 'DELETE', `/v1/${identity}`);

  it('returns the same record again, without a second one and without a second audit entry', async () => {
    const first = await create();
    expect(first.status).toBe(200);
    const again = await create();
    expect([again.status, again.body.identity, again.body.created_at]).toEqual([
      200,
      first.body.identity,
      first.body.created_at,
    ]);
    expect(await count()).toBe(1);
    const { results } = await service.db
      .prepare('SELECT resource FROM audit_log WHERE tenant = ? AND operation = ?')
      .bind(idOf(tenant.tenant_identity), operation)
      .all();
    expect(results).toEqual([{ resource: first.body.identity }]);
  });

  it('creates one record for concurrent requests, also where a second one would exceed the maximum', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.identity as string)).size).toBe(1);
    expect(await count()).toBe(1);
    expect((await create({}, {})).status).toBe(200);
    expect((await create({}, {})).status).toBe(429);
    expect((await create()).body.identity).toBe(answers[0]!.body.identity);
  });

  it('is 409 with another body, for another operation, and after the record was deleted', async () => {
    const { identity } = (await create()).body;
    expectProblem(await create(change), 409);
    expectProblem(await client.call(tenant.token, 'POST', '/v2/assets', { body: {}, headers: KEY }), 409);
    if (kind === 'exports') await ended(client, tenant, identity as string);
    expect((await remove(identity as string)).status).toBe(200);
    const deleted = await create();
    expectProblem(deleted, 409);
    expect(deleted.body.message).toBe(`this Idempotency-Key created ${identity}, which was deleted; use a new key`);
    expect(await count()).toBe(0);
    expect((await create({}, { 'idempotency-key': 'another' })).status).toBe(200);
  });

  it('belongs to its caller, is checked with current rights, and can be used again after a day', async () => {
    const { identity } = (await create()).body;
    const other = await newTenant(service);
    expect((await create({}, KEY, other)).body.identity).not.toBe(identity);
    expect((await all(other)).length).toBe(1);
    const member = await newMember(service, client, tenant);
    expect((await create({}, KEY, { ...tenant, token: member.token })).status).toBe(403);
    await service.db.prepare('UPDATE idempotency SET created_us = created_us - 86400000001').run();
    expect((await create()).body.identity).not.toBe(identity);
    expect(await count()).toBe(2);
  });

  it('is not used up by a request that is refused, and must be valid', async () => {
    for (let made = 0; made < 2; made++) expect((await create({}, {})).status).toBe(200);
    expect((await create()).status).toBe(429);
    const [{ identity }] = await all();
    if (kind === 'exports') await ended(client, tenant, identity as string);
    await remove(identity as string);
    expect((await create()).status).toBe(200);
    const invalid = await create({}, { 'idempotency-key': 'k'.repeat(256) });
    expectProblem(invalid, 400);
    expect(invalid.body.message).toContain('idempotency-key: must have 1 to 255');
  });
});

it('a repeated creation of a webhook shows its secret while the webhook is unchanged', async () => {
  const body = {
    display_name: 'One',
    url: 'https://hooks.example.com/',
    application: `applications/${tenant.client_id}`,
  };
  const create = (): Promise<Answer> => client.call(tenant.token, 'POST', '/v1/webhooks', { body, headers: KEY });
  const { identity, secret } = (await create()).body;
  expect(secret).toMatch(/^whsec_/);
  expect((await create()).body.secret).toBe(secret);
  const token = await tokenOf(service, tenant.client_id, tenant.client_secret);
  expect((await client.call(token, 'POST', `/v1/${identity}:rotate-secret`)).status).toBe(200);
  expect((await create()).body).toMatchObject({ identity, secret: '' });
});
