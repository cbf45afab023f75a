import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EvidenceClient, type EventSigner } from '../../apps/client/src/index.ts';
import { thumbprintOf } from '../../src/formats/statement/key.ts';
import { joinBytes } from '../../src/lib/bytes.ts';
import { toBase64Url, utf8 } from '../../src/lib/text.ts';
import { authorStep } from '../../src/proof/log-author.ts';
import { readLogProof } from '../../src/proof/log-document.ts';
import { bitFlips } from '../core/transparency/support/memory-log.ts';
import { exportTo } from '../cli/support/exporting.ts';
import { importHere } from '../cli/support/importing.ts';
import { verifyCommand } from '../proof/support/command.ts';
import { claimsOf, newAuthorKey } from '../support/authors.ts';
import { bytesOf, upload } from '../support/blobs.ts';
import { openClient, type Client } from '../support/client.ts';
import { erased } from '../support/erasure.ts';
import { newTenant, ORIGIN, startService, tokenOf, type Service, type Tenant } from '../support/service.ts';
import { done } from '../support/sharing.ts';
import { sampled } from '../support/size.ts';
import { removeDirectory } from '../support/directory.ts';

/** The statements of authors after an import into another tenancy. */

const { here, fileOf } = verifyCommand();
const directory = mkdtempSync(join(tmpdir(), 'imported-statements-'));

let service: Service;
let http: Client;
let origin: Tenant;
let target: Tenant;
let signer: EventSigner;
let thumbprint: string;
/** The imported events, by `event_attributes.name`. */
let events: Map<string, any>;

const get = (path: string, token = target.token): Promise<any> => done(http, token, 'GET', path);
async function proofOf(name: string, token = target.token): Promise<any> {
  const path = `/v2/${events.get(name).identity}:proof`;
  await expect.poll(async () => (await http.call(token, 'GET', path)).status).toBe(200);
  return get(path, token);
}
const append = (body: object, asset = events.get('plain').asset_identity, token = target.token): Promise<any> =>
  done(http, token, 'POST', `/v2/${asset}/events`, {
    operation: 'Record',
    behaviour: 'RecordEvidence',
    ...body,
  });

beforeAll(async () => {
  service = await startService({ vars: { ANCHOR_WINDOW_SECONDS: '1' } });
  http = await openClient(service);
  origin = await newTenant(service, 'Origin');
  target = await newTenant(service, 'Target');
  const client = new EvidenceClient({ url: service.base, token: origin.token });
  const key = newAuthorKey();
  const enrolment = key.enrolment(`${ORIGIN}/archivist`, claimsOf(origin.token, origin.tenant_identity));
  await done(http, origin.token, 'POST', '/v1/signing_keys', { display_name: 'Phone', enrolment });
  signer = { publicJwk: key.key, sign: key.sign };
  thumbprint = toBase64Url(thumbprintOf(signer.publicJwk));
  const blob = await upload(http, origin.token, bytesOf(100));
  const photo = {
    arc_attribute_type: 'arc_attachment',
    arc_blob_identity: blob.identity,
    arc_blob_hash_alg: 'SHA256',
    arc_blob_hash_value: blob.hash.value,
  };
  const { identity: asset } = await client.assets.create({ attributes: { kind: 'door' } });
  const record = async (evidence: object): Promise<void> =>
    void (await client.events.record(asset, await client.events.sign(asset, evidence, signer)));
  const principal = { issuer: 'https://idp.example.com', subject: 'ada', display_name: 'Ada', email: 'a@x.io' };
  await record({
    event_attributes: { name: 'plain', arc_display_type: 'Inspection' },
    asset_attributes: { pin: '4711', state: 'good' },
    principal_declared: principal,
  });
  await record({ event_attributes: { name: 'photo', photo } });
  await record({ event_attributes: { name: 'erased', person: 'Ada' } });
  await client.events.record(asset, { event_attributes: { name: 'unsigned' } });
  await exportTo(join(directory, 'export'), { service, client: http, tenant: origin });
  const env = { CLIENT_ID: target.client_id, CLIENT_SECRET: target.client_secret };
  const ended = await importHere([join(directory, 'export'), '--url', service.base], { env });
  if (ended.code !== 0) throw new Error(ended.stderr);
  const { events: list } = await get('/v2/assets/-/events?page_size=50');
  events = new Map(list.map((event: any) => [event.event_attributes.name, event]));
});
afterAll(async () => {
  await service.close();
  removeDirectory(directory);
});

