import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, SECRETS, startService, type Service, type Tenant } from '../support/service.ts';

let service: Service;
let client: Client;
let [one, two]: Tenant[] = [];
const assets: string[] = [];

const operator = (path: string, body?: unknown) =>
  client.call(SECRETS.OPERATOR_SECRET, 'POST', `/operator/v1/${path}`, body === undefined ? {} : { body });
const run = (sql: string, ...values: unknown[]) =>
  service.db
    .prepare(sql)
    .bind(...values)
    .run();

const FILE = createHash('sha256').update('file').digest('hex');
/** Uploads a file. Returns the attribute that attaches it. */
async function attachment(token: string): Promise<object> {
  const raw = new FormData();
  raw.append('file', new Blob(['file']));
  const { identity } = (await client.call(token, 'POST', '/v1/blobs', { raw })).body;
  return {
    file: { arc_attribute_type: 'arc_attachment', arc_blob_identity: identity, arc_blob_hash_value: FILE },
  };
}

beforeAll(async () => {
  service = await startService();
  client = await openClient(service);
  one = await newTenant(service, 'One');
  two = await newTenant(service, 'Two');
  for (const tenant of [one, one, two]) {
    const { identity } = (
      await client.call(tenant.token, 'POST', '/v2/assets', { body: { attributes: { n: '1', m: { k: 'v' } } } })
    ).body;
    assets.push(identity);
    for (let i = 0; i < 3; i++) {
      await client.call(tenant.token, 'POST', `/v2/${identity}/events`, {
        body: {
          ...RECORD,
          event_attributes: { i: `${i}`, ...(i === 1 ? await attachment(tenant.token) : {}) },
          asset_attributes: { n: `${i}`, m: { k: 'w', [`${i}`]: '' } },
        },
      });
    }
  }
});
afterAll(() => service.close());

test('an undamaged database has no findings, in one call or in several', async () => {
  expect((await operator('fsck', {})).body).toEqual({
    assets: 3,
    events: 12,
    logs: 0,
    entries: 0,
    findings: [],
    next: 'logs/0/0',
  });
  expect((await operator('fsck', { tenant_identity: two!.tenant_identity })).body).toMatchObject({
    assets: 1,
    events: 4,
  });
  let [walked, after] = [0, ''];
  do {
    const { body } = await operator('fsck', { events: 1, ...(after ? { after } : {}) });
    walked += body.assets;
    after = body.next;
  } while (after);
  expect(walked).toBe(3);
});

