import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { openClient, type Client } from '../../support/client.ts';
import { newTenant, startService, type Service, type Tenant } from '../../support/service.ts';
import { launch } from './browser.ts';
import { leave, visit, type Visitor } from './console.ts';

export type ConsoleTest = { service: Service; client: Client; browser: Browser; tenant: Tenant; visitor: Visitor };

/**
 * Sets up a service and a browser for the tests of a file, and for each test a new tenancy and an open console. `vars`: settings
 * of the service.
 */
export function consoleTest(vars: Record<string, string> = {}): ConsoleTest {
  const on = {} as ConsoleTest;
  beforeAll(async () => {
    on.service = await startService({ vars });
    on.client = await openClient(on.service);
    on.browser = await launch();
  });
  afterAll(async () => {
    await on.browser?.close();
    await on.service?.close();
  });
  beforeEach(async () => {
    on.tenant = await newTenant(on.service, 'Harbour Works');
    on.visitor = await visit(on.browser, on.service);
  });
  afterEach(() => leave(on.visitor));
  return on;
}
