import { copyOf } from '../../../site/texts/translate.ts';
import { en } from './en-rare.ts';

/** The texts of what the console loads on demand. */
export type RareTexts = typeof en;

/** These texts in the language of the screen, to be read when they are shown. */
export const rareTexts: RareTexts = copyOf(en);
