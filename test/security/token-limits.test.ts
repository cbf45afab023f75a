import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { exhausted } from '../support/rate-limit.ts';
import { newTenant, startService, type Service, type Tenant } from '../support/service.ts';

const post = (form: Record<string, string>, headers: Record<string, string>, of: Client): Promise<Answer> =>
  of.call(undefined, 'POST', '/iam/v1/appidp/token', {
    raw: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });

describe('rate limits of the token endpoint', () => {
  let limited: Service;
  let strict: Client;
  let first: Tenant;
  beforeAll(async () => {
    limited = await startService({ limits: { RATE_TOKEN: 5, RATE_PUBLIC: 40 } });
    strict = await openClient(limited);
    first = await newTenant(limited);
  });
  afterAll(() => limited.close());

  /** Sends requests until the response is 429. Returns it. */
  async function exhaust(attempt: () => Promise<Answer>, limit = 5): Promise<Answer> {
    const { passed, refused } = await exhausted(attempt, limit);
    for (const { status } of passed) expect([200, 401]).toContain(status);
    return refused;
  }

  const expectLimited = (answer: Answer): void => {
    expect([answer.status, answer.body.error]).toEqual([429, 'temporarily_unavailable']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(answer.headers.get('archivist-rate-limit-reset'))).toBeGreaterThan(0);
  };
  const from = (address: string): Record<string, string> => ({ 'cf-connecting-ip': address });
  const form = (client_id: string, client_secret = 'wrong'): Record<string, string> => ({
    grant_type: 'client_credentials',
    client_id,
    client_secret,
  });
  const basic = (id: string, secret: string): Record<string, string> => ({
    authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
  });

  test('limit the requests of one address, whatever client they name', async () => {
    expectLimited(await exhaust(() => post(form(crypto.randomUUID()), from('192.0.2.1'), strict), 40));
  });

  test('limit wrong secrets for a client by address, in the form and in the header', async () => {
    expectLimited(await exhaust(() => post(form(first.client_id), from('198.51.100.1'), strict)));
    const grant = { grant_type: 'client_credentials' };
    expectLimited(
      await exhaust(() => post(grant, { ...basic(first.client_id, 'wrong'), ...from('198.51.100.2') }, strict)),
    );
  });

  test('never lock a client out: the right secret is accepted from another address and from the same one', async () => {
    const attacker = from('203.0.113.1');
    expectLimited(await exhaust(() => post(form(first.client_id), attacker, strict)));
    for (let i = 0; i < 12; i++) {
      const other = await post(form(first.client_id, first.client_secret), from(`203.0.113.${10 + i}`), strict);
      expect(other.status).toBe(200);
    }
    expect((await post(form(first.client_id, first.client_secret), attacker, strict)).status).toBe(200);
  });

  test('count wrong attempts for each client of an address separately', async () => {
    const address = from('203.0.113.99');
    expectLimited(await exhaust(() => post(form(first.client_id), address, strict)));
    expect((await post(form(crypto.randomUUID()), address, strict)).status).toBe(401);
  });

  test('do not count correct secrets', async () => {
    for (let i = 0; i < 12; i++) {
      const answer = await post(form(first.client_id, first.client_secret), from('203.0.113.50'), strict);
      expect(answer.status).toBe(200);
    }
  });

  test('count guesses of the operator secret by address too', async () => {
    const headers = { authorization: 'Bearer guess', ...from('192.0.2.77') };
    const guess = () =>
      strict.call(undefined, 'POST', '/operator/v1/tenants', { body: { display_name: 'x' }, headers });
    expect((await exhaust(guess)).headers.has('retry-after')).toBe(true);
  });

  test('do not affect other rate classes', async () => {
    expect((await strict.call(first.token, 'GET', '/v1/whoami')).status).toBe(200);
  });
});
