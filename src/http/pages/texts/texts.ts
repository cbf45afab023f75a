import { de } from './de.ts';
import { en, type PageTexts } from './en.ts';

/** The texts of the public pages in a language. */
export const textsIn = (language: PageLanguage): PageTexts => (language === 'de' ? de : en);

/** The languages of the public pages. */
export type PageLanguage = PageTexts['page']['language'];
