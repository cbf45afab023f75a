import { expect, test } from 'vitest';
import { configOf } from '../../src/settings/config.ts';
import { sessionCookie } from '../../src/access/identity/session-cookie.ts';
import { newTenant, ORIGIN, SECRETS, startService, type Service, type Tenant } from '../support/service.ts';
import { done } from '../support/sharing.ts';
import { people } from './support.ts';

const { on, member, person, accept, invite } = people();

const COOKIE = '__Host-evidence-session';
const SAME = { 'sec-fetch-site': 'same-origin', origin: ORIGIN };
type Session = { id: string; csrf: string; setCookie: string; body: any };

const ask = (method: string, path: string, headers: Record<string, string>, body?: unknown, at: Service = on.service) =>
  fetch(`${at.base}${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });

const credentials = ({ client_id, client_secret }: Tenant) => ({ client_id, client_secret });

async function signIn(body: unknown, headers: Record<string, string> = {}, at = on.service): Promise<Session> {
  const answer = await ask('POST', '/iam/v1/sessions', { ...SAME, 'x-csrf-token': 'new', ...headers }, body, at);
  expect(answer.status, await answer.clone().text()).toBe(200);
  const setCookie = answer.headers.get('set-cookie')!;
  const json: any = await answer.json();
  return { id: /=([0-9a-f]+);/.exec(setCookie)![1]!, csrf: json.csrf_token, setCookie, body: json };
}

/** The headers of a request of the console. */
const of = ({ id, csrf }: Pick<Session, 'id' | 'csrf'>, more: Record<string, string> = {}) => ({
  ...SAME,
  cookie: `${COOKIE}=${id}`,
  'x-csrf-token': csrf,
  ...more,
});
const whoami = (session: Session, more: Record<string, string> = {}) => ask('GET', '/v1/whoami', of(session, more));
const statusOf = async (session: Session, more: Record<string, string> = {}): Promise<number> =>
  (await whoami(session, more)).status;
const current = async (headers: Record<string, string>): Promise<any> =>
  (await ask('GET', '/iam/v1/sessions/current', headers)).json();
const rows = async (): Promise<any[]> => (await on.service.db.prepare('SELECT * FROM sessions').all()).results;

test('an application signs in, reads and writes with its session, and signs out', async () => {
  const session = await signIn(credentials(on.owner));
  expect(session.setCookie).toMatch(
    /^__Host-evidence-session=[0-9a-f]{64}; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=43200$/,
  );
  expect(session.body).toMatchObject({ active: true, issuer: `${ORIGIN}/appidpv1`, subject: on.owner.client_id });
  expect(JSON.stringify(session.body)).not.toContain(session.id);
  const me: any = await (await whoami(session)).json();
  expect(me.principal.subject).toBe(on.owner.client_id);
  expect((await ask('POST', '/v2/assets', of(session), { attributes: { arc_display_name: 'Pump' } })).status).toBe(200);
  expect(await current(of(session, { 'x-csrf-token': 'read' }))).toMatchObject({
    active: true,
    csrf_token: session.csrf,
  });
  const out = await ask('DELETE', '/iam/v1/sessions/current', of(session));
  expect(out.status).toBe(200);
  expect(out.headers.get('set-cookie')).toBe(
    '__Host-evidence-session=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0',
  );
  // The cookie that another tab or a thief still has is not accepted.
  expect(await statusOf(session)).toBe(401);
  expect(await current(of(session))).toEqual({ active: false });
  expect((await ask('DELETE', '/iam/v1/sessions/current', of(session))).status).toBe(200);
  await on.service.cron('* * * * *');
  expect((await rows()).filter(({ subject }) => subject === on.owner.client_id)).toEqual([]);
});

test('a person signs in with an ID token, and chooses a tenancy with each request', async () => {
  const second = await newTenant(on.service, 'Quarry & Sons');
  const ada = await member();
  expect((await accept(ada.token, await invite(ada.email, second))).status).toBe(200);
  const session = await signIn({ token: ada.token });
  expect(session.body).toMatchObject({ issuer: on.idp.issuer });
  expect(await statusOf(session)).toBe(400);
  for (const { tenant_identity } of [on.owner, second]) {
    const me: any = await (await whoami(session, { 'x-tenant': tenant_identity })).json();
    expect(me).toMatchObject({ tenantid: tenant_identity, principal: { email: ada.email } });
  }
  const other = await newTenant(on.service, 'Other');
  expect(await statusOf(session, { 'x-tenant': other.tenant_identity })).toBe(403);
  const own: any = await (await ask('GET', '/v1/users/tenants', of(session))).json();
  expect(own.tenants).toHaveLength(2);
});

test('a person without a tenancy accepts an invite with a session', async () => {
  const { login, email } = person();
  const session = await signIn({ token: await on.idp.signIn(login) });
  const { identity } = await invite(email);
  expect(await statusOf(session)).toBe(403);
  expect((await ask('POST', `/v1/${identity}:accept`, of(session))).status).toBe(200);
  expect(await statusOf(session)).toBe(200);
});

test('stores only hashes, and logs neither ids nor secrets nor CSRF tokens', async () => {
  const session = await signIn(credentials(on.owner));
  await whoami(session);
  const wrong = { ...credentials(on.owner), client_secret: 'wrong-secret-that-somebody-typed' };
  expect((await ask('POST', '/iam/v1/sessions', { ...SAME, 'x-csrf-token': 'new' }, wrong)).status).toBe(401);
  const stored = JSON.stringify(await rows());
  const logged = (await on.service.logged()).join('\n');
  for (const secret of [session.id, session.csrf, on.owner.client_secret, wrong.client_secret]) {
    expect(stored).not.toContain(secret);
    expect(logged).not.toContain(secret);
  }
});

test("signing in again ends the browser's former session, and ignores an id that somebody else chose", async () => {
  const first = await signIn(credentials(on.owner));
  const chosen = 'ab'.repeat(32);
  const fixed = await signIn(credentials(on.owner), { cookie: `${COOKIE}=${chosen}` });
  expect(fixed.id).not.toBe(chosen);
  expect((await ask('GET', '/v1/whoami', of({ id: chosen, csrf: fixed.csrf }))).status).toBe(401);
  const second = await signIn(credentials(on.owner), { cookie: `${COOKIE}=${first.id}` });
  expect(await statusOf(first)).toBe(401);
  expect([await statusOf(second), await statusOf(fixed)]).toEqual([200, 200]);
  expect(
    (await ask('GET', '/v1/whoami', { ...of(second), cookie: `${COOKIE}=${fixed.id}; ${COOKIE}=${second.id}` })).status,
  ).toBe(401);
});

test('the CSRF token of one session is not accepted with the cookie of another one', async () => {
  const [ours, theirs] = [
    await signIn(credentials(on.owner)),
    await signIn(credentials(await newTenant(on.service, 'Other'))),
  ];
  expect((await ask('GET', '/v1/whoami', of({ id: theirs.id, csrf: ours.csrf }))).status).toBe(401);
  expect((await ask('DELETE', '/iam/v1/sessions/current', of({ id: theirs.id, csrf: ours.csrf }))).status).toBe(403);
  expect(await statusOf(theirs)).toBe(200);
});

test('rejects forged requests, and changes nothing for them', async () => {
  const session = await signIn(credentials(on.owner));
  const { cookie } = of(session);
  const body = { display_name: 'forged' };
  const evil = 'https://evil.example';
  const forged: [string, number, Record<string, string>, unknown?][] = [
    ['the cookie alone', 401, { cookie }],
    ['the cookie from the same origin', 401, { ...SAME, cookie }],
    [
      'a wrong CSRF token',
      401,
      of(session, { 'x-csrf-token': session.csrf.replace(/^./, (c) => (c === '0' ? '1' : '0')) }),
    ],
    ['an empty CSRF token', 401, of(session, { 'x-csrf-token': '' })],
    ['the id of the session as the CSRF token', 401, of(session, { 'x-csrf-token': session.id })],
    ['another origin', 401, of(session, { origin: evil, 'sec-fetch-site': 'cross-site' })],
    ['another origin in Origin only', 401, { cookie, 'x-csrf-token': session.csrf, origin: evil }],
    ['the origin null', 401, { cookie, 'x-csrf-token': session.csrf, origin: 'null' }],
    ['another origin of the same site', 401, of(session, { 'sec-fetch-site': 'same-site' })],
    ['a navigation', 401, of(session, { 'sec-fetch-site': 'none' })],
    ['a form post', 401, { cookie, 'content-type': 'application/x-www-form-urlencoded' }, 'display_name=forged'],
    ['a form post as text', 401, { cookie, 'content-type': 'text/plain' }, JSON.stringify(body)],
    ['a bearer token that is not valid', 401, of(session, { authorization: 'Bearer garbage' })],
    ['the operator secret', 401, of(session, { authorization: `Bearer ${SECRETS.OPERATOR_SECRET}` })],
  ];
  for (const [what, status, headers, sent] of forged) {
    const answer = await ask('PATCH', '/v1/tenancies/self', headers, sent ?? body);
    expect(answer.status, what).toBe(status);
    const read = await ask('GET', '/v1/audit', headers);
    expect(read.status, what).toBe(status);
    expect(read.headers.get('access-control-allow-origin'), what).toBe(null);
  }
  const self: any = await (await ask('GET', '/v1/tenancies/self', of(session))).json();
  expect(self.display_name).toBe('Harbour Works');
  // Without fetch metadata, as older browsers send requests.
  expect((await ask('GET', '/v1/whoami', { cookie, 'x-csrf-token': session.csrf })).status).toBe(200);
});

test('a page of another origin can neither sign a browser in nor out, nor learn the CSRF token', async () => {
  const session = await signIn(credentials(on.owner));
  const { cookie } = of(session);
  const mine = credentials(on.owner);
  for (const headers of [
    { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', 'x-csrf-token': session.csrf },
    { cookie },
    { cookie, 'content-type': 'text/plain' },
  ] as Record<string, string>[]) {
    const post = await ask('POST', '/iam/v1/sessions', headers, JSON.stringify(mine));
    expect([403, 415]).toContain(post.status);
    expect(post.headers.get('set-cookie')).toBe(null);
    const read = await ask('GET', '/iam/v1/sessions/current', headers);
    expect([read.status, await read.text()]).toEqual([403, expect.not.stringContaining(session.csrf)]);
    expect((await ask('DELETE', '/iam/v1/sessions/current', headers)).status).toBe(403);
  }
  const preflight = await ask('OPTIONS', '/iam/v1/sessions/current', { origin: 'https://evil.example' });
  expect(preflight.headers.get('access-control-allow-origin')).toBe(null);
  expect(await statusOf(session)).toBe(200);
});

test("a session gives no access to the operator's operations, and none instead of client credentials", async () => {
  const session = await signIn(credentials(on.owner));
  expect((await ask('GET', '/operator/v1/readiness', of(session))).status).toBe(401);
  expect((await ask('GET', '/metrics', of(session))).status).not.toBe(200);
  const token = await ask(
    'POST',
    '/iam/v1/appidp/token',
    {
      ...of(session),
      'content-type': 'application/x-www-form-urlencoded',
    },
    'grant_type=client_credentials',
  );
  expect(token.status).toBe(400);
});

test('a bearer token is used alone, whatever the cookie says', async () => {
  const session = await signIn(credentials(on.owner));
  const other = await newTenant(on.service, 'Other');
  const me: any = await (await whoami(session, { authorization: `Bearer ${other.token}` })).json();
  expect(me.principal.subject).toBe(other.client_id);
});

test('public operations ignore the cookie', async () => {
  const session = await signIn(credentials(on.owner));
  const info = await ask('GET', `/v1/tenancies/${on.owner.tenant_identity.split('/')[1]}:publicinfo`, of(session));
  expect([info.status, info.headers.get('cache-control')]).toEqual([200, expect.stringContaining('public')]);
  // Without the header the request is anonymous, also where a token is optional.
  const log = `/v1/logs/${on.owner.tenant_identity.split('/')[1]}`;
  expect((await ask('GET', log, { cookie: of(session).cookie })).status).toBe(401);
});

test.each([
  ['used_us', 61 * 60, 'without a request for an hour'],
  ['expires_us', 12 * 3600, 'twelve hours after the sign-in'],
])('a session ends by time: %s is past by %i s', async (column, seconds) => {
  const session = await signIn(credentials(on.owner));
  const shift = async (by: number): Promise<void> => {
    await on.service.db
      .prepare(`UPDATE sessions SET ${column} = ${column} - ? WHERE subject = ?`)
      .bind(by * 1_000_000, on.owner.client_id)
      .run();
  };
  await shift(seconds - 120);
  expect(await statusOf(session)).toBe(200);
  // The request has moved the last use forward.
  await shift(column === 'used_us' ? seconds : 121);
  expect(await statusOf(session)).toBe(401);
  expect(await current(of(session))).toEqual({ active: false });
});

test('a session of an application ends when its secret is replaced, or at the end of the time given', async () => {
  const { body: app } = await on.client.call(on.owner.token, 'POST', '/iam/v1/applications', {
    body: { display_name: 'App' },
  });
  const rotate = async (body: object): Promise<string> =>
    (
      await done(
        on.client,
        on.owner.token,
        'POST',
        `/${app.identity.replace('applications', 'iam/v1/applications')}:regenerate-secret`,
        body,
      )
    ).credentials[0].secret;
  let secret: string = app.credentials[0].secret;
  const first = await signIn({ client_id: app.client_id, client_secret: secret });
  secret = await rotate({ previous_valid_until: new Date(Date.now() + 3_600_000).toISOString() });
  const second = await signIn({ client_id: app.client_id, client_secret: secret });
  expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200]);
  await on.service.db
    .prepare('UPDATE applications SET previous_until_us = ? WHERE id = ?')
    .bind((Date.now() - 1000) * 1000, app.client_id)
    .run();
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);
  secret = await rotate({});
  expect(await statusOf(second)).toBe(401);
  const third = await signIn({ client_id: app.client_id, client_secret: secret });
  await done(on.client, on.owner.token, 'DELETE', `/iam/v1/applications/${app.client_id}`);
  expect(await statusOf(third)).toBe(401);
});

test('withdrawn rights take effect with the next request, and a removed member is signed out', async () => {
  const ada = await member();
  const session = await signIn({ token: ada.token });
  const { administrators } = await done(on.client, on.owner.token, 'GET', '/v1/tenancies/administrators');
  const them = { issuer: on.idp.issuer, subject: '', email: ada.email, display_name: 'Ada' };
  const appoint = (list: object[]) =>
    done(on.client, on.owner.token, 'PATCH', '/v1/tenancies/administrators', { administrators: list });
  expect((await ask('GET', '/v1/audit', of(session))).status).toBe(403);
  await appoint([...administrators, them]);
  expect((await ask('GET', '/v1/audit', of(session))).status).toBe(200);
  await appoint(administrators);
  expect((await ask('GET', '/v1/audit', of(session))).status).toBe(403);
  expect(await statusOf(session)).toBe(200);
  const { users } = await done(on.client, on.owner.token, 'GET', '/v1/tenancies/users');
  await done(on.client, on.owner.token, 'DELETE', `/v1/tenancies/${users[0].identity}`);
  expect(await statusOf(session)).toBe(401);
  // Inviting them again does not bring it back.
  expect((await accept(ada.token, await invite(ada.email))).status).toBe(200);
  expect(await statusOf(session)).toBe(401);
});

test('the eleventh session of an application ends its oldest one', async () => {
  const all: Session[] = [];
  for (let i = 0; i < 11; i++) {
    all.push(await signIn(credentials(on.owner)));
    await on.service.db
      .prepare('UPDATE sessions SET created_us = created_us - 1000000 WHERE subject = ?')
      .bind(on.owner.client_id)
      .run();
  }
  expect(await Promise.all(all.map((session) => statusOf(session)))).toEqual([
    401,
    ...Array.from({ length: 10 }, () => 200),
  ]);
});

test('sessions that have expired go before the ones that are still valid', async () => {
  const valid = await signIn(credentials(on.owner));
  const age = (sql: string) => on.service.db.prepare(sql).bind(on.owner.client_id).run();
  await age('UPDATE sessions SET created_us = created_us - 1000000 WHERE subject = ?');
  for (let i = 0; i < 9; i++) await signIn(credentials(on.owner));
  await age(`UPDATE sessions SET expires_us = 1 WHERE subject = ?
    AND created_us > (SELECT min(s.created_us) FROM sessions s WHERE s.subject = sessions.subject)`);
  const next = await signIn(credentials(on.owner));
  expect(await Promise.all([valid, next].map((session) => statusOf(session)))).toEqual([200, 200]);
});

test('the cron deletes expired sessions', async () => {
  const session = await signIn(credentials(on.owner));
  const count = async (): Promise<number> =>
    (await rows()).filter(({ subject }) => subject === on.owner.client_id).length;
  await on.service.cron('* * * * *');
  expect(await count()).toBe(1);
  await on.service.db.prepare('UPDATE sessions SET expires_us = 1 WHERE subject = ?').bind(on.owner.client_id).run();
  await on.service.cron('* * * * *');
  expect([await count(), await statusOf(session)]).toEqual([0, 401]);
});

test('a token of an application, and one that is not valid, start no session', async () => {
  const refused = async (body: unknown): Promise<number> =>
    (await ask('POST', '/iam/v1/sessions', { ...SAME, 'x-csrf-token': 'new' }, body)).status;
  expect(await refused({ token: on.owner.token })).toBe(400);
  expect(await refused({ token: 'a.b.c' })).toBe(401);
  expect(await refused({})).toBe(400);
  expect(await refused({ ...credentials(on.owner), token: on.owner.token })).toBe(400);
  expect(await refused({ client_id: on.owner.client_id })).toBe(400);
  expect(await refused({ ...credentials(on.owner), client_secret: 'x' })).toBe(401);
});

test('a session that was ended stays ended when an earlier state of the database is restored', async () => {
  const { service } = on;
  const session = await signIn(credentials(on.owner));
  const state = await service.db.prepare('SELECT * FROM database_state').first<any>();
  const row = await service.db
    .prepare('SELECT * FROM sessions WHERE subject = ?')
    .bind(on.owner.client_id)
    .first<any>();
  const get = async (path: string): Promise<number> => (await ask('GET', path, of(session))).status;
  expect(await get('/v1/whoami')).toBe(200);
  expect((await ask('DELETE', '/iam/v1/sessions/current', of(session))).status).toBe(200);
  // The state before the sign-out, with another tag as after a restore to an earlier time.
  await service.db.batch([
    service.db
      .prepare('UPDATE database_state SET counter = ?, tag = ?, earlier = ?')
      .bind(state.counter, state.tag, state.earlier),
    service.db.prepare('UPDATE sessions SET expires_us = ? WHERE id_hash = ?').bind(row.expires_us, row.id_hash),
    service.db
      .prepare('UPDATE database_state SET counter = ?, tag = ?, earlier = ?')
      .bind(state.counter, state.tag, state.earlier),
  ]);
  await service.cron('* * * * *');
  expect(await get('/v1/whoami')).toBe(401);
  const accepted = await fetch(`${service.base}/operator/v1/database:accept-loss`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRETS.OPERATOR_SECRET}` },
  });
  expect(accepted.status, await accepted.clone().text()).toBe(200);
  expect(await get('/v1/whoami')).toBe(401);
  const again = await signIn(credentials(on.owner));
  expect((await ask('GET', '/v1/whoami', of(again))).status).toBe(200);
});

test('the cookie over plain http on loopback belongs to the API and port; other hosts have no sessions', async () => {
  const loopback = await startService({ vars: { ORIGIN: 'http://127.0.0.1:8787' } });
  try {
    const tenant = await newTenant(loopback);
    const headers = { origin: 'http://127.0.0.1:8787' };
    const { setCookie } = await signIn(credentials(tenant), headers, loopback);
    expect(setCookie).toMatch(
      /^evidence-session-8787=\w+; Path=\/archivist; HttpOnly; SameSite=Strict; Max-Age=43200$/,
    );
    const plain = configOf({ ORIGIN: 'http://evidence.internal', ...SECRETS } as never);
    expect(() => sessionCookie(plain, 'a'.repeat(64))).toThrow(
      expect.objectContaining({ kind: 'forbidden', message: expect.stringContaining('need https') }),
    );
  } finally {
    await loopback.close();
  }
});
