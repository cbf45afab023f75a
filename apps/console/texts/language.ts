import { localeOf, setLocale } from '../../site/locale.ts';

/** The languages that people can choose, by their own names, and the directions in which they are written. */
export const LANGUAGES = {
  en: { name: 'English', direction: 'ltr' },
  de: { name: 'Deutsch', direction: 'ltr' },
} as const;

export type Language = keyof typeof LANGUAGES;

/** The key in local storage of the language that the person has chosen. */
const KEY = 'language';

const isLanguage = (text: string): text is Language => Object.hasOwn(LANGUAGES, text);

/** The language that the person has chosen, else the first one of the browser that there is, else English. */
export function preferredLanguage(): Language {
  const ofBrowser = navigator.languages.map((tag) => tag.split('-')[0]!.toLowerCase());
  return [chosenLanguage(), ...ofBrowser].find(isLanguage) ?? 'en';
}

function chosenLanguage(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

/** Keeps what the person has chosen, and shows the page in it. Without storage, the language of the browser stays. */
export function chooseLanguage(language: Language): void {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    return;
  }
  location.reload();
}

/** Says to the browser in which language the page is, and writes dates, times and numbers by it. */
export function showIn(language: Language): void {
  document.documentElement.lang = language;
  document.documentElement.dir = LANGUAGES[language].direction;
  setLocale(localeOf(language, navigator.languages));
}

type Sections = Record<string, Record<string, unknown>>;

/** A copy of the sections of texts, in which `translate` replaces them. */
export const copyOf = <T extends Sections>(texts: T): T =>
  Object.fromEntries(Object.entries(texts).map(([name, section]) => [name, { ...section }])) as T;

/**
 * Replaces texts by those of another language. A text that it lacks stays: a device without a good network can have the
 * files of two versions of the page.
 */
export function translate<T extends Sections>(texts: T, others: T): void {
  for (const [name, section] of Object.entries(texts)) Object.assign(section, others[name]);
}
