import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { expectProblem, fieldsOf } from '../support/raw.ts';
import { newTenant, sharedService, tokenOf, type Service, type Tenant } from '../support/service.ts';

const PATH = '/v2/locations';
const SUBJECTS = '/iam/v1/subjects';
const SELF = `${SUBJECTS}/00000000-0000-0000-0000-000000000000`;
const UNKNOWN = 'c3b2a1f0-0000-4000-8000-000000000000';

let service: Service;
let client: Client;
/** The owner of the locations, and a mutually confirmed partner. */
let ours: Tenant;
let partner: Tenant;
/** The subject that each has for the other. */
let partnerHere: string;
let oursThere: string;

beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
});
beforeEach(async () => {
  ours = await newTenant(service, 'Ours');
  partner = await newTenant(service, 'Partner');
  partnerHere = await importing(ours, partner);
  oursThere = await importing(partner, ours);
});

async function importing(into: Tenant, from: Tenant): Promise<string> {
  const { wallet_pub_key, tessera_pub_key } = (await client.call(from.token, 'GET', SELF)).body;
  const body = { display_name: 'Imported', wallet_pub_key, tessera_pub_key };
  const made = await client.call(into.token, 'POST', SUBJECTS, { body });
  expect(made.status, made.text).toBe(200);
  return made.body.identity;
}
const newLocation = async (name = 'Place', more: object = {}): Promise<string> => {
  const body = { display_name: name, latitude: 1, longitude: 2, ...more };
  return (await client.call(ours.token, 'POST', PATH, { body })).body.identity;
};
type Member = { id: string; identity: string; token: string };
const member = async (of: Tenant, custom_claims: Record<string, string> = {}): Promise<Member> => {
  const { body } = await client.call(of.token, 'POST', '/iam/v1/applications', {
    body: { display_name: 'member', custom_claims },
  });
  const token = await tokenOf(service, body.client_id, body.credentials[0].secret);
  return { id: body.client_id, identity: body.identity, token };
};
const share = (location: string, ...subject_identities: string[]): Promise<Answer> =>
  client.call(ours.token, 'PATCH', `/v2/${location}/permissions`, { body: { subject_identities } });
const shared = async (location: string): Promise<string[]> =>
  (await client.call(ours.token, 'GET', `/v2/${location}/permissions`)).body.permissions.subject_identities;
const reads = async (token: string, location: string): Promise<number> =>
  (await client.call(token, 'GET', `/v2/${location}`)).status;
/** The names in a caller's list, and its total. */
const list = async (token: string, query: Record<string, string> = {}): Promise<[string[], string | null]> => {
  const answer = await client.call(token, 'GET', PATH, {
    query: { order_by: 'DISPLAY_NAME', ...query },
    headers: { 'x-request-total-count': 'true' },
  });
  expect(answer.status, answer.text).toBe(200);
  const names = answer.body.locations.map((each: { display_name: string }) => each.display_name);
  return [names, answer.headers.get('x-total-count')];
};

