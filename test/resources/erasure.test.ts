import { beforeAll, describe, expect, test } from 'vitest';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { erased, filesWith, objectsWith, tablesWith } from '../support/erasure.ts';
import { RECORD } from '../support/record.ts';
import { ANCHORING, newTenant, SECRETS, type Service, sharedService, type Tenant } from '../support/service.ts';
import { done, idOf } from '../support/sharing.ts';

const BLANK = { issuer: '', subject: '', display_name: '', email: '' };

let service: Service;
let client: Client;
let tenant: Tenant;
beforeAll(async () => {
  service = await sharedService(ANCHORING);
  client = await openClient(service);
  tenant = await newTenant(service, 'Erasing');
});

const create = (body: object = {}): Promise<any> => done(client, tenant.token, 'POST', '/v2/assets', body);
const append = async (asset: string, body: object = {}, headers: Record<string, string> = {}): Promise<any> => {
  const answer = await client.call(tenant.token, 'POST', `/v2/${asset}/events`, {
    body: { ...RECORD, ...body },
    headers,
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const read = (path: string, token: string | undefined = tenant.token): Promise<any> =>
  client.call(token as string, 'GET', `/v2/${path}`).then(({ body }) => body);
const remove = (identity: string, body?: object, headers?: Record<string, string>): Promise<Answer> =>
  erased(client, tenant.token, identity, body, headers);

/** Checks all ledgers and logs as the operator. Returns the findings. */
async function fsck(): Promise<any[]> {
  const findings: any[] = [];
  let after = '';
  do {
    const answer = await client.call(SECRETS.OPERATOR_SECRET, 'POST', '/operator/v1/fsck', {
      body: { tenant_identity: tenant.tenant_identity, ...(after ? { after } : {}) },
    });
    expect(answer.status, answer.text).toBe(200);
    findings.push(...answer.body.findings);
    after = answer.body.next;
  } while (after);
  return findings;
}

const MECHANISMS = ['SIMPLE_HASH', 'KHIPU', 'MERKLE_LOG'] as const;

describe('the erasure of an event', () => {
  /** The records of each mechanism, which are anchored at the same time. */
  const records: Partial<Record<(typeof MECHANISMS)[number], { asset: any; event: any }>> = {};
  beforeAll(async () => {
    for (const mechanism of MECHANISMS) {
      const asset = await create({ proof_mechanism: mechanism, attributes: { color: 'red' } });
      const event = await append(asset.identity, {
        event_attributes: { arc_display_type: 'Visit', person: 'Marker', items: [{ a: 'Marker' }] },
        asset_attributes: { color: 'green' },
        principal_declared: { issuer: 'i', subject: 's', display_name: 'Marker', email: 'm@example.com' },
        timestamp_declared: '2026-01-02T03:04:05Z',
      });
      await append(asset.identity, { asset_attributes: { color: 'blue' } });
      records[mechanism] = { asset, event };
    }
  });

  test.each(MECHANISMS)(
    'the erasure of an event of %s deletes its content, keeps its structure, and is recorded by an event',
    async (mechanism) => {
      const { asset, event } = records[mechanism]!;
      const answer = await remove(event.identity, { reason: 'they asked for it' });
      expect(answer.status, answer.text).toBe(200);
      const { erased: how, ...rest } = answer.body;
      const now = await read(event.identity);
      // Between the two, the log may have grown.
      const { log_entry: entry, ...withoutEntry } = now;
      const { log_entry: before, ...answered } = answer.body;
      expect(answered).toEqual(withoutEntry);
      if (before) expect([entry.log, entry.index, entry.size >= before.size]).toEqual([before.log, before.index, true]);
      const { event_attributes: _own, asset_attributes: _set, ...structure } = event;
      expect(rest).toMatchObject({
        ...structure,
        event_attributes: {},
        asset_attributes: {},
        principal_declared: BLANK,
        principal_accepted: BLANK,
        confirmation_status: 'CONFIRMED',
        timestamp_committed: expect.any(String),
        transaction_id: expect.any(String),
        block_number: expect.any(Number),
        transaction_index: expect.any(Number),
      });
      expect(Object.keys(rest).slice(0, Object.keys(event).length)).toEqual(Object.keys(event));
      expect(how).toEqual({
        timestamp: expect.stringMatching(/^\d{4}-.*\.\d{6}Z$/),
        principal: event.principal_accepted,
        reason: 'they asked for it',
        event_identity: expect.stringMatching(`^${asset.identity}/events/`),
      });
      const recording = await read(how.event_identity);
      expect(recording).toMatchObject({
        operation: 'Erase',
        behaviour: 'Builtin',
        event_attributes: {
          arc_display_type: 'Erasure',
          arc_erased_event: event.identity,
          arc_erasure_reason: 'they asked for it',
        },
        asset_attributes: {},
        principal_accepted: event.principal_accepted,
        timestamp_accepted: how.timestamp,
      });
      const listed = (await read(`${asset.identity}/events`)).events;
      expect(listed.map((one: any) => one.identity)).toContain(event.identity);
      expect(listed.find((one: any) => one.identity === event.identity)).toEqual(withoutEntry);
      expect((await read(asset.identity)).attributes).toEqual({ color: 'blue' });
      expect(await fsck()).toEqual([]);
    },
  );

  test('the most values of an event below the longest name are erased', async () => {
    const name = 'n'.repeat(1024);
    const values = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`${i}`, 'a']));
    const { identity } = await create();
    const event = await append(identity, {
      event_attributes: { [name]: values },
      asset_attributes: { [name]: values },
    });
    await append(identity, { asset_attributes: { [name]: 'none' } });
    const answer = await remove(event.identity);
    expect([answer.status, answer.body.event_attributes, answer.body.asset_attributes]).toEqual([200, {}, {}]);
    const found = await read(`assets/-/events?event_attributes.${name}.999=a`);
    expect(found.events).toEqual([]);
    expect(await fsck()).toEqual([]);
  });
});

