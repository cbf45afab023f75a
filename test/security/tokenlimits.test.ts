import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openClient, type Answer, type Client } from '../support/client.ts';
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
    limited = await startService({ limits: { RATE_TOKEN: 5 } });
    strict = await openClient(limited);
    first = await newTenant(limited);
  });
  afterAll(() => limited.close());

  /** Twice the limit and one, so that a window that ends on the way makes no difference. */
  async function exhaust(attempt: (i: number) => Promise<Answer>): Promise<Answer> {
    for (let i = 0; i < 11; i++) {
      const answer = await attempt(i);
      if (answer.status === 429) return answer;
      expect([200, 401]).toContain(answer.status);
    }
    throw new Error('never 429');
  }

  const expectLimited = (answer: Answer): void => {
    expect([answer.status, answer.body.error]).toEqual([429, 'temporarily_unavailable']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(answer.headers.get('archivist-rate-limit-reset'))).toBeGreaterThan(0);
  };
  const from = (address: string): Record<string, string> => ({ 'cf-connecting-ip': address });
  const form = (client_id: string): Record<string, string> => ({
    grant_type: 'client_credentials',
    client_id,
    client_secret: 'wrong',
  });

  test('by address, whoever is named', async () => {
    expectLimited(await exhaust(() => post(form(crypto.randomUUID()), from('192.0.2.1'), strict)));
  });

  test('by client id, wherever it comes from, in the form and in the header', async () => {
    expectLimited(await exhaust((i) => post(form(first.client_id), from(`198.51.100.${i}`), strict)));
    const pair = Buffer.from(`${first.client_id}:${first.client_secret}`).toString('base64');
    const header = { authorization: `Basic ${pair}` };
    expectLimited(
      await exhaust((i) =>
        post({ grant_type: 'client_credentials' }, { ...header, ...from(`203.0.113.${i}`) }, strict),
      ),
    );
    const another = await post(form(crypto.randomUUID()), from('203.0.113.99'), strict);
    expect(another.status).toBe(401);
  });

  test('guesses of the operator secret are counted by address as well', async () => {
    const headers = { authorization: 'Bearer guess', ...from('192.0.2.77') };
    const guess = () =>
      strict.call(undefined, 'POST', '/operator/v1/tenants', { body: { display_name: 'x' }, headers });
    expect((await exhaust(guess)).headers.has('retry-after')).toBe(true);
  });

  test('no other class suffers', async () => {
    expect((await strict.call(first.token, 'GET', '/v1/whoami')).status).toBe(200);
  });
});
