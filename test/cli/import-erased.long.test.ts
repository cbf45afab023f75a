import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportContent } from '../../src/formats/exports/content.ts';
import { markersOf } from '../../src/formats/exports/imported.ts';
import { verifyCommand } from '../proof/support/command.ts';
import { openClient, type Client } from '../support/client.ts';
import { erased, tablesWith } from '../support/erasure.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { done } from '../support/sharing.ts';
import { exportTo, recordsIn } from './support/exporting.ts';
import { importHere } from './support/importing.ts';
import { removeDirectory } from '../support/directory.ts';

const temporary = mkdtempSync(join(tmpdir(), 'import-erased-'));
const EXPORT = join(temporary, 'export');
const SECRET = 'the-content-that-was-erased';
const verify = verifyCommand();
let first: { service: Service; client: Client; tenant: Tenant };
let second: typeof first;
let identity: string;

beforeAll(async () => {
  const open = async () => {
    const service = await startService({ vars: { ANCHOR_WINDOW_SECONDS: '1', EXPORTS: '100' } });
    return { service, client: await openClient(service), tenant: await newTenant(service) };
  };
  [first, second] = [await open(), await open()];
  const { client, tenant } = first;
  const post = (path: string, body: object): Promise<any> => done(client, tenant.token, 'POST', path, body);
  const asset = await post('/v2/assets', { proof_mechanism: 'MERKLE_LOG', attributes: { arc_display_name: 'Pump' } });
  const append = (type: string, more: object): Promise<any> =>
    post(`/v2/${asset.identity}/events`, { ...RECORD, event_attributes: { arc_display_type: type, ...more } });
  await append('before', {});
  ({ identity } = await append('Visit', { person: SECRET }));
  await append('after', {});
  const { status } = await erased(client, tenant.token, identity, { reason: 'asked for' });
  if (status !== 200) throw new Error(`the event was not erased: ${status}`);
  await exportTo(EXPORT, first);
});
afterAll(async () => {
  await first?.service.close();
  await second?.service.close();
  removeDirectory(temporary);
});

test('an erased event is imported without its content, and exported again with the same content', async () => {
  const { service, tenant } = second;
  const env = { CLIENT_ID: tenant.client_id, CLIENT_SECRET: tenant.client_secret };
  const base = `${service.at}/archivist`;
  const { code, stdout, stderr } = await importHere([EXPORT, '--url', base], { env });
  expect([code, stderr]).toEqual([0, '']);
  // The creation, three events and the event that records the erasure.
  expect(stdout).toMatch(/imported: 1 asset, 4 events\n$/);

  const again = join(temporary, 'again');
  await exportTo(again, second);
  expect((await verify.here([again])).code).toBe(3);
  expect(exportContent(recordsIn(again), markersOf(1))).toEqual(exportContent(recordsIn(EXPORT)));
  const events = recordsIn(again).flatMap(({ kind, value }) => (kind === 'events' ? [value.event] : []));
  const imported = events.find(({ event_attributes: { imported_event: of } }) => of?.identity === identity);
  expect(imported.erased).toBeUndefined();
  expect(JSON.parse(imported.event_attributes.imported_event.erased)).toMatchObject({ reason: 'asked for' });
  expect(await tablesWith(service.db, SECRET)).toEqual([]);

  const repeated = await importHere([EXPORT, '--url', base], { env });
  expect([repeated.code, repeated.stderr]).toEqual([0, '']);
  const twice = join(temporary, 'twice');
  await exportTo(twice, second);
  expect(recordsIn(twice).filter(({ kind }) => kind === 'events').length).toBe(events.length);
});
