import { createHash } from 'node:crypto';
import { chmodSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { people } from '../identity/support.ts';
import { ORIGIN } from '../support/service.ts';
import { openCommandLine, type CommandLine } from './support/command-line.ts';
import { jsonOf } from './support/command.ts';

const { on, member } = people();

const PAGE = { 'sec-fetch-site': 'same-origin', origin: ORIGIN, 'content-type': 'application/json' };
const DELEGATE = '/iam/v1/sessions/current:delegate';
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const VERIFIER = 'a1'.repeat(32);
const asked = { challenge: sha256(VERIFIER), name: 'laptop' };

let commandLine: CommandLine;
beforeAll(async () => (commandLine = await openCommandLine()));
afterAll(() => commandLine?.close());

const post = (path: string, body: object, headers: Record<string, string>) =>
  fetch(`${on.service.base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });

/** The headers of a page in which someone has signed in. */
async function signedIn(by: object): Promise<Record<string, string>> {
  const answer = await post('/iam/v1/sessions', by, { ...PAGE, 'x-csrf-token': 'new' });
  expect(answer.status).toBe(200);
  const cookie = answer.headers.get('set-cookie')!.split(';')[0]!;
  return { ...PAGE, cookie, 'x-csrf-token': ((await answer.json()) as any).csrf_token };
}
const delegated = async (page: Record<string, string>, body: object = asked): Promise<any> =>
  (await post(DELEGATE, body, page)).json();
const statusOf = async (token: string, path = '/v1/whoami', method = 'GET'): Promise<number> =>
  (await fetch(`${on.service.base}${path}`, { method, headers: { authorization: `Bearer ${token}` } })).status;

test('verifier and code together are a token of the person, and neither is without the other', async () => {
  const ada = await member();
  const page = await signedIn({ token: ada.token });
  const { code, expires_at } = await delegated(page);
  expect(Date.parse(expires_at)).toBeGreaterThan(Date.now());
  const token = `evidence_${VERIFIER}_${code}`;
  const who: any = await (
    await fetch(`${on.service.base}/v1/whoami`, { headers: { authorization: `Bearer ${token}` } })
  ).json();
  expect(who.principal.email).toBe(ada.email);
  // A stolen code, the challenge in place of the verifier, and the code as a session of the browser.
  const other = 'b2'.repeat(32);
  for (const stolen of [
    `evidence_${other}_${code}`,
    `evidence_${asked.challenge}_${code}`,
    `evidence_${VERIFIER}_${other}`,
  ])
    expect(await statusOf(stolen)).toBe(401);
  const cookie = `${page['cookie']!.split('=')[0]}=${code}`;
  const asCookie = await fetch(`${on.service.base}/v1/whoami`, { headers: { ...page, cookie } });
  expect(asCookie.status).toBe(401);
  // The token is not a session of the browser: it neither makes nor lists other ones, and has no passkeys.
  const bearer = { ...PAGE, 'x-csrf-token': 'x', authorization: `Bearer ${token}` };
  expect((await post(DELEGATE, asked, bearer)).status).toBe(401);
  for (const path of ['/iam/v1/sessions', '/iam/v1/passkeys'])
    expect((await fetch(`${on.service.base}${path}`, { headers: bearer })).status).toBe(401);
  expect((await post('/iam/v1/sessions', { token }, { ...PAGE, 'x-csrf-token': 'new' })).status).toBe(401);
  expect((await post('/iam/v1/sessions:key', {}, bearer)).status).toBe(403);
  // Nothing that is stored or logged is the token.
  const stored = JSON.stringify((await on.service.db.prepare('SELECT * FROM sessions').all()).results);
  const logged = (await on.service.logged()).join('\n');
  for (const secret of [code, VERIFIER])
    expect([stored.includes(secret), logged.includes(secret)]).toEqual([false, false]);
});

test('the session of a command line is listed, and ends from the browser or by itself', async () => {
  const ada = await member();
  const page = await signedIn({ token: ada.token });
  const list = async (): Promise<any[]> =>
    ((await (await fetch(`${on.service.base}/iam/v1/sessions`, { headers: page })).json()) as any).sessions;
  const tokenOf = async (): Promise<string> => `evidence_${VERIFIER}_${(await delegated(page)).code}`;
  const [first, second] = [await tokenOf(), await tokenOf()];
  const lines = (await list()).filter(({ device }) => device === 'Command line on laptop');
  expect(lines).toHaveLength(2);
  expect(await statusOf(second, '/iam/v1/sessions/current', 'DELETE')).toBe(200);
  expect([await statusOf(first), await statusOf(second)]).toEqual([200, 401]);
  const { identity } = (await list()).find(({ device }) => device === 'Command line on laptop');
  await fetch(`${on.service.base}/iam/v1/${identity}`, { method: 'DELETE', headers: page });
  expect(await statusOf(first)).toBe(401);
});

test('a command line gets a session only from a page of the service, for a person who is signed in', async () => {
  const page = await signedIn({ token: (await member()).token });
  const refused = async (headers: Record<string, string>, body: object = asked) =>
    (await post(DELEGATE, body, headers)).status;
  expect(await refused({ ...page, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(await refused({ ...page, 'x-csrf-token': 'c3'.repeat(32) })).toBe(401);
  expect(await refused({ ...PAGE, 'x-csrf-token': 'x' })).toBe(401);
  const { client_id, client_secret } = on.owner;
  expect(await refused(await signedIn({ client_id, client_secret }))).toBe(403);
  for (const body of [{ ...asked, challenge: 'x' }, { ...asked, name: 'a\u202eb' }, { ...asked, name: '' }, {}])
    expect(await refused(page, body)).toBe(400);
});

/** A program in place of the browser and of the person in it, who may refuse. */
const BROWSER = `#!${process.execPath}
const query = new URLSearchParams(process.argv[2].split('?')[1]);
const page = JSON.parse(process.env.PAGE);
const back = (more, at = '127.0.0.1') =>
  fetch('http://' + at + ':' + query.get('port') + '/?' + new URLSearchParams({ state: query.get('state'), ...more }));
const codeOf = async () => {
  const body = JSON.stringify({ challenge: query.get('challenge'), name: query.get('name') });
  const answer = await fetch(process.env.BASE + '${DELEGATE}', { method: 'POST', headers: page, body });
  return (await answer.json()).code;
};
const tenancy = process.env.TENANCY;
const statuses = [];
if (process.env.REFUSES) await back({ error: 'access_denied' });
else {
  // Another state, another name of the host, and a code of another form.
  const code = 'd4'.repeat(32);
  for (const [more, at] of [[{ state: '00'.repeat(16), code, tenancy }], [{ code, tenancy }, 'localhost'],
    [{ code: 'x', tenancy }]]) statuses.push(await back(more, at).then(({ status }) => status, () => 0));
  const answer = await back({ code: await codeOf(), tenancy });
  statuses.push(answer.status, await answer.text());
}
require('node:fs').writeFileSync(process.env.SEEN, JSON.stringify(statuses));
`.replace("require('node:fs')", "(await import('node:fs'))");

test('evidence login signs a person in with the browser, and logout ends the session', async () => {
  const ada = await member();
  const browser = commandLine.file('browser.mjs', BROWSER);
  chmodSync(browser, 0o755);
  const seen = join(commandLine.directory, 'seen.json');
  const env = {
    EVIDENCE_CONFIG: join(commandLine.directory, 'person', 'credentials.json'),
    BROWSER: browser,
    BASE: on.service.base,
    PAGE: JSON.stringify(await signedIn({ token: ada.token })),
    TENANCY: on.owner.tenant_identity,
    SEEN: seen,
  };
  const run = (args: string[], more: Record<string, string> = {}) =>
    commandLine.evidence(args, { env: { ...env, ...more } });
  const refused = await run(['login', '--url', on.service.at], { REFUSES: 'yes' });
  expect([refused.code, refused.stderr]).toEqual([5, expect.stringContaining('error: the sign-in was refused')]);
  const [login] = jsonOf(await run(['--json', 'login', '--url', on.service.at]));
  expect(login).toMatchObject({ profile: 'default', email: ada.email, tenant_identity: on.owner.tenant_identity });
  await expect
    .poll(() => JSON.parse(readFileSync(seen, 'utf8')))
    .toEqual([
      400,
      expect.toSatisfy((status: number) => status === 400 || status === 0),
      400,
      200,
      'Continue in the terminal. You can close this page.',
    ]);
  expect(statSync(env.EVIDENCE_CONFIG).mode & 0o777).toBe(0o600);
  const { token } = JSON.parse(readFileSync(env.EVIDENCE_CONFIG, 'utf8')).profiles.default;
  expect(JSON.stringify(login)).not.toContain(token);
  expect((await run(['whoami'])).stdout).toContain(ada.email);
  expect((await run(['profiles', 'list'])).stdout).toContain(`${ada.email} in ${on.owner.tenant_identity}`);
  expect(jsonOf(await run(['--json', 'logout']))).toEqual([{ profile: 'default', session_ended: true }]);
  expect(await statusOf(token)).toBe(401);
});
