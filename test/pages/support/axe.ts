import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { DESKTOP, PHONE } from './browser.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The violations that axe-core finds in the current state of the page, and by how much it is wider than the screen. */
export async function barriersOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(async (runOnly) => {
    const { violations } = await (window as any).axe.run({ runOnly });
    return violations.map(({ id, nodes }: any) => `${id}: ${nodes.map(({ html }: any) => html).join(' ')}`);
  }, RULES);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  return wide > 0 ? [...found, `${wide} px too wide`] : found;
}

/**
 * Expects no violations of axe-core, in light and dark mode, on a phone and a desktop, and no horizontal scrolling.
 * `ready` brings the page into the state to check.
 */
export async function expectAccessible(
  browser: Browser,
  address: string,
  ready: (page: Page) => Promise<void> = async () => undefined,
): Promise<void> {
  for (const viewport of [PHONE, DESKTOP]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ viewport, colorScheme });
      try {
        await page.goto(address);
        await ready(page);
        expect(await barriersOf(page), `${address} ${viewport.width} ${colorScheme}`).toEqual([]);
      } finally {
        await page.close();
      }
    }
  }
}
