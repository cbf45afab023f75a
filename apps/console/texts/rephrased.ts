/** A text that the service sends, by its form, and what people see instead of it. */
export type Rephrased = readonly [RegExp, (...groups: string[]) => string];

/**
 * That a right to write is missing. `writes`: what a caller does with a name in each list of permissions that grants
 * writing.
 */
export const missingRight = (
  writes: Record<string, (name: string) => string>,
  sentence: (write: string) => string,
): Rephrased => [
  new RegExp(`^no access policy gives the caller (${Object.keys(writes).join('|')}) for (.+)$`, 's'),
  (list = '', name = '') => sentence(writes[list]!(name)),
];
