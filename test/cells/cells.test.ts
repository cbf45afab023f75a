import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { LogProof } from '../../src/proof/log-format.ts';
import { verifyProof } from '../../src/proof/verify.ts';
import { anchored } from '../anchoring/support.ts';
import { upload } from '../support/blobs.ts';
import { contentOf, exported } from '../support/exports.ts';
import { found as inLog, LogReader } from '../support/logs.ts';
import { serviceTest } from '../support/fixtures.ts';
import { newTenant, SECRETS, tokenOf, type Service } from '../support/service.ts';
import { openTenancy, walk, type Tenancy } from '../support/tenancy.ts';

const CELLS = ['DB', 'DB_1', 'DB_2'];

/** The cells in which a table has a row with this id. */
async function cellsWith(service: Service, table: string, id: string): Promise<string[]> {
  const found = await Promise.all(
    CELLS.map((name) => service.cell(name).prepare(`SELECT 1 FROM ${table} WHERE id = ?`).bind(id).first()),
  );
  return CELLS.filter((_, i) => found[i] !== null);
}

const uuidOf = (identity: string): string => identity.slice(-36);

const test = serviceTest({ cells: CELLS.slice(1), vars: { ANCHOR_WINDOW_SECONDS: '1' } })
  // A tenancy in each cell, in the order of CELLS.
  .extend('tenancies', { scope: 'file' }, async ({ service, client }): Promise<Tenancy[]> => {
    const made = new Map<string, Tenancy>();
    while (made.size < CELLS.length) {
      const tenancy = await openTenancy(service, client, 'Tenancy');
      const [cell] = await cellsWith(service, 'tenants', uuidOf(tenancy.identity));
      made.set(cell!, made.get(cell!) ?? tenancy);
      // So that the next one is placed elsewhere.
      await tenancy.assets(Array.from({ length: 100 }, () => ({ text: 'long '.repeat(200) })));
    }
    return CELLS.map((name) => made.get(name)!);
  });

test('all rows of a tenancy are in one cell, which the directory names', async ({ service, tenancies }) => {
  const { slots } = (await service.db.prepare('SELECT slots FROM directory').first<{ slots: string }>())!;
  const named = JSON.parse(slots) as Record<string, string>;
  for (const [i, tenancy] of tenancies.entries()) {
    const asset = await tenancy.asset({ arc_display_name: 'Pump' });
    const event = (await tenancy.append(asset)).body.identity;
    const blob = await upload(
      {
        call: (_: string, method: string, path: string, options: object) => tenancy.call(method, path, options),
      } as never,
      tenancy.token,
      Buffer.from('content'),
    );
    const rows = { tenants: tenancy.identity, assets: asset, events: event, blobs: blob.identity };
    const found = await Promise.all(
      Object.entries({ ...rows, applications: tenancy.client_id }).map(async ([table, id]) =>
        cellsWith(service, table, uuidOf(id)),
      ),
    );
    expect(found).toEqual(found.map(() => [CELLS[i]]));
    expect(named[tenancy.identity.slice(-4)]).toBe(CELLS[i]);
  }
});

test('a new tenancy is placed in the cell with the fewest bytes', async ({ service, tenancies }) => {
  expect(tenancies).toHaveLength(CELLS.length);
  const sizes = await Promise.all(
    CELLS.map(async (name) => {
      const { meta } = await service.cell(name).prepare('SELECT 1').all();
      return meta.size_after;
    }),
  );
  const { tenant_identity } = await newTenant(service);
  expect(await cellsWith(service, 'tenants', uuidOf(tenant_identity))).toEqual([
    CELLS[sizes.indexOf(Math.min(...sizes))],
  ]);
});

test('a repeated creation of a tenancy reaches its cell, and its slot stays there', async ({ service, tenancies }) => {
  for (const [i, { identity, client_id }] of tenancies.entries()) {
    const again = await newTenant(service, 'Ignored', identity);
    expect(again.client_id).toBe(client_id);
    expect(await cellsWith(service, 'tenants', uuidOf(identity))).toEqual([CELLS[i]]);
    // Another tenancy of the same slot is in the same cell.
    const other = await newTenant(service, 'Same slot', `tenant/${randomUUID().slice(0, -4)}${identity.slice(-4)}`);
    expect(await cellsWith(service, 'tenants', uuidOf(other.tenant_identity))).toEqual([CELLS[i]]);
  }
});

