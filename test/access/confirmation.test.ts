import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tesseraKeyOf, walletOf } from '../../src/formats/ethereum/wallet.ts';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { newTenant, SECRETS, sharedService, tokenOf, type Service, type Tenant } from '../support/service.ts';

const PATH = '/iam/v1/subjects';
const SELF = `${PATH}/00000000-0000-0000-0000-000000000000`;
/** A wallet key and a tessera key that no tenancy has. */
const KEY =
  '04c1173bf7844bf1c607b79c18db091b9558ffe581bf132b8cf3b37657230fa321' +
  'a0880b54a79a88b28bc710ede6dcf3d8272c5210bfd41ea83188e385d12c189c';
const TESSERA = Buffer.alloc(32, 9).toString('base64');
const SEED = Buffer.from(SECRETS.WALLET_SEED, 'hex');
type Keys = { wallet_pub_key: string[]; tessera_pub_key: string[] };

let service: Service;
let client: Client;
let tenant: Tenant;

beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
});
beforeEach(async () => {
  tenant = await newTenant(service, 'Subjects');
});

const call = (method: string, path: string, body?: unknown, of = tenant): Promise<Answer> =>
  client.call(of.token, method, path, { body });
const create = (body: unknown, of = tenant): Promise<Answer> => call('POST', PATH, body, of);
const get = (identity: string, of = tenant): Promise<Answer> => call('GET', `/iam/v1/${identity}`, undefined, of);
const patch = (identity: string, body: unknown, of = tenant): Promise<Answer> =>
  call('PATCH', `/iam/v1/${identity}`, body, of);
const remove = (identity: string, of = tenant): Promise<Answer> => call('DELETE', `/iam/v1/${identity}`, undefined, of);
const given = (more: object = {}) => ({
  display_name: 'Partner',
  wallet_pub_key: [KEY],
  tessera_pub_key: [TESSERA],
  ...more,
});
const keysOf = async (of: Tenant): Promise<Keys> => {
  const { wallet_pub_key, tessera_pub_key } = (await call('GET', SELF, undefined, of)).body;
  return { wallet_pub_key, tessera_pub_key };
};
/** Imports `from` as a subject of `into`. Returns the identity of the subject. */
const importing = async (into: Tenant, from: Tenant): Promise<string> => {
  const made = await create({ display_name: 'Imported', ...(await keysOf(from)) }, into);
  expect(made.status, made.text).toBe(200);
  return made.body.identity;
};
/** The confirmation status and the tenant of a subject. */
const stands = async (identity: string, of: Tenant): Promise<[string, string]> => {
  const { confirmation_status: status, tenant: remote } = (await get(identity, of)).body;
  return [status, remote];
};
const PENDING = ['PENDING', ''];
const confirmed = (with_: Tenant): string[] => ['CONFIRMED', with_.tenant_identity];

