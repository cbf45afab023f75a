import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openClient, type Answer, type Client, type Options } from '../support/client.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, SECRETS, startService, type Service, type Tenant } from '../support/service.ts';

let service: Service;
let client: Client;
let tenant: Tenant;

beforeAll(async () => {
  service = await startService();
  client = await openClient(service);
  tenant = await newTenant(service);
});
afterAll(() => service.close());

function expectRefused(answer: Answer): void {
  expect(answer.status).toBe(401);
  expect(answer.body.code).toBe(16);
  expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm=/);
}

const PATH = '/operator/v1/tenants';
const UNKNOWN = 'c3b2a1f0-0000-4000-8000-000000000000';

describe("the operator's operation", () => {
  const body = { display_name: 'Another' };
  const post = (authorization: string | undefined, options: Options = { body }): Promise<Answer> =>
    client.call(undefined, 'POST', PATH, {
      ...options,
      headers: { ...options.headers, ...(authorization === undefined ? {} : { authorization }) },
    });

  test('responds 401 without the secret or with a wrong one, before the body is read', async () => {
    const { OPERATOR_SECRET } = SECRETS;
    const basic = Buffer.from(`operator:${OPERATOR_SECRET}`).toString('base64');
    for (const authorization of [
      undefined,
      '',
      'Bearer',
      'Bearer wrong',
      `Bearer ${OPERATOR_SECRET}x`,
      `Bearer ${OPERATOR_SECRET.slice(0, -1)}`,
      `Bearer ${OPERATOR_SECRET.toUpperCase()}`,
      OPERATOR_SECRET,
      `Basic ${basic}`,
      `Bearer ${tenant.token}`,
    ]) {
      expectRefused(await post(authorization));
      expectRefused(await post(authorization, { raw: '{' }));
    }
    expect((await post(`Bearer ${OPERATOR_SECRET}`, { body: {} })).status).toBe(400);
    expect((await post(`Bearer ${OPERATOR_SECRET}`)).status).toBe(200);
  });

  test('is 404 when OPERATOR_SECRET is not set', async () => {
    const without = await startService({ secrets: { OPERATOR_SECRET: '' } });
    try {
      const strange = await openClient(without);
      for (const authorization of [undefined, 'Bearer ', 'Bearer wrong', `Bearer ${SECRETS.OPERATOR_SECRET}`])
        for (const [method, path] of [
          ...['POST', 'GET', 'HEAD', 'OPTIONS', 'DELETE'].map((each) => [each, PATH] as const),
          ['PATCH', `${PATH}/${UNKNOWN}`] as const,
        ]) {
          const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
          const options = method === 'POST' || method === 'PATCH' ? { body, headers } : { headers };
          const answers = [
            await strange.call(undefined, method, path, options),
            await strange.call(undefined, method, '/operator/v1/nothing', options),
          ];
          const plain = answers.map(({ status, text, headers }) => {
            const id = headers.get('x-request-id')!;
            return JSON.stringify([status, text, [...headers].filter(([name]) => name !== 'date')]).replaceAll(
              id,
              'ID',
            );
          });
          expect(answers[0]!.status).toBe(404);
          expect(plain[0]).toBe(plain[1]);
        }
    } finally {
      await without.close();
    }
  });
});

describe('permission for KHIPU assets', () => {
  const { OPERATOR_SECRET } = SECRETS;
  const patch = (uuid: string, options: Options, authorization = `Bearer ${OPERATOR_SECRET}`): Promise<Answer> =>
    client.call(undefined, 'PATCH', `${PATH}/${uuid}`, { ...options, headers: { authorization } });
  const idOf = ({ tenant_identity }: Tenant): string => tenant_identity.split('/')[1]!;
  const creates = async ({ token }: Tenant, body: object): Promise<number> =>
    (await client.call(token, 'POST', '/v2/assets', { body })).status;
  const KHIPU = [{ proof_mechanism: 'KHIPU' }, { storage_integrity: 'LEDGER' }];

  test('is set for one tenancy, takes effect with the next request, and leaves existing assets working', async () => {
    const [one, other] = [await newTenant(service, 'One'), await newTenant(service, 'Other')];
    const earlier = (await client.call(one.token, 'POST', '/v2/assets', { body: KHIPU[0] })).body.identity as string;
    for (const [khipu, status] of [
      ['off', 402],
      ['on', 200],
      ['off', 402],
      ['default', 200],
    ] as const) {
      expect((await patch(idOf(one), { body: { khipu } })).body).toEqual({ khipu });
      for (const body of KHIPU) expect(await creates(one, body)).toBe(status);
      expect([await creates(one, {}), await creates(other, KHIPU[0]!)]).toEqual([200, 200]);
      const body = RECORD;
      expect((await client.call(one.token, 'POST', `/v2/${earlier}/events`, { body })).status).toBe(200);
    }
  });

  test('is granted by default with the embedded chain, and not with an outside one', async () => {
    const outside = await startService({ vars: { CHAIN_RPC_URL: 'http://127.0.0.1:9' } });
    try {
      const there = await openClient(outside);
      const one = await newTenant(outside);
      const create = async (): Promise<number> =>
        (await there.call(one.token, 'POST', '/v2/assets', { body: KHIPU[0] })).status;
      expect(await create()).toBe(402);
      const headers = { authorization: `Bearer ${OPERATOR_SECRET}` };
      const set = await there.call(undefined, 'PATCH', `${PATH}/${idOf(one)}`, { body: { khipu: 'on' }, headers });
      expect([set.status, await create()]).toEqual([200, 200]);
    } finally {
      await outside.close();
    }
  });

  test('is 401 without the secret before validation, and 400 or 404 with it', async () => {
    for (const authorization of [
      '',
      `Bearer ${tenant.token}`,
      `Bearer ${OPERATOR_SECRET}x`,
      `Basic ${OPERATOR_SECRET}`,
    ])
      for (const uuid of [idOf(tenant), UNKNOWN, 'no-uuid'])
        for (const options of [{ body: { khipu: 'off' } }, { body: {} }, { raw: '{' }])
          expectRefused(await patch(uuid, options, authorization));
    expect(await creates(tenant, KHIPU[0]!)).toBe(200);
    for (const body of [{}, { khipu: true }, { khipu: 'OFF' }, { khipu: 'off', quota: 1 }, { khipu: null }, []])
      expect((await patch(idOf(tenant), { body })).status, JSON.stringify(body)).toBe(400);
    expect((await patch('no-uuid', { body: { khipu: 'off' } })).status).toBe(400);
    expect((await patch(UNKNOWN, { body: { khipu: 'off' } })).status).toBe(404);
    expect(await creates(tenant, KHIPU[0]!)).toBe(200);
  });

  test('is recorded in the audit log of the tenancy', async () => {
    const one = await newTenant(service, 'Audited');
    await patch(idOf(one), { body: { khipu: 'off' } });
    const { audit } = (await client.call(one.token, 'GET', '/v1/audit')).body;
    expect(audit.filter(({ operation }: { operation: string }) => operation === 'updateTenant')).toHaveLength(1);
  });
});
