import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Attributes, AttributeValue } from '../../src/formats/records/attributes.ts';
import { canonicalJson } from '../../src/lib/digest.ts';
import {
  commitmentOf,
  contentCommitment,
  disclosure,
  type Content,
  type Disclosure,
  type Readable,
} from '../../src/formats/content-commitment.ts';
import { fromBase64, toBase64Url } from '../../src/lib/text.ts';
import { sized } from '../support/size.ts';

const SETTINGS = { seed: 20_261_121, numRuns: sized({ quick: 100, long: 300, full: 3000 }) };
const KINDS = ['event_attributes', 'asset_attributes', 'principals'] as const;
const PRINCIPALS = ['principal_declared', 'principal_accepted'] as const;

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom('', '1', '0', 'de', '1:a', 'é', 'e\u0301', '\u{1F600}', '\uFF5E'),
);
const name = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 4 }),
  fc.constantFrom(
    'a',
    'b',
    'constructor',
    '__proto__',
    'principal_declared',
    'asset_attributes',
    '\u{1F600}',
    '\uFF5E',
  ),
);
const map = fc.dictionary(name, text, { maxKeys: 3, noNullPrototype: true });
const value: fc.Arbitrary<AttributeValue> = fc.oneof(text, map, fc.array(map, { maxLength: 3 }));
const attributes: fc.Arbitrary<Attributes> = fc.dictionary(name, value, { maxKeys: 6, noNullPrototype: true });
const principal = fc.record({ issuer: text, subject: text, display_name: text, email: text });
const content: fc.Arbitrary<Content> = fc.record({
  event_attributes: attributes,
  asset_attributes: attributes,
  principal_declared: principal,
  principal_accepted: principal,
});
const seed = fc.uint8Array({ minLength: 32, maxLength: 32 });

const namesOf = (of: Content, kind: (typeof KINDS)[number]): string[] =>
  kind === 'principals' ? [...PRINCIPALS] : Object.keys(of[kind]);
/** A content, and a part of it that a reader may see. */
const readableOf = (whole: Content): fc.Arbitrary<Readable> => {
  const of = (kind: (typeof KINDS)[number]): fc.Arbitrary<ReadonlySet<string> | 'all'> =>
    fc.oneof(
      fc.constant('all' as const),
      fc.subarray([...namesOf(whole, kind), 'a name that no event has']).map((names) => new Set(names)),
    );
  return fc.record({
    event_attributes: of('event_attributes'),
    asset_attributes: of('asset_attributes'),
    principals: of('principals'),
  });
};
const part = content.chain((whole) => fc.tuple(fc.constant(whole), readableOf(whole)));
const ALL: Readable = { event_attributes: 'all', asset_attributes: 'all', principals: 'all' };

const bytesOf = (base64url: string): Uint8Array => fromBase64(base64url)!;
const sameContent = (a: Content, b: Content): boolean => canonicalJson(a) === canonicalJson(b);

