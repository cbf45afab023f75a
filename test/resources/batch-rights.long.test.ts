import { beforeAll, describe, expect, test } from 'vitest';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { newTenant, SECRETS, sharedService, type Service, type Tenant } from '../support/service.ts';
import {
  done,
  EVERYTHING,
  idOf,
  importSubject,
  newMember,
  openSharing,
  READ,
  record,
  WRITE,
  type Shared,
} from '../support/sharing.ts';

const EVENTS = '/v2/assets/-/events:batch';

let service: Service;
let client: Client;
let world: Shared;
/** Tokens by what their holders may do. */
let callers: Record<string, string>;
/** The assets of the items: of the owner, of the partner, of a stranger, and one that does not exist. */
let assets: Record<string, string>;

beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
  const sharing = openSharing(service, client);
  world = await sharing.shared();
  const { owner, partner, user, ofPartner } = world;
  const [stranger, invited] = [await newTenant(service, 'Stranger'), await newTenant(service, 'Invited')];
  const asset = async ({ token }: Tenant, kind: string, more: object = {}): Promise<string> =>
    (await sharing.post(token, '/v2/assets', { attributes: { kind }, ...more })).identity;
  assets = {
    shared: world.pump,
    written: await asset(owner, 'buoy'),
    lent: await asset(owner, 'crane'),
    hidden: await asset(owner, 'ship'),
    open: await asset(owner, 'pump', { public: true }),
    partners: await asset(partner, 'ship'),
    strangers: await asset(stranger, 'pump'),
    unknown: `assets/${crypto.randomUUID()}`,
  };
  const member = async (tenant: Tenant, kind: string, permission: object): Promise<string> => {
    const role = `${kind} ${Object.keys(permission).join()}`;
    await sharing.policy(tenant, `attributes.kind=${kind}`, {
      user_attributes: [{ or: [`jwt_role=${role}`] }],
      ...permission,
    });
    return (await newMember(service, client, tenant, { role })).token;
  };
  await sharing.policy(owner, 'attributes.kind=buoy', { subjects: [ofPartner], ...WRITE });
  const lent = { ...WRITE, asset_attributes_read: ['kind'] };
  await sharing.policy(owner, 'attributes.kind=crane', { subjects: [ofPartner], ...lent });
  // It has not imported the owner, so nothing is shared with it.
  const { identity: unconfirmed } = await importSubject(client, { of: invited, into: owner, name: 'Invited' });
  await sharing.share(owner, unconfirmed, EVERYTHING);
  callers = {
    'the owner': owner.token,
    'a member who reads and writes': await member(owner, 'pump', EVERYTHING),
    'a member who only writes': await member(owner, 'pump', WRITE),
    'a member who only reads': await member(owner, 'pump', READ),
    'a member whose policy matches nothing': await member(owner, 'nothing', EVERYTHING),
    'a member without a policy': (await newMember(service, client, owner)).token,
    'the partner': partner.token,
    'a member of the partner to whom it passes the asset on': user.token,
    'a member of the partner who only writes': await member(partner, 'crane', WRITE),
    'a member of the partner without a policy': (await newMember(service, client, partner)).token,
    'a tenancy that has not confirmed': invited.token,
    'a stranger': stranger.token,
  };
});

const problem = ({ message, code, details }: any): object => ({
  message,
  code,
  details: details.filter((detail: any) => !detail['@type'].endsWith('RequestInfo')),
});
const outcome = (error: any): object | string => (error ? problem(error) : 'recorded');

/** What each caller gets for each asset, in one batch and in single requests. Both must be the same. */
async function outcomes(): Promise<Record<string, string>> {
  const shown: Record<string, string> = {};
  for (const [caller, token] of Object.entries(callers)) {
    const items = Object.values(assets).flatMap((asset_identity) => [
      { asset_identity, ...record('Inspection', { serial: 's-9' }) },
      { asset_identity, ...record('Repair'), idempotency_key: crypto.randomUUID() },
    ]);
    const { results } = await done(client, token, 'POST', EVENTS, { events: items });
    const singles: Answer[] = [];
    for (const { asset_identity, idempotency_key, ...body } of items as any[])
      singles.push(
        await client.call(token, 'POST', `/v2/${asset_identity}/events`, {
          body,
          headers: idempotency_key ? { 'idempotency-key': crypto.randomUUID() } : {},
        }),
      );
    expect([caller, results.map(({ error }: any) => outcome(error))]).toEqual([
      caller,
      singles.map(({ status, body }) => outcome(status === 200 ? undefined : body)),
    ]);
    shown[caller] = singles.map(({ status }) => status).join(' ');
  }
  return shown;
}

const operate = async ({ tenant_identity }: Tenant, verb: string): Promise<void> => {
  const path = `/operator/v1/tenants/${idOf(tenant_identity)}:${verb}`;
  expect((await client.call(SECRETS.OPERATOR_SECRET, 'POST', path)).status).toBe(200);
};

describe('an item of a batch', () => {
  test('has the outcome of a single request, for callers with all kinds of rights on all kinds of assets', async () => {
    const [all, some, read, none] = ['200 200', '200 403', '403 403', '404 404'];
    const unknown = [none, none, none];
    const nothing = [none, none, none, none, none, ...unknown];
    const expected = {
      'the owner': [all, all, all, all, all, ...unknown],
      'a member who reads and writes': [all, none, none, none, none, ...unknown],
      'a member who only writes': [some, none, none, none, none, ...unknown],
      'a member who only reads': [read, none, none, none, none, ...unknown],
      'a member whose policy matches nothing': nothing,
      'a member without a policy': nothing,
      'the partner': [some, some, some, none, none, all, none, none],
      // The partner has set the attribute `serial` of its own asset, by which it passes assets on.
      'a member of the partner to whom it passes the asset on': [some, none, none, none, none, all, none, none],
      'a member of the partner who only writes': [none, none, some, none, none, ...unknown],
      'a member of the partner without a policy': nothing,
      'a tenancy that has not confirmed': nothing,
      'a stranger': [none, none, none, none, none, none, all, none],
    };
    expect(await outcomes()).toEqual(
      Object.fromEntries(Object.entries(expected).map(([caller, statuses]) => [caller, statuses.join(' ')])),
    );
  });

  test('has it also while the tenancy of the caller or that of the asset is suspended', async () => {
    for (const tenant of [world.owner, world.partner]) {
      await operate(tenant, 'suspend');
      expect(Object.values(await outcomes()).join(' ')).toContain('403');
      await operate(tenant, 'resume');
    }
  });

  test('has it also after the tenancies no longer share', async () => {
    await done(client, world.owner.token, 'DELETE', `/iam/v1/${world.ofPartner}`);
    expect((await outcomes())['the partner']).toBe('404 404 404 404 404 404 404 404 404 404 200 200 404 404 404 404');
  });
});
