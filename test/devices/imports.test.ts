import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fleet } from '../../tools/azure/devices.ts';
import { answered, EMPTY, FLOOD, HANG, HTML, redirected, throttled } from '../../tools/azure/faults.ts';
import { startHub, type Hub } from '../../tools/azure/hub.ts';
import { ask } from '../../src/lib/remote.ts';
import { openClient, type Client } from '../support/client.ts';
import { newTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { done, idOf, newMember } from '../support/sharing.ts';

let service: Service;
let client: Client;
let hub: Hub;
let owner: Tenant;
beforeAll(async () => {
  hub = await startHub({});
  service = await startService({
    vars: { AZURE_ALLOWED_HOSTS: hub.host, QUOTA_ASSETS: '250' },
  });
  client = await openClient(service);
});
afterAll(async () => {
  await service?.close();
  await hub?.close();
});
beforeEach(async () => {
  owner = await newTenant(service);
  hub.heal();
  Object.assign(hub, { devices: fleet(30), pageSize: 10 });
});
afterEach(() => hub.heal());

const create = (secret = hub.connectionString, more: object = {}): Promise<any> =>
  done(client, owner.token, 'POST', '/v2/iothubgdr', { display_name: 'Pumps', secret, ...more });
const read = (identity: string): Promise<any> => done(client, owner.token, 'GET', `/v2/${identity}`);
async function finished(identity: string): Promise<any> {
  let row: any;
  await expect
    .poll(
      async () => {
        row = await read(identity);
        return row.done;
      },
      { interval: 200 },
    )
    .toBe(true);
  return row;
}
const count = async (): Promise<number> =>
  Number(
    (
      await client.call(owner.token, 'GET', '/v2/assets', {
        query: { page_size: '1' },
        headers: { 'x-request-total-count': 'true' },
      })
    ).headers.get('x-total-count'),
  );

describe('an import', () => {
  it('an import creates an asset for each device, and none when it is repeated', async () => {
    const location = `locations/${idOf(owner.tenant_identity)}`;
    const made = await create(hub.connectionString, { arc_home_location_identity: location });
    expect(made).toMatchObject({
      done: false,
      timestamp_finished: null,
      result: {
        display_name: 'Pumps',
        number_assets_imported: 0,
        status: 'STATUS_PENDING',
        arc_home_location_identity: location,
      },
    });
    expect(JSON.stringify(made)).not.toContain('SharedAccessKey');
    const row = await finished(made.identity);
    expect(row).toMatchObject({ result: { status: 'STATUS_FINISHED', number_assets_imported: 30 } });
    expect(row.timestamp_finished).toMatch(/Z$/);
    expect(await count()).toBe(30);
    const [asset] = (
      await done(client, owner.token, 'GET', `/v2/assets?attributes.azure_device_id=${fleet(1)[0]!.deviceId}`)
    ).assets;
    expect(asset.attributes).toMatchObject({
      arc_display_name: fleet(1)[0]!.deviceId,
      azure_iothub_host: hub.host,
      arc_home_location_identity: location,
    });
    const again = await finished((await create()).identity);
    expect(again.result.number_assets_imported).toBe(30);
    expect(await count()).toBe(30);
    const { operations } = await done(client, owner.token, 'GET', '/v2/iothubgdr');
    expect(operations.map((o: any) => o.identity)).toEqual([again.identity, made.identity]);
    const rows = await service.db.prepare("SELECT secret FROM imports WHERE secret <> ''").all();
    expect(rows.results).toEqual([]);
  });

  it('an import completes despite throttling, a failure, an empty page and a page that is imported twice', async () => {
    hub.fail(throttled(1), { after: 1 });
    hub.fail(answered(500), { after: 1 });
    hub.fail(EMPTY, { after: 2 });
    const made = await create();
    await service.db.prepare('SELECT 1').run();
    // The same page is imported by two concurrent jobs.
    await service.jobs.send({ kind: 'import', id: idOf(made.identity) });
    const row = await finished(made.identity);
    expect(row.result).toMatchObject({ status: 'STATUS_FINISHED', number_assets_imported: 30 });
    expect(await count()).toBe(30);
  });

  it('an import resumes after its queue message was lost', async () => {
    hub.fail(HANG, { after: 1 });
    const made = await create();
    await expect.poll(async () => (await read(made.identity)).result.number_assets_imported).toBe(10);
    hub.heal();
    await service.db.prepare('UPDATE imports SET touched_us = 1 WHERE id = ?').bind(idOf(made.identity)).run();
    await service.cron('* * * * *');
    expect((await finished(made.identity)).result.number_assets_imported).toBe(30);
  });

  it('is cancelled immediately and stops before the next page; cancelling a finished one has no effect', async () => {
    hub.fail(throttled(2), { after: 1, times: 2 });
    const made = await create();
    await expect.poll(async () => (await read(made.identity)).result.number_assets_imported).toBe(10);
    const cancelled = await done(client, owner.token, 'POST', `/v2/${made.identity}:cancel`);
    expect(cancelled).toMatchObject({ done: true, result: { status: 'STATUS_CANCELLED', number_assets_imported: 10 } });
    expect(cancelled.timestamp_finished).not.toBeNull();
    const asked = hub.requests.length;
    await service.cron('* * * * *');
    expect(await done(client, owner.token, 'POST', `/v2/${made.identity}:cancel`)).toEqual(cancelled);
    expect(hub.requests.length).toBeLessThanOrEqual(asked + 1);
    expect(await count()).toBe(10);
  });

  it('an import that is deleted is hidden and continues', async () => {
    hub.fail(throttled(1), { after: 1 });
    const made = await create();
    expect(await done(client, owner.token, 'DELETE', `/v2/${made.identity}`)).toEqual({});
    expect((await client.call(owner.token, 'GET', `/v2/${made.identity}`)).status).toBe(404);
    await expect.poll(count).toBe(30);
    await expect
      .poll(async () => await service.db.prepare("SELECT count(*) AS n FROM imports WHERE secret <> ''").first('n'))
      .toBe(0);
  });

  it.each([
    ['a wrong key', () => void (hub.key = Buffer.from('another').toString('base64')), 'rejected the key'],
    ['a response that is not a list of devices', () => hub.fail(HTML), 'is not a list of devices'],
    ['a missing hub', () => hub.fail(answered(404)), 'the hub does not exist'],
  ])('an import fails with an error for %s', async (_name, arrange, message) => {
    const key = hub.key;
    arrange();
    const row = await finished((await create()).identity).finally(() => (hub.key = key));
    expect(row.result).toBeUndefined();
    expect(row.error).toMatchObject({ display_name: 'Pumps', number_assets_imported: 0 });
    expect(row.error.error_message).toContain(message);
    expect(row.error.error_message).toContain('0 devices were imported');
  });

  it('an import fails at the quota of assets, and reports how many devices were imported', async () => {
    hub.devices = fleet(300);
    hub.pageSize = 100;
    const row = await finished((await create()).identity);
    expect(row.error.error_message).toMatch(/quota of 250 assets reached; 250 devices were imported/);
    expect(row.error.number_assets_imported).toBe(250);
    expect(await count()).toBe(250);
  });

  it('an import requires an administrator of its tenancy', async () => {
    const made = await create();
    const member = await newMember(service, client, owner);
    const other = await newTenant(service);
    for (const [method, path, body] of [
      ['GET', '/v2/iothubgdr', undefined],
      ['POST', '/v2/iothubgdr', { display_name: 'x', secret: hub.connectionString }],
      ['GET', `/v2/${made.identity}`, undefined],
      ['POST', `/v2/${made.identity}:cancel`, undefined],
      ['DELETE', `/v2/${made.identity}`, undefined],
    ] as const) {
      expect((await client.call(member.token, method, path, body ? { body } : {})).status).toBe(403);
      if (path.includes(idOf(made.identity)))
        expect((await client.call(other.token, method, path, {})).status).toBe(404);
    }
    // Its next request would get a fault that the next test injects.
    await finished(made.identity);
  });
});

it('requests to a hub follow no redirect, and limit the size of the response', async () => {
  const limits = { name: 'the hub', seconds: 20, maxBytes: 1_000_000 };
  const asked = () => ask(`http://${hub.host}/devices/query`, { method: 'POST' }, limits);
  hub.fail(redirected(`http://${hub.host}/elsewhere`));
  await expect(asked()).rejects.toThrow('redirects');
  expect(hub.requests.at(-1)!.path).toBe('/devices/query');
  hub.fail(FLOOD);
  await expect(asked()).rejects.toThrow('too long');
});

it.each<[number | string, number]>([
  [7, 7],
  [1.2, 2],
  [100_000, 300],
  [-1, 5],
  ['Wed, 21 Oct 2099 07:28:00 GMT', 5],
])('a request that is throttled with Retry-After %s is retried after %s seconds', async (told, waits) => {
  hub.fail(throttled(told));
  const limits = { name: 'the hub', seconds: 20, maxBytes: 1_000_000 };
  await expect(ask(`http://${hub.host}/devices/query`, { method: 'POST' }, limits)).rejects.toMatchObject({
    message: 'the hub responded with 429',
    retryAfter: waits,
  });
});

describe('the secret of an import', () => {
  const key = 'SharedAccessKeyName=owner;SharedAccessKey=c2VjcmV0';
  it.each([
    'junk',
    '',
    'x'.repeat(5000),
    `HostName=x.azure-devices.net;${key};HostName=y.azure-devices.net`,
    'HostName=x.azure-devices.net;SharedAccessKeyName=owner',
    'HostName=x.azure-devices.net;SharedAccessKeyName=owner;SharedAccessKey=',
    'HostName=x.azure-devices.net;SharedAccessKeyName=owner;SharedAccessKey=%%%',
    `Endpoint=sb://evil.com/;${key}`,
    `HostName;x.azure-devices.net;${key}`,
    `DefaultEndpointsProtocol=https;AccountName=x;AccountKey=c2VjcmV0`,
  ])('is rejected if it is not a connection string: %s', async (secret) => {
    const answer = await client.call(owner.token, 'POST', '/v2/iothubgdr', { body: { display_name: 'x', secret } });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('secret');
    expect(answer.text).not.toContain('c2VjcmV0');
  });
});
