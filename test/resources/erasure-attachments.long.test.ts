import { beforeAll, expect, test } from 'vitest';
import { bytesOf, listedAs, upload, type Uploaded } from '../support/blobs.ts';
import { openClient, type Client } from '../support/client.ts';
import { erased } from '../support/erasure.ts';
import { RECORD } from '../support/record.ts';
import { ANCHORING, newTenant, SECRETS, type Service, sharedService, type Tenant } from '../support/service.ts';
import { done } from '../support/sharing.ts';

const ATTACH = { operation: 'Attach', behaviour: 'Attachments' };

/** Events that append to the attachments of an erased one, and how many a request records: a ledger has 30 seconds. */
const COUNT = 500;
const AT_ONCE = 50;

let service: Service;
let client: Client;
let tenant: Tenant;
let files: Uploaded[];
beforeAll(async () => {
  service = await sharedService(ANCHORING);
  client = await openClient(service);
  tenant = await newTenant(service, 'Erasing');
  files = [];
  for (let i = 0; i < 3; i++) files.push(await upload(client, tenant.token, bytesOf(10, i)));
  // An event that keeps the files.
  await done(client, tenant.token, 'POST', '/v2/assets', {
    attributes: { arc_attachments: files.map((f) => listedAs(f)) },
  });
});

const read = (path: string): Promise<any> => done(client, tenant.token, 'GET', `/v2/${path}`);
const file = (n: number, name: string) => listedAs(files[n]!, { arc_display_name: name });

/** Checks all ledgers of the tenancy, with the rows of all attribute versions. */
async function fsck(): Promise<any[]> {
  const findings: any[] = [];
  let after = '';
  do {
    const { status, text, body } = await client.call(SECRETS.OPERATOR_SECRET, 'POST', '/operator/v1/fsck', {
      body: { tenant_identity: tenant.tenant_identity, ...(after ? { after } : {}) },
    });
    expect(status, text).toBe(200);
    findings.push(...body.findings);
    after = body.next;
  } while (after);
  return findings;
}

test('erasures in any order leave what other events appended in all earlier states of the asset', async () => {
  const set = (list: object[]) => ({ ...RECORD, asset_attributes: { arc_attachments: list } });
  const append = (list: object[], more: object = {}) => ({
    ...ATTACH,
    event_attributes: { arc_append_attachments: list },
    ...more,
  });
  const bodies: any[] = [
    append([file(0, 'a')]),
    append([file(1, 'b'), file(0, 'a')]),
    set([file(2, 'c'), file(0, 'a')]),
    append([file(1, 'd')]),
    append([file(0, 'a'), file(1, 'd')]),
    append([file(0, 'f')], { asset_attributes: { arc_attachments: [file(1, 'g')], other: 'x' } }),
    append([file(0, 'f')]),
    append([file(2, 'h')]),
    { ...RECORD, asset_attributes: { arc_attachments: 'none', other: 'y' } },
    append([file(2, 'i')]),
    append([file(2, 'j')]),
    { ...RECORD, asset_attributes: { arc_attachments: [], other: 'z' } },
  ];
  const orders = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    [10, 5, 2, 8, 3, 6, 0, 1],
    [3, 2, 7, 8, 9, 1, 5],
  ];
  for (const order of orders) {
    const asset = await done(client, tenant.token, 'POST', '/v2/assets', {});
    const events: any[] = [];
    for (const body of bodies)
      events.push(await done(client, tenant.token, 'POST', `/v2/${asset.identity}/events`, body));
    const gone = new Set<number>();
    for (const n of order) {
      const answer = await erased(client, tenant.token, events[n].identity);
      expect(answer.status, answer.text).toBe(200);
      gone.add(n);
      let expected: unknown;
      for (const [i, body] of bodies.entries()) {
        const own = body.asset_attributes?.arc_attachments ?? expected;
        const appended = body.event_attributes?.arc_append_attachments;
        const after = appended ? [...(Array.isArray(own) ? own : []), ...appended] : own;
        if (!gone.has(i)) expected = after;
        const { attributes } = await read(`${asset.identity}?at_time=${events[i].timestamp_accepted}`);
        expect(attributes.arc_attachments, `${order.join(' ')}: ${i} after the erasure of ${n}`).toEqual(
          // Of an event that names attachments and appends others, a read with at_time has those that it names.
          gone.has(i) ? undefined : (body.asset_attributes?.arc_attachments ?? expected),
        );
      }
      expect(await fsck()).toEqual([]);
    }
  }
});

test('erases an event to whose attachments hundreds of events have appended', async () => {
  const asset = await done(client, tenant.token, 'POST', '/v2/assets', {});
  const attach = { ...ATTACH, asset_identity: asset.identity };
  const first = await done(client, tenant.token, 'POST', `/v2/${asset.identity}/events`, {
    ...ATTACH,
    event_attributes: { arc_append_attachments: [file(0, 'first')] },
  });
  // The attachments after each event have together more bytes than a request to the database may have: 2 MB.
  const events = Array.from({ length: COUNT }, (_, n) => ({
    ...attach,
    event_attributes: { arc_append_attachments: [file(1, `attachment number ${n}`.padEnd(120, 'x'))] },
  }));
  let last: any;
  for (let n = 0; n < COUNT; n += AT_ONCE) {
    const batch = { events: events.slice(n, n + AT_ONCE) };
    const { results } = await done(client, tenant.token, 'POST', '/v2/assets/-/events:batch', batch);
    expect(results.filter(({ error }: any) => error)).toEqual([]);
    last = results.at(-1).event;
  }
  await done(client, tenant.token, 'POST', `/v2/${asset.identity}/events`, {
    ...RECORD,
    asset_attributes: { arc_attachments: [] },
  });
  const answer = await erased(client, tenant.token, first.identity);
  expect(answer.status, answer.text).toBe(200);
  const { attributes } = await read(`${asset.identity}?at_time=${last.timestamp_accepted}`);
  expect(attributes.arc_attachments).toHaveLength(COUNT);
  expect(await fsck()).toEqual([]);
});
