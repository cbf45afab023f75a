import { copyOf } from '../../../site/texts/translate.ts';
import { en } from './en.ts';

/** The texts of the screens of the console that exist in each language. */
export type ScreenTexts = typeof en;

/** These texts in the language of the screen, to be read when they are shown. */
export const screenTexts: ScreenTexts = copyOf(en);
