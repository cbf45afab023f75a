import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { fillDemo, prepareDemo } from '../../apps/cli/demo/demo.ts';
import { atBaseUrl, statePaths, type StatePaths } from '../../apps/server/state/directory.ts';
import { openClient } from '../support/client.ts';
import { newTenant, sharedService } from '../support/service.ts';

const temporary: string[] = [];
afterAll(() => temporary.forEach((dir) => rmSync(dir, { recursive: true, force: true })));

function newState(): StatePaths {
  const dir = mkdtempSync(join(tmpdir(), 'demo-'));
  temporary.push(dir);
  return statePaths(dir);
}

it('a trial has the data of a harbour, once', async () => {
  const service = await sharedService();
  const client = await openClient(service);
  const tenant = await newTenant(service, 'Trial');
  const credentials = atBaseUrl(tenant, service.base);
  const paths = newState();
  prepareDemo(paths);
  writeFileSync(paths.admin, '{}');
  const now = Date.now();
  const counts = () =>
    Promise.all(
      [
        '/v2/assets',
        '/v2/assets?attributes.arc_display_type=Pump',
        '/v2/assets/-/events?order_by=timestamp_declared',
      ].map(async (path) => {
        const { headers } = await client.call(tenant.token, 'GET', path, {
          headers: { 'x-request-total-count': 'true' },
        });
        return Number(headers.get('x-total-count'));
      }),
    );
  await fillDemo(paths, service.base, credentials, now);
  const made = await counts();
  // Each asset has the event of its creation as well.
  expect(made).toEqual([201, 50, 1_201]);
  const { body } = await client.call(tenant.token, 'GET', '/v2/assets/-/events?operation=Record&page_size=1');
  const [newest] = (body as { events: { timestamp_declared: string }[] }).events;
  expect(Date.parse(newest!.timestamp_declared)).toBeLessThanOrEqual(now);
  prepareDemo(paths);
  await fillDemo(paths, service.base, credentials, now);
  expect(await counts()).toEqual(made);
});

it('trial data are not added to a service that has other data', () => {
  const paths = newState();
  writeFileSync(paths.admin, '{}');
  expect(() => prepareDemo(paths)).toThrow(`${paths.dir}: --demo needs a state directory of its own`);
});

it('trial data that are incomplete are named, with what to do', () => {
  const paths = newState();
  prepareDemo(paths);
  // The first start can be repeated until it has a tenant.
  prepareDemo(paths);
  writeFileSync(paths.admin, '{}');
  expect(() => prepareDemo(paths)).toThrow('its trial data are incomplete: remove the directory');
});
