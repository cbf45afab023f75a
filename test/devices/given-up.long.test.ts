import { afterAll, beforeAll, expect, it } from 'vitest';
import { fleet } from '../../tools/azure/devices.ts';
import { answered, HANG, HTML, throttled } from '../../tools/azure/faults.ts';
import { startHub, type Hub } from '../../tools/azure/hub.ts';
import { openClient, type Client } from '../support/client.ts';
import { newTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { done, idOf } from '../support/sharing.ts';

/** A host that does not exist. */
const NOWHERE = 'nowhere.invalid';

let service: Service;
let client: Client;
let hub: Hub;
let owner: Tenant;
beforeAll(async () => {
  hub = await startHub({ devices: fleet(30), pageSize: 10 });
  service = await startService({ vars: { AZURE_ALLOWED_HOSTS: `${hub.host},${NOWHERE}`, AZURE_ANSWER_SECONDS: '1' } });
  client = await openClient(service);
  owner = await newTenant(service);
});
afterAll(async () => {
  await service?.close();
  await hub?.close();
});

const ALWAYS = { times: 1000, after: 1 };

it.each([
  ['a hub that never answers', 10, () => hub.fail(HANG, ALWAYS), 'does not respond'],
  // A proxy in between may respond for a host that does not exist.
  ['an unknown host', 0, () => undefined, '(?:does not respond|responded with 5\\d\\d)'],
  ['a hub that is always busy', 10, () => hub.fail(throttled(1), ALWAYS), 'responded with 429'],
  ['a hub that fails', 10, () => hub.fail(answered(503, '<h1>Out</h1>'), ALWAYS), 'responded with 503'],
  [
    'a hub that returns the same continuation again',
    0,
    () => hub.fail(answered(200, [], { 'x-ms-continuation': 'here' }), { times: 1000 }),
    'returned the same continuation again',
  ],
  ['a hub that starts to respond with HTML', 10, () => hub.fail(HTML, ALWAYS), 'is not a list of devices'],
])('an import from %s fails with an error that names the reason', async (name, imported, arrange, message) => {
  hub.heal();
  arrange();
  const secret = name === 'an unknown host' ? hub.connectionString.replace(hub.host, NOWHERE) : hub.connectionString;
  const asked = hub.requests.length;
  const made = await done(client, owner.token, 'POST', '/v2/iothubgdr', { display_name: 'Pumps', secret });
  const read = () => done(client, owner.token, 'GET', `/v2/${made.identity}`);
  await expect
    .poll(
      async () => {
        // Skips the backoff between the attempts, which lasts minutes.
        await service.jobs.send({ kind: 'import', id: idOf(made.identity) });
        return (await read()).done;
      },
      { interval: 500 },
    )
    .toBe(true);
  const row = await read();
  expect(row.result).toBeUndefined();
  expect(row.timestamp_finished).not.toBeNull();
  expect(row.error).toEqual({
    display_name: 'Pumps',
    number_assets_imported: imported,
    arc_home_location_identity: '',
    error_message: expect.stringMatching(new RegExp(`${message}; ${imported} devices were imported$`)),
  });
  const tries = hub.requests.slice(asked).filter(({ status }) => status !== 200);
  if (imported > 0 && message !== 'is not a list of devices') expect(tries.length).toBeGreaterThanOrEqual(8);
  const kept = await service.db.prepare('SELECT secret FROM imports WHERE id = ?').bind(idOf(made.identity)).first();
  expect(kept).toEqual({ secret: '' });
});
