import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startLocalService, type LocalService } from '../../apps/server/service.ts';
import { createTenant } from '../../apps/cli/operator.ts';
import { readSecrets } from '../../apps/server/state/secrets.ts';
import { statePaths } from '../../apps/server/state/directory.ts';
import { freePort } from '../../tools/free-port.ts';
import { sized } from '../support/size.ts';
import { call, type Access } from '../local/support/evidence.ts';
import { batchProxy, runImport } from './support/importing.ts';
import { removeDirectory } from '../support/directory.ts';

const EVENTS = Number(process.env['IMPORT_EVENTS'] ?? sized({ quick: 20_000, long: 20_000, full: 1_000_000 }));
const ASSETS = 20;
const KILLS = 10;
const LINES = ASSETS + EVENTS;

const temporary = mkdtempSync(join(tmpdir(), 'import-long-'));
const state = join(temporary, 'state');
let service: LocalService;
let base: string;

beforeAll(async () => {
  const port = await freePort();
  base = `http://127.0.0.1:${port}/archivist`;
  service = await startLocalService({
    state,
    host: '127.0.0.1',
    port,
    origin: `http://127.0.0.1:${port}`,
    trustedProxies: [],
    settings: {},
    disk: { warnMb: 0, minMb: 0 },
    log: { maxMb: 10, files: 2 },
    mailFiles: 10,
    limits: { RATE_API: 1e9 },
    acceptRestored: false,
    progress: () => undefined,
  });
});
afterAll(async () => {
  await service.stop();
  removeDirectory(temporary);
});

/** Writes a history: the assets, then their events in turn. */
async function writeHistory(file: string): Promise<void> {
  const output = createWriteStream(file);
  const write = async (record: object): Promise<void> => {
    if (!output.write(`${JSON.stringify(record)}\n`)) await once(output, 'drain');
  };
  for (let n = 0; n < ASSETS; n++) await write({ asset: `a${n}`, arc_display_name: `Asset ${n}` });
  for (let n = 0; n < EVENTS; n++)
    await write({
      asset: `a${n % ASSETS}`,
      operation: 'Record',
      timestamp_declared: new Date(Date.UTC(2001, 0, 1) + n * 1000).toISOString(),
      arc_display_type: 'Inspection',
      n,
      'asset_attributes.last': n,
    });
  output.end();
  await finished(output);
}

test(`an import of ${EVENTS} events that is killed ${KILLS} times ends with exactly ${EVENTS} events`, async () => {
  const file = join(temporary, 'history.jsonl');
  await writeHistory(file);
  const { OPERATOR_SECRET } = readSecrets(statePaths(state));
  const credentials = await createTenant(base, OPERATOR_SECRET, { display_name: 'Import' });
  const { client_id: CLIENT_ID, client_secret: CLIENT_SECRET } = credentials;
  // The first batch has the assets, so there is one more than needed for the lines.
  const batches = Math.ceil(LINES / 1000) + 1;
  let [child, kills]: [ChildProcess | undefined, number] = [undefined, 0];
  const proxy = await batchProxy(base, (when, batch) => {
    // Alternately before and after the batch is stored, spread over the file.
    const due = batch > ((kills + 1) * batches) / (KILLS + 1) && when === (kills % 2 ? 'before' : 'after');
    if (!due || kills === KILLS) return false;
    kills += 1;
    return child!.kill('SIGKILL');
  });
  const started = Date.now();
  let ended: Awaited<ReturnType<typeof runImport>>;
  do
    ended = await runImport([file, '--url', proxy.base], {
      env: { CLIENT_ID, CLIENT_SECRET },
      started: (process) => (child = process),
    });
  while (ended.signal === 'SIGKILL');
  const seconds = (Date.now() - started) / 1000;
  proxy.close();
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(kills).toBe(KILLS);
  console.info(`${EVENTS} events in ${seconds.toFixed(0)} s: ${(EVENTS / seconds).toFixed(0)} per second`);

  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: CLIENT_ID,
    client_secret: CLIENT_SECRET,
  });
  const issued = await fetch(`${base}/iam/v1/appidp/token`, { method: 'POST', body });
  const access: Access = { base, token: ((await issued.json()) as { access_token: string }).access_token };
  const { assets } = await call<any>(access, 'GET', '/v2/assets?page_size=100');
  expect(assets).toHaveLength(ASSETS);
  let total = 0;
  for (const { identity, attributes } of assets) {
    const first = Number(attributes.arc_display_name.slice('Asset '.length));
    const own = Math.ceil((EVENTS - first) / ASSETS);
    expect(attributes.last).toBe(String(first + (own - 1) * ASSETS));
    const response = await fetch(`${base}/v2/${identity}/events?page_size=100`, {
      headers: { authorization: `Bearer ${access.token}`, 'x-request-total-count': 'true' },
    });
    const { events } = (await response.json()) as any;
    total += Number(response.headers.get('x-total-count')) - 1;
    expect(response.headers.has('x-total-count-truncated')).toBe(false);
    // The newest events, in the order of the file.
    const newest = Array.from({ length: Math.min(100, own) }, (_, i) => String(first + (own - 1 - i) * ASSETS));
    expect(events.slice(0, newest.length).map(({ event_attributes }: any) => event_attributes.n)).toEqual(newest);
  }
  expect(total).toBe(EVENTS);
}, 7_200_000);