test('the operator lists the tenancies of all cells in one order, and changes each in its cell', async ({
  service,
  client,
  tenancies,
}) => {
  const headers = { authorization: `Bearer ${SECRETS.OPERATOR_SECRET}` };
  const operate = async (method: string, path: string): Promise<any> => {
    const { status, text, body } = await client.call(undefined, method, `/operator/v1/tenants${path}`, { headers });
    expect(status, text).toBe(200);
    return body;
  };
  const { tenants } = await operate('GET', '');
  const listed = tenants.map((each: any) => each.tenant_identity);
  expect(listed).toEqual(listed.toSorted());
  expect(listed).toEqual(expect.arrayContaining(tenancies.map(({ identity }) => identity)));
  for (const [i, { identity }] of tenancies.entries()) {
    await operate('POST', `/${uuidOf(identity)}:suspend`);
    const suspended = await service.cell(CELLS[i]!).prepare('SELECT id FROM tenants WHERE suspended_us > 0').all();
    expect(suspended.results).toEqual([{ id: uuidOf(identity) }]);
    expect(await operate('POST', `/${uuidOf(identity)}:resume`)).toMatchObject({ state: 'ACTIVE' });
  }
});

test('a tenancy of before the second cell stays in the first one', async ({ service }) => {
  const identity = `tenant/${randomUUID()}`;
  await service.db
    .prepare(
      `INSERT INTO tenants (id, display_name, wallet_address, wallet_public_key, tessera_public_key, first_application,
        created_us) SELECT ?, 'Earlier', 'a', 'b', 'c', ?, 0`,
    )
    .bind(uuidOf(identity), randomUUID())
    .run();
  const tenant = await newTenant(service, 'Ignored', identity);
  expect(await cellsWith(service, 'applications', tenant.client_id)).toEqual(['DB']);
});

test('nobody reads or changes records of a tenancy in another cell', async ({ tenancies }) => {
  const assets = await Promise.all(tenancies.map((tenancy) => tenancy.asset({ arc_display_name: 'Pump' })));
  for (const [i, tenancy] of tenancies.entries()) {
    const found = await walk(tenancy, '/v2/assets', { 'attributes.arc_display_name': 'Pump' });
    const listed = new Set(found.map(({ identity }) => identity));
    for (const [j, asset] of assets.entries()) {
      const expected = i === j ? 200 : 404;
      expect([i, j, (await tenancy.call('GET', `/v2/${asset}`)).status]).toEqual([i, j, expected]);
      expect([i, j, (await tenancy.append(asset)).status]).toEqual([i, j, expected]);
      expect([i, j, listed.has(asset)]).toEqual([i, j, i === j]);
    }
  }
});

test('requests with the same key are the same request in each cell', async ({ tenancies }) => {
  for (const tenancy of tenancies) {
    const headers = { 'idempotency-key': 'one' };
    const made = [1, 2].map(() => tenancy.call('POST', '/v2/assets', { body: { attributes: {} }, headers }));
    const [first, second] = await Promise.all(made);
    expect(second!.body.identity).toBe(first!.body.identity);
  }
});

test('events of each cell are anchored, and proven with the key of their log', async ({ client, tenancies }) => {
  for (const tenancy of tenancies) {
    const asset = await tenancy.asset({});
    const { identity } = (await tenancy.append(asset)).body;
    expect(await anchored(client, tenancy.token, `/v2/${identity}`)).toMatchObject({
      confirmation_status: 'CONFIRMED',
    });
    let proof: LogProof | undefined;
    await expect
      .poll(async () => (proof = (await inLog(client, tenancy.token, `/v2/${identity}:proof`)).body).anchor)
      .toBeDefined();
    const vkeys = [await new LogReader(client, tenancy.token, uuidOf(tenancy.identity)).vkey()];
    const { genesis_hash: genesis } = (await tenancy.done('GET', '/v1/node')).blockchain_nodes[0];
    expect(verifyProof(proof!, { vkeys, genesis })).toMatchObject({ ok: true, vouched: true });
  }
});

test('jobs of each cell export its records', async ({ service, client, tenancies }) => {
  const finished = new Map<Tenancy, any>();
  for (const tenancy of tenancies) {
    const asset = await tenancy.asset({ arc_display_name: 'Exported' });
    finished.set(tenancy, await exported(client, tenancy));
    const { records } = await contentOf(service, finished.get(tenancy));
    expect(records['assets']!.map(({ identity }) => identity)).toContain(asset);
  }
  // No cell deletes the files of another one.
  await service.cron('23 * * * *');
  for (const of of finished.values()) await contentOf(service, of);
});

test('a public asset of each cell is read without a token', async ({ client, tenancies }) => {
  for (const tenancy of tenancies) {
    const asset = await tenancy.asset({ arc_display_name: 'Statue' }, { public: true });
    const answer = await client.call(undefined, 'GET', `/v2/public${asset}`);
    expect(answer.body).toMatchObject({ identity: `public${asset}`, attributes: { arc_display_name: 'Statue' } });
  }
});

test('credentials of each cell are exchanged for a token, and wrong ones are refused', async ({
  service,
  tenancies,
}) => {
  for (const tenancy of tenancies) {
    const { client_id, credentials } = await tenancy.done('POST', '/iam/v1/applications', {
      body: { display_name: 'application', custom_claims: {} },
    });
    await expect(tokenOf(service, client_id, 'wrong')).rejects.toThrow('401');
    expect(await tokenOf(service, client_id, credentials[0].secret)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  }
});
