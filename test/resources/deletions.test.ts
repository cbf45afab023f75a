import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBus, type Bus } from '../../tools/azure/bus.ts';
import { vector } from '../support/certificates.ts';
import { openClient, type Client } from '../support/client.ts';
import { newTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { sized } from '../support/size.ts';
import { done, STRANGE_KEYS } from '../support/sharing.ts';

let service: Service;
let client: Client;
let owner: Tenant;
let bus: Bus;
beforeAll(async () => {
  bus = await startBus();
  service = await startService({ vars: { AZURE_ALLOWED_HOSTS: bus.host } });
  client = await openClient(service);
  owner = await newTenant(service);
});
afterAll(async () => {
  await service?.close();
  await bus?.close();
});

const HUB = 'HostName=example.azure-devices.net;SharedAccessKeyName=registryRead;SharedAccessKey=c2VjcmV0';

const COLLECTIONS: [string, () => object][] = [
  ['/iam/v1/applications', () => ({ display_name: 'x' })],
  ['/iam/v1/subjects', () => ({ display_name: 'x', ...STRANGE_KEYS })],
  [
    '/iam/v1/access_policies',
    () => ({
      display_name: 'x',
      filters: [{ or: ['attributes.a=b'] }],
      access_permissions: [
        {
          subjects: ['subjects/00000000-0000-0000-0000-000000000000'],
          behaviours: [],
          include_attributes: [],
          event_arc_display_type_read: [],
          event_arc_display_type_write: [],
        },
      ],
    }),
  ],
  ['/v2/locations', () => ({ display_name: 'x', latitude: 1, longitude: 2 })],
  ['/v1/invites', () => ({ email: 'somebody@example.com' })],
  ['/v1/tlscacertificates', () => ({ display_name: 'x', certificate: vector('P-256') })],
  [
    '/v1/compliance_policies',
    () => ({
      compliance_type: 'COMPLIANCE_SINCE',
      display_name: 'x',
      event_display_type: 'x',
      time_period_seconds: '60',
    }),
  ],
  ['/v2/iothubgdr', () => ({ display_name: 'x', secret: HUB })],
  ['/v1/svcbussources', () => ({ display_name: 'x', queue_name: 'devices', connection_string: bus.connectionString })],
  [
    '/v1/webhooks',
    () => ({
      display_name: 'x',
      url: 'https://hooks.example.com/',
      application: `applications/${owner.client_id}`,
      enabled: false,
    }),
  ],
];

test.each(COLLECTIONS)('%s: exactly one of several concurrent deletions of a record succeeds', async (path, body) => {
  const deletions = async (): Promise<number> =>
    (await done(client, owner.token, 'GET', '/v1/audit?page_size=500')).audit.filter(({ operation }: any) =>
      operation.startsWith('delete'),
    ).length;
  for (let i = 0; i < sized({ quick: 2, long: 5, full: 5 }); i++) {
    const { identity } = await done(client, owner.token, 'POST', path, body());
    const item = `${path}/${identity.split('/').at(-1)}`;
    const before = await deletions();
    const answers = await Promise.all(Array.from({ length: 6 }, () => client.call(owner.token, 'DELETE', item)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404, 404]);
    expect(await deletions()).toBe(before + 1);
    expect((await client.call(owner.token, 'GET', item)).status).toBe(404);
  }
});
