import { beforeAll, expect, test } from 'vitest';
import { erased, tablesWith } from '../support/erasure.ts';
import { sha256 } from '../support/blobs.ts';
import { openClient, type Client } from '../support/client.ts';
import { ANCHORING, type Service, sharedService } from '../support/service.ts';
import { openTenancy, walk, type Actor, type Tenancy } from '../support/tenancy.ts';

const ALL = '/v2/assets/-/events';

let service: Service;
let client: Client;
let owner: Tenancy;
beforeAll(async () => {
  service = await sharedService(ANCHORING);
  client = await openClient(service);
  owner = await openTenancy(service, client, 'Files');
});

type Uploaded = { identity: string; sha256: string };
async function upload(who: Actor, content: string): Promise<Uploaded> {
  const form = new FormData();
  form.append('file', new Blob([content]), 'file.txt');
  const { identity, hash } = await who.done('POST', '/v1/blobs', { raw: form });
  expect(hash.value).toBe(sha256(Buffer.from(content)));
  return { identity, sha256: hash.value };
}
const named = ({ identity, sha256 }: Uploaded): object => ({
  arc_attribute_type: 'arc_attachment',
  arc_blob_identity: identity,
  arc_blob_hash_value: sha256,
});
const listed = ({ identity, sha256 }: Uploaded): object => ({
  arc_attachment_identity: identity,
  arc_hash_alg: 'SHA256',
  arc_hash_value: sha256,
});

/** The `n`, or without one the operation, of the events that a list finds, newest first. */
async function found(who: Actor, sha256: string, query: Record<string, string> = {}, path = ALL): Promise<string> {
  const events = await walk(who, path, { attachment_sha256: sha256, ...query }, 2);
  return events.map(({ event_attributes: { n }, operation }) => n ?? operation).join(' ');
}

test('events are found by a file, whichever attribute attaches it', async () => {
  const [photo, other] = [await upload(owner, 'photo'), await upload(owner, 'other')];
  const asset = await owner.asset({ image: named(photo) });
  const append = async (n: string, body: { event_attributes?: object; [more: string]: unknown }): Promise<void> => {
    const answer = await owner.append(asset, { ...body, event_attributes: { n, ...body.event_attributes } });
    expect(answer.status, answer.text).toBe(200);
  };
  await append('1', { event_attributes: { image: named(photo) } });
  await append('2', { asset_attributes: { arc_attachments: [listed(other), listed(photo)] } });
  await append('3', { event_attributes: { arc_attachments: [listed(photo)], image: named(photo) } });
  await append('4', {
    operation: 'Attach',
    behaviour: 'Attachments',
    event_attributes: { arc_append_attachments: [listed({ ...photo, sha256: photo.sha256.toUpperCase() })] },
  });
  await append('5', { event_attributes: { note: photo.sha256, map: { arc_hash_value: photo.sha256 } } });
  await append('6', { asset_attributes: { note: 'without a file' } });
  expect(await found(owner, photo.sha256)).toBe('4 3 2 1 NewAsset');
  expect(await found(owner, photo.sha256.toUpperCase())).toBe('4 3 2 1 NewAsset');
  expect(await found(owner, photo.sha256, {}, `/v2/${asset}/events`)).toBe('4 3 2 1 NewAsset');
  expect(await found(owner, other.sha256)).toBe('2');
  expect(await found(owner, '0'.repeat(64))).toBe('');
  // With other filters.
  expect(await found(owner, photo.sha256, { operation: 'Record' })).toBe('3 2 1');
  expect(await found(owner, photo.sha256, { 'event_attributes.n': '3' })).toBe('3');
  expect(await found(owner, photo.sha256, { 'event_attributes.n!': '3' })).toBe('4 2 1 NewAsset');
  expect(await found(owner, photo.sha256, { order_by: 'timestamp_declared' })).toBe('4 3 2 1 NewAsset');
  expect(await found(owner, photo.sha256, { confirmation_status: 'FAILED' })).toBe('');
  const [{ timestamp_accepted: since }] = await walk(owner, ALL, { 'event_attributes.n': '3' });
  expect(await found(owner, photo.sha256, { timestamp_accepted_since: since })).toBe('4 3');
  expect((await found(owner, photo.sha256, { order_by: 'SIMPLEHASHV2' })).split(' ').toSorted()).toEqual(
    '1 2 3 4 NewAsset'.split(' '),
  );
  const stranger = await openTenancy(service, client, 'Stranger');
  expect(await found(stranger, photo.sha256)).toBe('');
});

