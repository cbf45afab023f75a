import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { newTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { barriersOf } from './support/axe.ts';
import { sharedBrowser, DESKTOP, PHONE } from './support/browser.ts';
import { leave, open, signIn, titled, visit, type Visitor } from './support/console.ts';
import { openDoorway, type Doorway } from './support/localhost.ts';

let doorway: Doorway;
let service: Service;
let browser: Browser;
let tenant: Tenant;
let visitors: Visitor[];

beforeAll(async () => {
  doorway = await openDoorway();
  service = await startService({ vars: { ORIGIN: doorway.origin, MAIL_FROM: 'evidence@example.com' } });
  doorway.leadTo(service.at);
  browser = await sharedBrowser();
});
afterAll(async () => {
  await service?.close();
  await doorway?.close();
});
beforeEach(async () => {
  tenant = await newTenant(service, 'Harbour Works <b>& Sons');
  visitors = [];
});
afterEach(async () => {
  for (const visitor of visitors) await leave(visitor);
});

type Device = Visitor & { cdp: CDPSession; authenticatorId: string };

/** A device with an authenticator of its own, which has the console open. */
async function device(path = '', options: { confirms?: boolean; at?: string } = {}): Promise<Device> {
  const visitor = await visit(browser, { at: options.at ?? doorway.origin }, path);
  visitors.push(visitor);
  const cdp = await visitor.context.newCDPSession(visitor.page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: options.confirms ?? true,
      automaticPresenceSimulation: true,
    },
  });
  return { ...visitor, cdp, authenticatorId };
}

const pathOf = (link: string): string => link.slice(link.indexOf('#/') + 2);

/** An administrator in the console, signed in as the application. */
async function administrator(): Promise<Page> {
  const visitor = await visit(browser, { at: doorway.origin });
  visitors.push(visitor);
  await signIn(visitor.page, tenant);
  await open(visitor.page, 'people', 'People');
  return visitor.page;
}

/** Invites a person in the console. Resolves to the link. */
async function invite(page: Page, email: string): Promise<string> {
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByText(`${email} is invited.`).waitFor();
  const link = await page.getByRole('textbox', { name: 'Invitation link' }).inputValue();
  expect(link).toMatch(new RegExp(`^${doorway.origin}/console/#/invites/[0-9a-f-]{36}/[0-9a-f]{64}$`));
  await page.getByRole('img', { name: 'QR code of the invitation link' }).waitFor();
  return link;
}

async function enrol({ page }: { page: Page }, name = 'Ana Ops'): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Your name' });
  await page.getByRole('button', { name: 'Create a passkey' }).waitFor();
  if (await field.isVisible()) await field.fill(name);
  await page.getByRole('button', { name: 'Create a passkey' }).click();
}

const signedIn = (page: Page): Promise<void> => page.getByRole('button', { name: 'Sign out' }).waitFor();
const signOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Sign out' }).click();
  await titled(page, 'Sign in');
};
const withPasskey = (page: Page): Promise<void> => page.getByRole('button', { name: 'Sign in with a passkey' }).click();

/** What axe finds on a page, in both color schemes. */
async function accessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await barriersOf(page)).toEqual([]);
  }
}

/** Pictures for a person who looks at them: PICTURES names the directory. */
async function pictured(page: Page, name: string): Promise<void> {
  await accessible(page);
  const out = process.env['PICTURES'];
  if (out === undefined) return;
  for (const [form, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE }))
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(viewport.width);
      await page.screenshot({ path: `${out}/${name}-${form}-${colorScheme}.png`, fullPage: true });
    }
  await page.setViewportSize(DESKTOP);
}

