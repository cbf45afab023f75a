import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { done, idOf, importSubject, newMember } from '../support/sharing.ts';
import { anchored, PUBLIC, verifyAnchor, windowsOf, type Entry } from './support.ts';

let service: Service;
let client: Client;
let [owner, partner]: [Tenant, Tenant] = [undefined!, undefined!];
let all: any[];

const transactions = async (token: string | undefined, path: string): Promise<Entry[]> =>
  (await done(client, token as string, 'GET', path)).transactions;

const create = (token: string, more: object): Promise<any> => done(client, token, 'POST', '/v2/assets', more);
const append = (token: string, asset: string, attributes: object, more: object = {}): Promise<any> =>
  done(client, token, 'POST', `/v2/${asset}/events`, { ...RECORD, event_attributes: attributes, ...more });

async function upload(token: string, text: string): Promise<any> {
  const form = new FormData();
  form.append('file', new Blob([text]), 'filename');
  return (await client.call(token, 'POST', '/v1/blobs', { raw: form })).body;
}

beforeAll(async () => {
  service = await startService({ vars: { ANCHOR_WINDOW_SECONDS: '1' } });
  client = await openClient(service);
  [owner, partner] = [await newTenant(service, 'Owner'), await newTenant(service, 'Partner')];
  const subject = await importSubject(client, { of: partner, into: owner, name: 'partner' });
  await importSubject(client, { of: owner, into: partner, name: 'owner' });
  await done(client, owner.token, 'POST', '/iam/v1/access_policies', {
    display_name: 'shared',
    filters: [{ or: ['attributes.shared=yes'] }],
    access_permissions: [
      {
        subjects: [subject.identity],
        behaviours: ['RecordEvidence'],
        asset_attributes_read: ['shared'],
        event_arc_display_type_read: ['*'],
        event_arc_display_type_write: ['*'],
      },
    ],
  });
  const blob = await upload(owner.token, 'a file');
  const attachment = {
    arc_attribute_type: 'arc_attachment',
    arc_blob_identity: blob.identity,
    arc_blob_hash_value: blob.hash.value,
    arc_blob_hash_alg: 'SHA256',
    arc_file_name: 'a.txt',
  };
  const simple = await create(owner.token, { attributes: { état: 'ok', Zulu: '1', a: '', '😀': 'x', '｡': 'y' } });
  const shared = await create(owner.token, { attributes: { shared: 'yes' } });
  const open = await create(owner.token, { attributes: { arc_display_name: 'open' }, public: true });
  const theirs = await create(partner.token, { attributes: { arc_display_name: 'theirs' }, public: true });
  const khipu = await create(owner.token, { attributes: { k: 'v' }, proof_mechanism: 'KHIPU' });
  all = [
    await append(owner.token, simple.identity, { report: attachment, ключ: [{ é: '1' }, { z: '', Z: '2' }] }),
    await append(partner.token, shared.identity, { arc_display_type: 'Visit' }),
    await append(owner.token, open.identity, { arc_display_type: 'Inspección ✓' }),
    await append(partner.token, theirs.identity, { arc_display_type: 'x' }),
    await append(owner.token, khipu.identity, { arc_display_type: 'K' }, { asset_attributes: { k: 'w' } }),
  ];
});
afterAll(() => service?.close());