describe('fsck finds each kind of damage', () => {
  const id = (i: number): string => assets[i]!.slice('assets/'.length);
  const ASSET = '(SELECT number FROM assets WHERE id = ?)';
  const LEAF = `path = 'i' AND event = (SELECT number FROM events WHERE asset = ${ASSET} AND seq = 2)`;
  const VERSION = `name = 'n' AND seq = 3 AND asset = ${ASSET}`;
  const damages: [string, string, () => unknown[], string, () => unknown[]][] = [
    [
      'index',
      `UPDATE event_leaves SET key = 'x' WHERE ${LEAF} AND key = '0'`,
      () => [id(0)],
      `UPDATE event_leaves SET key = '0' WHERE ${LEAF} AND key = 'x'`,
      () => [id(0)],
    ],
    [
      'index',
      `UPDATE asset_attributes SET key = 'x' WHERE ${VERSION} AND key = '1'`,
      () => [id(0)],
      `UPDATE asset_attributes SET key = '1' WHERE ${VERSION} AND key = 'x'`,
      () => [id(0)],
    ],
    [
      'index',
      `INSERT INTO asset_values (tenant, path, key, created_us, asset) SELECT tenant, 'n', '0', created_us, number
      FROM assets WHERE id = ?`,
      () => [id(0)],
      `DELETE FROM asset_values WHERE path = 'n' AND key = '0' AND asset = ${ASSET}`,
      () => [id(0)],
    ],
    [
      'index',
      `DELETE FROM asset_values WHERE path = 'm.k' AND asset = ${ASSET}`,
      () => [id(0)],
      `INSERT INTO asset_values (tenant, path, key, created_us, asset) SELECT tenant, 'm.k', 'w', created_us, number
      FROM assets WHERE id = ?`,
      () => [id(0)],
    ],
    [
      'index',
      `UPDATE event_leaves SET key = 'x' WHERE sets = 2 AND event IN (SELECT number FROM events
      WHERE asset = ${ASSET})`,
      () => [id(0)],
      `UPDATE event_leaves SET key = '${FILE}' WHERE sets = 2 AND key = 'x' AND event IN (SELECT number FROM events
      WHERE asset = ${ASSET})`,
      () => [id(0)],
    ],
    [
      'index',
      `DELETE FROM asset_postings WHERE term = '2' AND asset = ${ASSET}`,
      () => [id(0)],
      `INSERT INTO asset_postings (tenant, term, weight, created_us, asset)
      SELECT tenant, '2', 1, created_us, number FROM assets WHERE id = ?`,
      () => [id(0)],
    ],
    [
      'index',
      `INSERT INTO asset_postings (tenant, term, weight, created_us, asset)
      SELECT tenant, '0', 1, created_us, number FROM assets WHERE id = ?`,
      () => [id(0)],
      `DELETE FROM asset_postings WHERE term = '0' AND asset = ${ASSET}`,
      () => [id(0)],
    ],
    [
      'projection',
      'UPDATE assets SET tracked = 0 WHERE id = ?',
      () => [id(1)],
      'UPDATE assets SET tracked = 1 WHERE id = ?',
      () => [id(1)],
    ],
    [
      'projection',
      'UPDATE assets SET public = 1 WHERE id = ?',
      () => [id(1)],
      'UPDATE assets SET public = 0 WHERE id = ?',
      () => [id(1)],
    ],
    [
      'head',
      'UPDATE assets SET seq = 3 WHERE id = ?',
      () => [id(2)],
      'UPDATE assets SET seq = 4 WHERE id = ?',
      () => [id(2)],
    ],
    [
      'usage of assets',
      "UPDATE usage SET used = used + 1 WHERE tenant = ? AND resource = 'assets'",
      () => [one!.tenant_identity.slice(7)],
      "UPDATE usage SET used = used - 1 WHERE tenant = ? AND resource = 'assets'",
      () => [one!.tenant_identity.slice(7)],
    ],
    [
      'usage of invites',
      "INSERT INTO usage (tenant, resource, used) VALUES (?, 'invites', 1)",
      () => [one!.tenant_identity.slice(7)],
      "UPDATE usage SET used = 0 WHERE tenant = ? AND resource = 'invites'",
      () => [one!.tenant_identity.slice(7)],
    ],
  ];
  test.each(damages)('a finding "%s" after %s', async (problem, damage, values, repair, back) => {
    await run(damage, ...values());
    const { findings } = (await operator('fsck', {})).body;
    await run(repair, ...back());
    expect(findings[0]?.problem).toBe(problem);
    expect((await operator('fsck', {})).body.findings).toEqual([]);
  });
});

test('a call checks no further asset once it has sent 400 statements, and says where to continue', async () => {
  const three = await newTenant(service, 'Three');
  const made = await client.call(three.token, 'POST', '/v2/assets:batch', {
    body: { assets: Array.from({ length: 60 }, (_, n) => ({ attributes: { n: `${n}` } })) },
  });
  expect(made.body.results.every(({ asset }: { asset?: object }) => asset)).toBe(true);
  const calls: number[] = [];
  let after = '';
  do {
    const { status, body } = await operator('fsck', {
      tenant_identity: three.tenant_identity,
      ...(after ? { after } : {}),
    });
    expect([status, body.findings]).toEqual([200, []]);
    if (body.assets > 0) calls.push(body.assets);
    after = body.next;
  } while (after);
  expect(calls.reduce((sum, n) => sum + n)).toBe(60);
  // An asset with one event needs about 15 statements.
  expect(Math.max(...calls)).toBeLessThan(40);
});
