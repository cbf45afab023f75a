import { beforeAll, beforeEach, expect, test } from 'vitest';
import { parseEntry } from '../../src/formats/log/entry.ts';
import { thumbprintOf } from '../../src/formats/statement/key.ts';
import { toBase64Url } from '../../src/lib/text.ts';
import { claimsOf, newAuthorKey } from '../support/authors.ts';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { LogReader } from '../support/logs.ts';
import { expectProblem, fieldsOf } from '../support/raw.ts';
import { newTenant, ORIGIN, sharedService, tokenOf, type Service, type Tenant } from '../support/service.ts';

const PATH = '/v1/signing_keys';
const BASE_URL = `${ORIGIN}/archivist`;

let service: Service;
let client: Client;
let tenant: Tenant;

beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
});
beforeEach(async () => {
  tenant = await newTenant(service, 'Authors');
});

const call = (method: string, path: string, body?: unknown, token = tenant.token): Promise<Answer> =>
  client.call(token, method, path, { body });
const enrol = async (key = newAuthorKey(), token = tenant.token, { tenant_identity } = tenant): Promise<Answer> =>
  call(
    'POST',
    PATH,
    { display_name: 'Phone', enrolment: key.enrolment(BASE_URL, claimsOf(token, tenant_identity)) },
    token,
  );
const entries = async (size: number): Promise<Record<string, unknown>[]> => {
  const log = new LogReader(client, tenant.token, tenant.tenant_identity.split('/')[1]!);
  await log.grown(size);
  return (await log.entries(size)).map(parseEntry);
};
async function newApplication(): Promise<{ id: string; token: string }> {
  const { body } = await call('POST', '/iam/v1/applications', { display_name: 'device' });
  return { id: body.client_id, token: await tokenOf(service, body.client_id, body.credentials[0].secret) };
}

