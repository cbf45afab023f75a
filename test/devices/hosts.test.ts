import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  isBus,
  isHub,
  originOf,
  parseBusConnection,
  parseHubConnection,
} from '../../src/features/devices/azure/connection.ts';
import { configOf } from '../../src/settings/config.ts';
import { sourcePurpose } from '../../src/features/devices/handle.ts';
import { startBus } from '../../tools/azure/bus.ts';
import { startHub, type Hub } from '../../tools/azure/hub.ts';
import { openClient, type Client } from '../support/client.ts';
import { newTenant, ORIGIN, SECRETS, startService, type Service, type Tenant } from '../support/service.ts';
import { done, idOf } from '../support/sharing.ts';

let service: Service;
let client: Client;
let hub: Hub;
let owner: Tenant;
beforeAll(async () => {
  hub = await startHub({});
  service = await startService({ vars: { AZURE_ALLOWED_HOSTS: hub.host } });
  client = await openClient(service);
  owner = await newTenant(service);
});
afterAll(async () => {
  await service?.close();
  await hub?.close();
});

const KEY = 'SharedAccessKeyName=owner;SharedAccessKey=c2VjcmV0';
const HUBS = 'azure-devices.net';
const BUSES = 'servicebus.windows.net';

/** Hosts that must be rejected, for a hub or a bus with the domain `under`. */
const hostile = (under: string): string[] =>
  [
    ['127.0.0.1', '127.0.0.1:8787', '127.1', '127.255.255.254', '0.0.0.0', '0', 'localhost', 'LOCALHOST', 'localhost.'],
    ['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '169.254.169.254', '100.64.0.1'],
    ['[::1]', '[::]', '::1', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[fe80::1]', '[fc00::1]', '[fd00:ec2::254]'],
    ['2130706433', '0x7f000001', '0x7f.0.0.1', '017700000001', '0177.0.0.1', '127.0.0.1.nip.io', '1.1.1.1'],
    ['metadata.google.internal', 'example.com', `evil${under}`, `evil-${under}`, under, `.${under}`, `.x.${under}`],
    [`x.${under}.evil.com`, `x.${under}.`, `x.${under}..`, `X.${under.toUpperCase()}.EVIL.COM`, `x..${under}`],
    [
      `x.y.${under}`,
      `-x.${under}`,
      `x_y.${under}`,
      `*.${under}`,
      `${'x'.repeat(64)}.${under}`,
      `x.${under}`.slice(0, -1),
    ],
    [`x.${under}:443`, `x.${under}:8443`, `x.${under}:`, `x.${under}:0`],
    [`user@x.${under}`, `user:word@x.${under}`, `x.${under}@evil.com`, `x.${under}:443@evil.com`],
    [
      `x.${under}/path`,
      `evil.com/x.${under}`,
      `x.${under}?y`,
      `x.${under}#y`,
      `evil.com#x.${under}`,
      `evil.com?.${under}`,
    ],
    [
      `evil.com\\.${under}`,
      `x.${under}\\`,
      `x.${under}%00.evil.com`,
      `x%2e${under}`,
      `x.${under}\n.evil.com`,
      `x\t.${under}`,
    ],
    [`x。${under}`, `ⓧ.${under}`, `x.${under}\u0000`, `x.${under}\u200b`],
  ].flat();
const others = ['127.0.0.1:1', '127.0.0.1:80'];

it.each([...hostile(HUBS), ...others, `x.${BUSES}`, `x.${HUBS}.${BUSES}`])(
  'the host of a hub is rejected unless it is an Azure domain or in AZURE_ALLOWED_HOSTS: %j',
  async (host) => {
    for (const secret of [`HostName=${host};${KEY}`, `Endpoint=sb://x/;${KEY};EntityPath=${host}`]) {
      // In this form, a single label is the name of a hub, to which the domain of Azure is added.
      if (secret.startsWith('Endpoint') && /^[a-z0-9-]+$/i.test(host)) continue;
      const answer = await client.call(owner.token, 'POST', '/v2/iothubgdr', { body: { display_name: 'x', secret } });
      expect(answer.status, secret).toBe(400);
      expect(answer.body.details?.[0]?.field_violations?.[0]?.field ?? answer.text).toContain('secret');
      expect(answer.text).not.toContain('c2VjcmV0');
    }
  },
);

it.each([...hostile(BUSES), ...others, `x.${HUBS}`, `x.${BUSES}.${HUBS}`])(
  'the host of a bus is rejected unless it is an Azure domain or in AZURE_ALLOWED_HOSTS: %j',
  async (host) => {
    for (const connection_string of [`Endpoint=sb://${host}/;${KEY}`, `Endpoint=sb://${host};${KEY}`]) {
      const body = { display_name: 'x', queue_name: 'devices', connection_string };
      const answer = await client.call(owner.token, 'POST', '/v1/svcbussources', { body });
      expect(answer.status, connection_string).toBe(400);
      expect(answer.text).toContain('connection_string');
      expect(answer.text).not.toContain('c2VjcmV0');
    }
  },
);

it('Azure hosts are reached by TLS in any spelling, and allowed hosts only in their exact spelling', () => {
  for (const host of ['x.azure-devices.net', 'X.Azure-Devices.NET', 'my-hub1.azure-devices.us', 'x.azure-devices.cn']) {
    const connection = parseHubConnection(`HostName=${host};${KEY}`)!;
    expect(isHub(connection, [])).toBe(true);
    expect(originOf(connection, [])).toBe(`https://${host.toLowerCase()}`);
  }
  const named = parseHubConnection(`Endpoint=sb://ihsuprod.servicebus.windows.net/;${KEY};EntityPath=MyHub`)!;
  expect(originOf(named, [])).toBe('https://myhub.azure-devices.net');
  expect(isHub(named, [])).toBe(true);
  const bus = parseBusConnection(`Endpoint=sb://X.ServiceBus.Windows.NET/;${KEY};EntityPath=q`)!;
  expect([isBus(bus, []), isHub(bus, [])]).toEqual([true, false]);
  const near = parseBusConnection(`Endpoint=sb://127.0.0.1:7072/;${KEY}`)!;
  expect([isBus(near, ['127.0.0.1:7072']), isBus(near, ['127.0.0.1']), isBus(near, ['127.0.0.1:7071'])]).toEqual([
    true,
    false,
    false,
  ]);
  expect(originOf(near, ['127.0.0.1:7072'])).toBe('http://127.0.0.1:7072');
  expect(originOf(parseBusConnection(`Endpoint=sb://bus.lan/;${KEY}`)!, ['bus.lan'])).toBe('https://bus.lan');
});

it('a connection string has a maximum length and a fixed scheme', () => {
  const cloud = `HostName=x.${HUBS};${KEY}`;
  expect(parseHubConnection(`${cloud};More=${'x'.repeat(1000)}`)?.host).toBe(`x.${HUBS}`);
  expect(parseHubConnection(`${cloud};More=${'x'.repeat(4096)}`)).toBeUndefined();
  expect(parseHubConnection(`Endpoint=http://x.${BUSES}/;${KEY};EntityPath=hub`)).toBeUndefined();
  expect(originOf(parseBusConnection(`Endpoint=sb://127.0.0.1:7072/;${KEY}`)!, [])).toBe('https://127.0.0.1:7072');
});

it('a source whose bus is no longer allowed sends no request, and its status says so', async () => {
  const bus = await startBus({ queues: ['devices'] });
  try {
    const id = randomUUID();
    const { keys } = configOf({ ORIGIN, ...SECRETS } as never);
    const secret = await keys.seal(sourcePurpose(id), bus.connectionString);
    await service.db
      .prepare(
        `INSERT INTO bus_sources (id, tenant, display_name, queue_name, secret, issuer, subject, status, created_us)
          VALUES (?, ?, 'x', 'devices', ?, 'appidp', ?, 'Waiting', 1)`,
      )
      .bind(id, idOf(owner.tenant_identity), secret, owner.client_id)
      .run();
    await service.cron('* * * * *');
    const source = `/v1/svcbussources/${id}`;
    await expect
      .poll(async () => (await done(client, owner.token, 'GET', source)).status)
      .toContain('is no longer accepted');
    expect(bus.requests).toEqual([]);
    await done(client, owner.token, 'DELETE', source);
  } finally {
    await bus.close();
  }
});
