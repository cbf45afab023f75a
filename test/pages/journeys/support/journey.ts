import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openClient, type Client } from '../../../support/client.ts';
import { sampled, sized } from '../../../support/size.ts';
import { newTenant, sharedService, startService, type Service, type Tenant } from '../../../support/service.ts';
import { barriersOf } from '../../support/axe.ts';
import { sharedBrowser } from '../../support/browser.ts';
import { leave, titled, visit, type Visitor } from '../../support/console.ts';
import { WAYS, type Hands } from './hands.ts';

/** How often the journeys of a file check the screens with the same title with axe-core. */
const CHECKS = sized({ quick: 1, long: Infinity, full: Infinity });

export type Journey = {
  by: Hands;
  service: Service;
  client: Client;
  /** A new tenancy with the name "Harbour Works". */
  tenant: Tenant;
  /** Opens an address of the service in a browser of its own; without a leading `/`: a path of the console. */
  person: (address?: string, options?: BrowserContextOptions) => Promise<Page>;
  /**
   * Signs in as an application, and waits for the overview of the tenancy with this name, or for another screen if it
   * is known.
   */
  signIn: (page: Page, of: Pick<Tenant, 'client_id' | 'client_secret'>, tenancy?: string) => Promise<void>;
  /** Waits for the screen with this title, and checks it with axe-core; in the quick tests, once in a file. */
  screen: (page: Page, title: string | RegExp) => Promise<void>;
  /** Checks the page in its current state with axe-core. */
  check: (page: Page) => Promise<void>;
};

/**
 * Sets up a service and a browser for the journeys of a file. Returns a function that defines a journey, which is made
 * once in each way; in the quick tests, the journeys of a file take turns in the ways. A journey fails if a page has an
 * error, or sends a request to another origin than the service and those in `others`. `of`: a service that files share,
 * or the settings of one for this file only, read when it starts.
 */
export function journeys(
  of: (() => Promise<Service>) | Record<string, string> = sharedService,
  others: () => string[] = () => [],
) {
  const isShared = typeof of === 'function';
  let service: Service;
  let client: Client;
  let browser: Browser;
  beforeAll(async () => {
    service = await (isShared ? of() : startService({ vars: of }));
    client = await openClient(service);
    browser = await sharedBrowser();
  });
  afterAll(async () => {
    if (!isShared) await service?.close();
  });

  /** How often the screens with a title were checked. */
  const checks = new Map<string, number>();
  const check = async (page: Page): Promise<void> => expect(await barriersOf(page), page.url()).toEqual([]);
  const screen = async (page: Page, title: string | RegExp): Promise<void> => {
    await titled(page, title);
    await page.getByText('Loading…', { exact: true }).first().waitFor({ state: 'detached' });
    const count = checks.get(String(title)) ?? 0;
    checks.set(String(title), count + 1);
    if (count < CHECKS) await check(page);
  };

  let made = 0;
  return (title: string, walk: (on: Journey) => Promise<void>): void =>
    it.each(sampled(WAYS, WAYS.length, made++))(`${title}, with $way`, async ({ hands: by, colorScheme }) => {
      const visitors: Visitor[] = [];
      const away: string[] = [];
      const person = async (address = '', options: BrowserContextOptions = {}): Promise<Page> => {
        const visitor = await visit(browser, service, address.startsWith('/') ? '' : address, {
          colorScheme,
          ...options,
        });
        visitors.push(visitor);
        const isForeign = ({ origin, protocol }: URL): boolean =>
          /^(https?|wss?):/.test(protocol) && origin !== service.at && !others().includes(origin);
        await visitor.context.route(isForeign, (route) => {
          // The forms of a provider are not pages of the service.
          if (!others().includes(new URL(visitor.page.url()).origin)) away.push(route.request().url());
          return route.abort();
        });
        if (address.startsWith('/')) await visitor.page.goto(service.at + address);
        return visitor.page;
      };
      const signIn: Journey['signIn'] = async (page, { client_id, client_secret }, tenancy = 'Harbour Works') => {
        await titled(page, 'Sign in');
        // The overview sends many requests: in the quick tests, only the first sign-in of a file leads to it.
        const isKnown = (checks.get(tenancy) ?? 0) >= CHECKS;
        if (isKnown) await page.evaluate(() => void (location.hash ||= '#/find'));
        await by.press(page.locator('summary', { hasText: 'As an application' }));
        await by.fill(page.getByRole('textbox', { name: 'Client id' }), client_id);
        await by.fill(page.getByLabel('Secret'), client_secret);
        await by.press(page.getByRole('button', { name: 'Sign in', exact: true }));
        await screen(page, isKnown ? 'Find by file' : tenancy);
      };
      const tenant = await newTenant(service, 'Harbour Works');
      await walk({ by, service, client, tenant, person, signIn, screen, check });
      for (const visitor of visitors) await leave(visitor, others()[0]);
      expect(away).toEqual([]);
    });
}