it('a person enrols by an invitation, signs out and in, and adds a second device', async () => {
  const admin = await administrator();
  const link = await invite(admin, 'ana@example.com');
  await pictured(admin, 'people-invited');
  const phone = await device(pathOf(link));
  await titled(phone.page, 'Join Harbour Works <b>& Sons');
  await phone.page.getByText('invites you, ana@example.com').waitFor();
  await pictured(phone.page, 'link-invite');
  await enrol(phone);
  await signedIn(phone.page);
  await phone.page.getByText('Ana Ops').first().waitFor();
  expect(new URL(phone.page.url()).hash).toBe('#/');
  await signOut(phone.page);
  await pictured(phone.page, 'sign-in');
  await withPasskey(phone.page);
  await signedIn(phone.page);
  await phone.page.reload();
  await signedIn(phone.page);

  await open(phone.page, 'passkeys', 'Your passkeys');
  await phone.page.getByText('in use now').waitFor();
  await pictured(phone.page, 'passkeys');
  await phone.page.getByRole('button', { name: 'Make a link for a device' }).click();
  await phone.page.getByRole('button', { name: 'Make the link' }).click();
  const second = await phone.page.getByRole('textbox', { name: 'Link for the device' }).inputValue();
  await pictured(phone.page, 'passkeys-link');
  const laptop = await device(pathOf(second));
  await titled(laptop.page, 'Add this device');
  await laptop.page.getByRole('textbox', { name: 'Name of this device' }).fill('Laptop <i>2');
  await enrol(laptop);
  await signedIn(laptop.page);
  await open(laptop.page, 'passkeys', 'Your passkeys');
  await laptop.page.getByRole('button', { name: 'Rename Laptop <i>2' }).click();
  await laptop.page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Laptop');
  await laptop.page.getByRole('dialog').getByRole('button', { name: 'Rename', exact: true }).click();
  await laptop.page.getByText('Laptop', { exact: true }).waitFor();

  // Removing the passkey of the phone signs the phone out.
  await laptop.page.getByRole('button', { name: /^Remove (?!Laptop)/ }).click();
  await laptop.page.getByRole('dialog').locator('button.danger').click();
  await laptop.page.getByRole('dialog').waitFor({ state: 'detached' });
  await phone.page.reload();
  await titled(phone.page, 'Sign in');
  await withPasskey(phone.page);
  await phone.page.getByRole('alert').getByText('the passkey was not accepted').waitFor();
  // The last one is removed only after a warning, and signs out.
  await laptop.page.getByRole('button', { name: 'Remove Laptop' }).click();
  await laptop.page.getByText('It is your only passkey').waitFor();
  await laptop.page.getByRole('dialog').locator('button.danger').click();
  await titled(laptop.page, 'Sign in');
});

it('an administrator recovers an access, and a link that somebody else has used says so', async () => {
  const admin = await administrator();
  const link = await invite(admin, 'bob@example.com');
  const bob = await device(pathOf(link));
  await enrol(bob, 'Bob');
  await signedIn(bob.page);
  const late = await device(pathOf(link));
  await titled(late.page, 'The link cannot be used');
  await pictured(late.page, 'link-used');

  await open(admin, 'find', 'Find by file');
  await open(admin, 'people', 'People');
  await admin.getByRole('button', { name: 'Recover access of bob@example.com' }).click();
  await pictured(admin, 'recover');
  await admin.getByRole('button', { name: 'Make the link' }).click();
  const recovery = await admin.getByRole('textbox', { name: 'Recovery link' }).inputValue();
  await pictured(admin, 'recover-link');
  await bob.page.reload();
  await titled(bob.page, 'Sign in');
  const fresh = await device(pathOf(recovery));
  await titled(fresh.page, 'Sign in to Harbour Works <b>& Sons again');
  await enrol(fresh);
  await signedIn(fresh.page);
  await fresh.page.getByText('Bob').first().waitFor();
});

it('a person who does not unlock the device is not enrolled, and the link can still be used', async () => {
  const admin = await administrator();
  const link = await invite(admin, 'eve@example.com');
  const locked = await device(pathOf(link), { confirms: false });
  await enrol(locked);
  await locked.page.getByRole('alert').waitFor();
  await locked.cdp.send('WebAuthn.setUserVerified', { authenticatorId: locked.authenticatorId, isUserVerified: true });
  await enrol(locked);
  await signedIn(locked.page);
});

it('a passkey is of one origin: a page at another port is refused, and 127.0.0.1 leads to localhost', async () => {
  const admin = await administrator();
  const link = await invite(admin, 'ida@example.com');
  const numeric = doorway.origin.replace('localhost', '127.0.0.1');
  const ida = await device(pathOf(link), { at: numeric });
  await titled(ida.page, 'Join Harbour Works <b>& Sons');
  expect(new URL(ida.page.url()).origin).toBe(doorway.origin);
  await enrol(ida, 'Ida');
  await signedIn(ida.page);
  const { credentials } = await ida.cdp.send('WebAuthn.getCredentials', { authenticatorId: ida.authenticatorId });
  expect(credentials.map(({ rpId, isResidentCredential }) => [rpId, isResidentCredential])).toEqual([
    ['localhost', true],
  ]);
  // The authenticator signs for pages of the same name at another port; the service refuses what they get.
  const response = await elsewhere(ida.context, async (page) => {
    const { options } = await ask(page, '/iam/v1/passkeys/challenges');
    return page.evaluate(signWith, options.challenge as string);
  });
  const refused = await ask(ida.page, '/iam/v1/sessions', { passkey: response });
  expect(refused).toMatchObject({ code: 16, message: 'the passkey was not accepted' });

  /** Runs code on a page at another port, with the passkeys of the person. */
  async function elsewhere<T>(context: BrowserContext, run: (page: Page) => Promise<T>): Promise<T> {
    const page = await context.newPage();
    await page.goto(`${service.at.replace('127.0.0.1', 'localhost')}/console/`);
    const cdp = await context.newCDPSession(page);
    await cdp.send('WebAuthn.enable');
    const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    for (const credential of credentials) await cdp.send('WebAuthn.addCredential', { authenticatorId, credential });
    return run(page);
  }
});

