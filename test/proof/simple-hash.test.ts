import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../src/lib/digest.ts';
import { canonicalEvent, SimpleHash, SimpleHashError, type HashedEvent } from '../../src/formats/simple-hash.ts';
import { simpleHashOf } from '../support/simple-hash.ts';
import { someEvent } from './support/events.ts';

const vectors = JSON.parse(readFileSync(join(import.meta.dirname, '../vectors/simplehash.json'), 'utf8')) as {
  hashed_fields: (keyof HashedEvent)[];
  events: Record<string, HashedEvent>;
  bencode: Record<string, string>;
  digests: { events: string[]; sha256: string }[];
};
const { statements } = JSON.parse(readFileSync(join(import.meta.dirname, '../vectors/statements.json'), 'utf8')) as {
  statements: { event: { asset_identity: string }; event_uuid: string }[];
};

function digestOf(events: readonly HashedEvent[], version?: 1 | 2): string {
  const hash = new SimpleHash(version);
  for (const event of events) hash.add(event);
  return hash.digest();
}
const named = (names: readonly string[]): HashedEvent[] => names.map((name) => vectors.events[name]!);
const canonical = (event: HashedEvent): string => Buffer.from(canonicalEvent(event)).toString();
const omit = (event: HashedEvent, field: string) =>
  Object.fromEntries(Object.entries(event).filter(([name]) => name !== field)) as HashedEvent;

describe('the test vectors', () => {
  test.each(vectors.digests)('contain the hash of the events $events', ({ events, sha256 }) => {
    expect(digestOf(named(events))).toBe(sha256);
    expect(digestOf(named(events), 2)).toBe(sha256);
    expect(simpleHashOf(named(events))).toBe(sha256);
  });

  test('contain events that their authors have signed, whose hash has nothing of the signatures', () => {
    const [, signed, another] = statements.map(({ event, event_uuid }) => ({
      ...event,
      identity: `${event.asset_identity}/events/${event_uuid}`,
    }));
    const [s, t] = named(['S', 'T']);
    expect([s, t]).toMatchObject([signed, another]);
    const withStatement = { ...s!, author_statement: { signature: 'AA==', payload: 'AA==' }, statement: 'AA==' };
    expect(canonical(withStatement)).toBe(canonical(s!));
  });

  test('contain the canonical bytes of an event', () => {
    expect(canonical(vectors.events['A']!)).toBe(vectors.bencode['A']);
    expect(canonicalEvent(vectors.events['A']!)).toHaveLength(877);
  });

  test('show that the hash depends on the order of the events', () => {
    const both = vectors.digests.find(({ events }) => events.length === 2)!;
    expect(digestOf(named(both.events.toReversed()))).not.toBe(both.sha256);
  });

  test('show that events are concatenated without a separator', () => {
    const bytes = Buffer.concat(named(['B', 'A']).map((event) => canonicalEvent(event)));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(digestOf(named(['B', 'A'])));
  });
});

describe('the canonical form', () => {
  const event = someEvent(1);

  test.each(vectors.hashed_fields)('covers %s, which is required', (field) => {
    expect(() => canonicalEvent(omit(event, field))).toThrow(SimpleHashError);
    const other = { ...event, [field]: typeof event[field] === 'string' ? 'FAILED' : { other: '' } };
    expect(canonical(other)).not.toBe(canonical(event));
  });

  test('does not cover the position of the transaction and other fields', () => {
    const more = { ...event, transaction_id: '0x1', block_number: 7, transaction_index: 3, merklelog_entry: { a: 1 } };
    expect(canonical(more)).toBe(canonical(event));
  });

  test('does not depend on the order of names', () => {
    const reversed = (node: unknown): unknown =>
      node !== null && typeof node === 'object' && !Array.isArray(node)
        ? Object.fromEntries(
            Object.entries(node)
              .toReversed()
              .map(([key, value]) => [key, reversed(value)]),
          )
        : node;
    expect(canonical(reversed(event) as HashedEvent)).toBe(canonical(event));
  });

  test('rejects a pending event', () => {
    expect(() => canonicalEvent({ ...event, confirmation_status: 'PENDING' })).toThrow(SimpleHashError);
    expect(() => canonicalEvent({ ...event, confirmation_status: 'FAILED' })).not.toThrow();
  });

  test("has the tenant's identities of public events in version 1, and the returned ones in version 2", () => {
    const open = {
      ...event,
      identity: `public${event.identity}`,
      asset_identity: `public${event.asset_identity}`,
    };
    expect(digestOf([open])).toBe(digestOf([event]));
    expect(digestOf([open], 2)).not.toBe(digestOf([event], 2));
  });

  test('sorts names by their UTF-8 bytes, also above U+FFFF, without normalization', () => {
    const names = ['Z', 'a', 'e\u0301', '\u00e9', '\u{FF5E}', '\u{1F600}', '\u{10FFFF}'];
    const attributes = Object.fromEntries(names.toReversed().map((name) => [name, name]));
    const bytes = canonical({ ...event, event_attributes: attributes });
    const pairs = names.map((name) => `${Buffer.byteLength(name)}:${name}`.repeat(2)).join('');
    expect(bytes).toContain(`16:event_attributesd${pairs}e`);
  });

  test('differs for different attributes', () => {
    const value = fc.string({ unit: 'binary', maxLength: 4 });
    const map = fc.dictionary(fc.string({ maxLength: 2 }), value, { maxKeys: 2 });
    const attributes = fc.dictionary(
      fc.string({ maxLength: 2 }),
      fc.oneof(value, map, fc.array(map, { maxLength: 2 })),
      {
        maxKeys: 3,
      },
    );
    const form = (each: object) => canonical({ ...event, event_attributes: JSON.parse(JSON.stringify(each)) });
    fc.assert(
      fc.property(attributes, attributes, (a, b) => {
        expect(form(a) === form(b)).toBe(canonicalJson(a) === canonicalJson(b));
      }),
      { seed: 20_261_201 },
    );
  });
});
