import { LANGUAGES, type Language } from '../../site/language.ts';
import { localeOf, setLocale } from '../../site/locale.ts';

/** Says to the browser in which language the page is, and writes dates, times and numbers by it. */
export function showIn(language: Language): void {
  document.documentElement.lang = language;
  document.documentElement.dir = LANGUAGES[language].direction;
  setLocale(localeOf(language, navigator.languages));
}