describe('a SIMPLE_HASH anchor', () => {
  it('a SIMPLE_HASH anchor is recomputed from the events that its query returns to an administrator', async () => {
    const seen: any[] = [];
    for (const event of [all[0], all[1], all[2]]) {
      const { transaction_id } = await anchored(client, owner.token, `/v2/${event.identity}`);
      const [entry] = await transactions(owner.token, `/v1alpha2/blockchain/${event.identity}`);
      expect(entry!.kind).toBe('SIMPLE_HASH');
      expect(entry!.transaction.hash).toBe(transaction_id);
      const events = await verifyAnchor(service, owner.token, entry!, idOf(owner.tenant_identity));
      expect(events.map((e) => e.identity)).toContain(event.identity);
      seen.push(...events);
    }
    expect(seen.every((e) => e.tenant_identity === owner.tenant_identity)).toBe(true);
  });

  it('is redacted for readers who are not administrators of the tenancy, who cannot guess values', async () => {
    await anchored(client, owner.token, `/v2/${all[1].identity}`);
    const path = `/v1alpha2/blockchain/${all[1].identity}`;
    const [entry] = await transactions(owner.token, path);
    // Redacted: the hash, the count and the input, and the signature and gas, which could confirm a guess at the input.
    const empty = {
      ...entry!,
      transaction: { ...entry!.transaction, input: '', gas: '', r: '', s: '', v: '' },
      simple_hash_details: { ...entry!.simple_hash_details, anchor_hash: '', event_count: 0 },
    };
    const member = await newMember(service, client, owner, { team: 'x' });
    await done(client, owner.token, 'POST', '/iam/v1/access_policies', {
      display_name: 'members',
      filters: [{ or: ['attributes.shared=yes'] }],
      access_permissions: [
        {
          user_attributes: [{ or: ['jwt_team=x'] }],
          asset_attributes_read: ['*'],
          event_arc_display_type_read: ['*'],
        },
      ],
    });
    // The partner wrote the event, and the member may read all of it.
    for (const { token } of [partner, member]) expect(await transactions(token, path)).toEqual([empty]);
    // For a public event, every caller gets the public window, whose events are public.
    await anchored(client, undefined, `/v2/public${all[2].identity}`);
    const [open] = await transactions(member.token, `/v1alpha2/blockchain/public${all[2].identity}`);
    expect(open!.simple_hash_details.anchor_hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('a SIMPLE_HASH anchor of public events is recomputed without a token, and has the public scope', async () => {
    for (const event of [all[2], all[3]]) {
      const path = `/v2/public${event.identity}`;
      const shown = await anchored(client, undefined, path);
      const [entry] = await transactions(undefined as never, `/v1alpha2/blockchain/public${event.identity}`);
      expect(entry!.transaction.hash).toBe(shown.transaction_id);
      expect({ n: shown.block_number, i: shown.transaction_index }).toEqual({
        n: Number(entry!.transaction.block_number),
        i: entry!.transaction.transaction_index,
      });
      const events = await verifyAnchor(service, undefined, entry!, PUBLIC);
      expect(events.map((e) => e.identity)).toContain(`public${event.identity}`);
      expect(JSON.stringify(events)).not.toContain('Administrator');
      // The list returns the same transaction and can be filtered by it.
      const listed = await client.call(undefined, 'GET', '/v2/publicassets/-/events', {
        query: { transaction_id: shown.transaction_id },
      });
      expect(listed.body.events.map((e: any) => e.identity)).toContain(`public${event.identity}`);
      expect(listed.body.events.every((e: any) => e.transaction_id === shown.transaction_id)).toBe(true);
    }
    const own = await done(client, owner.token, 'GET', `/v2/${all[2].identity}`);
    const others = await done(client, undefined as never, 'GET', `/v2/public${all[2].identity}`);
    expect(own.transaction_id).not.toBe(others.transaction_id);
  });

  it('covers exactly the SIMPLE_HASH events of a tenancy that has events of all three mechanisms', async () => {
    const mixed = await newTenant(service, 'Mixed');
    const mechanisms = ['MERKLE_LOG', 'SIMPLE_HASH', 'KHIPU'];
    const assets = await Promise.all(
      mechanisms.map((proof_mechanism) => create(mixed.token, { proof_mechanism, public: true })),
    );
    const [logged, simple, last] = await Promise.all(assets.map(({ identity }) => append(mixed.token, identity, {})));
    for (const [token, scope, prefix] of [
      [mixed.token, idOf(mixed.tenant_identity), ''],
      [undefined, PUBLIC, 'public'],
    ] as const) {
      await anchored(client, token, `/v2/${prefix}${simple.identity}`);
      const [entry] = await transactions(token, `/v1alpha2/blockchain/${prefix}${simple.identity}`);
      const events = (await verifyAnchor(service, token, entry!, scope)).map(({ identity }) => identity);
      expect(events).toContain(`${prefix}${simple.identity}`);
      for (const other of [logged, last]) expect(events).not.toContain(`${prefix}${other.identity}`);
    }
    await anchored(client, mixed.token, `/v2/${last.identity}`);
    const windows = await windowsOf(service, idOf(mixed.tenant_identity));
    expect(windows.reduce((sum, { count }) => sum + count, 0)).toBe(2);
    const path = `/v2/${logged.asset_identity}/events`;
    expect((await done(client, mixed.token, 'GET', path)).events.map((one: any) => one.transaction_id)).toEqual([
      '',
      '',
    ]);
  });

  it('a SIMPLE_HASH anchor does not exist for a tenancy that has only MERKLE_LOG events', async () => {
    const only = await newTenant(service, 'Only');
    await create(only.token, { proof_mechanism: 'MERKLE_LOG' });
    // An event of another tenancy, whose window closes later.
    const later = await append(owner.token, all[0].asset_identity, { later: 'yes' });
    await anchored(client, owner.token, `/v2/${later.identity}`);
    expect(await windowsOf(service, idOf(only.tenant_identity))).toEqual([]);
  });

  it('is not returned for events that are not anchored, or to callers who may not read the event', async () => {
    const asset = await create(owner.token, {});
    const events = (await done(client, owner.token, 'GET', `/v2/${asset.identity}/events`)).events;
    const path = `/v1alpha2/blockchain/${events[0].identity}`;
    expect(await done(client, owner.token, 'GET', path)).toEqual({ transactions: [], next_page_token: '' });
    expect((await client.call(partner.token, 'GET', path)).status).toBe(404);
    expect((await client.call(undefined, 'GET', path)).status).toBe(401);
    expect((await client.call(undefined, 'GET', `/v1alpha2/blockchain/public${events[0].identity}`)).status).toBe(404);
    expect((await client.call(owner.token, 'GET', `/v2/${events[0].identity}:proof?form=window`)).status).toBe(404);
  });
});

describe('KHIPU', () => {
  it('confirms each event by a transaction, and the first one of an asset by two', async () => {
    const event = await anchored(client, owner.token, `/v2/${all[4].identity}`);
    expect(event.confirmation_status).toBe('CONFIRMED');
    const [entry, ...none] = await transactions(owner.token, `/v1alpha2/blockchain/${event.identity}`);
    expect(none).toEqual([]);
    expect(entry).toMatchObject({ kind: 'KHIPU', transaction: { hash: event.transaction_id } });
    const block = await done(client, owner.token, 'GET', `/v1/node/block?hash=${entry!.transaction.blockhash}`);
    expect(Date.parse(event.timestamp_committed) / 1000).toBe(Number(block.timestamp));

    const list = await done(client, owner.token, 'GET', `/v2/${event.asset_identity}/events`);
    const first = list.events.at(-1);
    const created = await transactions(owner.token, `/v1alpha2/blockchain/${first.identity}`);
    expect(created.map(({ khipu_details: { sequence } }) => sequence)).toEqual([0, 1]);
    expect(created[1]!.transaction.hash).toBe(first.transaction_id);
    expect(entry!.khipu_details.previous_event_hash).toBe(created[1]!.khipu_details.event_hash);
    const asset = await done(client, owner.token, 'GET', `/v2/${event.asset_identity}`);
    expect(asset.confirmation_status).toBe('CONFIRMED');
  });

  it('responds with 402 in a tenancy where the operator has disabled it', async () => {
    const other = await newTenant(service, 'Without');
    const set = (khipu: string) =>
      fetch(`${service.base}/operator/v1/tenants/${idOf(other.tenant_identity)}`, {
        method: 'PATCH',
        headers: {
          authorization: 'Bearer operator-secret-of-the-service-under-test',
          'content-type': 'application/json',
        },
        body: JSON.stringify({ khipu }),
      });
    expect((await set('off')).status).toBe(200);
    for (const body of [{ proof_mechanism: 'KHIPU' }, { storage_integrity: 'LEDGER' }])
      expect((await client.call(other.token, 'POST', '/v2/assets', { body })).status).toBe(402);
    expect((await client.call(other.token, 'POST', '/v2/assets', { body: {} })).status).toBe(200);
    expect((await set('default')).status).toBe(200);
    await create(other.token, { proof_mechanism: 'KHIPU' });
  });
});

const proof = async (token: string | undefined, event: any) =>
  client.call(token, 'GET', `/v2/${token === undefined ? 'public' : ''}${event.identity}:proof?form=window`);

it('a proof of a SIMPLE_HASH event requires an administrator of its tenancy, but not of a public event', async () => {
  await anchored(client, owner.token, `/v2/${all[1].identity}`);
  const mine = await proof(owner.token, all[1]);
  expect(mine.body).toMatchObject({ mechanism: 'SIMPLE_HASH', view: 'tenant', event: { identity: all[1].identity } });
  expect((await proof(partner.token, all[1])).status).toBe(403);
  await anchored(client, undefined, `/v2/public${all[2].identity}`);
  const open = await proof(undefined, all[2]);
  expect(open.body).toMatchObject({ view: 'public', anchor: { tenant: PUBLIC } });
  expect(open.text).not.toContain('Administrator');
});

it('a proof of a KHIPU event requires access to the whole event', async () => {
  await anchored(client, owner.token, `/v2/${all[4].identity}`);
  expect((await proof(owner.token, all[4])).body).toMatchObject({ mechanism: 'KHIPU', khipu: { sequence: 2 } });
  expect((await proof(partner.token, all[4])).status).toBe(404);
});

it('the node endpoints return the status of the node and its blocks', async () => {
  const status = await done(client, owner.token, 'GET', '/v1/node');
  const [{ block_height, connection_status, genesis_hash }] = status.blockchain_nodes;
  expect(connection_status).toBe('REACHABLE');
  const block = async (query: string) => done(client, owner.token, 'GET', `/v1/archivistnode/block?${query}`);
  expect((await block('number=0')).hash).toBe(genesis_hash);
  expect(Number((await block('number=latest')).number)).toBeGreaterThanOrEqual(Number(block_height));
  expect((await block(`number=0x${Number(block_height).toString(16)}&public=true`)).number).toBe(
    `0x${Number(block_height).toString(16)}`,
  );
  for (const [query, wanted] of Object.entries({ 'number=99999999': 404, 'number=x': 400, 'hash=0x12': 400 }))
    expect((await client.call(owner.token, 'GET', `/v1/node/block?${query}`)).status).toBe(wanted);
  expect((await client.call(undefined, 'GET', '/v1/node')).status).toBe(401);
});
