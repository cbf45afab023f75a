type Sections = Record<string, Record<string, unknown>>;

/** A copy of the sections of texts, in which `translate` replaces them. */
export const copyOf = <T extends Sections>(texts: T): T =>
  Object.fromEntries(Object.entries(texts).map(([name, section]) => [name, { ...section }])) as T;

/**
 * Replaces texts by those of another language. A text that it lacks, or has in another form, stays: a device without a
 * good network can have the files of two versions of the page.
 */
export function translate<T extends Sections>(texts: T, others: T): void {
  for (const [name, section] of Object.entries(texts))
    for (const [key, text] of Object.entries(others[name] ?? {}))
      if (typeof text === typeof section[key]) section[key] = text;
}