test('the proof of an imported event has the statement, marked as one of another deployment', async () => {
  const proof = await proofOf('plain');
  expect(proof.author).toBeUndefined();
  expect(proof.entry.author_statement).toBeUndefined();
  expect(proof.imported_author).toMatchObject({ key: signer.publicJwk, seed: expect.stringMatching(/^.{43}$/) });
  const file = fileOf(JSON.stringify(proof));
  const open = await here([file]);
  const original = events.get('plain').event_attributes.imported_event.identity;
  expect(proof.imported_author.asset).toBe(original.split('/events/')[0]);
  const by = `as ${original} by a key of another deployment, thumbprint ${thumbprint}`;
  expect(open.out).toMatch(new RegExp(`^- {4}author .+ ${by}; verified against the key document in the import;`, 'm'));
  expect(open.out).toMatch(new RegExp(`^– Who +signed ${by}; verified against the key document in the import`, 'm'));
  const known = await here([file, '--author-key', thumbprint]);
  expect(known.out).toMatch(/^ok {3}author .+; it is a known key$/m);
  expect(known.out).toMatch(new RegExp(`^✓ Who +signed ${by}.+; it is a known key$`, 'm'));
  const other = await here([file, '--author-key', toBase64Url(thumbprintOf(newAuthorKey().key))]);
  expect([other.code, other.out]).toEqual([1, expect.stringMatching(/^FAIL author .+, not by a known one$/m)]);
});

describe('an import that is repeated keeps the statements of the first one', () => {
  /** The environment of an import into a tenancy. */
  const of = (tenant: Tenant) => ({ env: { CLIENT_ID: tenant.client_id, CLIENT_SECRET: tenant.client_secret } });
  const importInto = async (tenant: Tenant, name: string): Promise<string> => {
    const ended = await importHere([join(directory, name), '--url', service.base], of(tenant));
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    return ended.stdout;
  };
  const named = async (tenant: Tenant): Promise<Map<string, any>> => {
    const { events: list } = await get('/v2/assets/-/events?page_size=50', tenant.token);
    return new Map(list.map((event: any) => [event.event_attributes.name ?? 'creation', event]));
  };
  const authorOf = async (tenant: Tenant, name: string): Promise<any> => {
    const { identity } = (await named(tenant)).get(name);
    const path = `/v2/${identity}:proof`;
    await expect.poll(async () => (await http.call(tenant.token, 'GET', path)).status).toBe(200);
    return (await get(path, tenant.token)).imported_author;
  };

  test('the same file again, without the state of the first import', async () => {
    const before = await authorOf(target, 'plain');
    const { size } = await named(target);
    rmSync(join(directory, 'export.import'), { force: true });
    expect(await importInto(target, 'export')).toContain('imported: 0 assets, 0 events');
    expect((await named(target)).size).toBe(size);
    expect(await authorOf(target, 'plain')).toEqual(before);
  });

  test('a later file with the same events and one more', async () => {
    const { identity: asset } = (await get('/v2/assets', origin.token)).assets[0];
    const client = new EvidenceClient({ url: service.base, token: origin.token });
    const evidence = { event_attributes: { name: 'later' } };
    await client.events.record(asset, await client.events.sign(asset, evidence, signer));
    await exportTo(join(directory, 'later'), { service, client: http, tenant: origin });
    const before = await authorOf(target, 'plain');
    expect(await importInto(target, 'later')).toContain('imported: 0 assets, 1 event');
    expect(await authorOf(target, 'plain')).toEqual(before);
    expect(await authorOf(target, 'later')).toMatchObject({ key: signer.publicJwk });
  });

  test('the export of an import, imported into a third tenancy', async () => {
    await exportTo(join(directory, 'between'), { service, client: http, tenant: target });
    const third = await newTenant(service, 'Third');
    await importInto(third, 'between');
    const events = await named(third);
    expect(events.get('plain').event_attributes).toMatchObject({ imported_event: {}, imported_event_2: {} });
    const first = await authorOf(target, 'plain');
    expect(await authorOf(third, 'plain')).toEqual(first);
    const { identity } = events.get('plain');
    const file = fileOf(JSON.stringify(await get(`/v2/${identity}:proof`, third.token)));
    expect((await here([file, '--author-key', thumbprint])).out).toMatch(/^✓ Who +signed as .+; it is a known key$/m);
    expect(await authorOf(third, 'unsigned')).toBeUndefined();
  });
});

