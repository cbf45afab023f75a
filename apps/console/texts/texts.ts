import { en } from './en.ts';
import { copyOf } from '../../site/texts/translate.ts';

/** The texts of the sign-in and of the parts that all screens share. Each language has all of them. */
export type Texts = typeof en;

/** These texts in the language of the page. To be read when they are shown, because the language comes later. */
export const texts: Texts = copyOf(en);
