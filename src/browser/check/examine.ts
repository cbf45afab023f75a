import type { Attributes } from '../../core/attributes.ts';
import { examineBytes, type Examined } from '../../proof/verify.ts';
import { isPin, PINS, type Trust } from '../../proof/chain.ts';

export { examineBytes, type Examined };
export { isPin, PINS, type Trust };
export type Proven = NonNullable<Examined['proof']>['event'];

/** The names and values of attributes, in the order in which pages show them. */
export function textsOf(attributes: Attributes): string[] {
  return Object.entries(attributes).flatMap(([name, value]) => {
    if (typeof value === 'string') return [name, value];
    return [name, ...[value].flat().flatMap((map) => Object.entries(map).flat())];
  });
}
