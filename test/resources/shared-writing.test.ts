import { beforeAll, describe, expect, test } from 'vitest';
import { bytesOf, listedAs, upload } from '../support/blobs.ts';
import { openClient, type Client } from '../support/client.ts';
import { newTenant, sharedService, type Service, type Tenant } from '../support/service.ts';
import {
  fieldsOf,
  newMember,
  NOTHING,
  openSharing,
  record,
  SELF,
  settled,
  WRITE,
  type Sharing,
} from '../support/sharing.ts';

let service: Service;
let client: Client;
let on: Sharing;
beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
  on = openSharing(service, client);
});

const walletOf = async (tenant: Tenant): Promise<string> =>
  (await on.get(tenant.token, `/iam/v1/${SELF}`)).wallet_address[0];
const INSPECTION = record('Inspection');

describe('a partner with write rights', () => {
  test("appends to the asset's own ledger: the owner's tenancy, the writer's wallet and principal", async () => {
    const { owner, partner, pump, user } = await on.shared();
    for (const [token, client_id, serial] of [
      [partner.token, partner.client_id, 's-4'],
      [user.token, user.client_id, 's-5'],
    ] as const) {
      const made = await on.append(token, pump, record('Inspection', { serial }));
      expect(made.status).toBe(200);
      expect(made.body).toMatchObject({
        asset_identity: pump,
        asset_attributes: { serial },
        tenant_identity: owner.tenant_identity,
        from: await walletOf(partner),
        principal_accepted: { subject: client_id },
      });
      const ledger = await on.list(owner.token, `/v2/${pump}/events`);
      expect(settled(ledger.items[0])).toEqual(settled(made.body));
      expect((await on.get(owner.token, `/v2/${pump}`)).attributes).toMatchObject({ serial, secret: 'x-2' });
      expect(settled(await on.get(partner.token, `/v2/${made.body.identity}`))).toEqual(settled(made.body));
    }
    const { owner: wallet } = await on.get(owner.token, `/v2/${pump}`);
    expect([wallet, await walletOf(owner)]).not.toContain(await walletOf(partner));
  });

  test.each([
    ['another event type', record('Repair'), ['event_attributes.arc_display_type']],
    ['no event type', record(undefined), ['event_attributes.arc_display_type']],
    ['another attribute', record('Inspection', { serial: 'a', kind: 'b' }), ['asset_attributes.kind']],
    [
      'another behaviour',
      { operation: 'StopTracking', behaviour: 'Builtin', event_attributes: { arc_display_type: 'Inspection' } },
      ['behaviour'],
    ],
  ])('is refused %s, with the fields that no policy gives, and so are its users', async (_name, body, lacking) => {
    const { owner, partner, pump, user } = await on.shared();
    const before = await on.list(owner.token, `/v2/${pump}/events`);
    for (const { token } of [partner, user]) {
      const refused = await on.append(token, pump, body);
      expect([refused.status, fieldsOf(refused)]).toEqual([403, lacking]);
    }
    const after = await on.list(owner.token, `/v2/${pump}/events`);
    expect(after.items.map(settled)).toEqual(before.items.map(settled));
    expect((await on.get(owner.token, `/v2/${pump}`)).tracked).toBe('TRACKED');
  });

  test('cannot set attachments without the right to, and neither can its users', async () => {
    const { owner, partner, pump, user } = await on.shared();
    for (const { token } of [partner, user]) {
      const file = listedAs(await upload(client, token, bytesOf(10)));
      const event_attributes = { arc_display_type: 'Inspection', arc_append_attachments: [file] };
      const body = { operation: 'Attach', behaviour: 'Attachments', event_attributes };
      const refused = await on.append(token, pump, body);
      expect([refused.status, fieldsOf(refused)]).toEqual([403, ['asset_attributes.arc_attachments', 'behaviour']]);
    }
    expect((await on.get(owner.token, `/v2/${pump}`)).attributes).not.toHaveProperty('arc_attachments');
  });

  test('a partner with write rights and no read rights can append but cannot read', async () => {
    const it = await on.pair();
    await on.share(it.owner, it.ofPartner, WRITE);
    expect((await on.append(it.partner.token, it.pump, INSPECTION)).status).toBe(200);
    expect(await on.sight(it.partner.token, it)).toEqual(NOTHING);
  });

  test('creates assets in its own tenancy, regardless of what others let it write', async () => {
    const { owner, partner, user } = await on.shared();
    const body = { attributes: { kind: 'pump', serial: 'new' } };
    const before = await on.list(owner.token, '/v2/assets');
    expect(await on.post(partner.token, '/v2/assets', body)).toMatchObject({
      tenant_identity: partner.tenant_identity,
      owner: await walletOf(partner),
    });
    // The policy for the user matches the new asset as well and grants everything on it.
    expect(await on.post(user.token, '/v2/assets', body)).toMatchObject({ tenant_identity: partner.tenant_identity });
    expect((await on.list(owner.token, '/v2/assets')).items.map(settled)).toEqual(before.items.map(settled));
  });
});

describe('an Idempotency-Key of a partner', () => {
  test('gives the same event again while the right lasts, 404 after it, and the event again with it', async () => {
    const { owner, partner, pump, policy } = await on.shared();
    const first = await on.append(partner.token, pump, INSPECTION, 'k');
    expect(settled((await on.append(partner.token, pump, INSPECTION, 'k')).body)).toEqual(settled(first.body));
    const { access_permissions } = await on.get(owner.token, `/iam/v1/${policy}`);
    await on.patch(owner.token, `/iam/v1/${policy}`, { access_permissions: [] });
    const refused = await on.append(partner.token, pump, INSPECTION, 'k');
    expect([refused.status, refused.text.includes(first.body.identity)]).toEqual([404, false]);
    await on.patch(owner.token, `/iam/v1/${policy}`, {
      access_permissions: [{ ...access_permissions[0], event_arc_display_type_write: [] }],
    });
    expect((await on.append(partner.token, pump, INSPECTION, 'k')).status).toBe(403);
    await on.patch(owner.token, `/iam/v1/${policy}`, { access_permissions });
    expect(settled((await on.append(partner.token, pump, INSPECTION, 'k')).body)).toEqual(settled(first.body));
    expect((await on.list(owner.token, `/v2/${pump}/events`)).total).toBe(5);
  });

  test("belongs to its principal: another principal's request with it is a new one, or 404", async () => {
    const { owner, partner, pump, user } = await on.shared();
    const clerk = await newMember(service, client, partner);
    const stranger = await newTenant(service, 'Stranger');
    const made: string[] = [];
    for (const { token } of [partner, user, owner]) {
      const answer = await on.append(token, pump, INSPECTION, 'the same key');
      expect(answer.status).toBe(200);
      made.push(answer.body.identity);
    }
    expect(new Set(made).size).toBe(3);
    for (const { token } of [clerk, stranger])
      expect((await on.append(token, pump, INSPECTION, 'the same key')).status).toBe(404);
    expect((await on.list(owner.token, `/v2/${pump}/events`)).total).toBe(7);
  });
});

test('an Idempotency-Key of one tenancy has no effect in another', async () => {
  const { owner, partner, user } = await on.shared();
  const body = { attributes: { serial: 'new' } };
  const made = await Promise.all(
    [owner, partner, user].map(({ token }) =>
      on.call(token, 'POST', '/v2/assets', { body, headers: { 'idempotency-key': 'one key' } }),
    ),
  );
  expect(made.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(made.map((answer) => answer.body.identity)).size).toBe(3);
});
