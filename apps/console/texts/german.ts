import { localNumber } from '../../site/locale.ts';
import { pluralsOf } from './plurals.ts';

/*
 * What the German texts share. The browser loads them as a file of their own, which has its own copy of what it
 * imports: whoever loads them sets its locale.
 */
export { localNumber, setLocale } from '../../site/locale.ts';

const inGerman = pluralsOf('de');

/** The form of a text for a number. */
export const numbered = (n: number, one: string, other: string): string => inGerman(n, { one, other });

/** A number with what is counted: `1 Anlage`, `2 Anlagen`. */
export const counted = (n: number, one: string, other: string): string =>
  `${localNumber(n)} ${numbered(n, one, other)}`;

/** Texts as a list: `A, B und C`. `all`: with „und“; else with „oder“. */
export const listed = (texts: readonly string[], all = true): string =>
  new Intl.ListFormat('de', { type: all ? 'conjunction' : 'disjunction' }).format(texts);
