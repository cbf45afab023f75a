import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { erased, objectsWith } from '../support/erasure.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { done } from '../support/sharing.ts';
import { contentOf, download, exported, readExport } from '../support/exports.ts';

let service: Service;
let client: Client;
let tenant: Tenant;
beforeAll(async () => {
  service = await startService({ vars: { ANCHOR_WINDOW_SECONDS: '1', EXPORTS: '10' } });
  client = await openClient(service);
  tenant = await newTenant(service, 'Erasing');
});
afterAll(() => service?.close());

const append = (asset: string, value: string): Promise<any> =>
  done(client, tenant.token, 'POST', `/v2/${asset}/events`, {
    ...RECORD,
    event_attributes: { arc_display_type: 'Visit', person: value },
    asset_attributes: { person: value },
  });
/** The files of an export with a text. Files are compressed, so they are downloaded and read. */
const contains = async (of: any, text: string): Promise<boolean> => {
  const { events, records } = await contentOf(service, of);
  return JSON.stringify([events, records]).includes(text);
};

test('erasing an event deletes the exports that may have it, and later exports lack its content', async () => {
  const other = await newTenant(service, 'Other');
  await done(client, other.token, 'POST', '/v2/assets', { proof_mechanism: 'MERKLE_LOG' });
  const ofOther = await exported(client, other);
  const { identity } = await done(client, tenant.token, 'POST', '/v2/assets', { proof_mechanism: 'MERKLE_LOG' });
  const unrelated = await exported(client, tenant);
  // As if the export had ended long before the event was recorded.
  await service.db
    .prepare('UPDATE exports SET finished_us = finished_us - 120000000 WHERE id = ?')
    .bind(unrelated.identity.split('/')[1])
    .run();
  const event = await append(identity, 'Marker');
  const having = await exported(client, tenant);
  expect(await contains(having, 'Marker')).toBe(true);
  await append(identity, 'Nobody');

  const answer = await erased(client, tenant.token, event.identity);
  expect(answer.status, answer.text).toBe(200);
  const row = await readExport(client, tenant, having.identity);
  expect(row).toMatchObject({
    status: 'STATUS_ERASED',
    done: true,
    error_message: `the event ${event.identity} was erased`,
    files: [],
    download_url: '',
  });
  expect((await service.blobs.list({ prefix: `${having.identity}/` })).objects).toEqual([]);
  expect(await objectsWith(service, 'Marker')).toEqual([]);
  const gone = await download(client, tenant, having, 'manifest.json');
  expect([gone.status, gone.body.message]).toEqual([410, expect.stringContaining(`${event.identity} was erased`)]);

  // Those that cannot have it are kept.
  expect((await readExport(client, tenant, unrelated.identity)).status).toBe('STATUS_FINISHED');
  expect((await readExport(client, other, ofOther.identity)).status).toBe('STATUS_FINISHED');

  const after = await exported(client, tenant);
  expect(await contains(after, 'Marker')).toBe(false);
  const { events } = await contentOf(service, after);
  const line = events.find((one) => one.event.identity === event.identity)!;
  expect(line.event).toEqual(
    (await client.call(tenant.token, 'GET', `/v2/assets/-/events?page_size=50`)).body.events.find(
      (one: any) => one.identity === event.identity,
    ),
  );
  expect(line.proof.content).toEqual({ commitment: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(line.proof.chain_hash).toBeUndefined();
  expect(line.event.erased).toBeDefined();
});
