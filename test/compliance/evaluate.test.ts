import { describe, expect, test } from 'vitest';
import { evaluate, type RuleEvent } from '../../src/features/compliance/evaluate.ts';
import { parseAssertion, type Rule } from '../../src/features/compliance/policy.ts';
import type { Attributes } from '../../src/formats/records/attributes.ts';
import { closed, dynamic, happened, opened, outstanding, pairs, period, rich, SECOND, since } from './support.ts';

/** A verdict at a second: true, or the reason why the policy is not fulfilled. */
type Case = [name: string, rule: Rule, events: RuleEvent[], at: number, wanted: true | string];
const reasonOf = (rule: Rule, events: RuleEvent[], attributes: Attributes, us: number): true | string => {
  const verdict = evaluate(rule, events, attributes, us);
  return verdict.compliant || verdict.reason;
};
const judged = (cases: Case[]): void =>
  void test.each(cases)('%s', (_name, rule, events, at, wanted) => {
    expect(reasonOf(rule, events, {}, Math.round(at * SECOND))).toBe(wanted);
    // The order of the events does not matter.
    expect(reasonOf(rule, events.toReversed(), {}, Math.round(at * SECOND))).toBe(wanted);
  });

describe('COMPLIANCE_SINCE', () => {
  judged([
    ['no event', since(10), [], 100, 'No event of type Open'],
    ['only events of other types', since(10), [closed(99), happened('open', 99)], 100, 'No event of type Open'],
    ['just now', since(10), [opened(100)], 100, true],
    ['within the period', since(10), [opened(95)], 100, true],
    ['exactly on the limit', since(10), [opened(90)], 100, true],
    ['a microsecond over the limit', since(10), [opened(90)], 100.000001, 'Duration 11s exceeds limit 10s'],
    ['as it was recorded', since(10), [opened(80)], 100, 'Duration 20s exceeds limit 10s'],
    ['a part of a second counts', since(10), [opened(79.5)], 100, 'Duration 21s exceeds limit 10s'],
    ['the last of several counts', since(10), [opened(1), opened(95), opened(50)], 100, true],
    ['none of several', since(10), [opened(1), opened(70), opened(50)], 100, 'Duration 30s exceeds limit 10s'],
    [
      'an event declared in the past counts from its declared time',
      since(10),
      [opened(-86_400)],
      0,
      'Duration 86400s exceeds limit 10s',
    ],
    ['before 1970', since(3600), [opened(-100)], -50, true],
    ['another type in a foreign script', since(10, '検査 ✓'), [happened('検査 ✓', 95)], 100, true],
    [
      'a reason names the type in its script',
      since(10, '検査 ✓'),
      [happened('検査', 95)],
      100,
      'No event of type 検査 ✓',
    ],
    [
      'a composed letter is not a decomposed one',
      since(10, '\u00e9'),
      [happened('e\u0301', 95)],
      100,
      'No event of type \u00e9',
    ],
    ['a type with spaces is another', since(10), [happened(' Open', 95)], 100, 'No event of type Open'],
    ['correlation is ignored', since(10), [opened(95, 'a'), closed(96, 'a')], 100, true],
    ['a thousand years', since(31_556_952_000), [opened(0)], 31_556_952, true],
  ]);

  test('handles more events than a function call can have arguments', () => {
    const events = Array.from({ length: 300_000 }, (_, i) => opened(i / 1000));
    expect(reasonOf(since(10), events, {}, 400 * SECOND)).toBe('Duration 101s exceeds limit 10s');
  });

  test('cuts the reason at 1,024 characters without splitting one', () => {
    const reason = reasonOf(since(1, '🜁'.repeat(512)), [], {}, 0) as string;
    expect(reason).toMatch(/^No event of type 🜁+…$/u);
    expect(reason.length).toBeLessThanOrEqual(1024);
    expect(reason.isWellFormed()).toBe(true);
  });
});

