import { afterEach, describe, expect, test } from 'vitest';
import { configOf } from '../../src/settings/config.ts';
import { relyingPartyAt } from '../../src/settings/relying-party.ts';
import { newChallenge, SIGN_IN, userHandleOf, verifyAssertion } from '../../src/access/identity/passkeys/webauthn.ts';
import { ambient } from '../../src/lib/time.ts';
import { PASSKEY_ISSUER } from '../../src/lib/trusted-issuers.ts';
import { Authenticator, type Forgery } from '../support/authenticator.ts';
import { mailsOf } from '../support/mail.ts';
import { newTenant, ORIGIN, SECRETS, startService, type Service, type Tenant } from '../support/service.ts';
import { done, idOf } from '../support/sharing.ts';
import { people } from './support.ts';

const { on, member } = people();

const SAME = { 'sec-fetch-site': 'same-origin', origin: ORIGIN };
type Session = { cookie: string; csrf: string; subject: string };

async function ask(method: string, path: string, body?: unknown, headers: object = {}, at: Service = on.service) {
  const response = await fetch(`${at.base}${path}`, {
    method,
    headers: {
      ...SAME,
      'x-csrf-token': 'new',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const json: any = await response.json();
  return { status: response.status, body: json, cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' };
}
type Answer = Awaited<ReturnType<typeof ask>>;

const sessionOf = ({ status, body, cookie }: Answer): Session => {
  expect(status, JSON.stringify(body)).toBe(200);
  return { cookie, csrf: body.csrf_token, subject: body.subject };
};
/** The headers of a request of the console. */
const as = ({ cookie, csrf }: Session) => ({ cookie, 'x-csrf-token': csrf });
const whoami = (session: Session, more: object = {}) =>
  ask('GET', '/v1/whoami', undefined, { ...as(session), ...more });

const tokenIn = (url: string): string => url.split('/').at(-1)!;
const admin = (method: string, path: string, body?: object, tenant: Tenant = on.owner) =>
  on.client.call(tenant.token, method, path, body ? { body } : {});

let n = 0;
/** An invite, with the token of a link that an administrator has made. */
async function invited(email = `ana-${++n}@example.com`, tenant = on.owner) {
  const invite: any = await done(on.client, tenant.token, 'POST', '/v1/invites', { email });
  const { url } = await done(on.client, tenant.token, 'POST', `/v1/${invite.identity}:link`);
  expect(url).toMatch(new RegExp(`^${ORIGIN}/console/#/invites/${idOf(invite.identity)}/[0-9a-f]{64}$`));
  return { invite: invite.identity as string, email, token: tokenIn(url) };
}

const prepare = (link: string, at = on.service) => ask('POST', '/iam/v1/passkeys/enrolments', { link }, {}, at);
const device = (): Authenticator => new Authenticator(ORIGIN);

/** Enrols a passkey with a link. */
async function enrol(link: string, key = device(), more: object = {}, forgery: Forgery = {}): Promise<Answer> {
  const prepared = await prepare(link);
  expect(prepared.status, JSON.stringify(prepared.body)).toBe(200);
  const credential = key.create(prepared.body.options, forgery);
  return ask('POST', '/iam/v1/passkeys:enrol', { link, display_name: 'Phone', credential, ...more });
}

/** A member who has enrolled a passkey. */
async function enrolled(tenant = on.owner) {
  const { email, token } = await invited(undefined, tenant);
  const key = device();
  const session = sessionOf(await enrol(token, key, { person_name: 'Ana Ops' }));
  const users: any = await done(on.client, tenant.token, 'GET', `/v1/tenancies/users?email=${email}`);
  return { email, key, session, user: users.users[0].identity as string };
}

const challenge = async (): Promise<{ challenge: string }> =>
  (await ask('POST', '/iam/v1/passkeys/challenges')).body.options;
/** Signs in with a passkey. */
const signIn = async (key: Authenticator, forgery: Forgery = {}): Promise<Answer> =>
  ask('POST', '/iam/v1/sessions', { passkey: key.get(await challenge(), forgery) });

describe('an invitation with a link', () => {
  test('makes its person a member with a passkey, who signs in as with an identity provider', async () => {
    const { invite, email, token } = await invited();
    const prepared = await prepare(token);
    expect(prepared.body).toMatchObject({ purpose: 'invite', tenancy: 'Harbour Works', email, display_name: '' });
    expect(prepared.body.options).toMatchObject({
      rp: { id: 'evidence.example' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const key = device();
    const session = sessionOf(await enrol(token, key, { person_name: 'Ana Ops' }));
    expect((await whoami(session)).body).toMatchObject({
      principal: { issuer: PASSKEY_ISSUER, subject: session.subject, display_name: 'Ana Ops', email },
      roles: ['Non-Administrator'],
    });
    expect((await admin('GET', `/v1/${invite}`)).status).toBe(404);
    const again = sessionOf(await signIn(key));
    expect(again.subject).toBe(session.subject);
    expect((await whoami(again)).status).toBe(200);
    const audit: any = await done(on.client, on.owner.token, 'GET', '/v1/audit');
    expect(audit.audit.map((each: any) => each.operation)).toEqual(
      expect.arrayContaining(['createInviteLink', 'createPasskey']),
    );
    expect(JSON.stringify(audit)).not.toContain(token);
  });

  test('gives a member what policies give their e-mail address, from the next request on', async () => {
    const { session, email } = await enrolled();
    const asset: any = await done(on.client, on.owner.token, 'POST', '/v2/assets', {
      behaviours: ['RecordEvidence'],
      attributes: { arc_display_name: 'Pump', arc_display_type: 'Pump' },
    });
    const read = () => ask('GET', `/v2/${asset.identity}`, undefined, as(session));
    expect((await read()).status).toBe(404);
    await done(on.client, on.owner.token, 'POST', '/iam/v1/access_policies', {
      display_name: 'Pumps',
      filters: [{ or: ['attributes.arc_display_type=Pump'] }],
      access_permissions: [
        { user_attributes: [{ or: [`email=${email}`] }], asset_attributes_read: ['*'], behaviours: [] },
      ],
    });
    expect((await read()).status).toBe(200);
  });

  test('is in the mail, and lets in only who opens it first', async () => {
    const invite: any = await done(on.client, on.owner.token, 'POST', '/v1/invites', { email: 'mail@example.com' });
    await expect.poll(async () => (await mailsOf(on.service, idOf(invite.identity))).length).toBe(1);
    const { text } = (await mailsOf(on.service, idOf(invite.identity)))[0]!;
    const token = tokenIn(/https:\S+/.exec(text)![0]);
    expect(text).not.toContain(':accept');
    const stolen = await Promise.all([enrol(token), enrol(token), enrol(token)]);
    expect(stolen.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
    expect((await prepare(token)).status).toBe(404);
  });

  test('ends with the invite, and each further link keeps the earlier ones of the same invite', async () => {
    const first = await invited();
    const { url } = await done(on.client, on.owner.token, 'POST', `/v1/${first.invite}:link`);
    expect((await prepare(first.token)).status).toBe(200);
    expect((await prepare(tokenIn(url))).status).toBe(200);
    await done(on.client, on.owner.token, 'DELETE', `/v1/${first.invite}`);
    expect((await prepare(first.token)).status).toBe(404);
    expect((await prepare(tokenIn(url))).status).toBe(404);
    expect((await admin('POST', `/v1/${first.invite}:link`)).status).toBe(404);
  });
});

describe('a passkey', () => {
  test.each<[string, Forgery]>([
    ['of another origin', { origin: 'https://evidence.example.evil.example' }],
    ['of another relying party', { rpId: 'evil.example' }],
    ['without user verification', { unverified: true }],
  ])('%s is neither enrolled nor accepted', async (_, forgery) => {
    const { token } = await invited();
    expect((await enrol(token, device(), {}, forgery)).status).toBe(400);
    // The link was not used.
    const key = device();
    sessionOf(await enrol(token, key));
    expect((await signIn(key, forgery)).status).toBe(401);
    expect((await signIn(key)).status).toBe(200);
  });

  test('is not accepted with a counter that has not grown, or with the handle of somebody else', async () => {
    const [ana, bob] = [await enrolled(), await enrolled()];
    expect((await signIn(ana.key)).status).toBe(200);
    expect((await signIn(ana.key, { counter: 1 })).status).toBe(401);
    expect((await signIn(ana.key, { userHandle: userHandleOf(bob.session.subject) })).status).toBe(401);
    expect((await signIn(device(), { userHandle: userHandleOf(ana.session.subject) })).status).toBe(401);
    expect((await signIn(ana.key)).status).toBe(200);
  });

  test('signs in once with each response, and only with a challenge of the service for a sign-in', async () => {
    const { key } = await enrolled();
    const assertion = key.get(await challenge());
    const sent = () => ask('POST', '/iam/v1/sessions', { passkey: assertion });
    const answers = await Promise.all([sent(), sent(), sent()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
    expect((await sent()).status).toBe(401);
    const own = { challenge: Buffer.from('k1.mine').toString('base64url') };
    expect((await ask('POST', '/iam/v1/sessions', { passkey: key.get(own) })).status).toBe(401);
    const { body } = await prepare((await invited()).token);
    expect((await ask('POST', '/iam/v1/sessions', { passkey: key.get(body.options) })).status).toBe(401);
  });

  test('is not enrolled by the challenge of another link, or twice', async () => {
    const [first, second] = [await invited(), await invited()];
    const key = device();
    const { body } = await prepare(first.token);
    const credential = key.create(body.options);
    const send = (link: string) => ask('POST', '/iam/v1/passkeys:enrol', { link, display_name: 'Phone', credential });
    expect((await send(second.token)).status).toBe(400);
    expect((await send(first.token)).status).toBe(200);
    expect((await send(first.token)).status).toBe(404);
    expect((await enrol(second.token, key)).status).toBe(409);
  });

  test('is refused to requests of another origin', async () => {
    const { key } = await enrolled();
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const passkey = key.get(await challenge());
    expect((await ask('POST', '/iam/v1/sessions', { passkey }, foreign)).status).toBe(403);
    expect((await ask('POST', '/iam/v1/passkeys/challenges', undefined, foreign)).status).toBe(403);
    expect((await ask('POST', '/iam/v1/passkeys/enrolments', { link: 'x' }, foreign)).status).toBe(403);
  });
});

describe('the passkeys of a person', () => {
  test('are listed, named and removed by this person only; the last one only on request', async () => {
    const [ana, bob] = [await enrolled(), await enrolled()];
    const list = async (session: Session) => ask('GET', '/iam/v1/passkeys', undefined, as(session));
    const { url } = (await ask('POST', '/iam/v1/passkeys:link', undefined, as(ana.session))).body;
    const laptop = device();
    const second = sessionOf(await enrol(tokenIn(url), laptop, { display_name: 'Laptop' }));
    expect(second.subject).toBe(ana.session.subject);
    const { passkeys } = (await list(second)).body;
    expect(passkeys.map(({ display_name, current }: any) => [display_name, current])).toEqual([
      ['Phone', false],
      ['Laptop', true],
    ]);
    const [phone, last] = passkeys.map(({ identity }: any) => `/iam/v1/${identity}`) as [string, string];
    const rename = { display_name: ' Old <b>phone</b> ' };
    expect((await ask('PATCH', phone, rename, as(bob.session))).status).toBe(404);
    expect((await ask('DELETE', phone, undefined, as(bob.session))).status).toBe(404);
    expect((await ask('PATCH', phone, rename, as(second))).body.display_name).toBe('Old <b>phone</b>');
    expect((await ask('PATCH', phone, { display_name: 'a\nb' }, as(second))).status).toBe(400);
    expect((await ask('DELETE', phone, undefined, as(second))).status).toBe(200);
    expect((await whoami(ana.session)).status).toBe(401);
    expect((await signIn(ana.key)).status).toBe(401);
    expect((await ask('DELETE', last, undefined, as(second))).status).toBe(409);
    expect((await signIn(laptop)).status).toBe(200);
    expect((await ask('DELETE', `${last}?last=true`, undefined, as(second))).status).toBe(200);
    expect((await whoami(second)).status).toBe(401);
  });

  test('do not exist for applications and people of identity providers', async () => {
    const { token } = await member();
    const { client_id, client_secret } = on.owner;
    for (const body of [{ token }, { client_id, client_secret }]) {
      const session = sessionOf(await ask('POST', '/iam/v1/sessions', body));
      expect((await ask('GET', '/iam/v1/passkeys', undefined, as(session))).status).toBe(403);
    }
  });
});

describe('the recovery of an access', () => {
  const recover = (user: string, keep: boolean, tenant = on.owner) =>
    admin('POST', `/v1/${user.replace('users/', 'tenancies/users/')}:recover`, { keep_passkeys: keep }, tenant);

  test('removes the passkeys and ends the sessions at once, and its link enrols one new passkey', async () => {
    const { key, session, user } = await enrolled();
    const made = await recover(user, false);
    expect(made.status).toBe(200);
    expect((await whoami(session)).status).toBe(401);
    expect((await signIn(key)).status).toBe(401);
    const token = tokenIn(made.body.url);
    const fresh = device();
    const again = sessionOf(await enrol(token, fresh));
    expect(again.subject).toBe(session.subject);
    expect((await prepare(token)).status).toBe(404);
    expect((await signIn(fresh)).status).toBe(200);
  });

  test('keeps the passkeys if the administrator says so, and a second link ends the first', async () => {
    const { key, session, user } = await enrolled();
    const [first, second] = [(await recover(user, true)).body.url, (await recover(user, true)).body.url];
    expect((await prepare(tokenIn(first))).status).toBe(404);
    sessionOf(await enrol(tokenIn(second)));
    expect((await whoami(session)).status).toBe(200);
    expect((await signIn(key)).status).toBe(200);
  });

  test('is refused for people of providers, and the removal of a user ends passkeys, sessions and links', async () => {
    const { email } = await member();
    const users: any = await done(on.client, on.owner.token, 'GET', `/v1/tenancies/users?email=${email}`);
    expect((await recover(users.users[0].identity, false)).status).toBe(409);
    const { key, session, user } = await enrolled();
    const { url } = (await recover(user, true)).body;
    expect((await admin('DELETE', `/v1/${user.replace('users/', 'tenancies/users/')}`)).status).toBe(200);
    expect((await whoami(session)).status).toBe(401);
    expect((await signIn(key)).status).toBe(401);
    expect((await prepare(tokenIn(url))).status).toBe(404);
  });

  test('needs an administrator', async () => {
    const [ana, bob] = [await enrolled(), await enrolled()];
    const path = `/v1/${bob.user.replace('users/', 'tenancies/users/')}:recover`;
    expect((await ask('POST', path, { keep_passkeys: true }, as(ana.session))).status).toBe(403);
    const { invite } = await invited();
    expect((await ask('POST', `/v1/${invite}:link`, undefined, as(ana.session))).status).toBe(403);
  });
});

describe('another tenancy', () => {
  test('cannot make links for invites and users of this one', async () => {
    const other = await newTenant(on.service, 'Quarry & Sons');
    const { user } = await enrolled();
    const { invite } = await invited();
    expect((await admin('POST', `/v1/${invite}:link`, undefined, other)).status).toBe(404);
    const path = `/v1/${user.replace('users/', 'tenancies/users/')}:recover`;
    expect((await admin('POST', path, { keep_passkeys: true }, other)).status).toBe(404);
  });

  test('gives no right by an address: a person with passkeys is of the tenancy that invited them only', async () => {
    const other = await newTenant(on.service, 'Quarry & Sons');
    const address = `chief-${++n}@example.com`;
    // The other tenancy expects an administrator, and has an invite, with this address.
    await on.service.db
      .prepare("INSERT INTO administrators VALUES (?, ?, '', '', ?, 7)")
      .bind(idOf(other.tenant_identity), PASSKEY_ISSUER, address)
      .run();
    const theirs: any = await done(on.client, other.token, 'POST', '/v1/invites', { email: address });
    const { token } = await invited(address);
    const session = sessionOf(await enrol(token));
    expect((await whoami(session, { 'x-tenant': other.tenant_identity })).status).toBe(403);
    expect((await ask('POST', `/v1/${theirs.identity}:accept`, undefined, as(session))).status).toBe(404);
    const { tenants } = (await ask('GET', '/v1/users/tenants', undefined, as(session))).body;
    expect(tenants.map(({ identity }: any) => identity)).toEqual([on.owner.tenant_identity]);
  });

  test('can invite the same address, as another person with another passkey', async () => {
    const other = await newTenant(on.service, 'Quarry & Sons');
    const first = await invited('both@example.com');
    const second = await invited('both@example.com', other);
    const [here, there] = [await enrol(first.token), await enrol(second.token)].map(sessionOf) as [Session, Session];
    expect(here.subject).not.toBe(there.subject);
    const tenancy = async (session: Session) =>
      (await ask('GET', '/v1/tenancies/self', undefined, as(session))).body.identity;
    expect([await tenancy(here), await tenancy(there)]).toEqual([on.owner.tenant_identity, other.tenant_identity]);
  });
});

describe('the operator', () => {
  test('lets a person become an administrator by a link, which signs in nobody without a passkey', async () => {
    const path = `/operator/v1/tenants/${idOf(on.owner.tenant_identity)}:link`;
    const operator = { authorization: `Bearer ${SECRETS.OPERATOR_SECRET}` };
    const first = tokenIn((await ask('POST', path, undefined, operator)).body.url);
    const token = tokenIn((await ask('POST', path, undefined, operator)).body.url);
    expect((await prepare(first)).status).toBe(404);
    expect((await ask('POST', '/iam/v1/sessions', { link: token })).status).toBe(403);
    expect((await enrol(token)).body.message).toContain('email: is required');
    const session = sessionOf(await enrol(token, device(), { email: 'boss@example.com', person_name: 'Boss' }));
    expect((await whoami(session)).body.roles).toEqual(['Administrator']);
    expect((await prepare(token)).status).toBe(404);
  });

  test('suspends a tenancy: nobody joins, and people with passkeys read', async () => {
    const { key } = await enrolled();
    const { token } = await invited();
    const tenant = `/operator/v1/tenants/${idOf(on.owner.tenant_identity)}`;
    const operator = { authorization: `Bearer ${SECRETS.OPERATOR_SECRET}` };
    await ask('POST', `${tenant}:suspend`, undefined, operator);
    expect((await enrol(token)).status).toBe(403);
    const session = sessionOf(await signIn(key));
    expect((await whoami(session)).status).toBe(200);
    await ask('POST', `${tenant}:resume`, undefined, operator);
    expect((await enrol(token)).status).toBe(200);
  });
});

describe('a deployment', () => {
  const own: Service[] = [];
  afterEach(() => Promise.all(own.splice(0).map((service) => service.close())));

  test('limits how often links and passkeys are guessed', async () => {
    const service = await startService({ limits: { RATE_TOKEN: 3 } });
    own.push(service);
    const guess = async () => (await prepare('0f'.repeat(32), service)).status;
    const statuses: number[] = [];
    for (let i = 0; i < 12 && statuses.at(-1) !== 429; i++) statuses.push(await guess());
    expect([statuses[0], statuses.at(-1)]).toEqual([404, 429]);
    const passkey = device().get({ challenge: 'AAAA' }, { userHandle: 'AAAA' });
    const signing: number[] = [];
    for (let i = 0; i < 12 && signing.at(-1) !== 429; i++)
      signing.push((await ask('POST', '/iam/v1/sessions', { passkey }, {}, service)).status);
    expect([signing[0], signing.at(-1)]).toEqual([401, 429]);
  });

  test('has no passkeys if the setting is off, says so, and makes no links', async () => {
    const service = await startService({ vars: { PASSKEYS: 'off', MAIL_FROM: 'evidence@example.com' } });
    own.push(service);
    const tenant = await newTenant(service);
    const issuers = await ask('GET', '/iam/v1/issuers', undefined, {}, service);
    expect(issuers.body).toEqual({ issuers: [] });
    expect((await ask('POST', '/iam/v1/passkeys/challenges', undefined, {}, service)).status).toBe(404);
    const bearer = { authorization: `Bearer ${tenant.token}` };
    const invite = await ask('POST', '/v1/invites', { email: 'ana@example.com' }, bearer, service);
    expect((await ask('POST', `/v1/${invite.body.identity}:link`, undefined, bearer, service)).status).toBe(404);
    await expect.poll(() => service.mails.length).toBe(1);
    expect(service.mails[0]!.text).toMatch(/#\/invites\/[0-9a-f-]{36}\n/);
  });
});

test.each([
  ['https://evidence.example', { id: 'evidence.example', origin: 'https://evidence.example' }],
  ['https://evidence.example:8443', { id: 'evidence.example', origin: 'https://evidence.example:8443' }],
  ['http://127.0.0.1:8787', { id: 'localhost', origin: 'http://localhost:8787' }],
  ['http://[::1]:8787', { id: 'localhost', origin: 'http://localhost:8787' }],
  ['http://localhost', { id: 'localhost', origin: 'http://localhost' }],
  ['http://evidence.example', undefined],
  ['https://192.0.2.7', undefined],
  ['https://[2001:db8::7]', undefined],
])('passkeys of a service at %s have the relying party %j', (origin, party) => {
  expect(relyingPartyAt(origin)).toEqual(party);
});

test('a challenge is not accepted after five minutes', async () => {
  const config = configOf({ ORIGIN, ...SECRETS } as never);
  const key = device();
  const subject = 'subject-1';
  const created = key.create({ challenge: 'AAAA', user: { id: userHandleOf(subject) } });
  const { decode } = await import('cborg');
  const attestation: any = decode(Buffer.from(created.response.attestationObject, 'base64url'));
  const publicKey = Buffer.from(attestation.authData.subarray(37 + 18 + 32)).toString('base64url');
  const stored = { subject, credentialId: key.id, publicKey, counter: 0 };
  const { now } = ambient;
  const verified = async (later: number): Promise<boolean> => {
    const assertion = key.get({ challenge: await newChallenge(config, SIGN_IN) });
    ambient.now = () => now() + later;
    try {
      return (await verifyAssertion(config, stored, assertion)) !== undefined;
    } finally {
      ambient.now = now;
    }
  };
  expect(await verified(290_000)).toBe(true);
  expect(await verified(301_000)).toBe(false);
});
