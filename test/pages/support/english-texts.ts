import type { Page } from 'playwright-core';
import type { Texts } from '../../../apps/console/texts/texts.ts';

type Sections = Record<string, Record<string, unknown>> | Texts;

/** Stands for what a text contains of its arguments. */
const ANY = '‹any›';
const ARGUMENTS = [
  [ANY, ANY, ANY],
  [[ANY], ANY, ANY],
  [1, 1, 1],
  [2, 2, 2],
] as const;

/** The forms of a text: for a function, those for some arguments, without the ones that it does not take. */
function formsOf(text: unknown): string[] {
  if (typeof text === 'string') return [text];
  if (Array.isArray(text)) return text.filter((part) => typeof part === 'string');
  if (typeof text !== 'function') return [];
  return ARGUMENTS.flatMap((given) => {
    try {
      const form: unknown = text(...given);
      return [form].flat().filter((part) => typeof part === 'string');
    } catch {
      return [];
    }
  });
}

/** The names of all texts, such as `signIn.title`. */
export const namesIn = (texts: Sections): string[] =>
  Object.entries(texts).flatMap(([section, all]) => Object.keys(all).map((name) => `${section}.${name}`));

/** Patterns of the English texts that are not the same in the other language, for `englishIn`. */
export function patternsOf(english: Sections, other: Sections): string[] {
  const others = other as Record<string, Record<string, unknown>>;
  const patterns = Object.entries(english).flatMap(([section, texts]) =>
    Object.entries(texts).flatMap(([name, text]) => {
      const same = new Set(formsOf(others[section]?.[name]));
      return formsOf(text).filter((form) => !same.has(form));
    }),
  );
  const written = patterns.map((form) =>
    form
      .trim()
      .replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll(/‹any›|NaN|\d+/g, '.*'),
  );
  // What has hardly a word of its own is like any text.
  return [...new Set(written)].filter((pattern) => /[a-z]{2}/i.test(pattern.replaceAll('.*', ' ')));
}

/** The visible texts of a page, its title and its labels for screen readers that match a pattern and are not marked. */
export const englishIn = (page: Page, patterns: string[]): Promise<string[]> =>
  page.evaluate((all) => {
    const isEnglish = new RegExp(`^(?:${all.join('|')})$`, 's');
    const texts: string[] = document.title.split(' · ');
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) {
      const { parentElement: at, textContent } = nodes.currentNode;
      const isMarked = at!.closest('body [lang]')?.getAttribute('lang') === 'en';
      if (at!.checkVisibility() && !isMarked) texts.push(textContent!);
    }
    for (const element of document.querySelectorAll('[aria-label], [alt], [placeholder], [title]'))
      for (const name of ['aria-label', 'alt', 'placeholder', 'title']) texts.push(element.getAttribute(name) ?? '');
    return texts.map((text) => text.trim()).filter((text) => text !== '' && isEnglish.test(text));
  }, patterns);
