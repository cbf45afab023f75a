import chromium from '@sparticuz/chromium';
import { chromium as browserType, type Browser } from 'playwright-core';

/** Milliseconds in which a page must do what it is told: a bound for what hangs, also where the machine is busy. */
const PATIENCE = 120_000;

/** A browser as people have it: what the package proposes turns web security off. */
export async function launch(): Promise<Browser> {
  const browser = await browserType.launch({ executablePath: await chromium.executablePath(), args: ['--no-sandbox'] });
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    context.setDefaultTimeout(PATIENCE);
    return context;
  };
  return browser;
}

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 900 };
