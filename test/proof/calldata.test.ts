import { AbiCoder, encodeRlp, getAddress, hexlify, id, keccak256, toUtf8Bytes } from 'ethers';
import { describe, expect, test } from 'vitest';
import {
  ANCHOR_ADDRESS,
  khipuCalldata,
  logCalldata,
  parseKhipuCalldata,
  parseLogCalldata,
  parseSimpleCalldata,
  simpleCalldata,
  type Anchor,
  type KhipuRecord,
  type LogAnchor,
} from '../../src/proof/calldata.ts';
import { khipuPreimage } from '../../src/proof/khipu-hash.ts';
import type { Hex } from '../../src/formats/ethereum/hex.ts';
import type { ProvenEvent } from '../../src/proof/format.ts';
import { digit } from './support/change.ts';
import { ASSETS, someEvent, TENANT } from './support/events.ts';

const coder = AbiCoder.defaultAbiCoder();
const SIMPLE_TYPES = 'bytes16 bytes32 uint256 uint256 uint256 string string uint256 uint256 string string'.split(' ');
const KHIPU_TYPES = 'bytes16 bytes16 bytes16 bytes32 bytes32 uint64'.split(' ');
const uuid = (text: string): string => `0x${text.replaceAll('-', '')}`;

const anchor: Anchor = {
  scope: TENANT,
  startUs: 0,
  endUs: 1_777_636_798_000_000,
  hash: '5a'.repeat(32),
  count: 6,
};
const SIMPLE_VALUES: unknown[] = [
  uuid(TENANT),
  `0x${anchor.hash}`,
  1,
  6,
  2,
  '1970-01-01T00:00:00Z',
  '2026-05-01T11:59:58Z',
  0,
  1_777_636_798,
  'gte',
  'lt',
];
const simpleBy = (values: unknown[], types = SIMPLE_TYPES): Hex => `0xa7ea3ea7${coder.encode(types, values).slice(2)}`;

test('the receiver of anchors is derived from a hash, so no key for it is known', () => {
  const last = `0x${keccak256(toUtf8Bytes('asset evidence anchors')).slice(-40)}`;
  expect(ANCHOR_ADDRESS).toBe(getAddress(last));
});

describe('the input of an anchor transaction', () => {
  test('equals that of another encoder', () => {
    expect(simpleCalldata(anchor)).toBe(simpleBy(SIMPLE_VALUES));
    expect(parseSimpleCalldata(simpleCalldata(anchor))).toEqual(anchor);
  });

  test('has the nil UUID for public events', () => {
    const open = { ...anchor, scope: '00000000-0000-0000-0000-000000000000', count: 0 };
    expect(parseSimpleCalldata(simpleCalldata(open))).toEqual(open);
  });

  test.each<[string, unknown[]]>([
    ['another version', SIMPLE_VALUES.with(2, 2)],
    ['another mechanism', SIMPLE_VALUES.with(4, 1)],
    ['another spelling of the start', SIMPLE_VALUES.with(5, '1970-01-01T00:00:00.0Z')],
    ['the text of another end', SIMPLE_VALUES.with(6, '2026-05-01T11:59:59Z')],
    ['another end', SIMPLE_VALUES.with(8, 1_777_636_799)],
    ['another comparison', SIMPLE_VALUES.with(9, 'gt')],
    ['a count that is not a safe integer', SIMPLE_VALUES.with(3, 2n ** 53n + 1n)],
    ['an end that is not a valid time', SIMPLE_VALUES.with(8, 2n ** 200n)],
  ])('is rejected with %s', (_name, values) => {
    expect(() => parseSimpleCalldata(simpleBy(values))).toThrow(/./);
  });

  test.each<[string, Hex]>([
    ['an empty input', '0x'],
    ['only a selector', '0xa7ea3ea7'],
    ['another selector', digit(simpleCalldata(anchor), 0) as Hex],
    ['an extra byte', `${simpleCalldata(anchor)}00`],
    ['a missing word', simpleCalldata(anchor).slice(0, -64) as Hex],
    ['a KHIPU input', khipuCalldata(recordOf())],
  ])('is not parsed from %s', (_name, input) => {
    expect(() => parseSimpleCalldata(input)).toThrow(/./);
  });
});

function recordOf(kind: KhipuRecord['kind'] = 'recordEvent'): KhipuRecord {
  return {
    kind,
    tenant: TENANT,
    asset: ASSETS[0],
    event: 'f0000000-a62e-459a-b091-dd85cd7b467e',
    eventHash: '1b'.repeat(32),
    previousEventHash: '00'.repeat(32),
    sequence: 17,
  };
}

