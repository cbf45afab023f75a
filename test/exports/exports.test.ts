import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyProof } from '../../apps/client/src/verify.ts';
import { bytesOf, upload } from '../support/blobs.ts';
import { openClient, type Client } from '../support/client.ts';
import { RECORD } from '../support/record.ts';
import { ORIGIN, newTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { done, idOf, newMember } from '../support/sharing.ts';
import { contentOf, download, ended, exported, fetched, fileOf, readExport } from '../support/exports.ts';

let service: Service;
let client: Client;
let tenant: Tenant;
beforeAll(async () => {
  service = await startService({ vars: { EXPORTS: '3' } });
  client = await openClient(service);
});
afterAll(() => service?.close());
beforeEach(async () => {
  tenant = await newTenant(service);
});

const post = (path: string, body: object = {}, { token } = tenant): Promise<any> =>
  done(client, token, 'POST', path, body);
const newAsset = (mechanism = 'MERKLE_LOG', more: object = {}): Promise<any> =>
  post('/v2/assets', { proof_mechanism: mechanism, attributes: { arc_display_name: mechanism }, ...more });
const append = (asset: { identity: string }, value: string): Promise<any> =>
  post(`/v2/${asset.identity}/events`, {
    ...RECORD,
    event_attributes: { arc_display_type: 'Visit' },
    asset_attributes: { value },
  });

const SELF = '00000000-0000-0000-0000-000000000000';

/** All records of a list of the tenancy, by identity. */
async function listOf(path: string, key: string): Promise<Map<string, any>> {
  const found = new Map<string, any>();
  let page = '';
  do {
    const body = await done(
      client,
      tenant.token,
      'GET',
      `${path}?page_size=50${page && `&page_token=${encodeURIComponent(page)}`}`,
    );
    for (const record of body[key]) found.set(record.identity, record);
    page = body.next_page_token;
  } while (page);
  return found;
}

const byIdentity = (records: any[] = []): Map<string, any> => new Map(records.map((one) => [one.identity, one]));

describe('an export', () => {
  it('an export has all records of the tenancy as the API shows them, and no others', async () => {
    const other = await newTenant(service);
    await post('/v2/assets', { attributes: { arc_display_name: 'of another tenancy' } }, other);
    for (const mechanism of ['MERKLE_LOG', 'SIMPLE_HASH']) {
      const asset = await newAsset(mechanism);
      await append(asset, '1');
      await append(asset, '2');
    }
    await newAsset('MERKLE_LOG', { public: true });
    const quay = await post('/v2/locations', { display_name: 'Quay 4', latitude: 51.95, longitude: 4.05 });
    const self = await done(client, other.token, 'GET', `/iam/v1/subjects/${SELF}`);
    const keys = { wallet_pub_key: self.wallet_pub_key, tessera_pub_key: self.tessera_pub_key };
    const subject = await post('/iam/v1/subjects', { display_name: 'Partner', ...keys });
    await done(client, tenant.token, 'PATCH', `/v2/${quay.identity}/permissions`, {
      permissions: { subject_identities: [subject.identity, 'email=ada@example.com'] },
    });
    await post('/iam/v1/access_policies', {
      display_name: 'Inspectors',
      filters: [{ or: ['attributes.arc_display_name=*'] }],
      access_permissions: [{ user_attributes: [{ or: ['jwt_role=inspector'] }], asset_attributes_read: ['*'] }],
    });
    const policy = {
      compliance_type: 'COMPLIANCE_SINCE',
      display_name: 'Visited',
      event_display_type: 'Visit',
      time_period_seconds: '60',
    };
    await post('/v1/compliance_policies', policy);
    const deleted = await post('/v1/compliance_policies', { ...policy, display_name: 'Deleted' });
    await done(client, tenant.token, 'DELETE', `/v1/${deleted.identity}`);
    const blob = await upload(client, tenant.token, bytesOf(1000));

    const of = await exported(client, tenant, { display_name: 'All' });
    const { manifest, records, events, blobs } = await contentOf(service, of);
    expect(manifest).toMatchObject({
      format: 'asset-evidence-export',
      version: 1,
      service: ORIGIN,
      tenancy: tenant.tenant_identity,
      export: of.identity,
    });
    expect(byIdentity(records['assets'])).toEqual(await listOf('/v2/assets', 'assets'));
    expect(byIdentity(events.map(({ event }) => event))).toEqual(await listOf('/v2/assets/-/events', 'events'));
    const [[identity, location]] = [...(await listOf('/v2/locations', 'locations'))] as [[string, object]];
    const { permissions } = await done(client, tenant.token, 'GET', `/v2/${identity}/permissions`);
    expect(permissions.subject_identities.length).toBe(2);
    expect(records['locations']).toEqual([{ ...location, permissions }]);
    expect(byIdentity(records['access_policies'])).toEqual(await listOf('/iam/v1/access_policies', 'access_policies'));
    expect(byIdentity(records['compliance_policies'])).toEqual(
      await listOf('/v1/compliance_policies', 'compliance_policies'),
    );
    expect(of.counts).toEqual({
      assets: 3,
      events: 7,
      access_policies: 1,
      locations: 1,
      compliance_policies: 1,
      blobs: 0,
      anchors: records['anchors']?.length ?? 0,
    });
    expect(blobs.size).toBe(0);

    const withBlobs = await contentOf(service, await exported(client, tenant, { blobs: true }));
    const info = await done(client, tenant.token, 'GET', `/v1/${blob.identity}/info`);
    expect(withBlobs.records['blobs']).toEqual([
      { blob: info, file: `blob-${idOf(blob.identity)}`, bytes: 1000, sha256: blob.hash.value },
    ]);
    expect(withBlobs.blobs).toEqual(new Map([[`blob-${idOf(blob.identity)}`, bytesOf(1000)]]));
  });

  it('an export has the proof of each event in the order of the log, for the one tree of the manifest', async () => {
    const asset = await newAsset();
    for (const value of ['a', 'b', 'c']) await append(asset, value);
    const { manifest, events } = await contentOf(service, await exported(client, tenant));
    const log = manifest.log!;
    expect(log.checkpoint.split('\n').slice(0, 2)).toEqual([log.origin, String(log.size)]);
    const keys = await done(client, tenant.token, 'GET', `/v1/logs/${log.id}/keys`);
    expect(log.keys).toEqual(keys.keys);
    expect(log.entries).toEqual([]);
    expect(events.map(({ index }) => index)).toEqual([1, 2, 3, 4]);
    expect(log.size).toBe(5);
    for (const { index, event, proof } of events) {
      const document = {
        format: 'asset-evidence-proof/2',
        view: 'tenant',
        event,
        index,
        ...proof,
        checkpoint: log.checkpoint,
      };
      const vkeys = keys.keys.flatMap(({ vkey }: { vkey?: string }) => vkey ?? []);
      const result = await verifyProof(JSON.stringify(document), { vkeys });
      expect(result.verdict, JSON.stringify(result)).toBe('valid');
      const { anchor: _, ...asked } = await done(client, tenant.token, 'GET', `/v2/${event.identity}:proof`);
      expect({ ...document, event: {} }).toEqual({ ...asked, event: {} });
    }
  });

  it('an export of a tenancy without records has a manifest only', async () => {
    const of = await exported(client, tenant);
    const { manifest } = await contentOf(service, of);
    expect(manifest).toMatchObject({ log: null, files: [] });
    expect(of).toMatchObject({ files: [], counts: { assets: 0, events: 0 } });
  });

  it('an export does not have events and assets that are recorded after its tree', async () => {
    const asset = await newAsset();
    const first = await exported(client, tenant);
    await append(asset, 'later');
    const { events } = await contentOf(service, await readExport(client, tenant, first.identity));
    expect(events).toHaveLength(1);
    expect((await exported(client, tenant)).counts).toMatchObject({ assets: 1, events: 2 });
  });

  it('an export is listed and deleted with its files; a deleted one is unknown', async () => {
    await newAsset();
    const of = await exported(client, tenant, { display_name: 'Deleted later' });
    const { files: _f, download_url: _d, manifest_sha256: _m, ...listed } = of;
    expect((await done(client, tenant.token, 'GET', '/v1/exports')).exports).toEqual([listed]);
    const prefix = `${of.identity}/`;
    expect((await service.blobs.list({ prefix })).objects).not.toEqual([]);
    await done(client, tenant.token, 'DELETE', `/v1/${of.identity}`);
    expect((await service.blobs.list({ prefix })).objects).toEqual([]);
    expect((await client.call(tenant.token, 'GET', `/v1/${of.identity}`)).status).toBe(404);
    expect((await fetched(service, of.download_url)).status).toBe(404);
    expect((await done(client, tenant.token, 'GET', '/v1/exports')).exports).toEqual([]);
    const { results } = await service.db.prepare('SELECT id FROM exports WHERE id = ?').bind(idOf(of.identity)).all();
    expect(results).toEqual([]);
  });

  it('an export is limited in number per tenancy, and at the same time', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 6 }, () => client.call(tenant.token, 'POST', '/v1/exports', { body: {} })),
    );
    const refused = statuses.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThanOrEqual(3);
    for (const { status, body, headers } of refused) {
      expect(status).toBe(429);
      expect(body.message).toMatch(/a tenancy can have at most (2 exports that are running|3 exports with files)/);
      expect(headers.get('retry-after')).toBe('60');
    }
    for (const { identity } of (await done(client, tenant.token, 'GET', '/v1/exports')).exports)
      await ended(client, tenant, identity);
    while ((await done(client, tenant.token, 'GET', '/v1/exports')).exports.length < 3) await exported(client, tenant);
    const full = await client.call(tenant.token, 'POST', '/v1/exports', { body: {} });
    expect([full.status, full.body.message]).toEqual([
      429,
      'a tenancy can have at most 3 exports with files; delete one',
    ]);
    const [oldest] = (await done(client, tenant.token, 'GET', '/v1/exports')).exports;
    await done(client, tenant.token, 'DELETE', `/v1/${oldest.identity}`);
    await exported(client, tenant);
  });

  it('an export refuses members and callers of other tenancies', async () => {
    await newAsset();
    const of = await exported(client, tenant);
    const member = await newMember(service, client, tenant);
    const other = await newTenant(service);
    const asked = (token: string | undefined) =>
      Promise.all(
        [
          ['GET', '/v1/exports'],
          ['POST', '/v1/exports'],
          ['GET', `/v1/${of.identity}`],
          ['GET', fileOf(of, 'manifest.json')],
          ['DELETE', `/v1/${of.identity}`],
        ].map(async ([method, path]) => (await client.call(token, method!, path!)).status),
      );
    expect(await asked(member.token)).toEqual([403, 403, 403, 403, 403]);
    expect(await asked(undefined)).toEqual([401, 401, 401, 401, 401]);
    expect((await asked(other.token)).slice(2)).toEqual([404, 404, 404]);
    expect((await done(client, other.token, 'GET', '/v1/exports')).exports).not.toContainEqual(
      expect.objectContaining({ identity: of.identity }),
    );
    expect((await readExport(client, tenant, of.identity)).status).toBe('STATUS_FINISHED');
  });

  it('fails if the rights of its creator end while it runs', async () => {
    const of = await exported(client, tenant);
    // As if the job had not begun when the right ended.
    await service.db.batch([
      service.db
        .prepare(
          "UPDATE exports SET status = 'PENDING', step = 0, progress = '', log = '', finished_us = NULL WHERE id = ?",
        )
        .bind(idOf(of.identity)),
      service.db.prepare('DELETE FROM administrators WHERE tenant = ?').bind(idOf(tenant.tenant_identity)),
    ]);
    await service.jobs.send({ kind: 'export', id: idOf(of.identity) });
    const row = () =>
      service.db.prepare('SELECT status, error_message FROM exports WHERE id = ?').bind(idOf(of.identity)).first();
    await expect.poll(row).toEqual({
      status: 'FAILED',
      error_message: expect.stringMatching(/^the permission administrator is missing/),
    });
    await expect.poll(async () => (await service.blobs.list({ prefix: `${of.identity}/` })).objects).toEqual([]);
  });
});