test('a caller enrols a key, and the log of the tenancy gets entries of its enrolment and revocation', async () => {
  const device = await newApplication();
  const keys = [newAuthorKey('ES256'), newAuthorKey('EdDSA')];
  const [phone, other] = [await enrol(keys[0], device.token), await enrol(keys[1])];
  expect(phone.status, phone.text).toBe(200);
  expect(phone.body).toEqual({
    identity: expect.stringMatching(/^signing_keys\/[0-9a-f-]{36}$/),
    display_name: 'Phone',
    owner: { issuer: `${ORIGIN}/appidpv1`, subject: device.id, display_name: 'device', email: '' },
    thumbprint: toBase64Url(thumbprintOf(keys[0]!.key)),
    public_jwk: keys[0]!.key,
    valid_from: expect.any(String),
    revoked_at: null,
    revoked_reason: '',
    tenant_identity: tenant.tenant_identity,
  });
  expect(other.body.public_jwk).toEqual(keys[1]!.key);
  const at = `/v1/${phone.body.identity}`;
  expect((await call('GET', at)).body).toEqual(phone.body);
  expect((await call('GET', PATH, undefined, device.token)).body.signing_keys).toEqual([other.body, phone.body]);

  const revoked = await call('POST', `${at}:revoke`, { reason: 'The phone was lost' });
  expect(revoked.body).toEqual({
    ...phone.body,
    revoked_at: expect.stringMatching(/^20.*Z$/),
    revoked_reason: 'The phone was lost',
  });
  expect((await call('POST', `${at}:revoke`, { reason: 'again' }, device.token)).body).toEqual(revoked.body);

  const [genesis, ...changes] = await entries(4);
  expect(genesis).toMatchObject({ schema: 'LOGGENESISV1' });
  const entryOf = (change: string, { body }: Answer, created: string) => ({
    schema: 'LOGAUTHORKEYV1',
    log: genesis!['log'],
    change,
    created,
    thumbprint: body.thumbprint,
    owner: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(changes).toEqual([
    entryOf('enrolled', phone, phone.body.valid_from),
    entryOf('enrolled', other, other.body.valid_from),
    entryOf('revoked', phone, revoked.body.revoked_at),
  ]);
  expect(new Set(changes.map(({ owner }) => owner)).size).toBe(3);
  const { audit } = (await call('GET', '/v1/audit')).body;
  type Row = { operation: string; resource: string };
  expect(
    (audit as Row[]).filter(({ resource }) => resource === phone.body.identity).map((row) => row.operation),
  ).toEqual(['revokeSigningKey', 'createSigningKey']);
});

test('events get into a log whose first entries are enrolments', async () => {
  await enrol();
  await call('POST', '/v2/assets', { attributes: {} });
  await entries(3);
  await enrol();
  expect((await entries(4)).map(({ schema }) => schema)).toEqual([
    'LOGGENESISV1',
    'LOGAUTHORKEYV1',
    'LOGENTRYV1',
    'LOGAUTHORKEYV1',
  ]);
});

test('a key is revoked by its owner and by administrators, and by nobody else', async () => {
  const [owner, other, stranger] = [await newApplication(), await newApplication(), await newTenant(service, 'Other')];
  const { body } = await enrol(newAuthorKey(), owner.token);
  const revoke = (token: string): Promise<Answer> =>
    call('POST', `/v1/${body.identity}:revoke`, { reason: 'replaced' }, token);
  expectProblem(await revoke(other.token), 403);
  expectProblem(await revoke(stranger.token), 404);
  expectProblem(await call('GET', `/v1/${body.identity}`, undefined, stranger.token), 404);
  expect((await call('GET', `/v1/${body.identity}`)).body).toEqual(body);
  expect((await revoke(owner.token)).body).toMatchObject({ revoked_reason: 'replaced' });
});

test('a key is enrolled once in a tenancy, by whoever has the private key', async () => {
  const key = newAuthorKey();
  const other = await newTenant(service, 'Other');
  expect((await enrol(key)).status).toBe(200);
  expectProblem(await enrol(key), 409);
  expectProblem(await enrol(key, (await newApplication()).token), 409);
  expect((await enrol(key, other.token, other)).status).toBe(200);
});

test('refuses an enrolment that the key has not signed for this service now', async () => {
  const [key, other] = [newAuthorKey(), newAuthorKey()];
  const [member, stranger] = [await newApplication(), await newTenant(service, 'Other')];
  const own = claimsOf(tenant.token, tenant.tenant_identity);
  const valid = key.enrolment(BASE_URL, own);
  const forOthers = (claims: object): string => key.enrolment(BASE_URL, { ...own, ...claims });
  const [header, payload, signature] = valid.split('.') as [string, string, string];
  const refused = {
    'another service': key.enrolment('https://elsewhere.example', own),
    'another key': key.enrolment(BASE_URL, own, { jwk: other.key }),
    'a private key': key.enrolment(BASE_URL, own, { jwk: { ...key.key, d: key.key.x } }),
    'another type': key.enrolment(BASE_URL, own, { typ: 'JWT' }),
    'an hour ago': key.enrolment(BASE_URL, own, { age: 3600 }),
    'in an hour': key.enrolment(BASE_URL, own, { age: -3600 }),
    'no signature': `${header}.${payload}.`,
    'another signature': `${header}.${payload}.${signature.split('').toReversed().join('')}`,
    'no JWT': 'x',
    'another caller': forOthers({ sub: member.id }),
    'another issuer': forOthers({ iss: 'https://elsewhere.example' }),
    'another tenancy': forOthers({ tenant_identity: stranger.tenant_identity }),
    'no tenancy': forOthers({ tenant_identity: undefined }),
    nobody: forOthers({ iss: undefined, sub: undefined }),
  };
  for (const [what, enrolment] of Object.entries(refused)) {
    const answer = await call('POST', PATH, { display_name: what, enrolment });
    expect(answer.status, `${what}: ${answer.text}`).toBe(400);
    expect(fieldsOf(answer)).toEqual(['enrolment']);
  }
  expect((await call('GET', PATH)).body.signing_keys).toEqual([]);
  // Others who get to know an enrolment cannot use it, in this tenancy or in another one.
  for (const { token } of [member, stranger])
    expect(fieldsOf(await call('POST', PATH, { display_name: 'copied', enrolment: valid }, token))).toEqual([
      'enrolment',
    ]);
  expect((await call('POST', PATH, { display_name: 'valid', enrolment: valid })).status).toBe(200);
});