describe('COMPLIANCE_CURRENT_OUTSTANDING', () => {
  const open = 'No closing event for Open';
  judged([
    ['no event', outstanding(), [], 100, true],
    ['only closing events', outstanding(), [closed(1, 'a'), closed(2)], 100, true],
    ['closed', outstanding(), [opened(1, 'a'), closed(2, 'a')], 100, true],
    ['open', outstanding(), [opened(1, 'a')], 100, open],
    ['closed at the same moment', outstanding(), [opened(1, 'a'), closed(1, 'a')], 100, true],
    ['closing before opening', outstanding(), [closed(1, 'a'), opened(2, 'a')], 100, open],
    ['closing declared a microsecond before', outstanding(), [opened(2, 'a'), closed(1.999999, 'a')], 100, open],
    ['closing before and after', outstanding(), [closed(1, 'a'), opened(2, 'a'), closed(3, 'a')], 100, true],
    ['duplicate closings', outstanding(), [opened(1, 'a'), closed(2, 'a'), closed(3, 'a')], 100, true],
    ['another correlation value', outstanding(), [opened(1, 'a'), closed(2, 'b')], 100, open],
    ['one of two open', outstanding(), [opened(1, 'a'), closed(2, 'a'), opened(3, 'b')], 100, open],
    [
      'two with one value, closed once after both',
      outstanding(),
      [opened(1, 'a'), opened(2, 'a'), closed(3, 'a')],
      100,
      true,
    ],
    [
      'two with one value, the later after the closing',
      outstanding(),
      [opened(1, 'a'), closed(2, 'a'), opened(3, 'a')],
      100,
      open,
    ],
    ['opened without a value', outstanding(), [opened(1), closed(2, 'a')], 100, open],
    ['neither has a value', outstanding(), [opened(1), closed(2)], 100, open],
    ['closed without a value', outstanding(), [opened(1, 'a'), closed(2)], 100, open],
    ['an empty value is a value', outstanding(), [opened(1, ''), closed(2, '')], 100, true],
    ['an empty value differs from a missing one', outstanding(), [opened(1, ''), closed(2)], 100, open],
    ['values in a foreign script', outstanding(), [opened(1, 'Ω≈ç√'), closed(2, 'Ω≈ç√')], 100, true],
    ['composed and decomposed values differ', outstanding(), [opened(1, '\u00e9'), closed(2, 'e\u0301')], 100, open],
    ['values keep their spaces', outstanding(), [opened(1, 'a'), closed(2, 'a ')], 100, open],
    [
      'names that objects inherit are ordinary values',
      outstanding(),
      [opened(1, '__proto__'), closed(2, 'constructor')],
      100,
      open,
    ],
    ['closed by the right type only', outstanding(), [opened(1, 'a'), happened('close', 2, 'a')], 100, open],
    [
      'the reason names the type',
      outstanding('Störung', 'Behebung'),
      [happened('Störung', 1, 'a')],
      100,
      'No closing event for Störung',
    ],
    ['an event that closes its own type closes itself', outstanding('Open', 'Open'), [opened(1, 'a')], 100, true],
  ]);

  test('handles many openings and closings of one value', () => {
    const events = Array.from({ length: 100_000 }, (_, i) => (i % 2 === 0 ? opened(i, 'a') : closed(i, 'a')));
    expect(reasonOf(outstanding(), events, {}, 1e6 * SECOND)).toBe(true);
  });
});

