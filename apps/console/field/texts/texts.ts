import { copyOf } from '../../../site/texts/translate.ts';
import { en } from './en.ts';

/** The texts of the field page. Each language has all of them. */
export type FieldTexts = typeof en;

/** These texts in the language of the page, to be read when they are shown. */
export const fieldTexts: FieldTexts = copyOf(en);
