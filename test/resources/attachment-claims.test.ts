import { beforeAll, expect, test } from 'vitest';
import { bytesOf, listedAs, namedAs, upload, type Uploaded } from '../support/blobs.ts';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { expectProblem, fieldsOf } from '../support/raw.ts';
import { sharedService, type Service } from '../support/service.ts';
import { idOf } from '../support/sharing.ts';
import { openTenancy, violationsOf, walk, type Tenancy } from '../support/tenancy.ts';

const UNKNOWN = '11111111-1111-4111-8111-111111111111';
const ATTACH = { operation: 'Attach', behaviour: 'Attachments' };

let service: Service;
let client: Client;
let owner: Tenancy;
/** Files of the owner, and one of a stranger. */
let file: Uploaded;
let other: Uploaded;
let foreign: Uploaded;

beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
  owner = await openTenancy(service, client, 'Owner');
  const stranger = await openTenancy(service, client, 'Stranger');
  file = await upload(client, owner.token, bytesOf(1000, 1));
  other = await upload(client, owner.token, bytesOf(1000, 2));
  foreign = await upload(client, stranger.token, bytesOf(1000, 1));
});

const newAsset = (attributes: object = {}): Promise<string> => owner.asset(attributes);
const isAttached = async (asset: string): Promise<void> => {
  const answer = await owner.get(`/v2/attachments/${asset}/${idOf(file.identity)}`);
  expect([answer.status, answer.headers.get('etag')]).toEqual([200, `"${file.hash.value}"`]);
};

/** Expects 400 that names `fields` for an asset and for events with these attributes, and that nothing is stored. */
async function expectRefused(attributes: object, fields: string[], description: RegExp): Promise<void> {
  const asset = await newAsset();
  const count = async (): Promise<number[]> => [
    (await walk(owner, '/v2/assets')).length,
    (await walk(owner, '/v2/assets/-/events')).length,
  ];
  const before = await count();
  const answers: [string, Answer][] = [
    ['attributes', await owner.call('POST', '/v2/assets', { body: { attributes } })],
    ['attributes', await owner.call('POST', '/v2/assets', { body: { attributes, public: true } })],
    ['event_attributes', await owner.append(asset, { event_attributes: attributes })],
    ['asset_attributes', await owner.append(asset, { asset_attributes: attributes })],
  ];
  for (const [prefix, answer] of answers) {
    expectProblem(answer, 400);
    expect(fieldsOf(answer)).toEqual(fields.map((field) => `${prefix}.${field}`));
    for (const text of Object.values(violationsOf(answer))) expect(text).toMatch(description);
  }
  expect(await count()).toEqual(before);
  expect((await owner.done('GET', `/v2/${asset}`)).attributes).toEqual({});
}