describe('the content commitment', () => {
  test('is equal for equal contents, in any order of the attributes, and different for different ones', () => {
    const reversed = (whole: Content): Content => ({
      ...whole,
      event_attributes: Object.fromEntries(Object.entries(whole.event_attributes).toReversed()),
      asset_attributes: Object.fromEntries(Object.entries(whole.asset_attributes).toReversed()),
    });
    fc.assert(
      fc.property(content, content, seed, (a, b, seed) => {
        expect(contentCommitment(reversed(a), seed)).toBe(contentCommitment(a, seed));
        expect(contentCommitment(a, seed) === contentCommitment(b, seed)).toBe(sameContent(a, b));
      }),
      SETTINGS,
    );
  });

  /** The value with one more element, character or level. */
  function longer(value: AttributeValue): AttributeValue {
    if (Array.isArray(value)) return [...value, {}];
    return typeof value === 'string' ? `${value}\0` : [value];
  }

  /** Contents that differ from a content by one change. */
  function changesOf(whole: Content, name: string, value: AttributeValue): Content[] {
    const kinds = ['event_attributes', 'asset_attributes'] as const;
    const changes = kinds.flatMap((kind): Content[] => {
      const other = kind === 'event_attributes' ? 'asset_attributes' : 'event_attributes';
      const entries = Object.entries(whole[kind]);
      const withEntries = (changed: [string, AttributeValue][]): Content => ({
        ...whole,
        [kind]: Object.fromEntries(changed),
      });
      return [
        withEntries([...entries, [name, value]]),
        ...entries.flatMap(([at, old], i) => {
          const others = entries.toSpliced(i, 1);
          return [
            withEntries(others),
            withEntries([...others, [name, old]]),
            withEntries([...others, [at, value]]),
            withEntries([...others, [at, typeof old === 'string' ? { [old]: '' } : JSON.stringify(old)]]),
            withEntries([...others, [at, longer(old)]]),
            { ...withEntries(others), [other]: { ...whole[other], ...Object.fromEntries([[at, old]]) } },
            ...others.map(([next, swapped]) => ({ ...whole, [kind]: { ...whole[kind], [at]: swapped, [next]: old } })),
          ];
        }),
      ];
    });
    const { principal_declared: declared, principal_accepted: accepted } = whole;
    return [
      ...changes,
      { ...whole, event_attributes: whole.asset_attributes, asset_attributes: whole.event_attributes },
      { ...whole, principal_declared: accepted, principal_accepted: declared },
      { ...whole, principal_declared: { ...declared, email: `${declared.email} ` } },
      { ...whole, principal_accepted: { ...accepted, issuer: accepted.subject, subject: accepted.issuer } },
    ].filter((changed) => !sameContent(changed, whole));
  }

  test('changes with every change of a name, a value, a type or a kind', () => {
    fc.assert(
      fc.property(content, name, value, seed, (whole, name, value, seed) => {
        const original = contentCommitment(whole, seed);
        for (const changed of changesOf(whole, name, value))
          expect(contentCommitment(changed, seed)).not.toBe(original);
      }),
      { ...SETTINGS, numRuns: 60 },
    );
  });

  test('changes with every bit of the seed', () => {
    fc.assert(
      fc.property(content, seed, fc.nat({ max: 255 }), (whole, seed, bit) => {
        const other = seed.slice();
        other[bit >> 3]! ^= 1 << (bit & 7);
        expect(contentCommitment(whole, other)).not.toBe(contentCommitment(whole, seed));
      }),
      SETTINGS,
    );
  });

  test('is refused for a seed of another length and for text that is not well-formed', () => {
    const blank = { issuer: '', subject: '', display_name: '', email: '' };
    const empty: Content = {
      event_attributes: {},
      asset_attributes: {},
      principal_declared: blank,
      principal_accepted: blank,
    };
    for (const length of [0, 16, 31, 33])
      expect(() => contentCommitment(empty, new Uint8Array(length))).toThrow('the seed of an event must have 32 bytes');
    const illFormed: Attributes[] = [
      { a: '\ud800' },
      { '\udc00': 'a' },
      { a: { '\ud800': '' } },
      { a: [{ k: '\ud800x' }] },
    ];
    for (const event_attributes of illFormed)
      expect(() => contentCommitment({ ...empty, event_attributes }, new Uint8Array(32))).toThrow('well-formed');
  });
});

test('a disclosure of every part leads to the commitment of the whole content', () => {
  fc.assert(
    fc.property(part, seed, ([whole, readable], seed) => {
      const disclosed = disclosure(whole, seed, readable);
      expect(commitmentOf(disclosed)).toBe(contentCommitment(whole, seed));
      expect(commitmentOf(JSON.parse(JSON.stringify(disclosed)) as Disclosure)).toBe(contentCommitment(whole, seed));
    }),
    SETTINGS,
  );
});

test('a disclosure of each subset of the attributes leads to the commitment of the whole content', () => {
  const whole = withAttributes(5);
  const names = Object.keys(whole.asset_attributes);
  for (let bits = 0; bits < 1 << names.length; bits++) {
    const readable = { ...ALL, asset_attributes: new Set(names.filter((_, i) => bits & (1 << i))) };
    expect(commitmentOf(disclosure(whole, SEED, readable))).toBe(contentCommitment(whole, SEED));
  }
});

test('a disclosure has exactly the visible fields', () => {
  fc.assert(
    fc.property(part, seed, ([whole, readable], seed) => {
      const { content: seen } = disclosure(whole, seed, readable);
      for (const kind of KINDS) {
        const values: Record<string, unknown> = kind === 'principals' ? seen : seen[kind];
        const expected: Record<string, unknown> = kind === 'principals' ? whole : whole[kind];
        for (const name of namesOf(whole, kind)) {
          const isVisible = readable[kind] === 'all' || readable[kind].has(name);
          expect(Object.hasOwn(values, name), `${kind} ${name}`).toBe(isVisible);
          if (isVisible) expect(values[name]).toEqual(expected[name]);
        }
      }
    }),
    SETTINGS,
  );
});

