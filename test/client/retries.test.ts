import { describe, expect, test } from 'vitest';
import { EvidenceClient, EvidenceError } from '../../apps/client/src/index.ts';
import { problem, scripted, type Scripted } from './support/scripted.ts';

const ASSET = 'assets/00000000-0000-4000-8000-000000000001';
const BUSY: Scripted = { status: 503, body: problem(14, 'busy') };

const failure = async (promise: Promise<unknown>): Promise<EvidenceError> => {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(EvidenceError);
  return error as EvidenceError;
};

describe('repetitions', () => {
  test('a creation is repeated with the same idempotency key and body', async () => {
    const { client, received } = scripted((_, i) => (i < 2 ? BUSY : { body: { identity: ASSET } }));
    await client.assets.create({ attributes: { n: '1' } });
    const keys = received.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(keys).size).toBe(1);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    expect(received).toHaveLength(3);
  });

  test('two creations have different keys, and a given key is used', async () => {
    const { client, received } = scripted(() => ({ body: { identity: ASSET } }));
    await client.events.record(ASSET, {});
    await client.events.record(ASSET, {});
    await client.events.record(ASSET, {}, { idempotencyKey: 'mine' });
    const keys = received.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBe('mine');
  });

  test('waits for the time of Retry-After, in seconds or as a date, with jitter in addition', async () => {
    const { client, sleeps, clock } = scripted((_, i) => {
      if (i === 0) return { status: 429, headers: { 'retry-after': '10' }, body: problem(8, 'rate') };
      const date = new Date(clock.time + 3000).toUTCString();
      return i === 1 ? { ...BUSY, headers: { 'retry-after': date } } : {};
    });
    await client.assets.get(ASSET);
    expect(sleeps[0]).toBeGreaterThanOrEqual(10_000);
    expect(sleeps[0]).toBeLessThan(12_600);
    expect(sleeps[1]).toBeGreaterThanOrEqual(3000);
    expect(sleeps[1]).toBeLessThan(4000);
  });

  test('waits grow without Retry-After, and attempts are limited', async () => {
    const { client, sleeps, received } = scripted(() => BUSY, { retry: { attempts: 4, base: 1000, maxWait: 1500 } });
    const error = await failure(client.assets.get(ASSET));
    expect(error).toMatchObject({ status: 503, code: 'UNAVAILABLE', detail: 'busy', requestId: 'r-1' });
    // Half of the limit and a random part of the other half: the random number is 0.5.
    expect(sleeps).toEqual([750, 1125, 1125]);
    expect(received).toHaveLength(4);
  });

  test('a Retry-After above the limit is an error at once', async () => {
    const { client, sleeps } = scripted(() => ({ ...BUSY, headers: { 'retry-after': '3600' } }));
    expect(await failure(client.assets.get(ASSET))).toMatchObject({ retryAfter: 3600 });
    expect(sleeps).toEqual([]);
  });

  test('a lost connection is repeated for reads and for creations with a key', async () => {
    const lost = (i: number): Scripted => (i === 0 ? new TypeError('fetch failed') : {});
    const reading = scripted((_, i) => lost(i));
    await reading.client.assets.get(ASSET);
    const writing = scripted((_, i) => lost(i));
    await writing.client.events.record(ASSET, {});
    expect([reading.received.length, writing.received.length]).toEqual([2, 2]);
  });

  test('attempts can be fewer while nothing listens at the address, and no request has had a response', async () => {
    const refused = Object.assign(new TypeError('fetch failed'), {
      cause: Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' }),
    });
    const down = scripted(() => refused, { retry: { refused: 2 } });
    expect(await failure(down.client.assets.get(ASSET))).toMatchObject({ code: 'UNAVAILABLE' });
    const stopped = scripted((_, i) => (i === 0 ? {} : refused), { retry: { refused: 2 } });
    await stopped.client.assets.get(ASSET);
    await failure(stopped.client.assets.get(ASSET));
    const library = scripted(() => refused);
    await failure(library.client.assets.get(ASSET));
    expect([down, stopped, library].map(({ received }) => received.length)).toEqual([2, 6, 5]);
  });

  test('a POST without a key is repeated after 429 only', async () => {
    const lost = scripted(() => new TypeError('fetch failed'));
    expect(await failure(lost.client.policies.create({ display_name: 'x' }))).toMatchObject({
      status: 0,
      code: 'UNAVAILABLE',
      detail: 'the connection to the service failed: fetch failed',
    });
    const busy = scripted(() => BUSY);
    await failure(busy.client.policies.create({ display_name: 'x' }));
    const refused = scripted((_, i) => (i === 0 ? { status: 429, body: problem(8, 'rate') } : {}));
    await refused.client.policies.create({ display_name: 'x' });
    expect([lost.received.length, busy.received.length, refused.received.length]).toEqual([1, 1, 2]);
  });

  test.each([400, 402, 403, 404, 409, 410, 413, 500])('a response with status %i is not repeated', async (status) => {
    const { client, received } = scripted(() => ({ status, body: problem(3, 'no') }));
    expect((await failure(client.assets.get(ASSET))).status).toBe(status);
    expect(received).toHaveLength(1);
  });

  test('a caller can stop a request and the wait before a repetition', async () => {
    const stop = new AbortController();
    const { client } = scripted(() => BUSY, {
      clock: {
        now: () => 0,
        sleep: (_, signal) => {
          stop.abort();
          return Promise.reject(new EvidenceError('CANCELLED', String(signal?.aborted)));
        },
      },
    });
    expect(await failure(client.assets.get(ASSET, { signal: stop.signal }))).toMatchObject({
      code: 'CANCELLED',
      detail: 'true',
    });
    expect(await failure(client.assets.get(ASSET, { signal: stop.signal }))).toMatchObject({ code: 'CANCELLED' });
  });

  test('an attempt that takes too long is stopped and repeated', async () => {
    let calls = 0;
    const client = new EvidenceClient({
      url: 'https://evidence.example.com',
      timeout: 5,
      retry: { attempts: 2, base: 0 },
      fetch: (_, { signal }) => {
        calls++;
        return new Promise((_resolve, reject) => {
          signal!.addEventListener('abort', () => reject(new Error('aborted')));
        });
      },
    });
    expect(await failure(client.assets.get(ASSET))).toMatchObject({ code: 'DEADLINE_EXCEEDED', status: 0 });
    expect(calls).toBe(2);
  });

  test('a redirect is not followed', async () => {
    const { client, received } = scripted(() => ({ status: 307, headers: { location: 'https://other.example/' } }));
    expect(await failure(client.assets.get(ASSET))).toMatchObject({ status: 307, code: 'FAILED_PRECONDITION' });
    expect(received).toHaveLength(1);
  });
});

