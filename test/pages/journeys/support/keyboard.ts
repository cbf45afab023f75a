import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { choosing, type Hands } from './hands.ts';

/** The most key presses on the way to a control. */
const FAR = 200;

/** Documents in which a control had the focus already, by their start time. Only a new one may have none. */
const entered = new WeakMap<Page, number>();

/** Fails if the focus is lost: then a person must start again at the top of the page. */
async function expectFocus(page: Page): Promise<void> {
  const state = (): Promise<{ started: number; isLost: boolean }> =>
    page.evaluate(() => ({
      started: performance.timeOrigin,
      isLost: document.activeElement === null || document.activeElement === document.body,
    }));
  const { started, isLost } = await state();
  if (isLost && entered.get(page) !== started) return;
  entered.set(page, started);
  await expect.poll(async () => (await state()).isLost, { message: `the focus is lost on ${page.url()}` }).toBe(false);
}

/** Moves the focus to a control by Tab and Shift-Tab only. Fails if it is not reached, or its focus cannot be seen. */
async function reach(control: Locator): Promise<void> {
  const page = control.page();
  await control.waitFor();
  await expectFocus(page);
  const passed: string[] = [];
  for (let i = 0; i <= FAR; i++) {
    const next = await control.evaluate((target) => {
      const active = document.activeElement!;
      if (active === target) return { key: undefined, at: '' };
      // An element that is focused by a script can be the parent of the control.
      const precedes = (active.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
      return { key: precedes ? 'Shift+Tab' : 'Tab', at: active.outerHTML.slice(0, 120) };
    });
    if (next.key === undefined) return expectVisible(control);
    passed.push(next.at);
    await page.keyboard.press(next.key);
  }
  throw new Error(`${control} is not reached by Tab. Passed:\n${[...new Set(passed)].slice(-20).join('\n')}`);
}

/**
 * Fails if the focused control has no outline, is outside the window or is covered. What is loaded meanwhile can move
 * it, until the browser scrolls to it again.
 */
async function expectVisible(control: Locator): Promise<void> {
  const seen = () =>
    control.evaluate((element) => {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const [x, y] = [
        (Math.max(left, 0) + Math.min(right, innerWidth)) / 2,
        (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2,
      ];
      const above = document.elementFromPoint(x, y);
      return {
        outlined: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1 && outlineColor !== 'rgba(0, 0, 0, 0)',
        uncovered: above !== null && (element.contains(above) || above.contains(element)),
        what: element.outerHTML.slice(0, 160),
      };
    });
  await expect.poll(seen, { message: 'the focus is visible' }).toMatchObject({ outlined: true, uncovered: true });
}

async function withKey(control: Locator, key: string): Promise<void> {
  await reach(control);
  await control.page().keyboard.press(key);
}

/** Tab and Shift-Tab, Enter, the space bar, arrows, letters, and Ctrl-K of the console. */
export const keyboard: Hands = {
  press: (control) => withKey(control, 'Enter'),
  fill: async (field, text) => {
    await withKey(field, 'Control+a');
    const { keyboard: keys } = field.page();
    await keys.press('Delete');
    // In a field with several lines, Enter makes a line.
    await keys.insertText(text);
    await expect.poll(() => field.inputValue()).toBe(text);
  },
  choose: async (select, label) => {
    await reach(select);
    const chosen = (): Promise<string> => select.locator('option:checked').first().innerText();
    const count = await select.locator('option').count();
    for (let i = 0; i < count && (await chosen()) !== label; i++) await select.page().keyboard.press('ArrowDown');
    expect(await chosen()).toBe(label);
    await expectFocus(select.page());
  },
  tick: (checkbox) => withKey(checkbox, 'Space'),
  file: (input, file) => choosing(input.page(), file, () => withKey(input, 'Enter')),
  go: async (page, screen) => {
    await expectFocus(page);
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'Go to' });
    const box = dialog.getByRole('combobox');
    await expect.poll(() => box.evaluate((it) => it === document.activeElement)).toBe(true);
    await page.keyboard.type(screen);
    const wanted = new RegExp(`^${screen}\\s+Screen$`);
    await expect.poll(() => box.inputValue()).toBe(screen);
    const options = await dialog.getByRole('option').count();
    for (let i = 0; i < options; i++) {
      if (wanted.test(await dialog.getByRole('option', { selected: true }).innerText())) break;
      await page.keyboard.press('ArrowDown');
    }
    expect(await dialog.getByRole('option', { selected: true }).innerText()).toMatch(wanted);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
  },
};
