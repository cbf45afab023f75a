import { request } from 'node:http';
import { expect } from 'vitest';
import { openClient, type Answer } from '../support/client.ts';
import { serviceTest } from '../support/fixtures.ts';
import { RECORD } from '../support/record.ts';
import { sharedService } from '../support/service.ts';
import { openTenancy, walk, type Tenancy } from '../support/tenancy.ts';

const QUOTA = 30;
const LIMIT = 60;

const test = serviceTest({ vars: { QUOTA_ASSETS: String(QUOTA) }, limits: { RATE_API: LIMIT } });

const codes = (answer: Answer): number[] =>
  answer.body.results.map(({ error }: { error?: { code: number } }) => error?.code ?? 0);
/** A request of a tenancy that is repeated while the rate limit refuses it. */
async function patient(make: () => Promise<Answer>): Promise<Answer> {
  let answer = await make();
  await expect.poll(async () => (answer.status === 429 ? (answer = await make()).status : answer.status)).not.toBe(429);
  return answer;
}

test('a quota that is reached within a batch refuses exactly the items above it', async ({
  service: limited,
  client,
}) => {
  const tenant: Tenancy = await openTenancy(limited, client, 'Quota');
  const batch = Array.from({ length: QUOTA + 10 }, (_, n) => ({ attributes: { n: String(n) } }));
  const answer = await patient(() => tenant.call('POST', '/v2/assets:batch', { body: { assets: batch } }));
  const refused = answer.body.results.filter(({ error }: any) => error);
  expect(refused).toHaveLength(10);
  for (const { error } of refused)
    expect(error).toMatchObject({ code: 8, message: `quota of ${QUOTA} assets reached`, details: [{}] });
  expect(answer.headers.get('retry-after')).toBeNull();
});

test('items of a batch count against the rate limit: those above it are 429, and can be repeated', async ({
  service: limited,
  client,
}) => {
  const tenant: Tenancy = await openTenancy(limited, client, 'Rate');
  const made = await patient(() => tenant.call('POST', '/v2/assets', { body: {} }));
  const asset_identity = made.body.identity as string;
  const items = Array.from({ length: 1000 }, (_, n) => ({
    ...RECORD,
    asset_identity,
    event_attributes: { n: String(n) },
    idempotency_key: `rate-${n}`,
  }));
  const answer = await patient(() => tenant.call('POST', '/v2/assets/-/events:batch', { body: { events: items } }));
  const accepted = codes(answer).indexOf(8);
  // A window of the limit can end while the items are counted.
  expect(accepted).toBeGreaterThan(0);
  expect(accepted).toBeLessThanOrEqual(2 * LIMIT);
  expect(codes(answer)).toEqual(items.map((_, n) => (n < accepted ? 0 : 8)));
  expect(answer.body.results[accepted].error.message).toBe('the rate limit for api requests is exceeded');
  // An item that exceeds a quota has the same code, without this detail.
  expect(answer.body.results[accepted].error.details).toEqual([
    expect.objectContaining({ request_id: answer.headers.get('x-request-id') }),
    { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retry_delay: '10s' },
  ]);
  expect(answer.headers.get('retry-after')).toBe('10');
  const rest = items.slice(accepted, accepted + LIMIT / 2);
  let again: Answer;
  await expect
    .poll(
      async () => {
        again = await tenant.call('POST', '/v2/assets/-/events:batch', { body: { events: rest } });
        return again.status === 200 && codes(again).every((code) => code === 0);
      },
      { interval: 3000 },
    )
    .toBe(true);
  let stored: any[] = [];
  await expect
    .poll(
      async () => {
        stored = await walk(tenant, `/v2/${asset_identity}/events`).catch(() => []);
        return stored.length;
      },
      { interval: 3000 },
    )
    .toBe(1 + accepted + rest.length);
  expect(
    stored
      .toReversed()
      .slice(1)
      .map(({ event_attributes }) => event_attributes.n),
  ).toEqual(items.slice(0, accepted + rest.length).map((_, n) => String(n)));
});

test('the bodies of batches in progress are limited: a tenant with too many gets 503 until one ends', async () => {
  // Another service than that of the other tests, because a request above the rate limit would hold nothing.
  const own = await sharedService();
  const admin = await openClient(own);
  const tenant: Tenancy = await openTenancy(own, admin, 'Bodies');
  const other: Tenancy = await openTenancy(own, admin, 'Other bodies');
  /** Starts a batch of unknown length. `end` sends its only item and resolves to the status. */
  const begin = () => {
    const sending = request(`${own.base}/v2/assets:batch`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/jsonl' },
    });
    const status = new Promise<number>((resolve, reject) => {
      sending.on('error', reject);
      sending.on('response', (response) => {
        response.resume();
        resolve(response.statusCode!);
      });
    });
    sending.write('\n');
    return {
      end: (): Promise<number> => {
        sending.end('{}\n');
        return status;
      },
    };
  };
  const begun = Array.from({ length: 2 }, begin);
  const small = (of = tenant) => of.call('POST', '/v2/assets:batch', { body: { assets: [{}] } });
  let refused: Answer | undefined;
  await expect
    .poll(
      async () => {
        refused = await small();
        // One that arrives during a small batch is refused itself, after its body.
        if (refused.status === 200) begun.push(begin());
        return refused.status;
      },
      { interval: 500 },
    )
    .toBe(503);
  expect(refused!.headers.get('retry-after')).toBe('1');
  expect(refused!.body.message).toBe('too many batches are in progress; try again');
  expect((await small(other)).status).toBe(200);
  const statuses = await Promise.all(begun.map(({ end }) => end()));
  expect(statuses.toSorted()).toEqual([200, 200, ...statuses.slice(2).map(() => 503)]);
  expect((await small()).status).toBe(200);
});