describe('the permissions of a location', () => {
  test('are empty at first, and later as last written, with the same order and spelling', async () => {
    const location = await newLocation();
    const read = await client.call(ours.token, 'GET', `/v2/${location}/permissions`);
    expect(read.body).toEqual({ location_identity: location, permissions: { subject_identities: [] } });
    expect(Object.keys(read.body)).toEqual(['location_identity', 'permissions']);
    const wanted = ['subject:abc', partnerHere, 'email=Someone@Example.org', 'group=crew', 'jwt_a=b=c', 'jwt_x:y:z'];
    const written = await share(location, ...wanted);
    expect(written.body).toEqual({ location_identity: location, permissions: { subject_identities: wanted } });
    expect(await shared(location)).toEqual(wanted);
    await share(location, 'group=crew');
    expect(await shared(location)).toEqual(['group=crew']);
    await share(location);
    expect(await shared(location)).toEqual([]);
  });

  test('can be written in either form, and as they were read', async () => {
    const location = await newLocation();
    const path = `/v2/${location}/permissions`;
    const nested = { permissions: { subject_identities: ['group=crew'] } };
    for (const body of [nested, { location_identity: location, ...nested }, { subject_identities: ['group=crew'] }]) {
      await share(location);
      const answer = await client.call(ours.token, 'PATCH', path, { body });
      expect(answer.body).toEqual({ location_identity: location, ...nested });
      expect(await shared(location)).toEqual(['group=crew']);
    }
    for (const body of [
      {},
      { subject_identities: ['email=a'], ...nested },
      { permissions: {} },
      { location_identity: location },
      { subjects: [] },
    ]) {
      expectProblem(await client.call(ours.token, 'PATCH', path, { body }), 400);
    }
    expect(await shared(location)).toEqual(['group=crew']);
  });

  test('are rejected with the index of each invalid entry', async () => {
    const location = await newLocation();
    const theirs = (await client.call(partner.token, 'GET', SUBJECTS)).body.subjects[0].identity;
    const bad = [
      'nobody',
      '',
      'subjects/x',
      `subjects/${UNKNOWN}`,
      theirs,
      'subjects/00000000-0000-0000-0000-000000000000',
      'email=',
      'jwt_=x',
      'name=x',
      ' email=x',
      `email=${'x'.repeat(1019)}`,
    ];
    for (const each of bad) {
      const refused = await share(location, 'group=fine', each);
      expectProblem(refused, 400);
      expect(fieldsOf(refused), each).toEqual(['subject_identities[1]']);
      const nested = { permissions: { subject_identities: [each] } };
      const again = await client.call(ours.token, 'PATCH', `/v2/${location}/permissions`, { body: nested });
      expect(fieldsOf(again), each).toEqual(['permissions.subject_identities[0]']);
    }
    expect(fieldsOf(await share(location, 'group=a', 'group=b', 'group=a'))).toEqual(['subject_identities[2]']);
    const many = Array.from({ length: 101 }, (_, i) => `group=${i}`);
    expect(fieldsOf(await share(location, ...many))).toEqual(['subject_identities']);
    expect(await shared(location)).toEqual([]);
    const most = [...many.slice(0, 99), `email=${'x'.repeat(1018)}`];
    expect((await share(location, ...most)).status).toBe(200);
    expect(await shared(location)).toEqual(most);
  });

  test('can be read and written only by administrators of the tenancy', async () => {
    const location = await newLocation();
    const user = await member(ours);
    await share(location, partnerHere, `subject=${user.id}`);
    const stranger = await newTenant(service, 'Stranger');
    const path = `/v2/${location}/permissions`;
    for (const [token, status] of [
      [user.token, 403],
      [(await member(ours)).token, 403],
      [(await member(partner)).token, 403],
      [partner.token, 403],
      [stranger.token, 404],
      [undefined, 401],
    ] as const) {
      expectProblem(await client.call(token, 'GET', path), status);
      expectProblem(await client.call(token, 'PATCH', path, { body: { subject_identities: [] } }), status);
    }
    expect(await shared(location)).toHaveLength(2);
    for (const method of ['GET', 'PATCH']) {
      const options = method === 'PATCH' ? { body: { subject_identities: [] } } : {};
      expectProblem(await client.call(ours.token, method, `${PATH}/${UNKNOWN}/permissions`, options), 404);
      expectProblem(await client.call(ours.token, method, `${PATH}/x/permissions`, options), 400);
    }
  });

  test('lose a deleted subject, and are deleted with the location', async () => {
    const [location, other] = [await newLocation(), await newLocation()];
    for (const each of [location, other]) await share(each, 'group=crew', partnerHere);
    await client.call(ours.token, 'DELETE', `/v2/${other}`);
    await client.call(ours.token, 'DELETE', `/iam/v1/${partnerHere}`);
    expect(await shared(location)).toEqual(['group=crew']);
    const left = await service.db
      .prepare('SELECT resource FROM readers WHERE tenant = ?')
      .bind(ours.tenant_identity.slice('tenant/'.length))
      .all();
    expect(left.results).toEqual([{ resource: location }]);
    expect(fieldsOf(await share(location, partnerHere))).toEqual(['subject_identities[0]']);
  });

  test('are those of exactly one request after concurrent changes', async () => {
    const location = await newLocation();
    const wanted = Array.from({ length: 6 }, (_, i) => [`group=a${i}`, `group=b${i}`, `group=c${i}`]);
    const answers = await Promise.all(wanted.map((each) => share(location, ...each)));
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(wanted.filter((_, i) => answers[i]!.status === 200)).toContainEqual(await shared(location));
  });
});

