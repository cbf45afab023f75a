import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { walletAddress, walletOf, tesseraKeyOf } from '../../src/formats/ethereum/wallet.ts';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { expectProblem, fieldsOf } from '../support/raw.ts';
import { newTenant, SECRETS, sharedService, tokenOf, type Service, type Tenant } from '../support/service.ts';

const PATH = '/iam/v1/subjects';
const SELF = `${PATH}/00000000-0000-0000-0000-000000000000`;
const UUID = /^subjects\/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const FIELDS = [
  'identity',
  'display_name',
  'wallet_pub_key',
  'tessera_pub_key',
  'wallet_address',
  'confirmation_status',
  'tenant',
];
/** A wallet key with its published address, and a tessera key. */
const KEY =
  '04c1173bf7844bf1c607b79c18db091b9558ffe581bf132b8cf3b37657230fa321' +
  'a0880b54a79a88b28bc710ede6dcf3d8272c5210bfd41ea83188e385d12c189c';
const ADDRESS = '0x99Fa4AAB0AF2B53f158083D8f244bb4523388197';
const TESSERA = Buffer.alloc(32, 9).toString('base64');
const SEED = Buffer.from(SECRETS.WALLET_SEED, 'hex');
/** A wallet key that no tenancy has, a different one for each name. */
const strangersKey = (name: string): string => walletOf(new Uint8Array(32).fill(1), name).publicKey;

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
const member = async (of: Tenant): Promise<string> => {
  const { body } = await call('POST', '/iam/v1/applications', { display_name: 'member' }, of);
  return tokenOf(service, body.client_id, body.credentials[0].secret);
};

describe('the life of a subject', () => {
  test('can be created, read, listed, changed and deleted', async () => {
    const made = await create(given());
    expect(made.body).toEqual({
      identity: expect.stringMatching(UUID),
      display_name: 'Partner',
      wallet_pub_key: [KEY],
      tessera_pub_key: [TESSERA],
      wallet_address: [ADDRESS],
      confirmation_status: 'PENDING',
      tenant: '',
    });
    expect(Object.keys(made.body)).toEqual(FIELDS);
    const { identity } = made.body;
    expect((await get(identity)).body).toEqual(made.body);
    const list = await call('GET', PATH);
    expect(list.body).toEqual({ subjects: [made.body], next_page_token: '' });
    const renamed = await patch(identity, { display_name: 'Renamed' });
    expect(renamed.body).toEqual({ ...made.body, display_name: 'Renamed' });
    expect((await get(identity)).body).toEqual(renamed.body);
    const gone = await remove(identity);
    expect([gone.status, gone.text]).toEqual([200, '{}']);
    for (const again of [get, remove]) expectProblem(await again(identity), 404);
    expectProblem(await patch(identity, { display_name: 'x' }), 404);
    expect((await call('GET', PATH)).body.subjects).toEqual([]);
  });

  test('shows keys as given, each wallet key with its address, and PATCH replaces a list as a whole', async () => {
    const second = strangersKey('second');
    const both = given({
      wallet_pub_key: [KEY.toUpperCase(), second],
      tessera_pub_key: [TESSERA, Buffer.alloc(32).toString('base64')],
    });
    const made = await create(both);
    expect(made.body).toMatchObject({ ...both, wallet_address: [ADDRESS, walletAddress(second)] });
    const changed = await patch(made.body.identity, { wallet_pub_key: [second] });
    expect(changed.body).toEqual({ ...made.body, wallet_pub_key: [second], wallet_address: [walletAddress(second)] });
    expect((await get(made.body.identity)).body).toEqual(changed.body);
    expect((await call('GET', `${PATH}?wallet_address=${walletAddress(second)}`)).body.subjects).toEqual([
      changed.body,
    ]);
    expect((await call('GET', `${PATH}?wallet_address=${ADDRESS}`)).body.subjects).toEqual([]);
  });

  test('can be sent back as it was read, because read-only fields are ignored', async () => {
    const { body } = await create(given());
    const sent = {
      ...body,
      identity: 'subjects/x',
      wallet_address: ['0x'],
      confirmation_status: 'CONFIRMED',
      tenant: 'tenant/x',
    };
    expect((await patch(body.identity, sent)).body).toEqual(body);
    const copy = await create(sent);
    expect(copy.body).toEqual({ ...body, identity: expect.not.stringMatching(body.identity) });
  });

  test('accepts a mask of fields to change, none of which can be cleared', async () => {
    const { identity } = (await create(given())).body;
    const key = strangersKey('masked');
    const masked = await patch(`${identity}?mask=wallet_pub_key`, { display_name: 'no', wallet_pub_key: [key] });
    expect(masked.body).toMatchObject({ display_name: 'Partner', wallet_pub_key: [key], tessera_pub_key: [TESSERA] });
    for (const field of ['display_name', 'wallet_pub_key', 'tessera_pub_key']) {
      const refused = await patch(`${identity}?mask=${field}`, {});
      expect([refused.status, fieldsOf(refused)]).toEqual([400, [field]]);
    }
    expect((await patch(`${identity}?mask=tenant`, {})).status).toBe(400);
  });

  test('leaves an audit row for every change', async () => {
    const { identity } = (await create(given())).body;
    await patch(identity, { display_name: 'two' });
    await remove(identity);
    const rows = (await call('GET', '/v1/audit')).body.audit as { operation: string; resource: string }[];
    expect(rows.filter(({ resource }) => resource === identity).map(({ operation }) => operation)).toEqual([
      'deleteSubject',
      'updateSubject',
      'createSubject',
    ]);
  });
});

