import { createHash, randomBytes } from 'node:crypto';
import { beforeAll, expect, expectTypeOf, test, vi } from 'vitest';
import {
  attachmentOf,
  EvidenceClient,
  EvidenceError,
  verifyProof,
  type Asset,
  type Pins,
} from '../../apps/client/src/index.ts';
import { anchoringService } from '../support/anchoring.ts';
import { newTenant, type Service, type Tenant } from '../support/service.ts';
import { PATIENCE } from '../support/patience.ts';

let service: Service;
let tenant: Tenant;
let client: EvidenceClient;
let anonymous: EvidenceClient;

beforeAll(async () => {
  service = await anchoringService();
  tenant = await newTenant(service, 'Client');
  client = new EvidenceClient({
    url: service.at,
    credentials: { clientId: tenant.client_id, clientSecret: tenant.client_secret },
  });
  anonymous = new EvidenceClient({ url: service.base });
});

const pump = (more: object = {}): Promise<Asset> =>
  client.assets.create({ attributes: { arc_display_name: 'Pump 7', arc_display_type: 'Pump' }, ...more });

test('creates an asset, records an event, waits for its confirmation and reads both', async () => {
  const asset = await pump();
  const event = await client.events.record(asset.identity, {
    event_attributes: { arc_display_type: 'Inspection', inspector: 'Ada' },
    asset_attributes: { condition: 'good' },
  });
  expect(event).toMatchObject({ operation: 'Record', behaviour: 'RecordEvidence', confirmation_status: 'PENDING' });
  expect((await client.events.confirmed(event.identity)).confirmation_status).toBe('CONFIRMED');
  expect((await client.events.get(event.identity)).event_attributes['inspector']).toBe('Ada');
  expect((await client.assets.get(asset.identity)).attributes['condition']).toBe('good');
  const before = await client.assets.get(asset.identity, { at_time: asset.at_time });
  expect(before.attributes['condition']).toBeUndefined();
});

test('a repetition after a lost response records one event', async () => {
  const asset = await pump();
  let lost = 0;
  const unreliable = new EvidenceClient({
    url: service.base,
    token: tenant.token,
    retry: { base: 1 },
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      if (init.method !== 'POST' || ++lost > 2) return response;
      await response.arrayBuffer();
      throw new TypeError('the response was lost');
    },
  });
  const event = await unreliable.events.record(asset.identity, { event_attributes: { n: '1' } });
  expect(lost).toBe(3);
  const listed = await client.events.list(asset.identity, { operation: 'Record' }).take(10);
  expect(listed.map(({ identity }) => identity)).toEqual([event.identity]);
});

test('lists with filters over several pages', async () => {
  const made: string[] = [];
  for (let n = 0; n < 5; n++) made.push((await pump({ attributes: { group: 'listed', n: String(n) } })).identity);
  const list = client.assets.list({ attributes: { group: 'listed' }, page_size: 2 });
  const sizes: number[] = [];
  for await (const { items } of list.pages()) sizes.push(items.length);
  expect(sizes).toEqual([2, 2, 1]);
  expect((await list.take(100)).map(({ identity }) => identity)).toEqual(made.toReversed());
});

test.each(['bytes', 'Blob', 'stream'])('uploads %s with progress, and downloads the file again', async (kind) => {
  const bytes = new Uint8Array(randomBytes(300_000));
  const blob = new File([bytes], 'a "file".bin', { type: 'application/x-test' });
  const file = kind === 'Blob' ? blob : blob.stream();
  const source = kind === 'bytes' ? bytes : file;
  const progress: { sent: number; total: number | undefined }[] = [];
  const stored = await client.blobs.upload(source, {
    onProgress: (each) => progress.push(each),
    fileName: 'a "file".bin',
  });
  expect(stored).toMatchObject({
    size: bytes.length,
    hash: { value: createHash('sha256').update(bytes).digest('hex') },
  });
  expect(progress.length).toBeGreaterThan(1);
  expect(progress.at(-1)).toEqual({ sent: bytes.length, total: kind === 'stream' ? undefined : bytes.length });
  expect(await client.blobs.info(stored.identity)).toEqual(stored);
  const response = await client.blobs.download(stored.identity);
  expect(response.headers.get('content-disposition')).toContain('file');
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
});