test('a disclosure does not lead to the commitment if a bit of its hashes or a visible field is changed', () => {
  const resultOf = (changed: Disclosure): string => {
    try {
      return commitmentOf(changed);
    } catch (error) {
      expect(error).toBeInstanceOf(RangeError);
      return 'refused';
    }
  };
  fc.assert(
    fc.property(part, seed, fc.nat(), name, value, ([whole, readable], seed, n, name, value) => {
      const disclosed = disclosure(whole, seed, readable);
      const original = commitmentOf(disclosed);
      for (const list of ['salts', 'hidden'] as const) {
        const bytes = bytesOf(disclosed[list]).slice();
        if (bytes.length === 0) continue;
        bytes[n % bytes.length]! ^= 1 << (n & 7);
        expect(resultOf({ ...disclosed, [list]: toBase64Url(bytes) })).not.toBe(original);
      }
      const { content: seen } = disclosed;
      for (const kind of ['event_attributes', 'asset_attributes'] as const) {
        const changed = { ...seen, [kind]: { ...seen[kind], ...Object.fromEntries([[name, value]]) } };
        if (canonicalJson(changed) !== canonicalJson(seen))
          expect(resultOf({ ...disclosed, content: changed })).not.toBe(original);
      }
      for (const principal of PRINCIPALS) {
        const shown = seen[principal];
        if (shown) {
          const changed = { ...seen, [principal]: { ...shown, display_name: `${shown.display_name}.` } };
          expect(resultOf({ ...disclosed, content: changed })).not.toBe(original);
        }
      }
    }),
    SETTINGS,
  );
});

test.each<[string, (valid: Disclosure) => Partial<Disclosure>, string]>([
  ['a salt too few', ({ salts }) => ({ salts: toBase64Url(bytesOf(salts).subarray(16)) }), 'salts: must have 16 bytes'],
  ['a part of a salt', ({ salts }) => ({ salts: toBase64Url(bytesOf(salts).subarray(1)) }), 'salts: must be base64url'],
  ['padded base64', ({ salts }) => ({ salts: `${salts}==` }), 'salts: must be base64url'],
  ['other characters', () => ({ hidden: '!' }), 'hidden: must be base64url'],
  [
    'a part of a commitment',
    ({ hidden }) => ({ hidden: toBase64Url(bytesOf(hidden).subarray(16)) }),
    'hidden: must be base64url',
  ],
  [
    'commitments in descending order',
    ({ hidden }) => ({
      hidden: toBase64Url(Buffer.concat([bytesOf(hidden).subarray(32), bytesOf(hidden).subarray(0, 32)])),
    }),
    'hidden: must be in ascending order, without duplicates',
  ],
  [
    'a duplicate commitment',
    ({ hidden }) => ({ hidden: toBase64Url(Buffer.concat([bytesOf(hidden).subarray(0, 32), bytesOf(hidden)])) }),
    'hidden: must be in ascending order, without duplicates',
  ],
  [
    'a commitment too few',
    ({ hidden }) => ({ hidden: toBase64Url(bytesOf(hidden).subarray(32)) }),
    'must be a multiple of 4',
  ],
])('a disclosure with %s is refused', (_, change, message) => {
  const valid = disclosure(withAttributes(4), SEED, { ...ALL, asset_attributes: new Set(['name 0', 'name 1']) });
  expect(commitmentOf(valid)).toBe(contentCommitment(withAttributes(4), SEED));
  expect(() => commitmentOf({ ...valid, ...change(valid) })).toThrow(RangeError);
  expect(() => commitmentOf({ ...valid, ...change(valid) })).toThrow(message);
});

test('a disclosure of ten attributes adds at most 384 bytes to what the reader sees', () => {
  const whole = withAttributes(10);
  const names = Object.keys(whole.asset_attributes);
  const sizes = [...Array(11).keys()].flatMap((visible) =>
    (['all', new Set<string>()] as const).map((principals) => {
      const readable = { ...ALL, principals, asset_attributes: new Set(names.slice(0, visible)) };
      const { salts, hidden } = disclosure(whole, SEED, readable);
      return bytesOf(salts).length + bytesOf(hidden).length;
    }),
  );
  expect(Math.min(...sizes)).toBe(12 * 16);
  expect(Math.max(...sizes)).toBe(12 * 32);
});

test('a disclosure has the same size whether none or up to three of the attributes are hidden', () => {
  const visible = new Set(['name 0', 'name 1', 'name 2']);
  const sizes = [3, 4, 5, 6].map((attributes) => {
    const { salts, hidden } = disclosure(withAttributes(attributes), SEED, { ...ALL, asset_attributes: visible });
    return [bytesOf(salts).length, bytesOf(hidden).length];
  });
  expect(sizes).toEqual([3, 4, 5, 6].map(() => [5 * 16, 3 * 32]));
});

const SEED = Uint8Array.from({ length: 32 }, (_, i) => i);
const WHO = { issuer: 'https://idp.example', subject: 'ada', display_name: 'Ada', email: 'ada@example.com' };
function withAttributes(n: number): Content {
  const asset_attributes = Object.fromEntries([...Array(n).keys()].map((i) => [`name ${i}`, `value ${i}`]));
  return { event_attributes: {}, asset_attributes, principal_declared: WHO, principal_accepted: WHO };
}
