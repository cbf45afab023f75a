import { localNumber } from '../../site/locale.ts';
import { texts } from '../texts/texts.ts';

const { words: wording } = texts;
/** The units of a period, in seconds. */
export const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A period of whole seconds in words, such as `3 days`, with at most `units` units: the smaller ones are dropped. */
export function periodOf(seconds: number, units = 2): string {
  const parts: string[] = [];
  let rest = Math.round(seconds);
  for (const [name, size] of UNITS) {
    const n = Math.floor(rest / size);
    rest %= size;
    if (n > 0) parts.push(wording.period(n, name));
  }
  return parts.slice(0, units).join(' ') || wording.period(0, 'second');
}

/** Two periods in words that differ if the periods do. */
function distinct(a: number, b: number): [string, string] {
  const short = [periodOf(a), periodOf(b)] as [string, string];
  return a !== b && short[0] === short[1] ? [periodOf(a, UNITS.length), periodOf(b, UNITS.length)] : short;
}

/**
 * The reason why an asset does not comply, with its periods in words. The API has them in seconds; other texts are
 * unchanged, because they can contain recorded text.
 */
export function reasonInWords(reason: string): string {
  const late = /^Duration (\d+)s exceeds limit (\d+)s$/.exec(reason);
  if (late) {
    const [is, most] = distinct(Number(late[1]), Number(late[2]));
    return wording.longerThan(is, most);
  }
  const odd = /^Duration (\d+)s differs from the mean (\d+)s by more than (\S+) standard deviations$/.exec(reason);
  if (!odd) return reason;
  const [is, mean] = distinct(Number(odd[1]), Number(odd[2]));
  return wording.unusual(is, mean, odd[3]!);
}

/** A text of the service in words of the language of the page, if it is one that people often see; else unchanged. */
export function refusalInWords(text: string): string {
  for (const [form, rephrase] of texts.service.rephrased) {
    const groups = form.exec(text);
    if (groups) return rephrase(...groups.slice(1));
  }
  return text;
}

/** What a person is in a tenancy. */
export const roleOf = (roles: readonly string[]): 'Administrator' | 'Auditor' | 'Member' =>
  (['Administrator', 'Auditor'] as const).find((role) => roles.includes(role)) ?? 'Member';

const SIZES = ['', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/** A number of bytes, such as `1.5 GiB`. */
export function sizeOf(bytes: number): string {
  let size = bytes;
  let unit = 0;
  // A size that rounds to 1024 of a unit is 1 of the next one.
  while (Math.round(size * 10) / 10 >= 1024 && unit < SIZES.length - 1) {
    size /= 1024;
    unit++;
  }
  return `${localNumber(Math.round(size * 10) / 10)} ${SIZES[unit] || wording.bytes}`;
}

/** `createAccessPolicy` as `Create access policy`. */
export function sentenceOf(name: string): string {
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').split(' ');
  const text = words.map((word, i) => (i === 0 ? word : word.toLowerCase())).join(' ');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** The label of a well-known attribute, else its name. */
export const labelOf = (name: string): string =>
  Object.hasOwn(texts.attributes, name) ? texts.attributes[name]! : name;
