import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DELETED_TABLES } from '../../src/access/identity/deletion.ts';
import { bytesOf, upload } from '../support/blobs.ts';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, ORIGIN, SECRETS, startService, tokenOf, type Service, type Tenant } from '../support/service.ts';
import { done, idOf, openSharing, record } from '../support/sharing.ts';

const SUSPENDED = 'the tenancy is suspended by the operator: records can be read, and not changed';
const MINUTE = '* * * * *';

let service: Service;
let client: Client;
beforeAll(async () => {
  service = await startService();
  client = await openClient(service);
});
afterAll(() => service?.close());

const operate = (method: string, path: string, body?: object): Promise<Answer> =>
  client.call(SECRETS.OPERATOR_SECRET, method, `/operator/v1${path}`, body ? { body } : {});
const change = async (tenant: Tenant, to: string): Promise<any> => {
  const answer = await operate('POST', `/tenants/${idOf(tenant.tenant_identity)}:${to}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const stateOf = async (tenant: Tenant): Promise<any> =>
  (await operate('GET', `/tenants/${idOf(tenant.tenant_identity)}`)).body;
const audited = async (tenant: Tenant): Promise<string[]> =>
  (
    await service.db
      .prepare(`SELECT operation FROM audit_log WHERE tenant = ? AND subject = 'operator' ORDER BY seq`)
      .bind(idOf(tenant.tenant_identity))
      .all<{ operation: string }>()
  ).results.map(({ operation }) => operation);
const count = async (table: string, tenant: Tenant): Promise<number> =>
  (await service.db
    .prepare(`SELECT count(*) AS n FROM ${table} WHERE tenant = ?`)
    .bind(idOf(tenant.tenant_identity))
    .first<number>('n'))!;
/** Makes the waiting period of a requested deletion end a minute ago. */
const wait = (tenant: Tenant) =>
  service.db
    .prepare('UPDATE tenants SET delete_us = ? WHERE id = ?')
    .bind((Date.now() - 60_000) * 1000, idOf(tenant.tenant_identity))
    .run();
const newAsset = (tenant: Tenant, body: object = {}): Promise<any> =>
  done(client, tenant.token, 'POST', '/v2/assets', body);

describe('the list of tenancies', () => {
  test('has every tenancy once with its state and usage, in parts', async () => {
    const tenant = await newTenant(service, 'Listed');
    await newAsset(tenant);
    await service.db
      .prepare(
        `INSERT INTO tenants (id, display_name, wallet_address, wallet_public_key, first_application, created_us)
          SELECT printf('00000000-0000-4000-8000-%012d', value), 'Many', 'w' || value, 'k' || value, '', 1
          FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 150)
          SELECT value FROM n)`,
      )
      .run();
    const all: any[] = [];
    let next = '';
    do {
      const { status, body } = await operate('GET', `/tenants${next && `?after=${encodeURIComponent(next)}`}`);
      expect(status).toBe(200);
      expect(body.tenants.length).toBeLessThanOrEqual(100);
      all.push(...body.tenants);
      next = body.next;
    } while (next);
    expect(new Set(all.map(({ tenant_identity }) => tenant_identity)).size).toBe(all.length);
    expect(all.length).toBeGreaterThan(150);
    expect(all.find(({ tenant_identity }) => tenant_identity === tenant.tenant_identity)).toMatchObject({
      display_name: 'Listed',
      state: 'ACTIVE',
      suspended_at: null,
      delete_at: null,
      deleted_at: null,
      usage: { applications: 1, assets: 1 },
    });
    await service.db.prepare(`DELETE FROM tenants WHERE display_name = 'Many'`).run();
  });

  test('responds 404 for an unknown tenancy, 400 for another cursor, and 401 to administrators', async () => {
    const unknown = crypto.randomUUID();
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ':suspend'],
      ['POST', ':resume'],
      ['POST', ':delete'],
      ['POST', ':undelete'],
      ['POST', ':export'],
    ] as const) {
      expect((await operate(method, `/tenants/${unknown}${path}`)).status).toBe(404);
      const { token } = await newTenant(service);
      expect((await client.call(token, method, `/operator/v1/tenants/${unknown}${path}`)).status).toBe(401);
    }
    expect((await operate('GET', '/tenants?after=x')).body.message).toContain('after: must be `next`');
  });
});

describe('an operation of the operator', () => {
  test('refuses what it would ignore: unknown query parameters, and fields of an operation without any', async () => {
    const tenant = await newTenant(service, 'Strict');
    const path = `/tenants/${idOf(tenant.tenant_identity)}`;
    const refused = async (method: string, target: string, raw?: string): Promise<unknown> => {
      const answer = await client.call(
        SECRETS.OPERATOR_SECRET,
        method,
        `/operator/v1${target}`,
        raw === undefined ? {} : { raw },
      );
      return [answer.status, answer.body.message];
    };
    expect(await refused('GET', '/tenants?afetr=tenant/x')).toEqual([
      400,
      'afetr: is not a known query parameter; known parameters: after',
    ]);
    for (const body of ['{"delete_at":"2020-01-01T00:00:00Z"}', '{"a":', '[]', '0'])
      for (const target of [`${path}:suspend`, `${path}:delete`, '/alarms:test', '/database:accept-loss'])
        expect(await refused('POST', target, body)).toEqual([400, 'body: must be empty: this operation has no fields']);
    // Looking for the end of the blanks must not take a time that grows with their square.
    const blanks = `${' '.repeat(2 ** 20 - 1)}x`;
    expect(
      (await client.call(SECRETS.OPERATOR_SECRET, 'POST', `/operator/v1${path}:suspend`, { raw: blanks })).status,
    ).toBe(400);
    expect((await stateOf(tenant)).state).toBe('ACTIVE');
    for (const body of ['', ' null\n', '{ }'])
      expect(await refused('POST', `${path}:suspend`, body)).toEqual([200, undefined]);
    for (const [target, body, message] of [
      ['/tenants', { display_name: ' \u00a0' }, 'display_name: must not be blank'],
      [`/logs/${crypto.randomUUID()}:end`, { reason: ' ' }, 'reason: must not be blank'],
    ] as const) {
      const answer = await operate('POST', target, body);
      expect([answer.status, answer.body.message]).toEqual([400, message]);
    }
  });
});

describe('a suspended tenancy', () => {
  test('reads its records, writes none, gets no token, and works again when it is resumed', async () => {
    const tenant = await newTenant(service, 'Suspended');
    const asset = await newAsset(tenant, { public: true });
    const blob = await upload(client, tenant.token, bytesOf(10));
    expect(await change(tenant, 'suspend')).toMatchObject({ state: 'SUSPENDED', suspended_at: expect.any(String) });
    const write = (method: string, path: string, body: object): Promise<Answer> =>
      client.call(tenant.token, method, path, { body });
    const form = new FormData();
    form.append('file', new Blob(['x']));
    for (const answer of [
      await write('POST', '/v2/assets', {}),
      await write('POST', `/v2/${asset.identity}/events`, RECORD),
      await write('POST', '/iam/v1/applications', { display_name: 'new' }),
      await write('PATCH', `/iam/v1/applications/${tenant.client_id}`, { display_name: 'new' }),
      await write('PATCH', '/v1/tenancies/self', { display_name: 'new' }),
      await write('POST', '/v1/exports', {}),
      await client.call(tenant.token, 'POST', '/v1/blobs', { raw: form }),
    ])
      expect([answer.status, answer.body.message], answer.text).toEqual([403, SUSPENDED]);
    const batch = await write('POST', '/v2/assets:batch', { assets: [{ attributes: {} }] });
    expect(batch.text).toContain(SUSPENDED);
    for (const path of [
      `/v2/${asset.identity}`,
      `/v2/${asset.identity}/events`,
      `/v1/${blob.identity}`,
      '/iam/v1/applications',
    ])
      expect((await client.call(tenant.token, 'GET', path)).status, path).toBe(200);
    expect((await client.call(undefined, 'GET', `/v2/publicassets/${idOf(asset.identity)}`)).status).toBe(200);
    await expect(tokenOf(service, tenant.client_id, tenant.client_secret)).rejects.toThrow(
      /400.*unauthorized_client.*suspended by the operator/,
    );
    await expect(tokenOf(service, tenant.client_id, 'wrong')).rejects.toThrow(/401/);
    const session = await client.call(undefined, 'POST', '/iam/v1/sessions', {
      body: { client_id: tenant.client_id, client_secret: tenant.client_secret },
      headers: { 'sec-fetch-site': 'same-origin', origin: ORIGIN, 'x-csrf-token': 'new' },
    });
    expect([session.status, session.body.message], session.text).toEqual([403, SUSPENDED]);
    expect((await stateOf(tenant)).usage.assets).toBe(1);
    await change(tenant, 'suspend');
    expect(await change(tenant, 'resume')).toMatchObject({ state: 'ACTIVE', suspended_at: null });
    await change(tenant, 'resume');
    await done(client, tenant.token, 'POST', `/v2/${asset.identity}/events`, RECORD);
    expect(await tokenOf(service, tenant.client_id, tenant.client_secret)).toMatch(/\./);
    expect(await audited(tenant)).toEqual(['createTenant', 'suspendTenant', 'resumeTenant']);
  });

  test('takes no writes of partners to its assets, which they still read, nor writes of its members', async () => {
    const on = openSharing(service, client);
    const { owner, partner, pump } = await on.shared();
    const append = (): Promise<Answer> => on.append(partner.token, pump, record('Inspection'));
    expect((await append()).status).toBe(200);
    for (const suspended of [owner, partner]) {
      await change(suspended, 'suspend');
      const refused = await append();
      expect([refused.status, refused.body.message]).toEqual([403, SUSPENDED]);
      expect((await client.call(partner.token, 'GET', `/v2/${pump}/events`)).status).toBe(200);
      await change(suspended, 'resume');
    }
    expect((await append()).status).toBe(200);
    const stranger = await newTenant(service, 'Stranger');
    await change(owner, 'suspend');
    expect((await on.append(stranger.token, pump, record('Inspection'))).status).toBe(404);
  });

  test('does not affect other tenancies, and none of its writes in flight is stored after the response', async () => {
    const [tenant, other] = [await newTenant(service, 'One'), await newTenant(service, 'Other')];
    const [asset, others] = [await newAsset(tenant), await newAsset(other)];
    const append = (of: Tenant, to: any) =>
      client.call(of.token, 'POST', `/v2/${to.identity}/events`, { body: RECORD });
    const flight = Array.from({ length: 20 }, () => append(tenant, asset));
    await change(tenant, 'suspend');
    const events = async (): Promise<number> =>
      (await client.call(tenant.token, 'GET', `/v2/${asset.identity}/events`)).body.events.length;
    const stored = await events();
    const statuses = (await Promise.all(flight)).map(({ status }) => status);
    expect(new Set([...statuses, 200, 403])).toEqual(new Set([200, 403]));
    expect(await events()).toBe(stored);
    expect((await append(other, others)).status).toBe(200);
  });
});

describe('an export by the operator', () => {
  test('has the records of a suspended tenancy, and an address for an hour', async () => {
    const tenant = await newTenant(service, 'Exported');
    await newAsset(tenant, { attributes: { arc_display_name: 'Pump' } });
    await change(tenant, 'suspend');
    const started = await operate('POST', `/tenants/${idOf(tenant.tenant_identity)}:export`, {});
    expect(started.status, started.text).toBe(200);
    expect(started.body).toMatchObject({ status: 'STATUS_PENDING', download_url: '' });
    const read = async (): Promise<any> => (await operate('GET', `/${started.body.identity}`)).body;
    await expect.poll(async () => (await read()).status).toBe('STATUS_FINISHED');
    const { download_url: address, manifest_sha256 } = await read();
    const manifest = await fetch(address.replace(ORIGIN, service.at));
    expect(manifest.status).toBe(200);
    const bytes = Buffer.from(await manifest.arrayBuffer());
    expect(Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')).toBe(manifest_sha256);
    expect(await audited(tenant)).toEqual(['createTenant', 'suspendTenant', 'exportTenant']);
  });

  test('responds 409 if no administrator is left, and 404 for an unknown export', async () => {
    const tenant = await newTenant(service, 'Nobody');
    await service.db.prepare('DELETE FROM administrators WHERE tenant = ?').bind(idOf(tenant.tenant_identity)).run();
    expect((await operate('POST', `/tenants/${idOf(tenant.tenant_identity)}:export`, {})).status).toBe(409);
    expect((await operate('GET', `/exports/${crypto.randomUUID()}`)).status).toBe(404);
  });
});

describe('the deletion of a tenancy', () => {
  test('waits for 30 days, suspends, and can be cancelled until then', async () => {
    const tenant = await newTenant(service, 'Cancelled');
    const requested = await change(tenant, 'delete');
    expect(requested.state).toBe('DELETING');
    expect((Date.parse(requested.delete_at) - Date.parse(requested.suspended_at)) / 86_400_000).toBe(30);
    expect((await change(tenant, 'delete')).delete_at).toBe(requested.delete_at);
    const id = idOf(tenant.tenant_identity);
    expect((await operate('POST', `/tenants/${id}:resume`)).status).toBe(409);
    await service.cron(MINUTE);
    expect(await count('administrators', tenant)).toBe(1);
    expect(await change(tenant, 'undelete')).toMatchObject({ state: 'SUSPENDED', delete_at: null });
    expect(await change(tenant, 'resume')).toMatchObject({ state: 'ACTIVE' });
    await newAsset(tenant);
    expect(await audited(tenant)).toEqual(['createTenant', 'deleteTenant', 'undeleteTenant', 'resumeTenant']);
  });

  test('removes people, rights and secrets, and keeps the evidence and public access to it', async () => {
    const tenant = await newTenant(service, 'Deleted');
    const neighbour = await newTenant(service, 'Neighbour');
    const [open, closed] = [await newAsset(tenant, { public: true }), await newAsset(tenant)];
    await done(client, tenant.token, 'POST', `/v2/${open.identity}/events`, RECORD);
    for (const of of [tenant, neighbour]) {
      await done(client, of.token, 'POST', '/iam/v1/applications', { display_name: 'more' });
      await done(client, of.token, 'POST', '/iam/v1/access_policies', {
        display_name: 'policy',
        filters: [{ or: ['attributes.arc_display_name=*'] }],
        access_permissions: [{ user_attributes: [{ or: ['group=a'] }], asset_attributes_read: ['*'] }],
      });
      await done(client, of.token, 'POST', '/v2/locations', { display_name: 'place', latitude: 1, longitude: 2 });
    }
    const entries = (await stateOf(tenant)).log_entries;
    await change(tenant, 'delete');
    await wait(tenant);
    const id = idOf(tenant.tenant_identity);
    expect((await operate('POST', `/tenants/${id}:undelete`)).status).toBe(409);
    await service.cron(MINUTE);
    const deleted = await stateOf(tenant);
    expect(deleted).toMatchObject({ state: 'DELETED', deleted_at: expect.any(String) });
    expect(deleted.log_entries).toBeGreaterThanOrEqual(entries);
    for (const table of DELETED_TABLES) expect([table, await count(table, tenant)]).toEqual([table, 0]);
    for (const table of ['administrators', 'applications', 'access_policies', 'locations'])
      expect([table, await count(table, neighbour)]).not.toEqual([table, 0]);
    expect((await client.call(tenant.token, 'GET', `/v2/${closed.identity}`)).status).toBe(401);
    const shown = await client.call(undefined, 'GET', `/v2/publicassets/${idOf(open.identity)}/events`);
    expect([shown.status, shown.body.events.length]).toEqual([200, 2]);
    const fsck = await operate('POST', '/fsck', { tenant_identity: tenant.tenant_identity });
    expect([fsck.body.assets, fsck.body.findings]).toEqual([2, []]);
    expect((await operate('POST', '/tenants', { display_name: 'Again', tenant_identity: `tenant/${id}` })).status).toBe(
      409,
    );
    await service.cron(MINUTE);
    expect(await audited(tenant)).toEqual(['createTenant', 'deleteTenant', 'completeTenantDeletion']);
  });

  test('is complete only when the files of exports are deleted', async () => {
    const tenant = await newTenant(service, 'Exported');
    await newAsset(tenant);
    const id = idOf(tenant.tenant_identity);
    const { identity } = (await operate('POST', `/tenants/${id}:export`, {})).body;
    await expect.poll(async () => (await operate('GET', `/${identity}`)).body.status).toBe('STATUS_FINISHED');
    const files = async (): Promise<number> => (await service.blobs.list({ prefix: `${identity}/` })).objects.length;
    expect(await files()).toBeGreaterThan(0);
    await change(tenant, 'delete');
    await wait(tenant);
    const seen: [string, boolean][] = [];
    for (let run = 0; run < 3; run++) {
      await service.cron(MINUTE);
      seen.push([(await stateOf(tenant)).state, (await files()) > 0]);
    }
    expect(seen).not.toContainEqual(['DELETED', true]);
    expect(seen.at(-1)).toEqual(['DELETED', false]);
  });

  test('continues after it was cut off in any step, and ends with one audit entry', async () => {
    const tenant = await newTenant(service, 'Cut off');
    const id = idOf(tenant.tenant_identity);
    await service.db
      .prepare(
        `INSERT INTO members (id, tenant, issuer, subject, display_name, email, attributes, invited, told_at,
        created_us)
          SELECT 'm' || value, ?, 'i', 's' || value, 'n', 'e', '[]', 1, 1, 1
          FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 450)
          SELECT value FROM n)`,
      )
      .bind(id)
      .run();
    await change(tenant, 'delete');
    await wait(tenant);
    // The third transaction of members fails, as if the job were killed there.
    await service.db
      .prepare(
        `CREATE TRIGGER cut_off BEFORE DELETE ON members WHEN (SELECT count(*) FROM members
        WHERE tenant = '${id}') <= 50
          BEGIN SELECT RAISE(ABORT, 'cut off'); END`,
      )
      .run();
    await expect(service.cron(MINUTE)).resolves.toMatchObject({ outcome: 'exception' });
    expect([await count('administrators', tenant), await count('members', tenant)]).toEqual([0, 50]);
    expect((await stateOf(tenant)).state).toBe('DELETING');
    await service.db.prepare('DROP TRIGGER cut_off').run();
    await Promise.all([service.cron(MINUTE), service.cron(MINUTE)]);
    expect(await count('members', tenant)).toBe(0);
    expect((await stateOf(tenant)).state).toBe('DELETED');
    expect((await audited(tenant)).filter((operation) => operation === 'completeTenantDeletion')).toHaveLength(1);
  });
});
