import { chromiumPath } from '../../support/chromium.ts';
import { chromium as browserType, type Browser } from 'playwright-core';
import { PATIENCE } from '../../support/patience.ts';

/** Without the process that would draw on a graphics card. */
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-software-rasterizer', '--in-process-gpu'];

/** Starts a browser with web security, which the arguments that the package proposes would turn off. */
export async function launch(): Promise<Browser> {
  const browser = await browserType.launch({
    executablePath: await chromiumPath(),
    args: ARGUMENTS,
    timeout: PATIENCE,
  });
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    context.setDefaultTimeout(PATIENCE);
    return context;
  };
  return browser;
}

let shared: Promise<Browser> | undefined;

/**
 * The browser that the test files of a process share. Each test has contexts of its own, and closes them. Never
 * closed.
 */
export async function sharedBrowser(): Promise<Browser> {
  if (shared === undefined || !(await shared).isConnected()) shared = launch();
  return shared;
}

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 900 };
