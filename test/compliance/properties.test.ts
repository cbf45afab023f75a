import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { evaluate } from '../../src/features/compliance/evaluate.ts';
import type { Rule } from '../../src/features/compliance/policy.ts';
import { sized } from '../support/size.ts';
import { cutAt, history, moments, plainly, rule, type History } from './histories.ts';
import { SECOND } from './support.ts';

const SEED = Number(process.env['SEED'] ?? 7);
const ROUNDS = Number(process.env['ROUNDS'] ?? sized({ quick: 6_000, long: 30_000, full: 600_000 }));

/** The rules, written literally over a whole history and a time. Undefined if this does not decide. */
function asItReads(of: Rule, { events }: History, at: number): boolean | undefined {
  const there = events
    .filter(({ acceptedUs }) => acceptedUs <= at)
    .map((event) => ({ ...event, us: Math.min(event.declaredUs ?? event.acceptedUs, event.acceptedUs) }));
  const openings = there.filter((event) => event.type === of.eventType);
  const closingsOf = (opening: (typeof there)[number]): number[] =>
    there
      .filter(
        (event) =>
          event.type === of.closingEventType &&
          typeof event.correlation === 'string' &&
          event.correlation === opening.correlation &&
          event.us >= opening.us,
      )
      .map(({ us }) => us);
  switch (of.type) {
    case 'COMPLIANCE_SINCE':
      return openings.some(({ us }) => at - us <= of.timePeriod * SECOND);
    case 'COMPLIANCE_CURRENT_OUTSTANDING':
      return openings.every((opening) => closingsOf(opening).length > 0);
    case 'COMPLIANCE_PERIOD_OUTSTANDING':
      return openings.every((opening) => Math.min(at, ...closingsOf(opening)) - opening.us <= of.timePeriod * SECOND);
    case 'COMPLIANCE_DYNAMIC_TOLERANCE': {
      const durations = openings.flatMap((opening) => {
        const closing = Math.min(...closingsOf(opening));
        return closing < Infinity && closing > at - of.dynamicWindow * SECOND ? [(closing - opening.us) / SECOND] : [];
      });
      if (durations.length < 2) return true;
      const mean = durations.reduce((a, b) => a + b) / durations.length;
      const deviation = Math.sqrt(durations.reduce((a, d) => a + (d - mean) ** 2, 0) / durations.length);
      const excess = durations.map((d) => Math.abs(d - mean) - of.dynamicVariability * deviation);
      // Rounding decides cases this close to the limit; the table of cases covers them.
      return excess.some((d) => Math.abs(d) < 1e-6) ? undefined : excess.every((d) => d <= 0);
    }
    case 'COMPLIANCE_RICHNESS':
      return undefined;
  }
}

test('a verdict at a moment equals the rules applied to all events accepted until then', () => {
  const met = new Map<string, number>();
  const asked = fc.tuple(history, rule, fc.nat(), fc.nat());
  fc.assert(
    fc.property(asked, ([whole, of, ...picks]) => {
      const times = moments(whole, of);
      for (const at of picks.map((pick) => times[pick % times.length]!)) {
        const { occurrences, attributes } = plainly(cutAt(whole, at));
        const now = evaluate(of, occurrences, attributes, at);
        const wanted = asItReads(of, whole, at);
        if (wanted !== undefined) expect(now.compliant).toBe(wanted);
        expect(evaluate(of, occurrences.toReversed(), attributes, at)).toEqual(now);
        const name = `${of.type} ${now.compliant}`;
        met.set(name, (met.get(name) ?? 0) + 1);
      }
    }),
    { seed: SEED, numRuns: ROUNDS },
  );
  expect(met.size, JSON.stringify([...met])).toBe(10);
  expect(Math.min(...met.values()), JSON.stringify([...met])).toBeGreaterThan(ROUNDS / 300);
});
