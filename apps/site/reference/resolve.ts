type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The value at a path, such as `['paths', '/v2/assets']`; undefined if it does not exist. */
const valueAt = (document: Json, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>(
    (at, key) => (at !== null && typeof at === 'object' ? (at as Record<string, Json>)[key] : undefined),
    document,
  );

/**
 * The part of an OpenAPI document at `path`, with its references inside of the document replaced by what they refer to.
 * A reference that leads to itself stays as it is, and so does one to another document or to nothing.
 */
export function resolved(document: Json, path: readonly string[]): Json | undefined {
  const value = valueAt(document, path);
  return value === undefined ? undefined : replaced(document, value, []);
}

function replaced(document: Json, value: Json, within: readonly string[]): Json {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item) => replaced(document, item, within));
  const { $ref: ref, ...beside } = value;
  if (typeof ref === 'string') {
    const target = ref.startsWith('#/') ? valueAt(document, ref.slice(2).split('/').map(keyOf)) : undefined;
    if (target === undefined || within.includes(ref)) return value;
    const whole = replaced(document, target, [...within, ref]);
    // Other keywords of the same object win, such as another description (OpenAPI 3.1).
    return whole !== null && typeof whole === 'object' && !Array.isArray(whole) ? { ...whole, ...beside } : whole;
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaced(document, item, within)]));
}

/** A key in a JSON pointer (RFC 6901). */
const keyOf = (text: string): string => decodeURIComponent(text).replaceAll('~1', '/').replaceAll('~0', '~');
