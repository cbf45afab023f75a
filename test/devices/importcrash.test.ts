import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { statePaths } from '../../src/cli/state.ts';
import { fleet } from '../azure/doubles/devices.ts';
import { answered, EMPTY, throttled } from '../azure/doubles/faults.ts';
import { startHub, type Hub } from '../azure/doubles/hub.ts';
import { freePort, startReal, within, type CrashService } from '../crash/service.ts';
import { SECRETS } from '../support/service.ts';

const DEVICES = 2500;

let hub: Hub;
let service: CrashService;
let token: string;
const state = mkdtempSync(join(tmpdir(), 'import-crash-'));
const port = await freePort();

beforeAll(async () => {
  hub = await startHub({ devices: fleet(DEVICES) });
  const settings = { ...SECRETS, AZURE_ALLOWED_HOSTS: hub.host };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(statePaths(state).secrets, lines.join(''), { mode: 0o600 });
  service = await startReal(state, port);
  token = await service.token();
});
afterAll(async () => {
  service?.end();
  await hub?.close();
  rmSync(state, { recursive: true, force: true, maxRetries: 5 });
});

const call = async (method: string, path: string, body?: unknown): Promise<any> => {
  const response = await fetch(`${service.base}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer: any = await response.json();
  if (response.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return answer;
};

/** The service's database: to be written only while the service is down. */
function database(readOnly = false): DatabaseSync {
  const folder = join(statePaths(state).data, 'v3/d1/miniflare-D1DatabaseObject');
  const file = readdirSync(folder).find((name) => /^[0-9a-f]{64}\.sqlite$/.test(name))!;
  return new DatabaseSync(join(folder, file), { readOnly });
}

/** kill -9, and a restart after the time has passed in which a job that lost its message counts as silent. */
async function killed(): Promise<void> {
  expect((await service.crash()).length).toBeGreaterThan(0);
  const db = database();
  db.exec('UPDATE imports SET touched_us = 1');
  db.close();
  service = await startReal(state, port);
}

async function imported(identity: string): Promise<any> {
  await expect.poll(async () => (await call('GET', `/v2/${identity}`)).done, { interval: 250 }).toBe(true);
  return call('GET', `/v2/${identity}`);
}

async function devices(): Promise<string[]> {
  const found: string[] = [];
  for (let after = ''; ;) {
    const page = await call('GET', `/v2/assets?page_size=500${after && `&page_token=${encodeURIComponent(after)}`}`);
    found.push(...page.assets.map((asset: any) => asset.attributes.azure_device_id));
    if (page.next_page_token === '') return found.toSorted();
    after = page.next_page_token;
  }
}

const create = () =>
  call('POST', '/v2/iothubgdr', {
    display_name: 'Fleet',
    secret: hub.connectionString,
    arc_home_location_identity: '',
  });

it('2,500 devices through throttling, a failure, an empty page and two kills are 2,500 assets, and no more the second time', async () => {
  const wanted = fleet(DEVICES)
    .map(({ deviceId }) => deviceId)
    .toSorted();
  hub.fail(throttled(1), { after: 2 });
  hub.fail(answered(500), { after: 5 });
  hub.fail(EMPTY, { after: 8 });
  hub.fail(throttled(1), { after: 16, times: 2 });
  const made = await create();
  const [asked, pages] = [hub.requests.length, () => hub.requests.filter(({ status }) => status === 200).length];
  // While the assets of a page are being made, and when the next page has been asked for.
  await hub.until(() => pages() >= 8);
  const db = database(true);
  const assets = () => Number(db.prepare('SELECT count(*) AS n FROM assets').get()!['n']);
  await within(20_000, 'no page is half done', () => assets() % 100 > 10);
  db.close();
  await killed();
  await hub.until(() => pages() >= 18);
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
  expect((await service.crash()).length).toBeGreaterThan(0);
  const last = database();
  expect(last.prepare("SELECT count(*) AS n FROM imports WHERE secret <> ''").get()).toEqual({ n: 0 });
  last.close();
}, 600_000);
