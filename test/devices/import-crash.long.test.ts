import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { statePaths } from '../../apps/server/state/directory.ts';
import { storesIn } from '../../apps/server/state/stores.ts';
import { fleet } from '../../tools/azure/devices.ts';
import { answered, EMPTY, throttled } from '../../tools/azure/faults.ts';
import { startHub, type Hub } from '../../tools/azure/hub.ts';
import { within } from '../../tools/crash/service.ts';
import { sized } from '../support/size.ts';
import { startKillable, type Killable } from '../support/killable.ts';

const PAGE = 100;
const PAGES = sized({ long: 25, full: 100 });
const DEVICES = PAGES * PAGE;
/** This share of all pages, in 25ths. */
const part = (of25: number): number => Math.floor((of25 * PAGES) / 25);

let hub: Hub;
let service: Killable;
beforeAll(async () => {
  hub = await startHub({ devices: fleet(DEVICES), pageSize: PAGE });
  service = await startKillable({ AZURE_ALLOWED_HOSTS: hub.host });
});
afterAll(async () => {
  service?.close();
  await hub?.close();
});

/** The database of the service. Write to it only while the service is down. */
function database(readOnly = false): DatabaseSync {
  // Killed processes hold their locks until they have exited.
  return new DatabaseSync(storesIn(statePaths(service.state).data).database, { readOnly, timeout: 60_000 });
}

/** kill -9 and a restart, with the timestamps of the imports set back, so that the sweep restarts their jobs. */
const killed = (): Promise<void> =>
  service.restart(() => {
    const db = database();
    db.exec('UPDATE imports SET touched_us = 1');
    db.close();
    // Makes the sweep of every minute due.
    rmSync(statePaths(service.state).crons, { force: true });
  });

async function imported(identity: string): Promise<any> {
  await expect
    .poll(async () => (await service.call('GET', `/v2/${identity}`)).done, { timeout: 600_000, interval: 250 })
    .toBe(true);
  return service.call('GET', `/v2/${identity}`);
}

async function devices(): Promise<string[]> {
  const found: string[] = [];
  for (let after = ''; ;) {
    const page = await service.call(
      'GET',
      `/v2/assets?page_size=500${after && `&page_token=${encodeURIComponent(after)}`}`,
    );
    found.push(...page.assets.map((asset: any) => asset.attributes.azure_device_id));
    if (page.next_page_token === '') return found.toSorted();
    after = page.next_page_token;
  }
}

const create = () =>
  service.call('POST', '/v2/iothubgdr', {
    display_name: 'Fleet',
    secret: hub.connectionString,
    arc_home_location_identity: '',
  });

it(`an import through faults and two kills creates one asset per device, and none again (${DEVICES})`, async () => {
  const wanted = fleet(DEVICES)
    .map(({ deviceId }) => deviceId)
    .toSorted();
  hub.fail(throttled(1), { after: part(2) });
  hub.fail(answered(500), { after: part(5) });
  hub.fail(EMPTY, { after: part(8) });
  hub.fail(throttled(1), { after: part(16), times: 2 });
  const made = await create();
  const [asked, pages] = [hub.requests.length, () => hub.requests.filter(({ status }) => status === 200).length];
  // Kills while the assets of a page are being created, and after the next page was requested.
  await hub.until(() => pages() >= part(8));
  const db = database(true);
  const assets = () => Number(db.prepare('SELECT count(*) AS n FROM assets').get()!['n']);
  await within(300_000, 'no page is half done', () => assets() % PAGE > PAGE / 10);
  db.close();
  await killed();
  await hub.until(() => pages() >= part(18));
  await killed();
  const row = await imported(made.identity);
  expect(row).toEqual({
    identity: made.identity,
    done: true,
    timestamp_accepted: made.timestamp_accepted,
    timestamp_finished: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    result: {
      display_name: 'Fleet',
      number_assets_imported: DEVICES,
      arc_home_location_identity: '',
      status: 'STATUS_FINISHED',
    },
  });
  expect(await devices()).toEqual(wanted);
  const answers = hub.requests.slice(asked).map(({ status, fault }) => fault ?? status);
  expect(answers.filter((one) => one === 'answer')).toHaveLength(4);
  expect(answers.filter((one) => one === 'empty')).toHaveLength(1);

  const again = await imported((await create()).identity);
  expect(again.result).toMatchObject({ status: 'STATUS_FINISHED', number_assets_imported: DEVICES });
  expect(await devices()).toEqual(wanted);
  await service.kill();
  const last = database();
  expect(last.prepare("SELECT count(*) AS n FROM imports WHERE secret <> ''").get()).toEqual({ n: 0 });
  last.close();
}, 7_200_000);