test('anonymous callers find the events of public assets', async () => {
  const [seen, hidden] = [await upload(owner, 'seen by all'), await upload(owner, 'hidden')];
  const open = await owner.asset({ image: named(seen) }, { public: true });
  await owner.append(open, { event_attributes: { n: '1', image: named(seen) } });
  await owner.asset({ image: named(seen) });
  await owner.asset({ image: named(hidden) });
  const anonymous = async (sha256: string, path = '/v2/publicassets/-/events'): Promise<string[]> => {
    const { status, body } = await client.call(undefined, 'GET', path, { query: { attachment_sha256: sha256 } });
    expect(status).toBe(200);
    return body.events.map(({ event_attributes: { n }, operation }: any) => n ?? operation);
  };
  expect(await anonymous(seen.sha256)).toEqual(['1', 'NewAsset']);
  expect(await anonymous(seen.sha256, `/v2/public${open}/events`)).toEqual(['1', 'NewAsset']);
  expect(await anonymous(hidden.sha256)).toEqual([]);
  expect(await found(owner, seen.sha256)).toBe('NewAsset 1 NewAsset');
});

test('a member finds no event by an asset attribute that they may not read', async () => {
  const [photo, plan] = [await upload(owner, 'a photo'), await upload(owner, 'a plan')];
  const asset = await owner.asset({ kind: 'members', image: named(photo), plan: named(plan) });
  await owner.append(asset, { event_attributes: { n: '1', own: named(plan) } });
  await owner.append(asset, { event_attributes: { n: '2' }, asset_attributes: { plan: named(plan) } });
  const member = await owner.member({ role: 'files' });
  expect(await found(member, photo.sha256)).toBe('');
  await owner.policy(['attributes.kind=members'], ['jwt_role=files'], {
    asset_attributes_read: ['image'],
    event_arc_display_type_read: ['*'],
  });
  expect(await found(member, photo.sha256)).toBe('NewAsset');
  expect(await found(member, plan.sha256)).toBe('1');
  expect(await found(owner, plan.sha256)).toBe('2 1 NewAsset');
});

test('an erased event is not found by its files, and nothing has the words of its former values', async () => {
  const photo = await upload(owner, 'to be erased');
  const asset = await owner.asset({ arc_display_name: 'Zebrawörd', image: named(photo) });
  await owner.append(asset, { asset_attributes: { arc_display_name: 'plain', image: {} } });
  const [creation] = await walk(owner, `/v2/${asset}/events`, { operation: 'NewAsset' });
  expect(await found(owner, photo.sha256)).toBe('NewAsset');
  expect(await tablesWith(service.db, 'zebraword')).toEqual([]);
  const answer = await erased(client, owner.token, creation.identity);
  expect(answer.status, answer.text).toBe(200);
  expect(await found(owner, photo.sha256)).toBe('');
  const leaves = await service.db
    .prepare('SELECT count(*) AS n FROM event_leaves WHERE key = ?')
    .bind(photo.sha256)
    .first<{ n: number }>();
  expect(leaves).toEqual({ n: 0 });
});

test.each(['', 'x', '0'.repeat(63), '0'.repeat(65), `0x${'0'.repeat(62)}`])(
  'attachment_sha256=%s responds with 400 and names the field',
  async (value) => {
    for (const [token, path] of [
      [owner.token, ALL],
      [undefined, '/v2/publicassets/-/events'],
    ] as const) {
      const { status, text } = await client.call(token, 'GET', path, { query: { attachment_sha256: value } });
      expect(status).toBe(400);
      expect(text).toContain('"field":"attachment_sha256"');
    }
  },
);
