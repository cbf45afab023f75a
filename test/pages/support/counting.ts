import type { Locator, Page } from 'playwright-core';

/**
 * A user who counts clicks (or taps), filled fields and pressed keys. A file takes two clicks: one opens the picker,
 * the other chooses the file in it.
 */
export function counting(page: Page) {
  const steps = { clicks: 0, fields: 0, keys: 0 };
  const click = async (at: Locator): Promise<void> => {
    steps.clicks += 1;
    await at.click();
  };
  const choose = async (at: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> => {
    steps.clicks += 2;
    const opening = page.waitForEvent('filechooser');
    await at.click();
    await (await opening).setFiles(file);
  };
  const fill = async (at: Locator, value: string): Promise<void> => {
    steps.fields += 1;
    if (await at.evaluate((it) => it.tagName === 'SELECT')) await at.selectOption(value);
    else await at.fill(value);
  };
  const press = async (key: string): Promise<void> => {
    steps.keys += 1;
    await page.keyboard.press(key);
  };
  return { steps, click, choose, fill, press };
}