test('an upload whose bytes were changed on the way is an error', async () => {
  const changing = new EvidenceClient({
    url: service.base,
    token: tenant.token,
    fetch: async (input, init) => {
      const body = new Uint8Array(await new Response(init.body).arrayBuffer());
      body[body.indexOf(0xfe)] = 0xff;
      return fetch(input, { ...init, body });
    },
  });
  await expect(changing.blobs.upload(new Uint8Array([0xfe, 1, 2]))).rejects.toMatchObject({ code: 'DATA_LOSS' });
});

test('attaches a file to an event, and anyone downloads it from a public asset', async () => {
  const { identity } = await pump({ public: true });
  const stored = await client.blobs.upload(new TextEncoder().encode('a manual'));
  const event = await client.events.record(identity, {
    event_attributes: { manual: attachmentOf(stored, 'manual.txt') },
  });
  const record = `public${event.identity}`;
  expect((await anonymous.attachments.info(record, stored.identity)).hash).toEqual(stored.hash);
  expect(await (await anonymous.attachments.download(record, stored.identity)).text()).toBe('a manual');
  expect(await (await client.attachments.download(event.identity, stored.identity)).text()).toBe('a manual');
});

test('verifies proofs of both forms offline with pins', async () => {
  const { identity } = await pump({ public: true });
  const event = await client.events.record(identity, { event_attributes: { inspector: 'Ada' } });
  const proof = await client.proofs.wait(event.identity);
  const log = tenant.tenant_identity.slice('tenant/'.length);
  const keys = await client.request('GET', '/v1/logs/{log}/keys', { path: { log } });
  const vkeys = keys.keys.flatMap((key) => ('vkey' in key ? key.vkey : []));
  expect(vkeys.length).toBeGreaterThan(0);
  const verdict = (bytes: Uint8Array, pins?: Pins): string => verifyProof(bytes, pins).verdict;
  expect(verdict(proof)).toBe('unpinned');
  const verified = client.proofs.verify(proof, { vkeys });
  expect(verified).toMatchObject({ verdict: 'valid', event: { identity: event.identity } });
  expect(verified.reliesOn).not.toBe('');
  expect(verified.steps.map(({ name }) => name)).toContain('checkpoint');
  expect(JSON.stringify(verified)).not.toContain('--');

  // A checkpoint that is saved now, and a proof whose checkpoint is later.
  const saved = await (await client.response('GET', '/v1/logs/{log}/checkpoint', { path: { log } })).text();
  await client.events.confirmed((await client.events.record(identity, {})).identity);
  await expect
    .poll(async () => (await client.request('GET', '/v1/logs/{log}', { path: { log } })).size)
    .toBeGreaterThan(Number(saved.split('\n')[1]));
  const later = await client.proofs.get(event.identity);
  expect(verdict(later, { checkpoint: saved })).toBe('invalid');
  const pins = await client.proofs.withConsistency(later, { checkpoint: saved });
  expect(pins.consistency).toHaveLength(1);
  expect(verdict(later, pins)).toBe('valid');
  expect(await client.proofs.withConsistency(later, pins)).toBe(pins);

  // Its tenancy and the public have windows of their own.
  const windowProof = (by: EvidenceClient, of: string): Promise<Uint8Array> =>
    vi.waitFor(
      async () => {
        await service.cron('* * * * *');
        return by.proofs.get(of, { form: 'window' });
      },
      { timeout: PATIENCE, interval: 50 },
    );
  expect(verdict(await windowProof(client, event.identity))).toBe('unpinned');
  const window = await windowProof(anonymous, `public${event.identity}`);
  const node = await client.request('GET', '/v1/node');
  const { genesis_hash: genesis } = node.blockchain_nodes[0]!;
  expect(verdict(window)).toBe('unpinned');
  expect(verdict(window, { genesis })).toBe('valid');
  expect(verdict(window, { genesis: `0x${'00'.repeat(32)}` })).toBe('invalid');

  const text = new TextDecoder().decode(proof);
  expect(verdict(new TextEncoder().encode(text.replace('Ada', 'Eve')), { vkeys })).toBe('invalid');
  expect(verifyProof('{}')).toMatchObject({ verdict: 'invalid', event: undefined });
  expect(() => verifyProof(proof, { vkeys: ['x'] })).toThrow(EvidenceError);
  expect(() => verifyProof(proof, { genesis: 'x' })).toThrow('genesis: must be 0x and 64 hexadecimal digits');
  expect(() => verifyProof(proof, { checkpoint: 'x' })).toThrow('checkpoint: ');
});