describe('erased content', () => {
  const marker = 'zq7Marker41';

  test('is found in no row, no object, and no file after compaction', async () => {
    const form = new FormData();
    form.append('file', new Blob([`content ${marker}`]), `${marker}.txt`);
    const blob = (await client.call(tenant.token, 'POST', '/v1/blobs', { raw: form })).body;
    const attachment = (name: string) => ({
      arc_display_name: name,
      arc_attachment_identity: blob.identity,
      arc_hash_value: blob.hash.value,
      arc_hash_alg: 'SHA256',
    });
    const made: { asset: any; before: any; erasable: any[] }[] = [];
    for (const [mechanism, isPublic] of [
      ['SIMPLE_HASH', true],
      ['KHIPU', false],
      ['MERKLE_LOG', true],
    ] as const) {
      const asset = await create({ proof_mechanism: mechanism, public: isPublic, attributes: { a: 'first' } });
      const key = { 'idempotency-key': `${marker}-${mechanism}` };
      const one = await append(
        asset.identity,
        {
          event_attributes: { arc_display_type: marker, arc_correlation_value: marker, long: marker.repeat(20) },
          asset_attributes: { a: `${marker} ${'x'.repeat(100)}`, list: [{ k: marker }, { k: 'other' }] },
          principal_declared: { issuer: marker, subject: marker, display_name: marker, email: `${marker}@example.com` },
        },
        key,
      );
      const two = await append(asset.identity, {
        operation: 'Attach',
        behaviour: 'Attachments',
        event_attributes: { arc_append_attachments: [attachment(marker)], note: marker },
      });
      await append(asset.identity, {
        operation: 'Attach',
        behaviour: 'Attachments',
        event_attributes: { arc_append_attachments: [attachment('later')] },
      });
      const [before] = (await read(`${asset.identity}/events`)).events;
      await append(asset.identity, { asset_attributes: { a: 'second', list: 'none', arc_attachments: [] } });
      await service.db
        .prepare('INSERT INTO verifications (asset, checkpoint) VALUES (?, ?)')
        .bind(idOf(asset.identity), JSON.stringify({ state: { attributes: { a: marker } } }))
        .run();
      made.push({ asset, before, erasable: [one, two] });
    }
    for (const { asset, before, erasable } of made) {
      for (const event of erasable) {
        const answer = await remove(event.identity);
        expect(answer.status, answer.text).toBe(200);
      }
      // What another event appended to the erased attachments stays.
      const past = await read(`${asset.identity}?at_time=${before.timestamp_accepted}`);
      expect(past.attributes.arc_attachments).toEqual([attachment('later')]);
      expect(past.attributes).not.toHaveProperty('a');
      const named = await read(`${asset.identity}/events?event_attributes.arc_display_type=${marker}`);
      expect(named.events).toEqual([]);
    }
    expect(await tablesWith(service.db, marker)).toEqual(['blobs']);
    expect((await objectsWith(service, marker)).map((key) => key.split('/')[0])).toEqual(['blobs']);
    expect(await fsck()).toEqual([]);
    // The third events still name the blob.
    for (const asset of (await read('assets')).assets) {
      for (const event of (await read(`${asset.identity}/events?event_attributes.note=none`)).events)
        expect(event).toBeUndefined();
      for (const event of (await read(`${asset.identity}/events?operation=Attach`)).events) {
        const answer = await remove(event.identity);
        expect(answer.status, answer.text).toBe(200);
      }
    }
    expect(await tablesWith(service.db, marker)).toEqual([]);
    expect(await objectsWith(service, marker)).toEqual([]);
    expect((await client.call(tenant.token, 'GET', `/v1/${blob.identity}/info`)).status).toBe(404);
    expect(await fsck()).toEqual([]);
    expect(filesWith(service.storage, marker, (path) => path.includes('/do/'))).toEqual([]);
  });
});

