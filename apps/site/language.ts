/** The languages that people can choose, by their own names, and the directions in which they are written. */
export const LANGUAGES = {
  en: { name: 'English', direction: 'ltr' },
  de: { name: 'Deutsch', direction: 'ltr' },
} as const;

export type Language = keyof typeof LANGUAGES;

/** The key in local storage of the language that the person has chosen. */
export const KEY = 'language';

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
