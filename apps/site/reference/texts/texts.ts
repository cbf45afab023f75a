import { de } from './de.ts';
import { en, type ReferenceTexts } from './en.ts';

/** The texts of the script in the language of the page. */
export const textsOfPage = (): ReferenceTexts => (document.documentElement.lang === 'de' ? de : en);