test.each<[string, (of: Uploaded) => Uploaded | object, string | undefined, RegExp]>([
  ['a blob that does not exist', () => ({ ...file, identity: `blobs/${UNKNOWN}` }), '', /does not exist/],
  ['a blob of another tenancy', () => foreign, '', /does not exist/],
  ['the hash of another blob', () => ({ ...file, hash: other.hash }), '', /hash/],
  ['no identity', () => ({ ...file, identity: undefined }), 'identity', /identity of a blob/],
  ['an identity of another kind', () => ({ ...file, identity: `assets/${UNKNOWN}` }), 'identity', /identity/],
  ['an identity without its collection', () => ({ ...file, identity: UNKNOWN }), 'identity', /identity/],
  ['an identity that is no uuid', () => ({ ...file, identity: 'blobs/../x' }), 'identity', /identity/],
  ['no hash', () => ({ ...file, hash: { alg: 'SHA256' } }), 'hash_value', /64 hexadecimal digits/],
  ['half a hash', () => ({ ...file, hash: { alg: 'SHA256', value: 'ab'.repeat(16) } }), 'hash_value', /64/],
  ['a hash of another kind', () => ({ ...file, hash: { ...file.hash, alg: 'SHA512' } }), 'hash_alg', /SHA-256/],
  ['an algorithm in other letters', () => ({ ...file, hash: { ...file.hash, alg: 'Sha256' } }), 'hash_alg', /SHA/],
])('%s is refused, and nothing is written', async (_name, make, field, description) => {
  // JSON omits fields that are undefined.
  const wrong = make(file) as Uploaded;
  const at = (prefix: string, names: string[]): string =>
    field === '' ? prefix : `${prefix}.${names.find((name) => name.endsWith(field!))}`;
  const listed = at('arc_attachments[1]', ['arc_attachment_identity', 'arc_hash_value', 'arc_hash_alg']);
  const named = at('manual', ['arc_blob_identity', 'arc_blob_hash_value', 'arc_blob_hash_alg']);
  const attributes = {
    arc_attachments: [listedAs(other), listedAs(wrong)],
    fine: namedAs(file),
    manual: namedAs(wrong),
  };
  await expectRefused(attributes, [listed, named], description);
  const appended = { arc_append_attachments: [listedAs(wrong)] };
  await expectRefused(
    appended,
    [at('arc_append_attachments[0]', ['arc_attachment_identity', 'arc_hash_value', 'arc_hash_alg'])],
    description,
  );
  const asset = await newAsset();
  expectProblem(await owner.append(asset, { ...ATTACH, event_attributes: appended }), 400);
  expect((await owner.done('GET', `/v2/${asset}`)).attributes).toEqual({});
});

test('one error names every field of an attachment that is wrong', async () => {
  const missing = { ...file, identity: `blobs/${UNKNOWN}` };
  const answer = await owner.append(await newAsset(), {
    event_attributes: { manual: namedAs(missing) },
    asset_attributes: { arc_attachments: [listedAs(file), {}, listedAs(missing)] },
  });
  expectProblem(answer, 400);
  expect(fieldsOf(answer).toSorted()).toEqual([
    'asset_attributes.arc_attachments[1].arc_attachment_identity',
    'asset_attributes.arc_attachments[2]',
    'event_attributes.manual',
  ]);
});

test.each(['SHA256', 'sha256', 'SHA-256'])(
  "the hash algorithm may be spelled %s, and the blob's identity may start with attachments/",
  async (alg) => {
    const spelled = {
      ...file,
      identity: file.identity.replace('blobs/', 'attachments/'),
      hash: { alg, value: file.hash.value.toUpperCase() },
    };
    for (const attributes of [{ arc_attachments: [listedAs(spelled)] }, { manual: namedAs(spelled) }]) {
      const asset = await newAsset(attributes);
      expect((await owner.done('GET', `/v2/${asset}`)).attributes).toEqual(attributes);
      await isAttached(asset);
    }
  },
);

test('a refused creation does not use up its Idempotency-Key; a corrected one does, also for its retry', async () => {
  const headers = { 'idempotency-key': 'attached once' };
  const create = (of: Uploaded): Promise<Answer> =>
    owner.call('POST', '/v2/assets', { body: { attributes: { manual: namedAs(of) } }, headers });
  expectProblem(await create(foreign), 400);
  const [first, again] = [await create(file), await create(file)];
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(again.body.identity).toBe(first.body.identity);
  expectProblem(await create(other), 409);
});

test('a request can have the maximum number of attachments, repeated ones included', async () => {
  const many = Array.from({ length: 200 }, (_, i) => listedAs(i % 2 ? file : other, { arc_display_name: `n${i}` }));
  const asset = await newAsset({ arc_attachments: many });
  await isAttached(asset);
  const wrong = many.map((item, i) => (i === 150 ? listedAs(foreign) : item));
  const answer = await owner.append(asset, { asset_attributes: { arc_attachments: wrong } });
  expectProblem(answer, 400);
  expect(fieldsOf(answer)).toEqual(['asset_attributes.arc_attachments[150]']);
});