test('values in which the import names other files are not compared, and the answer is that it is open', async () => {
  const file = fileOf(JSON.stringify(await proofOf('photo')));
  const { out } = await here([file, '--author-key', thumbprint]);
  expect(out).toMatch(/^– Who +signed as .+ without 1 values that are not as signed.+; it is a known key$/m);
  const step = authorStep(readLogProof(await proofOf('photo')), { authorKeys: [thumbprint] });
  expect(step).toMatchObject({
    ok: true,
    skipped: true,
    detail: expect.stringMatching(/without 1 values that are not as signed.+; it is a known key$/),
  });
});

test('no bit of the statement, of the key or of the event can be changed', async () => {
  const proof = readLogProof(await proofOf('plain'));
  const author = proof.imported_author!;
  const fails = (changed: object): void =>
    expect(authorStep({ ...proof, ...changed }, { authorKeys: [thumbprint] })).toMatchObject({ ok: false });
  for (const part of ['signature', 'payload'] as const)
    for (const bits of sampled([...bitFlips(Buffer.from(author[part], 'base64'))], 97))
      fails({ imported_author: { ...author, [part]: Buffer.from(bits).toString('base64') } });
  fails({ imported_author: { ...author, key: newAuthorKey().key } });
  fails({ imported_author: { ...author, asset: events.get('plain').asset_identity } });
  const { event } = proof;
  const { state: _state, ...fewer } = event.asset_attributes;
  fails({ event: { ...event, asset_attributes: { ...event.asset_attributes, pin: '4712' } } });
  fails({ event: { ...event, asset_attributes: fewer } });
  fails({ event: { ...event, event_attributes: { ...event.event_attributes, more: 'x' } } });
  fails({ event: { ...event, timestamp_declared: '2019-04-01T09:30:00Z' } });
  const { imported_event: _marker, ...unmarked } = event.event_attributes;
  fails({ event: { ...event, event_attributes: unmarked } });
});

test('a reader of a part gets the salts of what they see, and not the seed', async () => {
  const { body: application } = await http.call(target.token, 'POST', '/iam/v1/applications', {
    body: { display_name: 'reader' },
  });
  await done(http, target.token, 'POST', '/iam/v1/access_policies', {
    display_name: 'state only',
    filters: [{ or: ['attributes.kind=door'] }],
    access_permissions: [
      {
        user_attributes: [{ or: [`subject=${application.client_id}`] }],
        asset_attributes_read: ['state'],
        event_arc_display_type_read: ['Inspection'],
      },
    ],
  });
  const proof = await proofOf(
    'plain',
    await tokenOf(service, application.client_id, application.credentials[0].secret),
  );
  expect(proof.event.asset_attributes).toEqual({ state: 'good' });
  expect(proof.imported_author.seed).toBeUndefined();
  const step = authorStep(readLogProof(proof), { authorKeys: [thumbprint] });
  expect(step).toMatchObject({ ok: true, detail: expect.stringContaining('and perhaps more than is shown') });
});

