import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { CONSOLE_CLIENT, redirectOf, startIdp, type Idp } from '../../tools/identity-provider/idp.ts';
import { newTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { done, idOf } from '../support/sharing.ts';
import { barriersOf } from './support/axe.ts';
import { sharedBrowser } from './support/browser.ts';
import {
  confirmed,
  leave,
  open,
  signIn as signInAs,
  titled,
  visit,
  type Visitor,
  showApplicationForm,
} from './support/console.ts';
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
  browser = await sharedBrowser();
});
afterAll(async () => {
  await service?.close();
  await idp?.close();
  await rogue?.close();
});
beforeEach(async () => {
  tenant = await newTenant(service, 'Harbour Works');
});
afterEach(async () => {
  // Errors on the provider's own pages do not count.
  for (const visitor of visitors.splice(0)) await leave(visitor, idp.issuer);
});

async function newVisitor(path = ''): Promise<Visitor> {
  const visitor = await visit(browser, service, path);
  visitors.push(visitor);
  return visitor;
}
const invite = (of = tenant): Promise<any> =>
  done(client, of.token, 'POST', '/v1/invites', { email: 'ada@example.com' });

/** Fills in the provider's forms. */
async function atProvider(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('x');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** All storage of the page, its cookies and its URL. */
const kept = (page: Page) =>
  page.evaluate(() => ({ ...localStorage, ...sessionStorage, cookie: document.cookie, address: location.href }));

/** Chooses a provider on the first screen. */
const choose = (page: Page, { issuer }: { issuer: string } = idp): Promise<void> =>
  page.getByRole('button', { name: `Sign in with ${new URL(issuer).host}` }).click();

/** Makes a new person an administrator of this tenancy and of another one. Returns the login. */
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

it('an invited person signs in with their provider, accepts, and can switch between tenancies', async () => {
  const other = await newTenant(service, 'Quarry & Sons');
  const { identity } = await invite();
  const address = `invites/${idOf(identity)}`;
  const { page, context } = await newVisitor(address);
  await titled(page, 'Sign in');
  await signIn(page, 'ada');
  await titled(page, 'You are invited');
  await page.getByText('Administrator invites you to Harbour Works.').waitFor();
  await page.getByText('You are signed in as ada@example.com.').waitFor();
  expect(await kept(page)).toEqual({ cookie: '', address: `${service.at}/console/#/${address}` });
  expect((await context.cookies(service.at)).filter(({ path }) => path.startsWith('/console'))).toEqual([]);
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await titled(page, 'Harbour Works');
  await page.locator('.who').getByText('member', { exact: true }).waitFor();
  expect(await page.getByRole('link', { name: 'Settings' }).count()).toBe(0);
  // There is no other tenancy.
  expect(await page.getByRole('button', { name: 'Switch tenancy' }).count()).toBe(0);
  expect((await client.call(tenant.token, 'GET', `/v1/${identity}`)).status).toBe(404);

  const second = await invite(other);
  await page.goto(`${service.at}/console/#/invites/${idOf(second.identity)}`);
  await titled(page, 'You are invited');
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await titled(page, 'Quarry & Sons');
  await page.getByRole('button', { name: 'Switch tenancy' }).click();
  await titled(page, 'Choose a tenancy');
  await page.getByRole('button', { name: 'Harbour Works' }).click();
  await titled(page, 'Harbour Works');

  await open(page, 'invites/..%2fwhoami', 'Page not found');

  // An invite can be used only once.
  await page.goto(`${service.at}/console/#/invites/${idOf(identity)}`);
  await titled(page, 'You are invited');
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await page.getByRole('alert').waitFor();
});

it('a person who was made an administrator before the first sign-in signs in, and again in a window', async () => {
  const { issuer } = idp;
  const admin = await newVisitor('settings');
  await signInAs(admin.page, tenant);
  await titled(admin.page, 'Settings');
  await expect.poll(() => admin.page.getByLabel('Identity provider').inputValue()).toBe(issuer);
  await admin.page.getByRole('textbox', { name: 'E-mail address' }).fill('bea@example.com');
  await admin.page.getByRole('button', { name: 'Make them an administrator' }).click();
  await admin.page.getByText('bea@example.com is an administrator now.').waitFor();

  const { page, context } = await newVisitor();
  await signIn(page, 'bea');
  await titled(page, 'Harbour Works');
  await page.getByRole('link', { name: 'Settings' }).first().waitFor();
  await open(page, 'people', 'People');
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('bob@example.com');
  let refused: string | undefined;
  await context.route('**/archivist/**', async (route) => {
    const request = route.request();
    const token = await request.headerValue('x-csrf-token');
    if (request.url().includes('/sessions') || token === null) return route.continue();
    refused ??= token;
    if (token !== refused) return route.continue();
    return route.fulfill({ status: 401, json: { code: 16, message: 'the session has ended', details: [] } });
  });
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  // The provider still has their session, so the window closes itself.
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
  ['signed out, also with an error', 503],
] as const)('ignores a response that arrives after the person has %s', async (_what, status) => {
  const { page, context } = await newVisitor();
  await signIn(page, await administratorOfTwo());
  await titled(page, 'Choose a tenancy');
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
  // By the time of the next frames the response would have taken effect.
  const asked: string[] = [];
  await showApplicationForm(page);
  page.on('request', (request) => asked.push(request.url()));
  await page.getByRole('textbox', { name: 'Client id' }).fill('nobody');
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Sign in');
  expect(await page.getByRole('textbox', { name: 'Client id' }).inputValue()).toBe('nobody');
  expect(asked).toEqual([]);
});

it.each(['Choose a tenancy', 'You are invited'])(
  "rejects another person's sign-in when the session has ended at “%s”",
  async (title) => {
    const { page, context } = await newVisitor();
    await signIn(page, await administratorOfTwo());
    await titled(page, 'Choose a tenancy');
    if (title === 'You are invited') await open(page, `invites/${idOf((await invite()).identity)}`, title);
    const taken: string[] = [];
    let refused: string | undefined;
    await context.route('**/archivist/**', async (route) => {
      const token = await route.request().headerValue('x-csrf-token');
      if (route.request().url().endsWith('/sessions/current')) return route.continue();
      refused ??= token ?? undefined;
      if (token === refused) return route.fulfill({ status: 401, json: { message: 'the session has ended' } });
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
    await dialog.getByText('You signed in as a different person or application.').waitFor();
    expect(taken).toEqual([]);
  },
);

it('rejects a response of a provider to a sign-in that it did not start', async () => {
  const { page } = await newVisitor();
  await titled(page, 'Sign in');
  await page.goto(`${service.at}/console/?state=forged&code=forged`);
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  await page.getByText('was not started on this page').waitFor();
  await page.goto(`${service.at}/console/`);
  await choose(page);
  await page.getByPlaceholder('Enter any login').waitFor();
  const asked = idp.asked.length;
  await page.goto(`${service.at}/console/?state=forged&code=forged`);
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('alert').innerText()).toContain('was not started on this page');
  expect(idp.asked.slice(asked).filter((path) => path.startsWith('/token'))).toEqual([]);
});

const mixed: [what: string, send: (query: URLSearchParams) => string, metadata: object][] = [
  [
    'from another issuer',
    (query: URLSearchParams) => {
      query.set('redirect_uri', redirectOf(idp.issuer, `${service.at}/console/`));
      return `${idp.issuer}/auth?${query}`;
    },
    {},
  ],
  ['to the redirect URI of another issuer', (query: URLSearchParams) => answerAt(idp.issuer, query), {}],
  ['to a redirect URI without an issuer', (query: URLSearchParams) => answerAt(undefined, query), {}],
  [
    'with the iss of another issuer',
    (query: URLSearchParams) => `${answerAt(rogue.issuer, query)}&iss=${encodeURIComponent(idp.issuer)}`,
    {},
  ],
  [
    'without iss, although the metadata announces it',
    (query: URLSearchParams) => answerAt(rogue.issuer, query),
    { authorization_response_iss_parameter_supported: true },
  ],
];
it.each(mixed)('does not send a code to an issuer whose response comes %s', async (_what, send, metadata) => {
  rogue.send(send, metadata);
  const before = rogue.asked.length;
  const { page } = await newVisitor();
  await choose(page, rogue);
  if (send.toString().includes('/auth?')) await atProvider(page, 'ada');
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('alert').innerText()).toContain('from another identity provider');
  const asked = rogue.asked.slice(before);
  expect(asked).toContain('/auth');
  expect(asked).not.toContain('/token');
});

/** The redirect of an issuer to the console, with a code and without `iss`. */
function answerAt(issuer: string | undefined, query: URLSearchParams): string {
  const at = `${service.at}/console/`;
  const to = new URL(issuer === undefined ? at : redirectOf(issuer, at));
  to.searchParams.set('state', query.get('state')!);
  to.searchParams.set('code', 'a-code');
  return to.href;
}

it('an administrator gives a person rights that work, and roles, on the page of the person', async () => {
  const login = 'dora';
  const email = 'dora@example.com';
  idp.accounts[login] = { email, email_verified: true, name: 'Dora' };
  const post = (path: string, body: object) => done(client, tenant.token, 'POST', path, body);
  const pump = await post('/v2/assets', { attributes: { arc_display_name: 'Pump 3', arc_display_type: 'Pump' } });
  const { page } = await newVisitor('people');
  await signInAs(page, tenant);
  await titled(page, 'People');
  // Rights at the invitation: 1 click and 2 fields more than the address.
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email);
  await page.getByRole('combobox', { name: 'Assets of the type' }).fill('Pump');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByText(`${email} is invited.`).waitFor();
  await expect
    .poll(async () => (await done(client, tenant.token, 'GET', '/iam/v1/access_policies')).access_policies)
    .toHaveLength(1);
  const [invited] = (await done(client, tenant.token, 'GET', '/v1/invites')).invites;
  const token = await idp.signIn(login);
  await done(client, token, 'POST', `/v1/${invited.identity}:accept`);
  const recorded = await client.call(token, 'POST', `/v2/${pump.identity}/events`, {
    body: { operation: 'Record', behaviour: 'RecordEvidence', event_attributes: { arc_display_type: 'Inspection' } },
  });
  expect(recorded.status, recorded.text).toBe(200);

  await open(page, 'find', 'Find by file');
  await open(page, 'people', 'People');
  await page.getByRole('link', { name: 'Dora' }).click();
  await titled(page, 'Dora');
  await page.getByText('On assets where Type (arc_display_type) is “Pump”: read all attributes').waitFor();
  await page.getByRole('link', { name: 'Pump: read and record' }).waitFor();
  expect(await barriersOf(page)).toEqual([]);
  await page.getByRole('combobox', { name: 'Assets of the type' }).fill('Crane');
  await page.getByLabel('What they can do with these').selectOption('read');
  await page.getByRole('button', { name: 'Give these rights' }).click();
  await page.getByText('On assets where Type (arc_display_type) is “Crane”: read all attributes').waitFor();
  // A second person with the same rights is added to the policy.
  await open(page, 'people', 'People');
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('eve@example.com');
  await page.getByRole('combobox', { name: 'Assets of the type' }).fill('Pump');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const people = async () => {
    const { access_policies: all } = await done(client, tenant.token, 'GET', '/iam/v1/access_policies');
    return all.map(({ access_permissions: [only] }: any) => only.user_attributes[0].or);
  };
  await expect.poll(people).toEqual([[`email=${email}`], [`email=${email}`, 'email=eve@example.com']]);

  await page.getByRole('link', { name: 'Dora' }).click();
  await titled(page, 'Dora');
  await page.getByRole('button', { name: 'Make auditor' }).click();
  await page.getByText('They read everything, and change nothing.').waitFor();
  await confirmed(page, 'Make administrator');
  await page.getByText('Administrators read and change everything').waitFor();
  const { administrators } = await done(client, tenant.token, 'GET', '/v1/tenancies/administrators');
  expect(administrators.map((each: any) => each.email)).toContain(email);
  await confirmed(page, 'End role of administrator');
  await page.getByRole('button', { name: 'End role of auditor' }).waitFor();
});

