/*
 * The locale of a page: by which dates, times and numbers are written. It has the language of the page, and the region
 * that the browser prefers for this language.
 */

/** The locales of languages for which the browser names no region. */
const DEFAULTS: Record<string, string> = { en: 'en-GB', de: 'de-DE' };
/** Tags that `Intl` accepts. Some browsers have others, such as `en-US@posix`. */
const TAG = /^[a-z]{2,3}(?:-[a-z\d]{2,8})+$/i;

let locale = DEFAULTS['en']!;

/** The locale of a language, such as `de-AT` for `de`. `preferred`: the tags of the browser, the best one first. */
export const localeOf = (language: string, preferred: readonly string[]): string =>
  preferred.find((tag) => TAG.test(tag) && tag.split('-')[0]!.toLowerCase() === language) ??
  DEFAULTS[language] ??
  DEFAULTS['en']!;

/** Writes dates, times and numbers by this locale from now on. */
export function setLocale(tag: string): void {
  locale = tag;
}

/** The language of the locale, such as `de`. */
export const localLanguage = (): string => locale.split('-')[0]!.toLowerCase();

/** A value that is made once for the locale of the page, such as a format. */
export function byLocale<T>(make: (locale: string) => T): () => T {
  let made: { locale: string; value: T } | undefined;
  return () => {
    if (made?.locale !== locale) made = { locale, value: make(locale) };
    return made.value;
  };
}

const numbers = byLocale((tag) => new Intl.NumberFormat(tag));

/** A number with the separators of the locale: `5,215`, `5.215`. */
export const localNumber = (n: number): string => numbers().format(n);
