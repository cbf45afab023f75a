import type { FileChooser, Locator, Page } from 'playwright-core';
import { keyboard } from './keyboard.ts';

/** A file that a person chooses. */
export type Chosen = { name: string; mimeType: string; buffer: Buffer };

/** How a person operates controls. Every action fails if its control cannot be operated in this way. */
export type Hands = {
  /** Presses a button or follows a link. */
  press: (control: Locator) => Promise<void>;
  /** Replaces the text of a field. */
  fill: (field: Locator, text: string) => Promise<void>;
  /** Chooses the option with this label. */
  choose: (select: Locator, label: string) => Promise<void>;
  /** Changes the state of a checkbox. */
  tick: (checkbox: Locator) => Promise<void>;
  /** Chooses a file in the dialog of the browser. */
  file: (input: Locator, file: Chosen) => Promise<void>;
  /** Opens a screen of the console by its title in the menu. */
  go: (page: Page, screen: string) => Promise<void>;
};

/** The dialog for files that an action opens gets this file. */
export async function choosing(page: Page, file: Chosen, open: () => Promise<void>): Promise<void> {
  const [chooser]: [FileChooser, void] = await Promise.all([page.waitForEvent('filechooser'), open()]);
  await chooser.setFiles(file);
}

const mouse: Hands = {
  press: (control) => control.click(),
  fill: (field, text) => field.fill(text),
  choose: async (select, label) => void (await select.selectOption({ label })),
  tick: (checkbox) => checkbox.click(),
  file: (input, file) => choosing(input.page(), file, () => input.click()),
  go: (page, screen) =>
    page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: screen, exact: true }).click(),
};

/** The ways in which each journey is made. The colours of the pages differ, so that axe-core checks both. */
export const WAYS: readonly { way: string; hands: Hands; colorScheme: 'light' | 'dark' }[] = [
  { way: 'the mouse', hands: mouse, colorScheme: 'light' },
  { way: 'the keyboard alone', hands: keyboard, colorScheme: 'dark' },
];