describe('the confirmation of two tenancies', () => {
  let other: Tenant;
  let ours: Keys;
  let third: Keys;
  beforeEach(async () => {
    other = await newTenant(service, 'Other');
  });

  test("starts for both when they import each other's Self subject", async () => {
    const exported = Buffer.from((await call('GET', SELF, undefined, other)).text).toString('base64');
    const decoded = JSON.parse(Buffer.from(exported, 'base64').toString()) as Keys;
    const mine = await create({
      display_name: 'An organization',
      wallet_pub_key: decoded.wallet_pub_key,
      tessera_pub_key: decoded.tessera_pub_key,
    });
    expect(mine.body).toMatchObject({ confirmation_status: 'PENDING', tenant: '' });

    const theirs = await create({ display_name: 'Back', ...(await keysOf(tenant)) }, other);
    expect(theirs.body).toMatchObject({ confirmation_status: 'CONFIRMED', tenant: tenant.tenant_identity });
    expect(await stands(mine.body.identity, tenant)).toEqual(confirmed(other));
    const [listed] = (await call('GET', PATH)).body.subjects;
    expect([listed.confirmation_status, listed.tenant]).toEqual(confirmed(other));
  });

  test('starts for both when they import each other concurrently', async () => {
    const [mine, theirs] = await Promise.all([importing(tenant, other), importing(other, tenant)]);
    expect(await stands(mine, tenant)).toEqual(confirmed(other));
    expect(await stands(theirs, other)).toEqual(confirmed(tenant));
  });

  test('ends for both when one side deletes its subject, and starts again with a new one', async () => {
    const mine = await importing(tenant, other);
    const theirs = await importing(other, tenant);
    await remove(theirs, other);
    expect(await stands(mine, tenant)).toEqual(PENDING);
    const again = await importing(other, tenant);
    expect(await stands(mine, tenant)).toEqual(confirmed(other));
    await remove(mine);
    expect(await stands(again, other)).toEqual(PENDING);
  });

  test.each<[string, () => object]>([
    ['the wallet key', () => ({ wallet_pub_key: [KEY] })],
    ['the tessera key', () => ({ tessera_pub_key: [TESSERA] })],
    ['the wallet key of a third tenancy', () => ({ wallet_pub_key: [third.wallet_pub_key[0]!] })],
    ['both keys of a third tenancy', () => third],
    ['the order of keys', () => ({ wallet_pub_key: [KEY, ...ours.wallet_pub_key] })],
  ])('ends for both when one side changes %s, and starts again when it is changed back', async (_what, change) => {
    const mine = await importing(tenant, other);
    const theirs = await importing(other, tenant);
    ours = await keysOf(tenant);
    third = await keysOf(await newTenant(service, 'Third'));
    const changed = await patch(theirs, change(), other);
    expect([changed.body.confirmation_status, changed.body.tenant]).toEqual(PENDING);
    expect(await stands(mine, tenant)).toEqual(PENDING);
    expect(await stands(theirs, other)).toEqual(PENDING);
    const back = await patch(theirs, ours, other);
    expect([back.body.confirmation_status, back.body.tenant]).toEqual(confirmed(tenant));
    expect(await stands(mine, tenant)).toEqual(confirmed(other));
  });
  test('can move to another tenancy with a change of keys', async () => {
    const last = await newTenant(service, 'Last');
    const mine = await importing(tenant, other);
    const theirs = await importing(other, tenant);
    const lasts = await importing(last, tenant);
    expect(await stands(lasts, last)).toEqual(PENDING);
    const changed = await patch(mine, await keysOf(last));
    expect([changed.body.confirmation_status, changed.body.tenant]).toEqual(confirmed(last));
    expect(await stands(lasts, last)).toEqual(confirmed(tenant));
    expect(await stands(theirs, other)).toEqual(PENDING);
  });

  test('is not affected by a new name or by the same keys again', async () => {
    const mine = await importing(tenant, other);
    const theirs = await importing(other, tenant);
    const renamed = await patch(mine, { display_name: 'Renamed' });
    expect([renamed.body.confirmation_status, renamed.body.tenant]).toEqual(confirmed(other));
    await patch(mine, await keysOf(other));
    expect(await stands(mine, tenant)).toEqual(confirmed(other));
    expect(await stands(theirs, other)).toEqual(confirmed(tenant));
  });

  test('needs both keys of the other tenancy, each as the first of its list', async () => {
    const theirs = await importing(other, tenant);
    const keys = await keysOf(other);
    const [wallet, tessera] = [keys.wallet_pub_key[0]!, keys.tessera_pub_key[0]!];
    const wrong: Keys[] = [
      { wallet_pub_key: [wallet], tessera_pub_key: [TESSERA] },
      { wallet_pub_key: [KEY], tessera_pub_key: [tessera] },
      { wallet_pub_key: [wallet], tessera_pub_key: [TESSERA, tessera] },
      { wallet_pub_key: [KEY, wallet], tessera_pub_key: [tessera] },
      { wallet_pub_key: [wallet], tessera_pub_key: (await keysOf(tenant)).tessera_pub_key },
    ];
    for (const each of wrong) expect((await create(given(each))).body.confirmation_status).toBe('PENDING');
    expect(await stands(theirs, other)).toEqual(PENDING);
    const right = await create(
      given({ wallet_pub_key: [wallet.toUpperCase(), KEY], tessera_pub_key: [tessera, TESSERA] }),
    );
    expect([right.body.confirmation_status, right.body.tenant]).toEqual(confirmed(other));
    expect(await stands(theirs, other)).toEqual(confirmed(tenant));
  });

  test('includes both of two subjects for one tenancy, and deleting one keeps the other', async () => {
    const theirs = await importing(other, tenant);
    const [first, second] = [await importing(tenant, other), await importing(tenant, other)];
    for (const each of [first, second]) expect(await stands(each, tenant)).toEqual(confirmed(other));
    await remove(first);
    expect(await stands(second, tenant)).toEqual(confirmed(other));
    expect(await stands(theirs, other)).toEqual(confirmed(tenant));
    await patch(second, { wallet_pub_key: [KEY] });
    expect(await stands(theirs, other)).toEqual(PENDING);
  });

  test('does not include a third tenancy that has imported one of the two', async () => {
    await importing(tenant, other);
    await importing(other, tenant);
    const third = await newTenant(service, 'Third');
    for (const each of [tenant, other]) expect(await stands(await importing(third, each), third)).toEqual(PENDING);
  });

  test('starts for a subject that was imported before its tenancy existed', async () => {
    const uuid = crypto.randomUUID();
    const keys = { wallet_pub_key: [walletOf(SEED, uuid).publicKey], tessera_pub_key: [tesseraKeyOf(SEED, uuid)] };
    const early = await create(given(keys));
    expect(early.body).toMatchObject({ confirmation_status: 'PENDING', tenant: '' });
    const late = await tenantWith(uuid);
    expect(await keysOf(late)).toEqual(keys);
    expect(await stands(early.body.identity, tenant)).toEqual(PENDING);
    const theirs = await importing(late, tenant);
    expect(await stands(early.body.identity, tenant)).toEqual(confirmed(late));
    expect(await stands(theirs, late)).toEqual(confirmed(tenant));
  });

  async function tenantWith(uuid: string): Promise<Tenant> {
    const response = await fetch(`${service.base}/operator/v1/tenants`, {
      method: 'POST',
      headers: { authorization: `Bearer ${SECRETS.OPERATOR_SECRET}`, 'content-type': 'application/json' },
      body: JSON.stringify({ display_name: 'Late', tenant_identity: `tenant/${uuid}` }),
    });
    expect(response.status).toBe(200);
    const made = (await response.json()) as Omit<Tenant, 'token'>;
    return { ...made, token: await tokenOf(service, made.client_id, made.client_secret) };
  }
});
