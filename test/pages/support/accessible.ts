import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { barriersOf } from './axe.ts';
import { DESKTOP, PHONE } from './browser.ts';

/** How a page is shown. */
const LOOKS = [PHONE, DESKTOP].flatMap((viewport) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ viewport, colorScheme })),
);

/**
 * Expects no violations of axe-core, in light and dark mode, on a phone and a desktop, and no horizontal scrolling.
 * `ready` brings the page into the state to check.
 */
export async function expectAccessible(
  browser: Browser,
  address: string,
  ready: (page: Page) => Promise<void> = async () => undefined,
): Promise<void> {
  const page = await browser.newPage(LOOKS[0]);
  try {
    await page.goto(address);
    await ready(page);
    for (const { viewport, colorScheme } of LOOKS) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      expect(await barriersOf(page), `${address} ${viewport.width} ${colorScheme}`).toEqual([]);
    }
  } finally {
    await page.close();
  }
}
