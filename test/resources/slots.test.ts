import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { newTenant } from '../support/service.ts';
import { serviceTest } from '../support/fixtures.ts';

const test = serviceTest();

const slotOf = (identity: string): string => identity.slice(-4);

test('a record has the slot of its tenancy at the end of its address', async ({ service, tenancy }) => {
  const slot = slotOf(tenancy.identity);
  const asset = await tenancy.asset({ arc_display_name: 'Pump' });
  const form = new FormData();
  form.append('file', new File(['content'], 'content.txt'));
  const blob: { identity: string } = await (
    await fetch(`${service.base}/v1/blobs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenancy.token}` },
      body: form,
    })
  ).json();
  const bodies = {
    '/iam/v1/applications': { display_name: 'made', custom_claims: {} },
    '/v2/locations': { display_name: 'made', latitude: 1, longitude: 2 },
    '/v1/exports': {},
  };
  const made = await Promise.all(
    Object.entries(bodies).map(async ([path, body]) => (await tenancy.done('POST', path, { body })).identity),
  );
  const event = (await tenancy.append(asset)).body.identity;
  const policy = await tenancy.policy(['attributes.arc_display_type=x'], ['email=x@example.com'], {});
  const identities = [`applications/${tenancy.client_id}`, asset, event, blob.identity, policy, ...made];
  expect(identities.map((identity) => [identity, slotOf(identity)])).toEqual(
    identities.map((identity) => [identity, slot]),
  );
  // Otherwise the same as a random uuid.
  const uuids = identities.map((identity) => identity.slice(-36, -4));
  expect(new Set(uuids).size).toBe(uuids.length);
});

test('an event that a partner records has the slot of the asset', async ({ service, client, tenancy }) => {
  const { openTenancy } = await import('../support/tenancy.ts');
  const partner = await openTenancy(service, client, 'Partner');
  const subject = await tenancy.knows(partner);
  await partner.knows(tenancy);
  const asset = await tenancy.asset({ arc_display_type: 'shared' });
  await tenancy.done('POST', '/iam/v1/access_policies', {
    body: {
      display_name: 'policy',
      filters: [{ or: ['attributes.arc_display_type=shared'] }],
      access_permissions: [
        { subjects: [subject], behaviours: ['RecordEvidence'], event_arc_display_type_write: ['*'] },
      ],
    },
  });
  const { status, body } = await partner.append(asset, { event_attributes: { arc_display_type: 'Inspection' } });
  expect([status, slotOf(body.identity)]).toEqual([200, slotOf(tenancy.identity)]);
  expect(slotOf(partner.identity)).not.toBe(slotOf(tenancy.identity));
});

test('a tenancy keeps the address that the operator names, also with a slot that is taken', async ({
  service,
  tenancy,
}) => {
  const named = `tenant/${randomUUID().slice(0, -4)}${slotOf(tenancy.identity)}`;
  const response = await fetch(`${service.base}/operator/v1/tenants`, {
    method: 'POST',
    headers: { authorization: 'Bearer operator-secret-of-the-service-under-test', 'content-type': 'application/json' },
    body: JSON.stringify({ display_name: 'Named', tenant_identity: named }),
  });
  expect((await response.json()) as object).toMatchObject({ tenant_identity: named });
  expect(slotOf((await newTenant(service, 'Other')).tenant_identity)).not.toBe(slotOf(named));
});