describe('the input of a KHIPU transaction', () => {
  test.each(['createAsset', 'recordEvent'] as const)('equals that of another encoder for the kind %s', (kind) => {
    const record = recordOf(kind);
    const values = [
      uuid(TENANT),
      uuid(ASSETS[0]),
      uuid(record.event),
      `0x${record.eventHash}`,
      `0x${'00'.repeat(32)}`,
      17,
    ];
    const selector = id(`${kind}(${KHIPU_TYPES.join(',')})`).slice(0, 10);
    expect(khipuCalldata(record)).toBe(`${selector}${coder.encode(KHIPU_TYPES, values).slice(2)}`);
    expect(parseKhipuCalldata(khipuCalldata(record))).toEqual(record);
  });

  test.each<[string, Hex]>([
    ['an empty input', '0x'],
    ['another selector', digit(khipuCalldata(recordOf()), 0) as Hex],
    ['an extra byte', `${khipuCalldata(recordOf())}00`],
    ['padding of a UUID that is not zero', digit(khipuCalldata(recordOf()), 8 + 40) as Hex],
    ['an anchor', simpleCalldata(anchor)],
  ])('is not parsed from %s', (_name, input) => {
    expect(() => parseKhipuCalldata(input)).toThrow(/./);
  });

  test('is not created for a sequence above 64 bits', () => {
    expect(() => khipuCalldata({ ...recordOf(), sequence: 2 ** 64 })).toThrow(/./);
  });
});

describe('the input of the transaction of an anchor of a log', () => {
  const ofLog: LogAnchor = {
    log: 'f0000000-a62e-459a-b091-dd85cd7b467e',
    scope: TENANT,
    size: 2 ** 40 + 3,
    root: '6b'.repeat(32),
    epoch: 'e0'.repeat(16),
  };
  const TYPES = 'bytes16 bytes16 uint64 bytes32 bytes16'.split(' ');
  const values: unknown[] = [uuid(ofLog.log), uuid(TENANT), 2 ** 40 + 3, `0x${ofLog.root}`, `0x${ofLog.epoch}`];
  const encoded = (some: unknown[]): Hex =>
    `${id(`anchorLog(${TYPES.join(',')})`).slice(0, 10)}${coder.encode(TYPES, some).slice(2)}` as Hex;

  test('equals that of another encoder', () => {
    expect(logCalldata(ofLog)).toBe(encoded(values));
    expect(parseLogCalldata(encoded(values))).toEqual(ofLog);
  });

  test('has the nil UUID for the log of public events', () => {
    const open = { ...ofLog, scope: '00000000-0000-0000-0000-000000000000' };
    expect(parseLogCalldata(logCalldata(open))).toEqual(open);
  });

  test.each<[string, Hex]>([
    ['an empty input', '0x'],
    ['only a selector', logCalldata(ofLog).slice(0, 10) as Hex],
    ['another selector', digit(logCalldata(ofLog), 0) as Hex],
    ['an extra byte', `${logCalldata(ofLog)}00`],
    ['a missing word', logCalldata(ofLog).slice(0, -64) as Hex],
    ['padding of a UUID that is not zero', digit(logCalldata(ofLog), 8 + 40) as Hex],
    ['padding of the epoch that is not zero', digit(logCalldata(ofLog), 8 + 5 * 64 - 1) as Hex],
    ['upper-case digits', `0x${logCalldata(ofLog).slice(2).toUpperCase()}`],
    ['a size that is not a safe integer', encoded(values.with(2, 2n ** 53n + 1n))],
    ['an anchor of a window', simpleCalldata(anchor)],
    ['a KHIPU input', khipuCalldata(recordOf())],
  ])('is not parsed from %s', (_name, input) => {
    expect(() => parseLogCalldata(input)).toThrow(/./);
  });

  test('is not parsed as an anchor of a window or as a KHIPU record', () => {
    expect(() => parseSimpleCalldata(logCalldata(ofLog))).toThrow('not an anchor');
    expect(() => parseKhipuCalldata(logCalldata(ofLog))).toThrow('not a KHIPU record');
  });
});

describe('the KHIPU preimage', () => {
  const text = (value: string): string => hexlify(toUtf8Bytes(value));
  const salt = new Uint8Array(32).fill(0xa5);

  test('equals that of another encoder', () => {
    const event: ProvenEvent = {
      ...someEvent(0),
      asset_attributes: { '\u{1F600}': 'x', '\uFF5E': '', report: { b: '2', a: '1' } },
      event_attributes: { Z: '\u007f', authors: [{ name: 'G' }, {}] },
    };
    const who = (i: typeof event.principal_declared) => [i.issuer, i.subject, i.display_name, i.email].map(text);
    const [, asset, , name] = event.identity.split('/') as [string, string, string, string];
    const pairs = (...all: [string, string][]) => all.map(([key, value]) => [text(key), text(value)]);
    const expected = encodeRlp([
      '0x01',
      hexlify(salt),
      uuid(TENANT),
      uuid(asset),
      uuid(name),
      text('NewAsset'),
      text('AssetCreator'),
      who(event.principal_declared),
      who(event.principal_accepted),
      text(event.timestamp_declared),
      text(event.timestamp_accepted),
      event.from,
      pairs(['asset', 'report'], ['asset', '\uFF5E'], ['asset', '\u{1F600}'], ['event', 'Z'], ['event', 'authors']),
      [
        [text('dictv2'), pairs(['a', '1'], ['b', '2'])],
        '0x',
        text('x'),
        '0x7f',
        [text('listv2'), [pairs(['name', 'G']), []]],
      ],
    ]);
    expect(hexlify(khipuPreimage(event, salt))).toBe(expected);
  });

  test('depends on the salt', () => {
    const [a, b] = [salt, salt.with(0, 1)].map((each) => hexlify(khipuPreimage(someEvent(1), each)));
    expect(a).not.toBe(b);
  });
});
