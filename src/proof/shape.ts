import { isStorable, printable } from '../lib/text.ts';
import { must } from './report.ts';

/** Parses a value. `path` names it in errors. Returns a copy; throws Problem where the value is not valid. */
export type Shape<T> = (value: unknown, path: string) => T;

/** A string that can be encoded in UTF-8. */
export const text: Shape<string> = (value, path) => {
  must(typeof value === 'string', `${path} must be a string`);
  must(isStorable(value), `${path} must be valid Unicode without unpaired surrogates`);
  return value;
};

export const matching =
  (pattern: RegExp, what: string): Shape<string> =>
  (value, path) => {
    must(typeof value === 'string' && pattern.test(value), `${path} must be ${what}`);
    return value;
  };

/** A safe integer from 0. */
export const whole: Shape<number> = (value, path) => {
  must(typeof value === 'number' && Number.isSafeInteger(value) && value >= 0, `${path} must be a whole number from 0`);
  return value;
};

export const oneOf =
  <const T extends string | number>(...values: T[]): Shape<T> =>
  (value, path) => {
    must(values.includes(value as T), `${path} must be ${values.join(' or ')}`);
    return value as T;
  };

export const listOf =
  <T>(item: Shape<T>): Shape<T[]> =>
  (value, path) => {
    must(Array.isArray(value), `${path} must be a list`);
    return Array.from(value, (each, i) => item(each, `${path}[${i}]`));
  };

export const atLeastOne =
  <T>(item: Shape<T>): Shape<T[]> =>
  (value, path) => {
    const list = listOf(item)(value, path);
    must(list.length > 0, `${path} must not be empty`);
    return list;
  };

/** A map with any keys except `__proto__`, which cannot be a key in all languages. */
export const mapOf =
  <T>(item: Shape<T>): Shape<Record<string, T>> =>
  (value, path) => {
    const entries = Object.entries(objectAt(value, path)).map(([key, each]): [string, T] => {
      const at = `${path}.${printable(key)}`;
      must(key !== '__proto__' && isStorable(key), `${at} is not a valid name`);
      return [key, item(each, at)];
    });
    return Object.fromEntries(entries);
  };

/** An object with exactly these fields. */
export const record =
  <T extends object>(fields: { [K in keyof T]: Shape<T[K]> }): Shape<T> =>
  (value, path) => {
    const object = objectAt(value, path);
    const unknown = Object.keys(object).find((key) => !Object.hasOwn(fields, key));
    must(unknown === undefined, `${path} has the unknown field ${printable(unknown ?? '')}`);
    const read = Object.entries<Shape<unknown>>(fields).map(([key, shape]) => {
      must(Object.hasOwn(object, key), `${path}.${key} is missing`);
      return [key, shape(object[key], `${path}.${key}`)];
    });
    return Object.fromEntries(read) as T;
  };

/** As `record`; the fields of `optional` may be absent. */
export const recordWith =
  <T extends object, O extends object>(
    fields: { [K in keyof T]: Shape<T[K]> },
    optional: { [K in keyof O]: Shape<O[K]> },
  ): Shape<T & Partial<O>> =>
  (value, path) => {
    const present = Object.entries(optional).filter(([key]) => memberOf(value, key) !== undefined);
    return record<object>({ ...fields, ...Object.fromEntries(present) })(value, path) as T & Partial<O>;
  };

export const anyOf =
  <T>(choose: (value: unknown) => Shape<T>): Shape<T> =>
  (value, path) =>
    choose(value)(value, path);

/** A member of an object; undefined of any other value. */
export function memberOf(value: unknown, name: string): unknown {
  return value !== null && typeof value === 'object' && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function objectAt(value: unknown, path: string): Record<string, unknown> {
  must(value !== null && typeof value === 'object' && !Array.isArray(value), `${path} must be an object`);
  return value as Record<string, unknown>;
}
