import * as fc from 'fast-check';
import type { RuleEvent } from '../../src/features/compliance/evaluate.ts';
import type { Rule } from '../../src/features/compliance/policy.ts';
import type { Attributes, AttributeValue } from '../../src/formats/records/attributes.ts';
import { dynamic, outstanding, period, rich, SECOND, since } from './support.ts';

/** A recorded event: when it was accepted, and the declared time, if any. */
export type Recorded = {
  type: string | undefined;
  correlation: AttributeValue | undefined;
  acceptedUs: number;
  declaredUs: number | undefined;
  sets: Attributes;
};
/** The history of an asset, starting with its creation. */
export type History = { createdUs: number; attributes: Attributes; events: Recorded[] };

/** Longer than the part that an index holds; they differ after that part. */
const LONG = ['1', '2'].map((end) => `${'ü'.repeat(66)}${end}`) as [string, string];
export const TYPES = ['Open', 'Close', 'Other', ...LONG];
export const START = Date.UTC(2026, 0, 1) * 1000;

const seconds = fc.constantFrom(0, 0, 1, 1, 2, 3, 5, 8, 13, 40);
/** Mostly whole seconds, so that limits are met exactly. */
const gap = fc.oneof(
  { weight: 3, arbitrary: seconds.map((s) => s * SECOND) },
  { weight: 1, arbitrary: fc.constantFrom(1, 2, SECOND - 1, SECOND + 1) },
);
const type = fc.constantFrom('Open', 'Open', 'Open', 'Close', 'Close', 'Close', 'Other', LONG[0], undefined);
const correlation = fc.constantFrom<AttributeValue | undefined>(
  'a',
  'a',
  'a',
  'b',
  'b',
  'b',
  'c',
  'd',
  '',
  'é',
  LONG[0],
  LONG[0],
  undefined,
  { k: 'a' },
);
const sets: fc.Arbitrary<Attributes> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.constantFrom('5', '7', '7.0', 'many').map((rad): Attributes => ({ rad })) },
  { weight: 1, arbitrary: fc.constantFrom('pump', 'valve').map((place): Attributes => ({ place, rad: '6' })) },
  { weight: 1, arbitrary: fc.constantFrom('1', '2').map((size): Attributes => ({ box: { size } })) },
);

export const history: fc.Arbitrary<History> = fc
  .array(fc.record({ type, correlation, sets, gap, before: fc.option(gap, { nil: undefined }), ahead: fc.boolean() }), {
    minLength: 1,
    maxLength: 24,
    size: 'max',
  })
  .map((drawn) => {
    let acceptedUs = START;
    const events = drawn.map(({ gap: after, before, ahead, ...said }): Recorded => {
      acceptedUs += Math.max(1, after);
      // An event that is declared after its acceptance counts from its acceptance.
      const declaredUs = before === undefined ? undefined : acceptedUs + (ahead ? before : -2 * before);
      return { type: said.type, correlation: said.correlation, sets: said.sets, acceptedUs, declaredUs };
    });
    return { createdUs: START, attributes: { place: 'pump', secret: '1' }, events };
  });

const types = fc.constantFrom('Open', 'Open', 'Close', 'Other', LONG[0], 'Never');
const closings = fc.constantFrom('Close', 'Close', 'Close', 'Close', 'Open', 'Other', LONG[1], 'Never');
const limits = fc.constantFrom(1, 2, 5, 8, 13, 40, 100);
export const rule: fc.Arbitrary<Rule> = fc.oneof(
  fc.tuple(limits, types).map(([limit, of]) => since(limit, of)),
  fc.tuple(types, closings).map(([of, by]) => outstanding(of, by)),
  fc.tuple(limits, types, closings).map(([limit, of, by]) => period(limit, of, by)),
  fc
    .tuple(
      fc.constantFrom(8, 40, 100, 1000),
      fc.constantFrom(0.3, 0.6, 0.9, 1.2),
      fc.constantFrom('Open', 'Close'),
      closings,
    )
    .map(([window, deviations, of, by]) => dynamic(window, deviations, of, by)),
  fc
    .array(fc.constantFrom('rad<7', 'rad=7', 'rad!=7', 'rad>=5', 'box.size=1', 'secret=1', 'place=valve', 'gone!=1'), {
      minLength: 1,
      maxLength: 3,
    })
    .map((or) => rich(or)),
);

/** Times at which verdicts can change: each acceptance, each limit of the rule, and a microsecond before and after. */
export function moments({ events }: History, { timePeriod, dynamicWindow }: Rule): number[] {
  const turns = events.flatMap(({ acceptedUs, declaredUs = acceptedUs }) =>
    [0, timePeriod, dynamicWindow].flatMap((s) =>
      [acceptedUs, Math.min(declaredUs, acceptedUs)].map((us) => us + s * SECOND),
    ),
  );
  return [...new Set(turns.flatMap((us) => [us - 1, us, us + 1]))]
    .filter((us) => us >= START)
    .toSorted((a, b) => a - b);
}

/** A history as it was at a time. */
export const cutAt = (whole: History, at: number): History => ({
  ...whole,
  events: whole.events.filter(({ acceptedUs }) => acceptedUs <= at),
});

/** The parts of a history that rules evaluate. */
export function plainly({ attributes, events }: History): { occurrences: RuleEvent[]; attributes: Attributes } {
  return {
    occurrences: events.flatMap(({ type: of, correlation: value, acceptedUs, declaredUs = acceptedUs }) => {
      const us = Math.min(declaredUs, acceptedUs);
      return of === undefined ? [] : [{ type: of, correlation: typeof value === 'string' ? value : undefined, us }];
    }),
    attributes: Object.assign({}, attributes, ...events.map((event) => event.sets)) as Attributes,
  };
}