test('a redirect that a browser hides is not followed either', async () => {
  let calls = 0;
  const client = new EvidenceClient({
    url: 'https://evidence.example.com',
    fetch: async () => {
      calls++;
      return Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' });
    },
  });
  expect(await failure(client.assets.get(ASSET))).toMatchObject({ status: 0, code: 'FAILED_PRECONDITION' });
  expect(calls).toBe(1);
});

describe('tokens', () => {
  const credentials = { clientId: 'id & co', clientSecret: 's' };
  const isToken = ({ pathname }: URL): boolean => pathname === '/archivist/iam/v1/appidp/token';

  test('requests that start together share one token, which is renewed before it expires', async () => {
    let issued = 0;
    const { client, received, clock } = scripted(
      ({ url }) => (isToken(url) ? { body: { access_token: `t${++issued}`, expires_in: 3600 } } : {}),
      { credentials },
    );
    await Promise.all([client.assets.get(ASSET), client.assets.get(ASSET)]);
    clock.time += 3_530_000;
    await client.assets.get(ASSET);
    clock.time += 20_000;
    await client.assets.get(ASSET);
    const used = received.filter(({ url }) => !isToken(url)).map(({ headers }) => headers['authorization']);
    expect(used).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t1', 'Bearer t2']);
    const [request] = received;
    expect(request!.headers['authorization']).toBeUndefined();
    expect(request!.body).toBe('grant_type=client_credentials&client_id=id+%26+co&client_secret=s');
  });

  test('a rejected token is renewed once', async () => {
    let issued = 0;
    const { client, received } = scripted(
      ({ url }) =>
        isToken(url)
          ? { body: { access_token: `t${++issued}`, expires_in: 3600 } }
          : { status: 401, body: problem(16, 'no') },
      { credentials },
    );
    expect(await failure(client.assets.get(ASSET))).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
    expect(received.map(({ url }) => isToken(url))).toEqual([true, false, true, false]);
  });

  test('rejected credentials are reported with the code of OAuth', async () => {
    const { client, received } = scripted(
      () => ({ status: 401, body: { error: 'invalid_client', error_description: 'wrong' } }),
      { credentials },
    );
    expect(await failure(client.assets.get(ASSET))).toMatchObject({
      status: 401,
      code: 'UNAUTHENTICATED',
      reason: 'invalid_client',
      detail: 'wrong',
    });
    expect(received).toHaveLength(1);
  });

  test('a token of the caller is asked for at each request, and public records are read without it', async () => {
    let n = 0;
    const { client, received } = scripted(() => ({}), { token: async () => `mine${++n}` });
    await client.assets.get(ASSET);
    await client.assets.get(ASSET);
    await client.assets.get(`public${ASSET}`);
    expect(received.map(({ headers }) => headers['authorization'])).toEqual([
      'Bearer mine1',
      'Bearer mine2',
      undefined,
    ]);
  });
});

