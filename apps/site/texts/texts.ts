import { en, formsInEnglish } from './en.ts';

/** The texts of scripts and reports in the language of the page, in place of the English ones. */
export const siteTexts: typeof en = en;

/** As `siteTexts`, of the console, and of the forms that find a file and verify a saved proof. */
export const formTexts: typeof formsInEnglish = formsInEnglish;