describe('the download of an export', () => {
  let of: any;
  beforeEach(async () => {
    const asset = await newAsset();
    await append(asset, '1');
    of = await exported(client, tenant);
  });

  it('responds with 410 if the bytes of a file are gone', async () => {
    const name = of.files[0].name;
    const [row] = (
      await service.db
        .prepare('SELECT key FROM export_files WHERE export = ? AND name = ?')
        .bind(idOf(of.identity), name)
        .all()
    ).results;
    await service.blobs.delete(row!['key'] as string);
    const answer = await client.call(tenant.token, 'GET', `/v1/${of.identity}/files/${name}`);
    expect([answer.status, answer.body.message]).toEqual([410, expect.stringContaining(`the file ${name} of`)]);
  });

  it('supports ranges and conditional requests, with a token in the address or in the header', async () => {
    const name = of.files[0].name;
    const whole = await download(client, tenant, of, name);
    expect(whole.status).toBe(200);
    const bytes = whole.bytes!;
    const part = await download(client, tenant, of, name, { range: 'bytes=5-14' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 5-14/${bytes.length}`]);
    expect(part.bytes).toEqual(bytes.subarray(5, 15));
    const address = of.download_url.replace('manifest.json', name).replace(ORIGIN, service.at);
    const rest = await fetch(address, { headers: { range: 'bytes=15-' } });
    expect(rest.status).toBe(206);
    expect(Buffer.from(await rest.arrayBuffer())).toEqual(bytes.subarray(15));
    const known = await fetch(address, { headers: { 'if-none-match': `"${of.files[0].sha256}"` } });
    expect(known.status).toBe(304);
    const beyond = await fetch(address, { headers: { range: `bytes=${bytes.length}-` } });
    expect(beyond.status).toBe(416);
  });

  it('evaluates If-Match, If-Range and If-None-Match by the SHA-256 of the file', async () => {
    const { name, sha256 } = of.files[0];
    const address = of.download_url.replace('manifest.json', name).replace(ORIGIN, service.at);
    const status = async (headers: Record<string, string>, method = 'GET'): Promise<number> => {
      const response = await fetch(address, { headers, method });
      await response.arrayBuffer();
      return response.status;
    };
    const [same, other, range] = [`"${sha256}"`, `"${'0'.repeat(64)}"`, 'bytes=0-4'];
    expect((await fetch(address)).headers.get('etag')).toBe(same);
    expect(await status({ 'if-match': same, range })).toBe(206);
    expect(await status({ 'if-match': other, range })).toBe(412);
    expect(await status({ 'if-match': other }, 'HEAD')).toBe(412);
    expect(await status({ 'if-range': same, range })).toBe(206);
    expect(await status({ 'if-range': other, range })).toBe(200);
    expect(await status({ 'if-none-match': same })).toBe(304);
    expect(await status({ 'if-none-match': other })).toBe(200);
  });

  it('says to create another export when this one has expired', async () => {
    await service.db.prepare(`UPDATE exports SET status = 'EXPIRED' WHERE id = ?`).bind(idOf(of.identity)).run();
    const gone = await fetched(service, of.download_url);
    expect([gone.status, ((await gone.json()) as any).message]).toEqual([
      410,
      `${of.identity} has no files: STATUS_EXPIRED; create another export`,
    ]);
  });

  it('rejects a token of another export, a changed token, and an unknown file', async () => {
    const second = await exported(client, tenant);
    const token = (row: any): string => new URL(row.download_url).searchParams.get('token')!;
    const at = (row: any, given: string, name = 'manifest.json'): Promise<Response> =>
      fetched(service, `https://x/archivist/v1/${row.identity}/files/${name}?token=${encodeURIComponent(given)}`);
    expect((await at(of, token(of))).status).toBe(200);
    expect((await at(of, token(second))).status).toBe(401);
    // Not its last character, of which some bits have no meaning.
    const changed = token(of).slice(0, -10) + (token(of).at(-10) === 'A' ? 'B' : 'A') + token(of).slice(-9);
    expect((await at(of, changed)).status).toBe(401);
    expect((await at(of, '')).status).toBe(401);
    expect((await at(of, token(of), 'events-00009.jsonl.gz')).status).toBe(404);
    expect((await at(of, token(of), '..%2fsecrets')).status).toBe(400);
    // The other operations do not accept it.
    expect((await fetch(`${service.base}/v1/${of.identity}?token=${token(of)}`)).status).toBe(401);
  });

  it('ends when the caller of the address loses their rights', async () => {
    expect((await fetched(service, of.download_url)).status).toBe(200);
    await service.db.prepare('DELETE FROM administrators WHERE tenant = ?').bind(idOf(tenant.tenant_identity)).run();
    expect((await fetched(service, of.download_url)).status).toBe(403);
  });
});