describe('arguments', () => {
  test.each([
    ['ftp://evidence.example.com', 'url: must be an http or https address'],
    ['https://user@evidence.example.com', 'url: must not have credentials, a query or a fragment'],
  ])('the address %s is rejected', (url, message) => {
    expect(() => new EvidenceClient({ url })).toThrow(message);
  });

  test('an origin gets the base path, and slashes at the end are removed', () => {
    const urls = ['https://a.example', 'https://a.example/', 'https://a.example/x/archivist//'];
    expect(urls.map((url) => new EvidenceClient({ url }).url)).toEqual([
      'https://a.example/archivist',
      'https://a.example/archivist',
      'https://a.example/x/archivist',
    ]);
  });

  test('an identity that is not valid is rejected before a request is sent', async () => {
    const { client, received } = scripted(() => ({}));
    expect(await failure(client.assets.get('assets/../iam/v1/applications'))).toMatchObject({
      code: 'INVALID_ARGUMENT',
      field: 'identity',
      detail: 'identity: must be assets/<uuid> or publicassets/<uuid>',
    });
    expect(await failure(client.request('GET', '/v2/assets/{uuid}', { path: { uuid: '..' } }))).toMatchObject({
      field: 'uuid',
    });
    expect(received).toEqual([]);
  });

  test('a 400 names every rejected field', async () => {
    const fields = [
      { field: 'attributes.a', description: 'is too long' },
      { field: 'behaviours', description: 'is not known' },
    ];
    const { client } = scripted(() => ({ status: 400, body: problem(3, 'bad', [{ field_violations: fields }]) }));
    expect(await failure(client.assets.create({}))).toMatchObject({ field: 'attributes.a', fields });
  });

  test('a body that is not JSON is an error', async () => {
    const { client } = scripted(() => ({ body: '<html>' }));
    expect(await failure(client.assets.get(ASSET))).toMatchObject({ code: 'INTERNAL', status: 200 });
    const proxy = scripted(() => ({ status: 404, body: '<html>' }));
    expect(await failure(proxy.client.assets.get(ASSET))).toMatchObject({ code: 'NOT_FOUND', status: 404 });
  });
});