describe('what may be written', () => {
  const bad = (key: unknown) => ({ wallet_pub_key: [key] });
  test.each<[string, object, string[]]>([
    ['a key that is not on the curve', bad(`${KEY.slice(0, -1)}d`), ['wallet_pub_key[0]']],
    ['a compressed key', bad(`02${KEY.slice(2, 66)}`), ['wallet_pub_key[0]']],
    ['a key with 0x', bad(`0x${KEY}`), ['wallet_pub_key[0]']],
    ['a number as key', bad(4), ['wallet_pub_key[0]']],
    ['a bad key among good ones', { wallet_pub_key: [KEY, '04', KEY, ''] }, ['wallet_pub_key[1]', 'wallet_pub_key[3]']],
    ['no wallet key', { wallet_pub_key: [] }, ['wallet_pub_key']],
    ['too many wallet keys', { wallet_pub_key: Array.from({ length: 11 }, () => KEY) }, ['wallet_pub_key']],
    ['a key and no list', { wallet_pub_key: '04' }, ['wallet_pub_key']],
    ['a short tessera key', { tessera_pub_key: [TESSERA, 'AAAA'] }, ['tessera_pub_key[1]']],
    ['a tessera key without padding', { tessera_pub_key: [TESSERA.slice(0, -1)] }, ['tessera_pub_key[0]']],
    ['no tessera key', { tessera_pub_key: [] }, ['tessera_pub_key']],
    ['too many tessera keys', { tessera_pub_key: Array.from({ length: 11 }, () => TESSERA) }, ['tessera_pub_key']],
    ['an empty name', { display_name: '' }, ['display_name']],
    ['a long name', { display_name: 'x'.repeat(129) }, ['display_name']],
    ['an unknown field', { owner: 'me' }, ['owner']],
    [
      'everything wrong',
      { display_name: 1, wallet_pub_key: [''], tessera_pub_key: [''] },
      ['display_name', 'wallet_pub_key[0]', 'tessera_pub_key[0]'],
    ],
  ])('%s is 400, at creation and after', async (_what, wrong, fields) => {
    const refused = await create(given(wrong));
    expectProblem(refused, 400);
    expect(fieldsOf(refused)).toEqual(fields);
    const { identity } = (await create(given())).body;
    const unchanged = await patch(identity, wrong);
    expectProblem(unchanged, 400);
    expect(fieldsOf(unchanged)).toEqual(fields);
    expect((await get(identity)).body).toMatchObject(given());
  });

  test('all three fields are required', async () => {
    const refused = await create({});
    expectProblem(refused, 400);
    expect(fieldsOf(refused)).toEqual(['display_name', 'wallet_pub_key', 'tessera_pub_key']);
  });

  test('ten keys of each kind and a name of 128 characters are accepted', async () => {
    const most = given({
      display_name: 'x'.repeat(128),
      wallet_pub_key: Array.from({ length: 10 }, (_, i) => strangersKey(String(i))),
      tessera_pub_key: Array.from({ length: 10 }, (_, i) => Buffer.alloc(32, i).toString('base64')),
    });
    expect((await create(most)).body).toMatchObject(most);
  });

  test("the tenancy's own key is refused at any index and in any case", async () => {
    const own = (await keysOf(tenant)).wallet_pub_key[0]!;
    const { identity } = (await create(given())).body;
    for (const wallet_pub_key of [[own], [KEY, own.toUpperCase()]]) {
      for (const refused of [await create(given({ wallet_pub_key })), await patch(identity, { wallet_pub_key })]) {
        expectProblem(refused, 400);
        expect(fieldsOf(refused)).toEqual([`wallet_pub_key[${wallet_pub_key.length - 1}]`]);
        expect(refused.text).toContain('already represents it');
      }
    }
    expect((await get(identity)).body.wallet_pub_key).toEqual([KEY]);
  });
});