test('users of the tenancy read only locations that name their client id, a claim or a group', async () => {
  const location = await newLocation('shared', { attributes: { namespace: 'n' } });
  const hidden = await newLocation('hidden');
  const user = await member(ours, { role: 'inspector', group: 'crew', 'a:b': 'c=d' });
  const other = await member(ours, { role: 'Inspector', group: 'crews', aa: 'inspector' });
  expect(await reads(user.token, location)).toBe(404);
  for (const name of [
    `subject=${user.id}`,
    `subject:${user.id}`,
    'jwt_role=inspector',
    'jwt_role:inspector',
    'jwt_a:b=c=d',
    'group=crew',
    'group:crew',
    'jwt_group=crew',
  ]) {
    await share(location, name);
    const whole = await client.call(ours.token, 'GET', `/v2/${location}`);
    const read = await client.call(user.token, 'GET', `/v2/${location}`);
    expect([read.status, read.body], name).toEqual([200, whole.body]);
    expect(await list(user.token)).toEqual([['shared'], '1']);
    expectProblem(await client.call(user.token, 'GET', `/v2/${hidden}`), 404);
    expect(await reads(other.token, location), name).toBe(404);
    expect(await list(other.token)).toEqual([[], '0']);
  }
  await share(location, 'group=crew', `subject=${other.id}`);
  for (const { token } of [user, other]) expect(await reads(token, location)).toBe(200);
  expect(await list(ours.token)).toEqual([['hidden', 'shared'], '2']);
});

test('users of the tenancy lose access at once when the sharing ends or their claim changes', async () => {
  const location = await newLocation();
  const user = await member(ours, { role: 'inspector' });
  const claims = (custom_claims: object): Promise<Answer> =>
    client.call(ours.token, 'PATCH', `/iam/v1/${user.identity}`, { body: { custom_claims } });
  await share(location, 'jwt_role=inspector');
  expect(await reads(user.token, location)).toBe(200);
  await claims({});
  expect(await reads(user.token, location)).toBe(404);
  await claims({ role: 'driver' });
  expect(await reads(user.token, location)).toBe(404);
  await claims({ role: 'inspector' });
  expect(await reads(user.token, location)).toBe(200);
  await share(location, 'jwt_role=driver');
  expect(await reads(user.token, location)).toBe(404);
  expect(await list(user.token)).toEqual([[], '0']);
});

test('users of the tenancy cannot write', async () => {
  const location = await newLocation();
  const user = await member(ours);
  await share(location, `subject=${user.id}`);
  const body = { display_name: 'mine', latitude: 0, longitude: 0 };
  for (const token of [user.token, (await member(ours)).token, (await member(partner)).token]) {
    expectProblem(await client.call(token, 'POST', PATH, { body }), 403);
    expectProblem(await client.call(token, 'POST', PATH, { body: {} }), 403);
    for (const path of [`/v2/${location}`, `${PATH}/${UNKNOWN}`]) {
      expectProblem(await client.call(token, 'PATCH', path, { body }), 403);
      expectProblem(await client.call(token, 'DELETE', path), 403);
    }
  }
  expect((await client.call(ours.token, 'GET', `/v2/${location}`)).body.display_name).toBe('Place');
});

test('users of another tenancy have no access, even with a claim that is named', async () => {
  const location = await newLocation();
  const theirs = await member(partner, { role: 'inspector' });
  await share(location, `subject=${theirs.id}`, 'jwt_role=inspector', `subject=${partner.client_id}`);
  for (const token of [theirs.token, partner.token]) expect(await reads(token, location)).toBe(404);
});

test('users of the tenancy see only shared locations with filters, orders and pages', async () => {
  const user = await member(ours);
  const stranger = await newTenant(service, 'Stranger');
  for (const i of [0, 1, 2, 3, 4, 5, 6]) {
    const location = await newLocation(`l${i}`, { attributes: { namespace: i < 4 ? 'low' : 'high' } });
    if (i % 2 === 0) await share(location, `subject=${user.id}`, partnerHere);
  }
  for (const { token } of [user, partner]) {
    expect(await list(token)).toEqual([['l0', 'l2', 'l4', 'l6'], '4']);
    expect(await list(token, { order_by: 'DEFAULT' })).toEqual([['l6', 'l4', 'l2', 'l0'], '4']);
    expect(await list(token, { 'attributes.namespace': 'low' })).toEqual([['l0', 'l2'], '2']);
    expect(await list(token, { 'attributes.namespace!': 'low' })).toEqual([['l4', 'l6'], '2']);
    expect(await list(token, { display_name: 'l1' })).toEqual([[], '0']);
    const seen: string[] = [];
    for (let next = '', pages = 0; pages === 0 || next !== ''; pages += 1) {
      const query = { page_size: '3', ...(next === '' ? {} : { page_token: next }) };
      const page = await client.call(token, 'GET', PATH, { query });
      seen.push(...page.body.locations.map((each: { display_name: string }) => each.display_name));
      expect(page.headers.get('x-total-count')).toBe('4');
      next = page.body.next_page_token;
      // A page token is only valid in its own tenancy.
      if (next !== '')
        expectProblem(await client.call(stranger.token, 'GET', PATH, { query: { page_token: next } }), 400);
    }
    expect(seen).toEqual(['l6', 'l4', 'l2', 'l0']);
  }
  expect(await list(stranger.token)).toEqual([[], '0']);
});

