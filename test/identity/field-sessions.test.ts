import { expect, test } from 'vitest';
import { newTenant, ORIGIN } from '../support/service.ts';
import { people } from './support.ts';

const { on, member, accept, invite } = people();

const COOKIE = '__Host-evidence-session';
const PHONE =
  'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Mobile Safari/537.36';
type Session = { id: string; csrf: string; setCookie: string };
type Reply = { status: number; body: any; setCookie: string };

/** A request of a page of the service, in a session. */
async function ask(
  { id, csrf }: Pick<Session, 'id' | 'csrf'>,
  method: string,
  path: string,
  body?: unknown,
  more: Record<string, string> = {},
): Promise<Reply> {
  const answer = await fetch(`${on.service.base}${path}`, {
    method,
    headers: {
      'sec-fetch-site': 'same-origin',
      origin: ORIGIN,
      cookie: `${COOKIE}=${id}`,
      'x-csrf-token': csrf,
      'user-agent': PHONE,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...more,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json(), setCookie: answer.headers.get('set-cookie') ?? '' };
}

async function signIn(body: object): Promise<Session> {
  const answer = await ask({ id: '', csrf: 'new' }, 'POST', '/iam/v1/sessions', body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const { setCookie } = answer;
  return { id: /=([0-9a-f]{64});/.exec(setCookie)![1]!, csrf: answer.body.csrf_token, setCookie };
}
const byOwner = () => ({ client_id: on.owner.client_id, client_secret: on.owner.client_secret });
const statusOf = async (session: Session): Promise<number> => (await ask(session, 'GET', '/v1/whoami')).status;
const current = async (session: Session) => (await ask(session, 'GET', '/iam/v1/sessions/current')).body;
const listed = async (session: Session): Promise<any[]> =>
  (await ask(session, 'GET', '/iam/v1/sessions')).body.sessions;
const passed = (seconds: number) =>
  on.service.db
    .prepare('UPDATE sessions SET used_us = used_us - ? WHERE subject = ?')
    .bind(seconds * 1_000_000, on.owner.client_id)
    .run();

test('a session of the field page may be without a request for 12 hours, others for one', async () => {
  const field = await signIn({ ...byOwner(), field: true });
  const desk = await signIn({ ...byOwner(), field: false });
  // The cookie outlives the session, so that the device hears how it has ended.
  expect([field.setCookie, desk.setCookie].map((text) => /Max-Age=(\d+)/.exec(text)![1])).toEqual(['7776000', '43200']);
  await passed(12 * 3600 - 120);
  expect([await statusOf(field), await statusOf(desk)]).toEqual([200, 401]);
  await passed(12 * 3600 + 1);
  expect(await statusOf(field)).toBe(401);
  expect(await current(field)).toEqual({ active: false });
  // Nothing but a new sign-in makes a session one of the field page.
  const other = await signIn(byOwner());
  await ask(other, 'GET', '/iam/v1/sessions/current', undefined, { referer: `${ORIGIN}/field/` });
  await passed(2 * 3600);
  expect(await statusOf(other)).toBe(401);
});

test('a person sees their sessions and ends one of them, whose device hears of it', async () => {
  const ada = await member();
  const grace = await member();
  const phone = await signIn({ token: ada.token, field: true });
  const desk = await signIn({ token: ada.token });
  const theirs = await signIn({ token: grace.token });
  const all = await listed(desk);
  expect(all).toHaveLength(2);
  expect(all.find(({ current: isCurrent }) => isCurrent)).toMatchObject({ field: false });
  const lost = all.find(({ field }) => field);
  expect(lost).toMatchObject({ device: 'Chrome on Android', current: false });
  expect(JSON.stringify(all)).not.toMatch(new RegExp([phone.id, phone.csrf, desk.id, desk.csrf].join('|')));
  const path = `/iam/v1/${lost.identity}`;
  expect((await ask(theirs, 'DELETE', path)).status).toBe(404);
  expect(await statusOf(phone)).toBe(200);
  expect((await ask(desk, 'DELETE', path)).status).toBe(200);
  expect((await ask(desk, 'DELETE', path)).status).toBe(404);
  expect([await statusOf(phone), await statusOf(desk), await statusOf(theirs)]).toEqual([401, 200, 200]);
  expect(await listed(desk)).toHaveLength(1);
  expect(await current(phone)).toEqual({ active: false, ended_remotely: true });
  // The sweep keeps what the device has not heard of yet.
  await on.service.cron('* * * * *');
  expect(await current(phone)).toEqual({ active: false, ended_remotely: true });
  await on.service.db
    .prepare('UPDATE sessions SET ended_us = ended_us - ?')
    .bind(91 * 86_400_000_000)
    .run();
  await on.service.cron('* * * * *');
  expect(await current(phone)).toEqual({ active: false });
  expect(await current({ ...phone, id: 'ab'.repeat(32) })).toEqual({ active: false });
});

test('an administrator ends the sessions of a member, and of nobody else', async () => {
  const ada = await member();
  const grace = await member();
  const sessions = [await signIn({ token: ada.token, field: true }), await signIn({ token: ada.token })];
  const theirs = await signIn({ token: grace.token });
  const { users } = (
    await on.client.call(on.owner.token, 'GET', '/v1/tenancies/users', { query: { email: ada.email } })
  ).body;
  const end = (token: string) => on.client.call(token, 'POST', `/v1/tenancies/${users[0].identity}:endsessions`);
  const other = await newTenant(on.service, 'Other');
  expect([(await end(other.token)).status, (await end(grace.token)).status]).toEqual([404, 403]);
  expect(await Promise.all(sessions.map(statusOf))).toEqual([200, 200]);
  expect((await end(on.owner.token)).status).toBe(200);
  expect(await Promise.all([...sessions, theirs].map(statusOf))).toEqual([401, 401, 200]);
  expect(await current(sessions[0]!)).toEqual({ active: false, ended_remotely: true });
  const { audit } = (await on.client.call(on.owner.token, 'GET', '/v1/audit')).body;
  expect(audit.filter((entry: any) => entry.operation === 'endUserSessions')).toMatchObject([
    { resource: users[0].identity },
  ]);
  // They can sign in again.
  expect(await statusOf(await signIn({ token: ada.token }))).toBe(200);
});

test('the key of a device opens only in a session of the same person and tenancy', async () => {
  const second = await newTenant(on.service, 'Quarry & Sons');
  const ada = await member();
  const grace = await member();
  expect((await accept(ada.token, await invite(ada.email, second))).status).toBe(200);
  const session = await signIn({ token: ada.token, field: true });
  const open = (by: Session, body: object, tenant: string) =>
    ask(by, 'POST', '/iam/v1/sessions:key', body, { 'x-tenant': tenant });
  const [here, there] = [on.owner.tenant_identity, second.tenant_identity];
  const { body: made } = await open(session, {}, here);
  expect(Buffer.from(made.key, 'base64url')).toHaveLength(32);
  expect((await open(session, {}, here)).body.key).not.toBe(made.key);
  const wrapped = { wrapped_key: made.wrapped_key };
  const again = await signIn({ token: ada.token, field: true });
  expect(await open(again, wrapped, here)).toMatchObject({ status: 200, body: made });
  expect((await open(again, wrapped, there)).status).toBe(400);
  expect((await open(await signIn({ token: grace.token }), wrapped, here)).status).toBe(400);
  expect((await open(await signIn(byOwner()), wrapped, here)).status).toBe(400);
  expect((await open({ ...again, csrf: session.csrf }, wrapped, here)).status).toBe(401);
  expect((await on.client.call(on.owner.token, 'POST', '/iam/v1/sessions:key', { body: wrapped })).status).toBe(403);
  const { users } = (
    await on.client.call(on.owner.token, 'GET', '/v1/tenancies/users', { query: { email: ada.email } })
  ).body;
  await on.client.call(on.owner.token, 'DELETE', `/v1/tenancies/${users[0].identity}`);
  expect([401, 403]).toContain((await open(again, wrapped, here)).status);
  // The service keeps neither form.
  const { results } = await on.service.db.prepare('SELECT * FROM sessions').all();
  expect(JSON.stringify(results)).not.toMatch(new RegExp(`${made.key}|${made.wrapped_key}`));
});