describe('COMPLIANCE_PERIOD_OUTSTANDING', () => {
  judged([
    ['no event', period(10), [], 100, true],
    ['only closing events', period(10), [closed(1, 'a')], 100, true],
    ['closed in time', period(10), [opened(1, 'a'), closed(6, 'a')], 100, true],
    ['exactly on the limit', period(10), [opened(1, 'a'), closed(11, 'a')], 100, true],
    ['a microsecond over', period(10), [opened(1, 'a'), closed(11.000001, 'a')], 100, 'Duration 11s exceeds limit 10s'],
    ['closed late', period(10), [opened(1, 'a'), closed(21, 'a')], 100, 'Duration 20s exceeds limit 10s'],
    ['open and young', period(10), [opened(95, 'a')], 100, true],
    ['open for exactly the limit', period(10), [opened(90, 'a')], 100, true],
    ['open for longer', period(10), [opened(80, 'a')], 100, 'Duration 20s exceeds limit 10s'],
    ['open without a value, young', period(10), [opened(95)], 100, true],
    ['open without a value, old', period(10), [opened(1), closed(2)], 100, 'Duration 99s exceeds limit 10s'],
    ['the first closing counts', period(10), [opened(1, 'a'), closed(5, 'a'), closed(90, 'a')], 100, true],
    [
      'the first closing counts, late',
      period(10),
      [opened(1, 'a'), closed(90, 'a'), closed(95, 'a')],
      100,
      'Duration 89s exceeds limit 10s',
    ],
    ['closing before opening, young', period(10), [closed(94, 'a'), opened(95, 'a')], 100, true],
    [
      'closing before opening, old',
      period(10),
      [closed(9, 'a'), opened(10, 'a')],
      100,
      'Duration 90s exceeds limit 10s',
    ],
    ['the reason names the longest', period(10), [...pairs(20, 40, 30)], 1003, 'Duration 40s exceeds limit 10s'],
    [
      'an old pair fails permanently',
      period(10),
      [...pairs(5, 20), opened(1e6, 'x'), closed(1e6, 'x')],
      2e6,
      'Duration 20s exceeds limit 10s',
    ],
    [
      'several openings, one closing',
      period(10),
      [opened(1, 'a'), opened(9, 'a'), closed(12, 'a')],
      100,
      'Duration 11s exceeds limit 10s',
    ],
    [
      'opened in the declared past',
      period(10),
      [opened(-1000, 'a'), closed(1, 'a')],
      100,
      'Duration 1001s exceeds limit 10s',
    ],
  ]);
});

describe('COMPLIANCE_DYNAMIC_TOLERANCE', () => {
  const far = 'Duration 100s differs from the mean 25s by more than 1.5 standard deviations';
  judged([
    ['no event', dynamic(1000, 1), [], 1100, true],
    ['one pair', dynamic(1000, 1), pairs(500), 1100, true],
    ['two pairs that differ: each by one deviation', dynamic(1000, 1), pairs(1, 900), 1100, true],
    [
      'two pairs, less than one deviation',
      dynamic(1000, 0.5),
      pairs(1, 900),
      1100,
      'Duration 900s differs from the mean 451s by more than 0.5 standard deviations',
    ],
    ['zero variance', dynamic(1000, 0.000001), pairs(7, 7, 7, 7), 1100, true],
    ['zero variance of durations that doubles cannot hold', dynamic(1000, 0.000001), pairs(0.1, 0.1, 0.1), 1100, true],
    ['zero durations', dynamic(1000, 1), pairs(0, 0, 0), 1100, true],
    // The mean is 25, the population deviation sqrt(1875) = 43.3. With the sample deviation, 75 / 50 = 1.5 would pass.
    ["the deviation is the population's", dynamic(1000, 1.5), pairs(0, 0, 0, 100), 1100, far],
    ['on the limit: three equal and one, by sqrt(3)', dynamic(1000, Math.sqrt(3)), pairs(0, 0, 0, 100), 1100, true],
    ['just below that', dynamic(1000, 1.732), pairs(0, 0, 0, 100), 1100, far.replace('1.5', '1.732')],
    [
      'a short duration fails like a long one',
      dynamic(1000, 1.5),
      pairs(100, 100, 100, 0),
      1100,
      far.replace('100s', '0s').replace('25s', '75s'),
    ],
    ['pairs that closed before the window do not count', dynamic(10, 1.5), [...pairs(0, 0, 0, 100)], 1100, true],
    // They close at 1000, 1001, 1002 and 1003.
    ["closed exactly at the window's edge: out", dynamic(100, 1.5), pairs(0, 0, 0, 100), 1100, true],
    ['closed a microsecond inside', dynamic(100, 1.5), pairs(0, 0, 0, 100), 1099.999999, far],
    ['opened before the window, closed in it', dynamic(50, 1.5), pairs(0, 0, 0, 100), 1010, far],
    ['open events do not count', dynamic(1000, 1.5), [...pairs(5, 5, 5), opened(1, 'x'), opened(2)], 1100, true],
    [
      'closings of nothing do not count',
      dynamic(1000, 1.5),
      [...pairs(5, 5, 5), closed(1, 'x'), closed(2)],
      1100,
      true,
    ],
    [
      'closing before opening makes no pair',
      dynamic(1000, 1.5),
      [...pairs(0, 0, 0), closed(900, 'x'), opened(1000, 'x')],
      1100,
      true,
    ],
    ['the first closing makes the pair', dynamic(1000, 1.5), [...pairs(0, 0, 0, 0), closed(1090, 'p0')], 1100, true],
    [
      'a pair whose first closing is before the window does not count',
      dynamic(20, 1.5),
      [
        opened(1, 'x'),
        closed(2, 'x'),
        ...[1, 2, 3].flatMap((i) => [opened(1090, `y${i}`), closed(1090, `y${i}`)]),
        closed(1095, 'x'),
      ],
      1100,
      true,
    ],
    [
      'events without correlation values make no pairs',
      dynamic(1000, 1.5),
      [...pairs(0, 0, 0), opened(900), closed(1000)],
      1100,
      true,
    ],
    ['many deviations', dynamic(1000, 1000), pairs(0, 0, 0, 100), 1100, true],
  ]);
});

