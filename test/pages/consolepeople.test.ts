import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { CONSOLE_CLIENT, redirectOf, startIdp, type Idp } from '../../tools/identity-provider/idp.ts';
import { newTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { done, idOf } from '../support/sharing.ts';
import { launch } from './support/browser.ts';
import { leave, open, titled, visit, type Visitor } from './support/console.ts';
import { startRogue, type Rogue } from './support/rogue.ts';

let idp: Idp;
let rogue: Rogue;
let service: Service;
let browser: Browser;
let client: Client;
let tenant: Tenant;
const visitors: Visitor[] = [];

beforeAll(async () => {
  idp = await startIdp({
    ada: { email: 'ada@example.com', email_verified: true, name: 'Ada' },
    bea: { email: 'bea@example.com', email_verified: true, name: 'Bea' },
  });
  const trust = {
    issuer: idp.issuer,
    audience: [CONSOLE_CLIENT, 'evidence'],
    tenants: '*',
    email_domains: 'example.com',
  };
  rogue = await startRogue();
  const issuers = [trust, { ...trust, issuer: rogue.issuer, email_domains: 'rogue.example' }];
  service = await startService({ vars: { TRUSTED_ISSUERS: JSON.stringify(issuers) } });
  idp.serve(`${service.at}/console/`);
  client = await openClient(service);
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
  await idp?.close();
  await rogue?.close();
});
beforeEach(async () => {
  tenant = await newTenant(service, 'Harbour Works');
});
afterEach(async () => {
  // The provider's own pages are another's.
  for (const visitor of visitors.splice(0)) await leave(visitor, idp.issuer);
});

async function comes(path = ''): Promise<Visitor> {
  const visitor = await visit(browser, service, path);
  visitors.push(visitor);
  return visitor;
}
const invite = (of = tenant): Promise<any> =>
  done(client, of.token, 'POST', '/v1/invites', { email: 'ada@example.com' });

/** Fills in the provider's own forms. */
async function atProvider(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('x');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Everything in which a page could keep something. */
const kept = (page: Page) =>
  page.evaluate(() => ({ ...localStorage, ...sessionStorage, cookie: document.cookie, address: location.href }));

/** Chooses a provider on the first screen. */
const choose = (page: Page, { issuer }: { issuer: string } = idp): Promise<void> =>
  page.getByRole('button', { name: `Sign in with ${new URL(issuer).host}` }).click();

/** Somebody new, who administers this tenancy and another one: how they sign in. */
async function administratorOfTwo(): Promise<string> {
  const login = `person-${Object.keys(idp.accounts).length}`;
  const email = `${login}@example.com`;
  idp.accounts[login] = { email, email_verified: true };
  for (const { token } of [tenant, await newTenant(service, 'Quarry & Sons')]) {
    const { administrators } = await done(client, token, 'GET', '/v1/tenancies/administrators');
    const person = { issuer: idp.issuer, subject: '', email, display_name: login };
    await done(client, token, 'PATCH', '/v1/tenancies/administrators', { administrators: [...administrators, person] });
  }
  return login;
}

async function signIn(page: Page, login: string): Promise<void> {
  await choose(page);
  await atProvider(page, login);
}

it('an invited person signs in by their provider and accepts, and is asked where to work when there are several', async () => {
  const other = await newTenant(service, 'Quarry & Sons');
  const { identity } = await invite();
  const address = `invites/${idOf(identity)}`;
  const { page, context } = await comes(address);
  await titled(page, 'Sign in');
  await signIn(page, 'ada');
  await titled(page, 'You are invited');
  await page.getByText('You are signed in as ada@example.com.').waitFor();
  expect(await kept(page)).toEqual({ cookie: '', address: `${service.at}/console/#/${address}` });
  expect((await context.cookies(service.at)).filter(({ path }) => path.startsWith('/console'))).toEqual([]);
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await titled(page, 'Harbour Works');
  await page.getByText('not an administrator', { exact: true }).waitFor();
  expect(await page.getByRole('link', { name: 'Settings' }).count()).toBe(0);
  expect((await client.call(tenant.token, 'GET', `/v1/${identity}`)).status).toBe(404);

  const second = await invite(other);
  await page.goto(`${service.at}/console/#/invites/${idOf(second.identity)}`);
  await titled(page, 'You are invited');
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await titled(page, 'Quarry & Sons');
  await page.getByRole('button', { name: 'Other tenancy' }).click();
  await titled(page, 'Where do you want to work?');
  await page.getByRole('button', { name: 'Harbour Works' }).click();
  await titled(page, 'Harbour Works');

  await open(page, 'invites/..%2fwhoami', 'Nothing here');

  // An invite is good for once.
  await page.goto(`${service.at}/console/#/invites/${idOf(identity)}`);
  await titled(page, 'You are invited');
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await page.getByRole('alert').waitFor();
});

it('a person is made an administrator in the Settings before they first sign in, and signs in again in a window', async () => {
  const { issuer } = idp;
  const admin = await comes();
  await admin.page.getByRole('textbox', { name: 'Client id' }).fill(tenant.client_id);
  await admin.page.getByLabel('Secret').fill(tenant.client_secret);
  await admin.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await titled(admin.page, 'Harbour Works');
  await open(admin.page, 'settings', 'Settings');
  await expect.poll(() => admin.page.getByLabel('Identity provider').inputValue()).toBe(issuer);
  await admin.page.getByRole('textbox', { name: 'E-mail address' }).fill('bea@example.com');
  await admin.page.getByRole('button', { name: 'Make them an administrator' }).click();
  await admin.page.getByText('bea@example.com is an administrator now.').waitFor();

  const { page, context } = await comes();
  await signIn(page, 'bea');
  await titled(page, 'Harbour Works');
  await page.getByRole('link', { name: 'Settings' }).first().waitFor();
  await open(page, 'people', 'People');
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('bob@example.com');
  let refused: string | undefined;
  await context.route('**/archivist/**', async (route) => {
    const token = await route.request().headerValue('authorization');
    refused ??= token ?? undefined;
    if (token === null || token !== refused) return route.continue();
    return route.fulfill({ status: 401, json: { code: 16, message: 'the token has expired', details: [] } });
  });
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  // The provider still knows them, so the window closes by itself.
  const opened = context.waitForEvent('page');
  await dialog.getByRole('button', { name: /^Sign in with/ }).click();
  const window = await opened;
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => window.isClosed()).toBe(true);
  await page.getByText('bob@example.com is invited.').waitFor();
  expect(await kept(page)).toMatchObject({ cookie: '' });
});

it.each([
  ['signed out', 200],
  ['signed out, and is refused', 503],
])('an answer that comes when somebody has %s changes nothing', async (_what, status) => {
  const { page, context } = await comes();
  await signIn(page, await administratorOfTwo());
  await titled(page, 'Where do you want to work?');
  let release: (() => void) | undefined;
  await context.route('**/v1/whoami', async (route) => {
    await new Promise<void>((resolve) => (release = resolve));
    if (status === 200) await route.continue();
    else await route.fulfill({ status, json: { message: 'not now' } });
  });
  await page.getByRole('button', { name: 'Harbour Works' }).click();
  await expect.poll(() => release !== undefined).toBe(true);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await titled(page, 'Sign in');
  const answered = page.waitForResponse('**/v1/whoami');
  release!();
  await answered;
  // Whatever the answer could do is done once the page has gone on with something else.
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.getByRole('textbox', { name: 'Client id' }).fill('nobody');
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Sign in');
  expect(await page.getByRole('textbox', { name: 'Client id' }).inputValue()).toBe('nobody');
  expect(asked).toEqual([]);
});

it.each(['Where do you want to work?', 'You are invited'])(
  'nobody else takes over when the token expires at “%s”',
  async (title) => {
    const { page, context } = await comes();
    await signIn(page, await administratorOfTwo());
    await titled(page, 'Where do you want to work?');
    if (title === 'You are invited') await open(page, `invites/${idOf((await invite()).identity)}`, title);
    const taken: string[] = [];
    let refused: string | undefined;
    await context.route('**/archivist/**', async (route) => {
      const token = await route.request().headerValue('authorization');
      refused ??= token ?? undefined;
      if (token === refused) return route.fulfill({ status: 401, json: { message: 'the token has expired' } });
      taken.push(route.request().url());
      return route.continue();
    });
    await page.getByRole('button', { name: /^(Harbour Works|Accept the invitation)$/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await context.clearCookies();
    const opened = context.waitForEvent('page');
    await dialog.getByRole('button', { name: /^Sign in with/ }).click();
    const popup = await opened;
    await popup.getByPlaceholder('Enter any login').waitFor();
    expect(await popup.evaluate(() => window.opener)).toBe(null);
    await atProvider(popup, 'bea');
    await dialog.getByText('This is somebody else.').waitFor();
    expect(taken).toEqual([]);
  },
);

it('takes no answer of the provider that it did not ask for', async () => {
  const { page } = await comes();
  await titled(page, 'Sign in');
  await page.goto(`${service.at}/console/?state=forged&code=forged`);
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  await page.getByText('not to a question of this page').waitFor();
  await page.goto(`${service.at}/console/`);
  await choose(page);
  await page.getByPlaceholder('Enter any login').waitFor();
  const asked = idp.asked.length;
  await page.goto(`${service.at}/console/?state=forged&code=forged`);
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('alert').innerText()).toContain('not to a question of this page');
  expect(idp.asked.slice(asked).filter((path) => path.startsWith('/token'))).toEqual([]);
});

it.each([
  [
    'that really comes from another',
    (query: URLSearchParams) => {
      query.set('redirect_uri', redirectOf(idp.issuer, `${service.at}/console/`));
      return `${idp.issuer}/auth?${query}`;
    },
    {},
  ],
  ['at the address of another', (query: URLSearchParams) => answerAt(idp.issuer, query), {}],
  ['at the address of none', (query: URLSearchParams) => answerAt(undefined, query), {}],
  [
    'at its own address with the name of another',
    (query: URLSearchParams) => `${answerAt(rogue.issuer, query)}&iss=${encodeURIComponent(idp.issuer)}`,
    {},
  ],
  [
    'without its name, where it is promised',
    (query: URLSearchParams) => answerAt(rogue.issuer, query),
    { authorization_response_iss_parameter_supported: true },
  ],
])('an issuer gets no code by an answer %s', async (_what, send, metadata) => {
  rogue.send(send, metadata);
  const before = rogue.asked.length;
  const { page } = await comes();
  await choose(page, rogue);
  if (send.toString().includes('/auth?')) await atProvider(page, 'ada');
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('alert').innerText()).toContain('of another identity provider');
  const asked = rogue.asked.slice(before);
  expect(asked).toContain('/auth');
  expect(asked).not.toContain('/token');
});

/** An answer with a code, as an issuer that does not say who it is sends it to the console. */
function answerAt(issuer: string | undefined, query: URLSearchParams): string {
  const at = `${service.at}/console/`;
  const to = new URL(issuer === undefined ? at : redirectOf(issuer, at));
  to.searchParams.set('state', query.get('state')!);
  to.searchParams.set('code', 'a-code');
  return to.href;
}