it('an administrator makes a member an auditor, who then reads everything and is offered no action', async () => {
  const login = 'auditor';
  idp.accounts[login] = { email: 'auditor@example.com', email_verified: true, name: 'Audrey' };
  const { identity } = await done(client, tenant.token, 'POST', '/v1/invites', { email: 'auditor@example.com' });
  await done(client, await idp.signIn(login), 'POST', `/v1/${identity}:accept`);
  const made = await done(client, tenant.token, 'POST', '/v2/assets', { attributes: { arc_display_name: 'Crane' } });
  const admin = await newVisitor('people');
  await signInAs(admin.page, tenant);
  await titled(admin.page, 'People');
  await admin.page.getByRole('button', { name: 'Make auditor auditor@example.com' }).click();
  await admin.page.getByRole('button', { name: 'End role of auditor auditor@example.com' }).waitFor();

  const { page } = await newVisitor();
  await signIn(page, login);
  await titled(page, 'Harbour Works');
  await page.getByText('Auditor: you see everything, and change nothing').waitFor();
  await open(page, 'audit', 'Audit');
  await page.getByText('updateUser').first().waitFor({ state: 'attached' });
  await open(page, `assets/${idOf(made.identity)}`, 'Crane');
  expect(await page.getByRole('link', { name: /Record/ }).count()).toBe(0);
  await open(page, 'assets', 'Assets');
  await page.getByText('Crane').waitFor();
  expect(await page.getByRole('link', { name: 'Create an asset' }).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Settings' }).count()).toBe(0);
  await reads(page);
  await open(page, 'assets', 'Assets');
  // The tenancy of the tab stays after a reload.
  await page.reload();
  await titled(page, 'Assets');
  await page.getByText('Crane').waitFor();
});

/** An auditor reads people, applications and policies, and no action is offered that is refused. */
async function reads(page: Page): Promise<void> {
  const refused: string[] = [];
  page.on('response', (response) => response.status() === 403 && refused.push(response.url()));
  const post = (path: string, body: object) => done(client, tenant.token, 'POST', path, body);
  await post('/v1/invites', { email: 'bea@example.com' });
  await post('/iam/v1/applications', { display_name: 'Gateway', custom_claims: { role: 'meter' } });
  await post('/iam/v1/access_policies', {
    display_name: 'Meters',
    filters: [{ or: ['attributes.arc_display_name=Crane'] }],
    access_permissions: [{ user_attributes: [{ or: ['jwt_role=meter'] }], asset_attributes_read: ['*'] }],
  });
  const buttons = async (): Promise<string[]> =>
    (await page.locator('main').getByRole('button').allTextContents()).filter(
      (text) => !/Download|Show more/.test(text),
    );
  await open(page, 'people', 'People');
  await page.getByText('bea@example.com').waitFor();
  await page.getByText('auditor@example.com').first().waitFor();
  expect(await buttons()).toEqual([]);
  await open(page, 'applications', 'Applications');
  await page.getByRole('link', { name: 'Gateway' }).click();
  await titled(page, 'Gateway');
  await page.getByText('meter', { exact: true }).waitFor();
  expect([await buttons(), await page.locator('main').getByRole('textbox').count()]).toEqual([[], 0]);
  await open(page, 'policies', 'Access policies');
  expect(await page.getByRole('link', { name: 'Create a policy' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Meters' }).click();
  await titled(page, 'Meters');
  await page.getByText(/^On assets where .* can read all attributes\./).waitFor();
  await page.getByText('Crane', { exact: true }).waitFor();
  expect([await buttons(), await page.locator('main').getByRole('textbox').count()]).toEqual([[], 0]);
  for (const path of ['policies/new', 'applications/new', 'settings']) await open(page, path, 'For administrators');
  expect(refused).toEqual([]);
}