test('the key is not enrolled in the tenancy, and signs no event there', async () => {
  expect((await get('/v1/signing_keys')).signing_keys).toEqual([]);
  const client = new EvidenceClient({ url: service.base, token: target.token });
  const asset = events.get('plain').asset_identity;
  const signed = await client.events.sign(asset, { event_attributes: { name: 'new' } }, signer);
  await expect(client.events.record(asset, signed)).rejects.toMatchObject({ status: 403 });
  expect((await proofOf('unsigned')).imported_author).toBeUndefined();
});

test('a statement that is forged, or of another event, is not shown', async () => {
  const { imported_event: marker, ...attributes } = events.get('plain').event_attributes;
  const { body } = await http.call(target.token, 'GET', `/v1/${marker.proof}`);
  const bytes = Buffer.from((await http.call(target.token, 'GET', `/v1/${marker.proof}`)).bytes ?? body);
  const lines = gunzipSync(bytes).toString().trimEnd().split('\n');
  const line = JSON.parse(lines[Number(marker.proof_line) - 1]!);
  const forged = (edit: (line: any) => void): Buffer => {
    const copy = structuredClone(line);
    edit(copy);
    return gzipSync(`${JSON.stringify(copy)}\n`);
  };
  const files: [what: string, bytes: Uint8Array][] = [
    ['key', forged(({ proof }) => (proof.author.key = newAuthorKey().key))],
    [
      'seed',
      forged(
        ({ proof }) => (proof.author.seed = proof.author.seed.replace(/^./, (c: string) => (c === 'A' ? 'B' : 'A'))),
      ),
    ],
    ['event', forged((copy) => (copy.event = events.get('photo').event_attributes.imported_event.identity))],
    ['not JSON', gzipSync('{\n')],
    ['not gzip', bytesOf(2000)],
    ['long line', gzipSync(Buffer.alloc(2 ** 20, 0x20))],
  ];
  const { asset_attributes, timestamp_declared, principal_declared } = events.get('plain');
  const copyOf = async (proof: string, changes: object = {}): Promise<any> => {
    const imported_event = { ...marker, proof, proof_line: '1', ...changes };
    const event_attributes = { ...attributes, name: 'plain', imported_event };
    return append({ asset_attributes, timestamp_declared, principal_declared, event_attributes });
  };
  const genuine = await upload(
    http,
    target.token,
    forged(() => undefined),
  );
  events.set('again', await copyOf(genuine.identity));
  expect((await proofOf('again')).imported_author).toBeDefined();
  for (const [what, content] of files) {
    const { identity } = await upload(http, target.token, content);
    events.set(what, await copyOf(identity));
    expect((await proofOf(what)).imported_author, what).toBeUndefined();
  }
  events.set('other marker', await copyOf(genuine.identity, { identity: events.get('photo').identity }));
  expect((await proofOf('other marker')).imported_author).toBeUndefined();
  events.set(
    'other tenancy',
    await copyOf(
      (
        await upload(
          http,
          origin.token,
          forged(() => undefined),
        )
      ).identity,
    ),
  );
  expect((await proofOf('other tenancy')).imported_author).toBeUndefined();
});

