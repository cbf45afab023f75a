import chromium from '@sparticuz/chromium';
import { chromium as browserType, type Browser } from 'playwright-core';

/** A browser as people have it: what the package proposes turns web security off. */
export const launch = async (): Promise<Browser> =>
  browserType.launch({ executablePath: await chromium.executablePath(), args: ['--no-sandbox'] });

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 900 };