test('a confirmed organization gives access to its administrators and not to its other members', async () => {
  const location = await newLocation('shared', { attributes: { a: 'b' } });
  await newLocation('hidden');
  const own = await client.call(partner.token, 'POST', PATH, {
    body: { display_name: 'their own', latitude: 0, longitude: 0 },
  });
  const colleague = await member(partner, { role: 'inspector' });
  expect(await reads(partner.token, location)).toBe(404);
  await share(location, partnerHere);
  const read = await client.call(partner.token, 'GET', `/v2/${location}`);
  expect(read.body).toEqual((await client.call(ours.token, 'GET', `/v2/${location}`)).body);
  expect(read.body.tenant).toBe(ours.tenant_identity);
  expect(await list(partner.token)).toEqual([['shared', 'their own'], '2']);
  expect(await reads(colleague.token, location)).toBe(404);
  expect(await list(colleague.token)).toEqual([[], '0']);
  expect(await reads(ours.token, own.body.identity)).toBe(404);
  expect(await reads((await newTenant(service, 'Stranger')).token, location)).toBe(404);

  const issuer = (await client.call(partner.token, 'GET', '/v1/tenancies/root_principals')).body.root_principals[0]
    .issuer;
  const administrators = (...subjects: string[]): Promise<Answer> =>
    client.call(partner.token, 'PATCH', '/v1/tenancies/root_principals', {
      body: { root_principals: [partner.client_id, ...subjects].map((subject) => ({ issuer, subject })) },
    });
  await administrators(colleague.id);
  expect(await reads(colleague.token, location)).toBe(200);
  await administrators();
  expect(await reads(colleague.token, location)).toBe(404);
});

test('a confirmed organization can read and cannot write', async () => {
  const location = await newLocation();
  await share(location, partnerHere);
  for (const [method, options] of [
    ['PATCH', { body: { display_name: 'theirs' } }],
    ['DELETE', {}],
  ] as const)
    expectProblem(await client.call(partner.token, method, `/v2/${location}`, options), 403);
  expect((await client.call(ours.token, 'GET', `/v2/${location}`)).body.display_name).toBe('Place');
});

test.each<[string, (location: string) => Promise<Answer>]>([
  ['is no longer named', (location) => share(location)],
  ['is no longer a subject here', () => client.call(ours.token, 'DELETE', `/iam/v1/${partnerHere}`)],
  ['has deleted its own subject', () => client.call(partner.token, 'DELETE', `/iam/v1/${oursThere}`)],
  ['has changed the keys of its subject', () => rekey(partner, oursThere)],
  ['has other keys here', () => rekey(ours, partnerHere)],
])('a confirmed organization that %s loses access at once', async (_what, end) => {
  const location = await newLocation();
  await share(location, partnerHere);
  expect(await reads(partner.token, location)).toBe(200);
  expect((await end(location)).status).toBe(200);
  expectProblem(await client.call(partner.token, 'GET', `/v2/${location}`), 404);
  expect(await list(partner.token)).toEqual([[], '0']);
  for (const [method, options] of [
    ['PATCH', { body: { display_name: 'theirs' } }],
    ['DELETE', {}],
  ] as const)
    expectProblem(await client.call(partner.token, method, `/v2/${location}`, options), 404);
});

test('a confirmed organization that has imported the tenancy again reads locations that still name it', async () => {
  const location = await newLocation();
  await share(location, partnerHere);
  await client.call(partner.token, 'DELETE', `/iam/v1/${oursThere}`);
  expect(await reads(partner.token, location)).toBe(404);
  await importing(partner, ours);
  expect(await reads(partner.token, location)).toBe(200);
});

test('a confirmed organization can be named before it is confirmed, and has access once it is', async () => {
  const late = await newTenant(service, 'Late');
  const location = await newLocation();
  expect((await share(location, await importing(ours, late))).status).toBe(200);
  expect(await reads(late.token, location)).toBe(404);
  await importing(late, ours);
  expect(await reads(late.token, location)).toBe(200);
  expect(await reads(partner.token, location)).toBe(404);
});

async function rekey(of: Tenant, subject: string): Promise<Answer> {
  const body = { tessera_pub_key: [Buffer.alloc(32, 3).toString('base64')] };
  return client.call(of.token, 'PATCH', `/iam/v1/${subject}`, { body });
}