test('a statement is shown only for an event of the asset that its import has made, and of no own one', async () => {
  const { event_attributes, asset_attributes, timestamp_declared, principal_declared } = events.get('plain');
  const body = { event_attributes, asset_attributes, timestamp_declared, principal_declared };
  const { identity: other } = await done(http, target.token, 'POST', '/v2/assets', {
    attributes: { imported_asset: { identity: events.get('plain').asset_identity } },
  });
  events.set('moved', await append(body, other));
  expect((await proofOf('moved')).imported_author).toBeUndefined();
  // Nobody can say later of which asset it was made.
  const signed = { identity: event_attributes.imported_event.identity.split('/events/')[0] };
  const asset = { ...asset_attributes, imported_asset: signed };
  events.set('claimed', await append({ ...body, asset_attributes: asset }, other));
  events.set('after claim', await append(body, other));
  expect((await proofOf('after claim')).imported_author).toBeUndefined();
  const { bytes } = await http.call(target.token, 'GET', `/v1/${event_attributes.imported_event.proof}`);
  const file = await upload(http, origin.token, bytes!);
  const { identity: own } = await done(http, origin.token, 'POST', '/v2/assets', {
    attributes: { imported_asset: signed },
  });
  const imported_event = { ...event_attributes.imported_event, proof: file.identity };
  const { identity } = await append(
    { ...body, event_attributes: { ...event_attributes, imported_event } },
    own,
    origin.token,
  );
  events.set('own', { identity });
  expect((await proofOf('own', origin.token)).imported_author).toBeUndefined();
});

test('a proof reads the files of only the last two imports of an event', async () => {
  const { event_attributes, asset_attributes, timestamp_declared, principal_declared } = events.get('plain');
  const withMarkers = (markers: object): Promise<any> =>
    append({
      asset_attributes,
      timestamp_declared,
      principal_declared,
      event_attributes: { ...event_attributes, ...markers },
    });
  const { imported_event: marker } = event_attributes;
  const wrong = { ...marker, identity: events.get('photo').identity };
  events.set('one later', await withMarkers({ imported_event_2: wrong }));
  expect((await proofOf('one later')).imported_author).toBeDefined();
  events.set('two later', await withMarkers({ imported_event_2: wrong, imported_event_3: wrong }));
  expect((await proofOf('two later')).imported_author).toBeUndefined();
});

test.each<[string, number, (line: string, size: number) => [file: Uint8Array, number: number]]>([
  [
    'bytes of a file',
    8 * 2 ** 20,
    (line, size) => [gzipSync(joinBytes([utf8(`${line}\n`), bytesOf(size)]), { level: 0 }), 1],
  ],
  [
    'bytes of lines',
    8 * 2 ** 20,
    (line, size) => {
      const fillers = Array.from({ length: Math.ceil(size / 100_000) }, () => `${' '.repeat(99_999)}\n`);
      return [gzipSync(`${fillers.join('')}${line}\n`), fillers.length + 1];
    },
  ],
  ['bytes of a line', 128 * 1024, (line, size) => [gzipSync(`${line}${' '.repeat(size)}\n`), 1]],
  ['lines', 5000, (line, size) => [gzipSync(`${'\n'.repeat(Math.round(size) - 1)}${line}\n`), Math.round(size)]],
])(
  'a statement is read from a file with less than the limit of %s, and not from one with more',
  async (_, limit, of) => {
    const { event_attributes, asset_attributes, timestamp_declared, principal_declared } = events.get('plain');
    const { imported_event: marker } = event_attributes;
    const { bytes } = await http.call(target.token, 'GET', `/v1/${marker.proof}`);
    const line = gunzipSync(bytes!).toString().split('\n')[Number(marker.proof_line) - 1]!;
    for (const share of [0.9, 1.1]) {
      const [file, number] = of(line, limit * share);
      const { identity: proof } = await upload(http, target.token, file);
      const imported_event = { ...marker, proof, proof_line: String(number) };
      const attributes = { event_attributes: { ...event_attributes, imported_event }, asset_attributes };
      events.set('limit', await append({ ...attributes, timestamp_declared, principal_declared }));
      expect((await proofOf('limit')).imported_author !== undefined, `${share}`).toBe(share < 1);
    }
  },
);

test('the proof of an erased event has no statement', async () => {
  expect((await proofOf('erased')).imported_author).toBeDefined();
  expect((await erased(http, target.token, events.get('erased').identity)).status).toBe(200);
  expect((await proofOf('erased')).imported_author).toBeUndefined();
});