describe('COMPLIANCE_RICHNESS', () => {
  const attributes: Attributes = {
    rad: '5',
    weight: '1e3',
    ratio: '0.3',
    padded: ' 7 ',
    name: 'pump',
    empty: '',
    stadt: 'Z\u00fcrich',
    box: { size: '12', 'a b': 'x' },
    tags: [{ k: '1' }],
  };
  const size = (asserted: string, actual: string): string =>
    `${asserted} fails: ${asserted.split(/[<>]/)[0]} is ${actual}, which is not compared by size`;
  const missing = (asserted: string): string => `${asserted} fails: there is no text ${asserted.split(/[!<>=]/)[0]}`;
  const is = (asserted: string, actual: string): string =>
    `${asserted} fails: ${asserted.split(/[!<>=]/)[0]} is ${actual}`;
  test.each<[string, (string | string[])[], true | string]>([
    ['less', ['rad<7'], true],
    ['not less', ['rad<5'], is('rad<5', '5')],
    ['less or equal', ['rad<=5'], true],
    ['not less or equal', ['rad<=4.99'], is('rad<=4.99', '5')],
    ['greater', ['rad>-1'], true],
    ['not greater', ['rad>5'], is('rad>5', '5')],
    ['greater or equal', ['rad>=5'], true],
    ['not greater or equal', ['rad>=6'], is('rad>=6', '5')],
    ['equal numbers', ['rad=5.0'], true],
    ['unequal numbers', ['rad!=5.00'], is('rad!=5.00', '5')],
    ['numbers are compared as numbers, not as text', ['rad<10'], true],
    ['exponents', ['weight=1000', 'weight<1.1E3', 'weight>.9e+3'], true],
    ['equality of floats is exact', ['ratio=0.30000000000000004'], is('ratio=0.30000000000000004', '0.3')],
    ['floats that are one double are equal', ['ratio=0.300000000000000001'], true],
    ['numbers that no double holds are text', ['rad<1e999'], size('rad<1e999', '5')],
    ['spaces around numbers', ['padded=7', 'padded<8', 'rad = 5', ' rad >= 5 '], true],
    ['a sign', ['rad=+5', 'rad>-5'], true],
    ['hexadecimal is text', ['rad<0xff'], size('rad<0xff', '5')],
    ['Infinity is text', ['rad<Infinity'], size('rad<Infinity', '5')],
    ['NaN is text', ['rad=NaN'], is('rad=NaN', '5')],
    ['a comma is no decimal point', ['rad<5,5'], size('rad<5,5', '5')],
    ['an empty value is no number', ['empty<1'], size('empty<1', '')],
    ['equal text', ['name=pump'], true],
    ['unequal text', ['name=Pump'], is('name=Pump', 'pump')],
    ['not equal text', ['name!=valve'], true],
    ['equal text with !=', ['name!=pump'], is('name!=pump', 'pump')],
    ['a number against text', ['rad=pump', 'rad!=pump'], is('rad=pump', '5')],
    ['text is not ordered', ['name>a'], size('name>a', 'pump')],
    ['text is not ordered, <=', ['name<=pump'], size('name<=pump', 'pump')],
    ['a number against text is not ordered', ['rad>=many'], size('rad>=many', '5')],
    ['unicode', ['stadt=Z\u00fcrich', 'stadt!=Zu\u0308rich'], true],
    ['unicode in a reason', ['stadt=東京'], is('stadt=東京', 'Z\u00fcrich')],
    ['an empty value is there', ['empty='], true],
    ['an empty value is asserted', ['rad='], is('rad=', '5')],
    ['a missing attribute fails =', ['gone=5'], missing('gone=5')],
    ['a missing attribute fails = of nothing', ['gone='], missing('gone=')],
    ['a missing attribute passes !=', ['gone!=5', 'gone!='], true],
    ['a missing attribute fails >', ['gone>0'], missing('gone>0')],
    ['a missing attribute fails <', ['gone<0'], missing('gone<0')],
    ['a missing attribute fails >=', ['gone>=0'], missing('gone>=0')],
    ['a missing attribute fails <=', ['gone<=0'], missing('gone<=0')],
    ['a name that objects inherit is missing', ['constructor!=x', 'toString!=x'], true],
    ['a key of a map', ['box.size>=12', 'box.a b=x'], true],
    ['a key of a map, failed', ['box.size<12'], is('box.size<12', '12')],
    ['a key that is not there', ['box.gone=1'], missing('box.gone=1')],
    ['a key that objects inherit', ['box.constructor=1'], missing('box.constructor=1')],
    ['a key of text', ['rad.size=1'], missing('rad.size=1')],
    ['a map itself has no text', ['box=12'], missing('box=12')],
    ['a map itself differs from every text', ['box!=12'], true],
    ['a list has no text', ['tags=1'], missing('tags=1')],
    ['a list has no key', ['tags.k=1'], missing('tags.k=1')],
    ['the prefix of filters is taken off', ['attributes.rad=5'], true],
    ['the first operator counts', ['name=a<b'], is('name=a<b', 'pump')],
    ['any of a group', [['rad>7', 'name=pump']], true],
    ['none of a group: all are told', [['rad>7', 'name=valve']], `${is('rad>7', '5')}; ${is('name=valve', 'pump')}`],
    ['all groups', [['rad>7', 'rad<7'], ['gone=1', 'name=pump'], 'box.size=12'], true],
    ['one group of several', [['rad>7', 'rad<7'], ['gone=1'], 'box.size=11'], missing('gone=1')],
    ['no assertion at all', [], true],
  ])('the reason of COMPLIANCE_RICHNESS is as the policy says: %s', (_name, groups, wanted) => {
    expect(reasonOf(rich(...groups), [], attributes, 0)).toBe(wanted);
  });

  test('cuts a long value in the reason', () => {
    const reason = reasonOf(rich('long=x'), [], { long: 'é'.repeat(4096) }, 0) as string;
    expect(reason).toHaveLength(1024);
    expect(reason.endsWith('é…')).toBe(true);
  });

  test('lists the attributes that a reason is about', () => {
    const verdict = evaluate(rich(['box.size<1', 'gone=1']), [], attributes, 0);
    expect(verdict).toMatchObject({ about: { attributes: ['box', 'gone'], eventTypes: [] } });
  });
});

test.each([
  ['rad<7', { attribute: 'rad', operator: '<', value: '7' }],
  ['rad<=7', { attribute: 'rad', operator: '<=', value: '7' }],
  ['rad=>7', { attribute: 'rad', operator: '=', value: '>7' }],
  ['rad!=', { attribute: 'rad', operator: '!=', value: '' }],
  ['attributes.rad = 7', { attribute: 'rad', operator: '=', value: '7' }],
  ['größe.höhe≤=1', { attribute: 'größe.höhe≤', operator: '=', value: '1' }],
  ['a=b\nc', { attribute: 'a', operator: '=', value: 'b\nc' }],
  ['rad', expect.stringContaining('must be')],
  ['rad!7', expect.stringContaining('must be')],
  ['=7', expect.stringContaining('must be')],
  ['  =7', expect.stringContaining('names no attribute')],
  ['attributes.=7', expect.stringContaining('names no attribute')],
  [`rad=${'é'.repeat(600)}`, expect.stringContaining('bytes')],
  ['', expect.stringContaining('must be')],
])('an assertion is parsed: %j', (text, wanted) => {
  expect(parseAssertion(text)).toEqual(wanted);
});
