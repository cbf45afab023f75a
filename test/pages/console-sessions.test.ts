import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { newTenant } from '../support/service.ts';
import { open, signIn, titled } from './support/console.ts';
import { consoleTest } from './support/console-test.ts';

const on = consoleTest();

/** What scripts of the page can read. */
const readable = (page: Page) =>
  page.evaluate(async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    cookie: document.cookie,
    databases: (await indexedDB.databases()).length,
    caches: (await caches.keys()).length,
  }));
const NOTHING = { local: {}, session: {}, cookie: '', databases: 0, caches: 0 };

it('stays signed in after a reload, on the same screen, and stores nothing that scripts can read', async () => {
  const { page, context } = on.visitor;
  await signIn(page, on.tenant);
  await open(page, 'assets', 'Assets');
  expect(await readable(page)).toEqual(NOTHING);
  const cookies = await context.cookies(on.service.at);
  expect(cookies).toHaveLength(1);
  expect(cookies[0]).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict' });
  await page.reload();
  await titled(page, 'Assets');
  await page.getByText('Harbour Works').first().waitFor();
  expect(await readable(page)).toEqual(NOTHING);
  // Requests that change something work as before the reload.
  await open(page, 'settings', 'Settings');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await titled(page, 'Sign in');
  await expect.poll(() => context.cookies(on.service.at)).toEqual([]);
  await page.reload();
  await titled(page, 'Sign in');
});

it('signing in and out in one tab signs the other one in and out', async () => {
  const { page, context } = on.visitor;
  const other = await context.newPage();
  await other.goto(`${on.service.at}/console/#/assets`);
  await titled(other, 'Sign in');
  await signIn(page, on.tenant);
  await titled(other, 'Assets');
  await other.getByRole('button', { name: 'Sign out' }).click();
  await titled(page, 'Sign in');
  await page.reload();
  await titled(page, 'Sign in');
});

it('a tab does not act as somebody who has signed in on another one', async () => {
  const { page, context } = on.visitor;
  await signIn(page, on.tenant);
  const second = await newTenant(on.service, 'Quarry & Sons');
  // As a browser whose tabs do not hear of each other.
  const answer = await context.request.post(`${on.service.at}/archivist/iam/v1/sessions`, {
    headers: { 'x-csrf-token': 'new' },
    data: { client_id: second.client_id, client_secret: second.client_secret },
  });
  expect(answer.status()).toBe(200);
  await page.evaluate(() => void (location.hash = '#/assets'));
  await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
  expect(await page.getByText('Quarry').count()).toBe(0);
});

it('a session that ended on the service asks to sign in again, and the screen continues', async () => {
  const { page } = on.visitor;
  await signIn(page, on.tenant);
  // A screen without requests.
  await open(page, 'find', 'Find by file');
  await on.service.db.prepare('UPDATE sessions SET expires_us = 1').run();
  await page.evaluate(() => void (location.hash = '#/assets'));
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Secret').fill(on.tenant.client_secret);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await titled(page, 'Assets');
});

it.each([
  ['a request that was sent before it', /\/archivist\/(?!iam\/v1\/sessions)/, 401],
  ['a check of the session that was sent before it', /\/iam\/v1\/sessions\/current$/, 200],
])('does not ask again after a new sign-in because of the late response to %s', async (_name, late, status) => {
  const { page } = on.visitor;
  await signIn(page, on.tenant);
  await open(page, 'find', 'Find by file');
  await on.service.db.prepare('UPDATE sessions SET expires_us = 1').run();
  const { promise: signedIn, resolve: release } = Promise.withResolvers<void>();
  let answers = 0;
  let delayed = 0;
  let delivered = 0;
  await page.route(late, async (route) => {
    const response = await route.fetch();
    if (response.status() !== status || route.request().method() !== 'GET') return route.fulfill({ response });
    // The first response opens the dialog.
    if (++answers === 1) return route.fulfill({ response });
    delayed += 1;
    await signedIn;
    await route.fulfill({ response });
    delivered += 1;
  });
  await page.evaluate(() => void (location.hash = '#/assets'));
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Secret').fill(on.tenant.client_secret);
  await expect.poll(() => delayed).toBeGreaterThan(0);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  release();
  await expect.poll(() => delivered).toBe(delayed);
  await page.waitForLoadState('networkidle');
  expect(await dialog.count()).toBe(0);
  await titled(page, 'Assets');
  await page.getByText('Loading…', { exact: true }).first().waitFor({ state: 'detached' });
});

it('a sign-out that the service does not receive says so, and can be repeated', async () => {
  const { page, context } = on.visitor;
  await signIn(page, on.tenant);
  await context.route('**/sessions/current', (route) => route.abort());
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('You may still be signed in in this browser.').waitFor();
  await context.unroute('**/sessions/current');
  await page.getByRole('button', { name: 'Sign out again' }).click();
  await page.getByText('You may still be signed in in this browser.').waitFor({ state: 'detached' });
  await expect.poll(() => context.cookies(on.service.at)).toEqual([]);
  await page.reload();
  await titled(page, 'Sign in');
});
