import { expect } from 'vitest';
import { sharedTest } from '../support/fixtures.ts';
import { RECORD } from '../support/record.ts';
import { ORIGIN } from '../support/service.ts';

const test = sharedTest();

test('a client gets a token, creates an asset, records an event and reads it publicly', async ({
  client,
  tenancy: tenant,
}) => {
  const created = await client.call(tenant.token, 'POST', '/v2/assets', {
    body: {
      behaviours: ['RecordEvidence'],
      public: true,
      attributes: { arc_display_name: 'Traffic light 101', lamp: 'bulb' },
    },
  });
  expect(created.status).toBe(200);
  expect(created.body).toMatchObject({
    confirmation_status: 'PENDING',
    tracked: 'TRACKED',
    public: true,
    tenant_identity: tenant.tenant_identity,
  });
  const asset = created.body.identity as string;

  const event = await client.call(tenant.token, 'POST', `/v2/${asset}/events`, {
    body: {
      ...RECORD,
      event_attributes: { arc_display_type: 'Maintenance' },
      asset_attributes: { lamp: 'LED' },
      timestamp_declared: '2019-11-27T14:44:19Z',
      principal_declared: { issuer: 'job.idp.server/1234', subject: 'bob@job' },
    },
  });
  expect(event.body).toMatchObject({
    confirmation_status: 'PENDING',
    timestamp_committed: '1970-01-01T00:00:00Z',
    timestamp_declared: '2019-11-27T14:44:19Z',
  });

  const now = await client.call(tenant.token, 'GET', `/v2/${asset}`);
  expect(now.body.attributes).toEqual({ arc_display_name: 'Traffic light 101', lamp: 'LED' });
  const then = await client.call(tenant.token, 'GET', `/v2/${asset}`, { query: { at_time: created.body.at_time } });
  expect(then.body.attributes).toEqual({ arc_display_name: 'Traffic light 101', lamp: 'bulb' });

  const address = (await client.call(tenant.token, 'GET', `/v2/${asset}:publicurl`)).body.publicurl as string;
  expect(address).toBe(`${ORIGIN}/archivist/public${asset}`);
  const stranger = await client.call(undefined, 'GET', address.slice(`${ORIGIN}/archivist`.length));
  expect(stranger.body.attributes.lamp).toBe('LED');
  const seen = await client.call(undefined, 'GET', `/public${asset}/events`);
  expect(seen.body.events).toHaveLength(2);
  expect(seen.body.events[0].principal_accepted).toEqual({ issuer: '', subject: '', display_name: '', email: '' });
});
