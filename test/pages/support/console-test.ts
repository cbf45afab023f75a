import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { openClient, type Client } from '../../support/client.ts';
import { newTenant, sharedService, startService, type Service, type Tenant } from '../../support/service.ts';
import { sharedBrowser } from './browser.ts';
import { leave, visit, type Visitor } from './console.ts';

export type ConsoleTest = { service: Service; client: Client; browser: Browser; tenant: Tenant; visitor: Visitor };

/**
 * Sets up a service and a browser for the tests of a file, and for each test a new tenancy and an open console. `of`: a
 * service that files share, or the settings of one for this file only, read when it starts.
 */
export function consoleTest(of: (() => Promise<Service>) | Record<string, string> = sharedService): ConsoleTest {
  const on = {} as ConsoleTest;
  const isShared = typeof of === 'function';
  beforeAll(async () => {
    on.service = await (isShared ? of() : startService({ vars: of }));
    on.client = await openClient(on.service);
    on.browser = await sharedBrowser();
  });
  afterAll(async () => {
    if (!isShared) await on.service?.close();
  });
  beforeEach(async () => {
    on.tenant = await newTenant(on.service, 'Harbour Works');
    on.visitor = await visit(on.browser, on.service);
  });
  afterEach(() => leave(on.visitor));
  return on;
}