const ask = (page: Page, path: string, body?: object): Promise<any> =>
  page.evaluate(
    async ([address, json]) => {
      const response = await fetch(`/archivist${address}`, {
        method: 'POST',
        headers: { 'x-csrf-token': 'new', ...(json === '' ? {} : { 'content-type': 'application/json' }) },
        ...(json === '' ? {} : { body: json! }),
      });
      return response.json();
    },
    [path, body ? JSON.stringify(body) : ''] as const,
  );

/** Runs in the page: signs a challenge as a script of another origin would. */
async function signWith(challenge: string): Promise<object> {
  const bytes = (text: string) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
  const text = (buffer: ArrayBuffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');
  const made = (await navigator.credentials.get({
    publicKey: { challenge: bytes(challenge), rpId: 'localhost', userVerification: 'required' },
  })) as PublicKeyCredential;
  const response = made.response as AuthenticatorAssertionResponse;
  return {
    id: made.id,
    response: {
      clientDataJSON: text(response.clientDataJSON),
      authenticatorData: text(response.authenticatorData),
      signature: text(response.signature),
      userHandle: text(response.userHandle!),
    },
  };
}

it('a person lets a command line act as them, after the sign-in, and nothing leaves the computer', async () => {
  const { page } = await device(pathOf(await invite(await administrator(), 'ana@example.com')));
  await enrol({ page });
  await signedIn(page);
  await signOut(page);
  const received: string[] = [];
  const listener = createServer((request, response) => {
    received.push(request.url!);
    response.end('Continue in the terminal.');
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const port = String((listener.address() as AddressInfo).port);
  const [verifier, state] = ['a1'.repeat(32), '5a'.repeat(16)];
  const challenge = createHash('sha256').update(verifier).digest('hex');
  const ask = (more: object = {}): string =>
    `command-line?${new URLSearchParams({ port, challenge, state, name: 'laptop', ...more })}`;
  // An address that names another place, or text that misleads, is not asked about.
  await page.goto(`${doorway.origin}/console/#/${ask()}`);
  await withPasskey(page);
  await titled(page, 'Sign in on the command line');
  for (const [name, text] of [
    ['port', '80@evil.example'],
    ['port', '443'],
    ['name', 'laptop\u202e'],
    ['name', '<b>x</b>'],
    ['challenge', 'x'],
    ['state', ''],
  ] as const) {
    await page.goto(`${doorway.origin}/console/#/${ask({ [name]: text })}`);
    await page.getByText('This address is not complete.').waitFor();
    expect(await page.getByRole('button', { name: 'Allow' }).count()).toBe(0);
  }
  await page.goto(`${doorway.origin}/console/#/${ask()}`);
  await page.getByText('which calls it laptop, asks to act as ana@example.com in Harbour Works <b>& Sons.').waitFor();
  await pictured(page, 'command-line');
  await page.getByRole('button', { name: 'Do not allow' }).click();
  await page.getByText('Continue in the terminal.').waitFor();
  expect(received.filter((url) => url.startsWith('/?'))).toEqual([`/?state=${state}&error=access_denied`]);
  await page.goto(`${doorway.origin}/console/#/${ask()}`);
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.getByText('Continue in the terminal.').waitFor();
  const query = new URLSearchParams(received.findLast((url) => url.startsWith('/?'))!.slice(2));
  expect([query.get('state'), query.get('tenancy')]).toEqual([state, tenant.tenant_identity]);
  const authorization = `Bearer evidence_${verifier}_${query.get('code')}`;
  const who: any = await (await fetch(`${service.base}/v1/whoami`, { headers: { authorization } })).json();
  expect(who.principal.email).toBe('ana@example.com');
  await page.goto(`${doorway.origin}/console/#/sessions`);
  await page.getByText('Command line on laptop').waitFor();
  await new Promise((resolve) => {
    listener.close(resolve);
    listener.closeAllConnections();
  });
});