test('shares assets with a policy', async () => {
  const self = '00000000-0000-0000-0000-000000000000';
  const subject = await client.request('GET', '/iam/v1/subjects/{uuid}', { path: { uuid: self } });
  const policy = await client.policies.create({
    display_name: 'Pumps',
    filters: [{ or: ['attributes.arc_display_type=Pump'] }],
    access_permissions: [{ user_attributes: [{ or: ['group=inspectors'] }], asset_attributes_read: ['*'] }],
  });
  expect((await client.policies.list().take(10)).map(({ identity }) => identity)).toEqual([policy.identity]);
  expect(subject.wallet_pub_key).toHaveLength(1);
});

test('sets up a webhook, tests it and reads its deliveries', async () => {
  const application = (await client.request('GET', '/iam/v1/applications')).applications[0]!.identity;
  const { identity, secret } = await client.webhooks.create({
    display_name: 'Receiver',
    url: 'https://hooks.example.com/',
    application,
    enabled: false,
  });
  expect(secret).toMatch(/^whsec_/);
  expect((await client.webhooks.list().take(10)).map((each) => each.identity)).toEqual([identity]);
  expect((await client.webhooks.update(identity, { display_name: 'Changed' })).display_name).toBe('Changed');
  const rotated = await client.webhooks.rotateSecret(identity, { previousValidUntil: '2026-01-01T00:00:00Z' });
  expect([rotated.secret === secret, rotated.previous_secret_valid_until]).toEqual([false, null]);
  await client.webhooks.redeliver(identity, { since: '2026-01-01T00:00:00Z' });
  expect((await client.webhooks.test(identity)).delivery).toMatch(/^[0-9a-f-]{36}$/);
  expect((await client.webhooks.deliveries(identity).take(10)).length).toBeLessThanOrEqual(1);
  await client.webhooks.delete(identity);
  await expect(client.webhooks.get(identity)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(client.webhooks.get('webhooks/../assets')).rejects.toThrow('identity: must be webhooks/<uuid>');
});

test('request is typed by the OpenAPI document', async () => {
  const asset = await pump();
  const uuid = asset.identity.slice('assets/'.length);
  const read = await client.request('GET', '/v2/assets/{uuid}', { path: { uuid } });
  expectTypeOf(read).toEqualTypeOf<Asset>();
  expect(read.identity).toBe(asset.identity);
  // @ts-expect-error: the path parameter is required
  await expect(client.request('GET', '/v2/assets/{uuid}', {})).rejects.toMatchObject({ field: 'uuid' });
  // @ts-expect-error: no such operation
  await expect(client.request('DELETE', '/v2/assets', {})).rejects.toMatchObject({ status: 405 });
  // @ts-expect-error: the body has another type
  await expect(client.request('POST', '/v2/assets', { body: { attributes: 5 } })).rejects.toMatchObject({
    status: 400,
  });
});

test('a field that the service does not know is an error unless the caller prefers otherwise', async () => {
  const asset = await pump();
  const misspelled = { event_attribute: { inspector: 'Ada' } };
  await expect(client.events.record(asset.identity, misspelled as object)).rejects.toMatchObject({
    status: 400,
    field: 'event_attribute',
    detail: 'event_attribute: is not a known field; did you mean event_attributes?',
  });
  const headers = { prefer: 'handling=lenient' };
  const event = await client.events.record(asset.identity, misspelled as object, { headers });
  expect(event.event_attributes).toEqual({});
});

test('errors have status, code, detail, field and the id of the request', async () => {
  const error = (await client.assets
    .create({ attributes: { a: 5 as unknown as string } })
    .catch((thrown: unknown) => thrown)) as EvidenceError;
  expect(error).toBeInstanceOf(EvidenceError);
  expect(error).toMatchObject({ status: 400, code: 'INVALID_ARGUMENT', field: 'attributes.a' });
  expect(error.detail).toContain('attributes.a: ');
  const logged = (await service.logged()).some((line) => line.includes(error.requestId));
  expect([error.requestId === '', logged]).toEqual([false, true]);
  await expect(anonymous.assets.list().take(1)).rejects.toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
  const gone = `assets/${crypto.randomUUID()}`;
  await expect(client.assets.get(gone)).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' });
  const wrong = new EvidenceClient({
    url: service.base,
    credentials: { clientId: tenant.client_id, clientSecret: 'x' },
  });
  await expect(wrong.assets.list().take(1)).rejects.toMatchObject({ status: 401, reason: 'invalid_client' });
});