describe('earlier states of an asset', () => {
  test('have no values of erased events, and the behaviours and tracking of before', async () => {
    const asset = await create({ attributes: { a: '1', b: '1' } });
    const events = [
      await append(asset.identity, { asset_attributes: { a: '2' } }),
      await append(asset.identity, {
        operation: 'Add',
        behaviour: 'Builtin',
        event_attributes: { arc_behaviour_name: 'Firmware', note: 'secret' },
      }),
      await append(asset.identity, {
        operation: 'StopTracking',
        behaviour: 'Builtin',
        event_attributes: { note: 'secret' },
      }),
    ];
    const last = await append(asset.identity, { asset_attributes: { a: '3', b: '3' } });
    const at = (event: any) => read(`${asset.identity}?at_time=${event.timestamp_accepted}`);
    const before = [...(await Promise.all(events.map(at))), await at(last)];
    const created = (await read(`${asset.identity}/events`)).events.at(-1);
    for (const event of [created, ...events]) {
      const answer = await remove(event.identity);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.body.event_attributes).toEqual({});
    }
    const after = [...(await Promise.all(events.map(at))), await at(last)];
    const withoutAttributes = ({ attributes: _attributes, ...rest }: any) => rest;
    expect(after.map(withoutAttributes)).toEqual(before.map(withoutAttributes));
    expect(after.map(({ attributes }) => attributes)).toEqual([{}, {}, {}, { a: '3', b: '3' }]);
    expect(after[1].behaviours).toContain('Firmware');
    expect(after[2].tracked).toBe('NOT_TRACKED');
    expect(await fsck()).toEqual([]);
  });
});

test('an erasure has a row in the audit log, without a hash of the content', async () => {
  const asset = await create();
  const event = await append(asset.identity);
  await remove(event.identity);
  const { results } = await service.db
    .prepare('SELECT tenant, operation, resource, before_hash AS before, subject FROM audit_log WHERE resource = ?')
    .bind(event.identity)
    .all();
  expect(results).toEqual([
    {
      tenant: idOf(tenant.tenant_identity),
      operation: 'eraseEvent',
      resource: event.identity,
      before: '',
      subject: tenant.client_id,
    },
  ]);
});
