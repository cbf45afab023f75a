import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDocument } from '../../src/proof/document.ts';
import { verifyProof } from '../../src/proof/verify.ts';
import { changed } from './support/change.ts';
import { khipuProof, simpleProof } from './support/proofs.ts';

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
const circular: Record<string, unknown> = { mechanism: 'KHIPU' };
circular['event'] = circular;
const angry = new Proxy(
  {},
  {
    get: () => {
      throw new Error('no');
    },
    ownKeys: () => {
      throw new Error('no');
    },
  },
);
const khipu = khipuProof();

test.each<[string, unknown]>([
  ['undefined', undefined],
  ['null', null],
  ['a number', Number.NaN],
  ['text', 'proof'],
  ['a function', () => 1],
  ['a symbol', Symbol('proof')],
  ['a list', []],
  ['an empty object', {}],
  ['an object without a prototype', Object.create(null)],
  ['an object that throws', angry],
  ['a circular object', circular],
  ['a mechanism of the prototype', JSON.parse('{"mechanism":"KHIPU","__proto__":{"event":{}}}')],
  ['deep nesting', nested(100_000)],
  [
    'deep nesting in an attribute',
    changed(khipu, ({ event }) => (event.event_attributes['a'] = nested(50_000) as any)),
  ],
  ['deep nesting in RLP', changed(khipu, ({ chain }) => (chain.transaction = `0x${'c1'.repeat(50_000)}c0`))],
  ['deep nesting in a header', changed(khipu, ({ chain }) => (chain.block_header = `0x${'f90001'.repeat(20_000)}`))],
  ['a long RLP', changed(khipu, ({ chain }) => (chain.block_header = `0x${'bfffffffffffffffff'.repeat(9)}`))],
  [
    'many names',
    changed(khipu, (d) => Object.assign(d, Object.fromEntries(Array.from({ length: 1e5 }, (_, i) => [i, i])))),
  ],
  [
    'many nodes',
    changed(khipu, ({ chain }) => (chain.inclusion = Array.from({ length: 1e5 }, () => chain.inclusion[0]!))),
  ],
  ['a long text', changed(khipu, ({ event }) => (event.behaviour = 'é'.repeat(1e6)))],
  ['long bytes', changed(khipu, ({ chain }) => (chain.block_header = `0x${'00'.repeat(1e6)}`))],
  ['a long preimage', changed(khipu, (d) => (d.khipu.preimage = 'A'.repeat(1e6)))],
  ['a number that is not safe', changed(khipu, ({ event }) => (event.block_number = 2 ** 53))],
  ['a number below 0', changed(khipu, ({ chain }) => (chain.transaction_index = -1))],
  ['a fraction', changed(khipu, (d) => (d.khipu.sequence = 17.5))],
])('%s fails a step without an exception', (_name, document) => {
  const { ok, steps, word } = verifyProof(document);
  expect([ok, word]).toEqual([false, '']);
  expect(steps.at(-1)).toMatchObject({ ok: false });
  expect(steps.at(-1)!.detail.length).toBeLessThan(400);
});

test('any other value fails without an exception', () => {
  const anything = fc.anything({ withNullPrototype: true, withSparseArray: true, withBigInt: true, withDate: true });
  fc.assert(
    fc.property(anything, (document) => {
      expect(verifyProof(document).ok).toBe(false);
    }),
    { seed: 20_261_201, numRuns: 500 },
  );
});

test('any other value of a field fails without an exception', () => {
  const fields = ['event', 'khipu', 'chain'].flatMap((part) =>
    Object.keys((khipu as any)[part]).map((name) => [part, name] as const),
  );
  const put = fc.oneof(fc.anything(), fc.string({ unit: 'binary' }), fc.stringMatching(/^0x[0-9a-f]{0,200}$/));
  fc.assert(
    fc.property(fc.constantFrom(...fields), put, ([part, name], value) => {
      fc.pre(!['finality'].includes(name));
      const draft = structuredClone(khipu) as any;
      fc.pre(draft[part][name] !== value);
      draft[part][name] = value;
      expect(verifyProof(draft, { genesis: khipu.chain.genesis_hash }).ok).toBe(false);
    }),
    { seed: 20_261_201, numRuns: 500 },
  );
});

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  'an attribute with the name %s is not ignored',
  (name) => {
    const make = (value: string) =>
      changed(khipu, ({ event }) => {
        event.event_attributes = JSON.parse(`{"${name}":"${value}"}`);
      });
    expect(verifyProof(make('a')).steps.at(-1)).toMatchObject({ name: name === '__proto__' ? 'format' : 'preimage' });
  },
);

test('an attribute in the prototype of the event is ignored', () => {
  const proof = simpleProof('tenant');
  Object.setPrototypeOf(proof.event, { merklelog_entry: {} });
  expect(verifyProof(proof).ok).toBe(true);
});

const text = JSON.stringify(khipu);

test('a document is parsed from its JSON', () => expect(parseDocument(text)).toEqual(khipu));

test.each<[string, string]>([
  ['at its end', `${text.slice(0, -1)},"event":{}}`],
  ['at its beginning', text.replace('{', '{"event":{},')],
  ['in the event', text.replace('"operation":', '"operation":"NewAsset","operation":')],
  ['in another spelling', text.replace('"operation":', '"oper\\u0061tion":"NewAsset","operation":')],
  ['with quotes and colons around', text.replace('"operation":', String.raw`"a\"b:":"\\","a\"b:":"c:d","operation":`)],
])('a document with a duplicate name is rejected: %s', (_where, twice) => {
  expect(() => parseDocument(twice)).toThrow('a duplicate name');
});

test('a document with colons, quotes and braces in strings is accepted', () => {
  const odd = { 'a:': ['"', '\\', ':{', { ':"': '\\"' }, []], '': {}, 'c:\\': null };
  expect(parseDocument(JSON.stringify(odd, undefined, 2))).toEqual(odd);
});