describe('lists', () => {
  test('are ordered newest first or by name, filtered, counted and paged', async () => {
    const names = ['b', 'a', 'c', 'a'];
    for (const name of names) {
      const key = strangersKey(name);
      expect((await create(given({ display_name: name, wallet_pub_key: [key] }))).status).toBe(200);
    }
    const list = async (query: string): Promise<string[]> =>
      (await call('GET', `${PATH}?${query}`)).body.subjects.map((each: { display_name: string }) => each.display_name);
    expect(await list('')).toEqual(names.toReversed());
    expect(await list('order_by=DISPLAY_NAME')).toEqual(names.toSorted());
    expect(await list('display_name=a')).toEqual(['a', 'a']);
    const address = walletAddress(strangersKey('a'));
    expect(await list(`wallet_address=${address}`)).toEqual(['a', 'a']);
    expect(await list(`wallet_address=${address}&display_name=b`)).toEqual([]);
    expect(await list(`wallet_address=${address.toLowerCase()}`)).toEqual([]);
    expect(await list(`wallet_address=${encodeURIComponent("' OR 1=1 --")}`)).toEqual([]);

    const seen: string[] = [];
    for (let token = '', pages = 0; pages === 0 || token !== ''; pages += 1) {
      const page = await client.call(tenant.token, 'GET', PATH, {
        query: { page_size: '3', ...(token === '' ? { order_by: 'DISPLAY_NAME' } : { page_token: token }) },
        headers: { 'x-request-total-count': 'true' },
      });
      expect([page.status, page.headers.get('x-total-count')]).toEqual([200, '4']);
      seen.push(...page.body.subjects.map((each: { display_name: string }) => each.display_name));
      token = page.body.next_page_token;
    }
    expect(seen).toEqual(names.toSorted());
  });
});

describe('who may', () => {
  test('read and change subjects: only administrators of the tenancy', async () => {
    const { identity } = (await create(given())).body;
    const other = await newTenant(service, 'Other');
    const token = await member(tenant);
    const attempts = [
      ['GET', PATH],
      ['POST', PATH, given()],
      ['GET', `/iam/v1/${identity}`],
      ['PATCH', `/iam/v1/${identity}`, { display_name: 'mine' }],
      ['DELETE', `/iam/v1/${identity}`],
      ['GET', SELF],
      ['PATCH', SELF, { display_name: 'mine' }],
      ['DELETE', SELF],
    ] as const;
    for (const [method, path, body] of attempts) {
      expectProblem(await client.call(token, method, path, { body }), 403);
      expectProblem(await client.call(undefined, method, path, { body }), 401);
    }
    expectProblem(await get(identity, other), 404);
    expectProblem(await patch(identity, { display_name: 'mine' }, other), 404);
    expectProblem(await remove(identity, other), 404);
    expect((await call('GET', PATH, undefined, other)).body.subjects).toEqual([]);
    expect((await get(identity)).body.display_name).toBe('Partner');
  });

  test('the descriptions of the group are served', async () => {
    for (const path of [`${PATH}:openapi`, `${PATH}:openapi-ui`]) expect((await call('GET', path)).status).toBe(200);
    const { paths } = (await call('GET', `${PATH}:openapi`)).body;
    expect(Object.keys(paths)).toEqual(expect.arrayContaining([PATH, `${PATH}/{uuid}`]));
  });
});

describe('Self', () => {
  test('has the real keys of the tenancy', async () => {
    const uuid = tenant.tenant_identity.split('/')[1]!;
    const wallet = walletOf(SEED, uuid);
    const self = await call('GET', SELF);
    expect(self.body).toEqual({
      identity: 'subjects/00000000-0000-0000-0000-000000000000',
      display_name: 'Self',
      wallet_pub_key: [wallet.publicKey],
      tessera_pub_key: [tesseraKeyOf(SEED, uuid)],
      wallet_address: [wallet.address],
      confirmation_status: 'CONFIRMATION_STATUS_UNSPECIFIED',
      tenant: '',
    });
    expect(Object.keys(self.body)).toEqual(FIELDS);
    const asset = await call('POST', '/v2/assets', { attributes: {} });
    await expect.poll(async () => (await call('GET', `/v2/${asset.body.identity}`)).body.owner).toBe(wallet.address);
  });

  test('cannot be changed or deleted, and is in no list', async () => {
    const { body } = await call('GET', SELF);
    expectProblem(await call('PATCH', SELF, { display_name: 'Me' }), 403);
    expectProblem(await call('PATCH', SELF, body), 403);
    expectProblem(await call('DELETE', SELF), 403);
    expect((await call('GET', SELF)).body).toEqual(body);
    expect((await call('GET', PATH)).body.subjects).toEqual([]);
    expect((await call('GET', `${PATH}?wallet_address=${body.wallet_address[0]}`)).body.subjects).toEqual([]);
  });

  test('is not shown to a deleted application', async () => {
    const { body } = await call('POST', '/iam/v1/applications', { display_name: 'gone' });
    const token = await tokenOf(service, body.client_id, body.credentials[0].secret);
    await call('DELETE', `/iam/v1/${body.identity}`);
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expectProblem(await client.call(token, method, SELF, method === 'PATCH' ? { body: {} } : {}), 401);
  });
});
