import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Service } from '../../support/service.ts';

/**
 * A browser that has the console open. `complaints` are the errors of its pages, including violations of the policy.
 */
export type Visitor = { context: BrowserContext; page: Page; complaints: string[] };

/** Opens the console in a new browser context, at `#/{path}`. */
export async function visit(
  browser: Browser,
  service: Pick<Service, 'at'>,
  path = '',
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({ acceptDownloads: true, locale: 'en-GB', ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    // Error statuses are checked by the tests and are not errors of the page.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text());
  });
  await page.goto(`${service.at}/console/${path === '' ? '' : `#/${path}`}`);
  return { context, page, complaints };
}

/** Ends a visit. Throws if the pages had errors, except for those that contain `others`. */
export async function leave({ context, complaints }: Visitor, others = '\0'): Promise<void> {
  await context.close();
  const own = complaints.filter((text) => !text.includes(others));
  if (own.length > 0) throw new Error(`errors of the page: ${own.join('\n')}`);
}

/** Opens the form for applications on the sign-in, which is closed if people can sign in. */
export async function showApplicationForm(page: Page): Promise<void> {
  const summary = page.locator('summary', { hasText: 'As an application' });
  await summary.waitFor();
  if (!(await page.getByRole('textbox', { name: 'Client id' }).isVisible())) await summary.click();
}

/**
 * Signs in as an application. If the address has no screen, `path` is the one after it: by default one without
 * requests, because the overview sends many.
 */
export async function signIn(
  page: Page,
  { client_id, client_secret }: { client_id: string; client_secret: string },
  path = 'find',
): Promise<void> {
  await page.evaluate((hash) => void (location.hash ||= hash), `#/${path}`);
  await showApplicationForm(page);
  await page.getByRole('textbox', { name: 'Client id' }).fill(client_id);
  await page.getByLabel('Secret').fill(client_secret);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
}

/** Opens a screen by its path, and waits for its title. */
export async function open(page: Page, path: string, title: string | RegExp): Promise<void> {
  await page.evaluate((hash) => void (location.hash = hash), `#/${path}`);
  await titled(page, title);
}

/** Waits until the screen with this title is shown with all of its parts, and its title has the focus. */
export async function titled(page: Page, title: string | RegExp): Promise<void> {
  const heading = page.getByRole('heading', {
    level: 1,
    name: title,
    ...(typeof title === 'string' ? { exact: true } : {}),
  });
  await heading.waitFor();
  await expect.poll(() => heading.evaluate((it) => it === document.activeElement)).toBe(true);
  // A part that appears later would move a button away between the press and the release of the mouse.
  await page.getByText('Loading…', { exact: true }).first().waitFor({ state: 'detached' });
}

/** Sends the form that creates an asset, and confirms that this cannot be undone. */
export async function create(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click();
}

/** Sends the form that records an event, after a look at its summary. Returns the summary. */
export async function record(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Review and record' }).click();
  const dialog = page.getByRole('dialog', { name: /^Record this event/ });
  const summary = await dialog.locator('dl').innerText();
  await dialog.getByRole('button', { name: /^Record/ }).click();
  return summary;
}

/** Clicks a button that asks for confirmation, and confirms. */
export async function confirmed(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await dialog.locator('button.danger').click();
  await dialog.waitFor({ state: 'detached' });
}

/** Opens a screen by its path, and waits until it is loaded completely. */
export async function loaded(page: Page, path: string): Promise<void> {
  // Opens another screen first, so that the wait does not end on the previous one.
  await page.evaluate(() => void (location.hash = '#/nothing-here'));
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  await page.evaluate((hash) => void (location.hash = hash), `#/${path}`);
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByText('Loading…', { exact: true }).first().waitFor({ state: 'detached' });
}
