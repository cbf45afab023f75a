import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openClient, type Answer, type Client, type Options } from '../support/client.ts';
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

describe('the operation of the operator', () => {
  const PATH = '/operator/v1/tenants';
  const body = { display_name: 'Another' };
  const post = (authorization: string | undefined, options: Options = { body }): Promise<Answer> =>
    client.call(undefined, 'POST', PATH, {
      ...options,
      headers: { ...options.headers, ...(authorization === undefined ? {} : { authorization }) },
    });

  test('401 without the secret and with anything else, before the body is looked at', async () => {
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

  test('does not exist where OPERATOR_SECRET is unset', async () => {
    const without = await startService({ secrets: { OPERATOR_SECRET: '' } });
    try {
      const strange = await openClient(without);
      for (const authorization of [undefined, 'Bearer ', 'Bearer wrong', `Bearer ${SECRETS.OPERATOR_SECRET}`])
        for (const method of ['POST', 'GET', 'HEAD', 'OPTIONS', 'DELETE']) {
          const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
          const options = method === 'POST' ? { body, headers } : { headers };
          const answers = [
            await strange.call(undefined, method, PATH, options),
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
