import { describe, expect, test } from 'vitest';
import { formatSignatures, parseSignatures } from '../../../src/formats/log/note.ts';
import { formatTlogProof, parseTlogProof } from '../../../src/formats/log/tlog-proof.ts';
import {
  formatAddCheckpoint,
  formatKnownSize,
  parseAddCheckpoint,
  parseKnownSize,
} from '../../../src/formats/log/witness.ts';
import notes from '../../vectors/transparency/notes.json' with { type: 'json' };

const HASH = new Uint8Array(32).fill(7);
const BODY = notes.addCheckpoint;

test('a request to a witness of the specification is parsed and written byte for byte', () => {
  const request = parseAddCheckpoint(BODY);
  expect(formatAddCheckpoint(request)).toBe(BODY);
  expect(request.oldSize).toBe(20_852_014);
  expect(request.proof).toHaveLength(4);
  expect(request.checkpoint).toMatchObject({ origin: 'example.com/behind-the-sofa', size: 20_852_163 });
  expect(request.parsed.signatures).toHaveLength(2);
});

test('a request to a witness has no proof for a log that the witness has not seen', () => {
  const body = formatAddCheckpoint({ oldSize: 0, proof: [], note: notes.cosigned });
  expect(body).toBe(`old 0\n\n${notes.cosigned}`);
  expect(parseAddCheckpoint(body).proof).toEqual([]);
});

test.each([
  ['old 1\n', 'add-checkpoint: must have an empty line before the checkpoint'],
  [BODY.replace('old', 'new'), 'add-checkpoint: the first line must be "old <size>"'],
  [BODY.replace('old 2', 'old 02'), 'old: must be a number'],
  [BODY.replace('old ', 'old  '), 'old: must be a number'],
  [BODY.replace('20852014', '20852164'), 'old: must be at most the size of the checkpoint, which is 20852163'],
  [BODY.replace('PlRN', 'PlR'), 'proof: must be base64 of 32 bytes, not PlRC'],
  [
    BODY.replace('pkaw=\n', `pkaw=\n${'PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=\n'.repeat(60)}`),
    'at most 63 lines',
  ],
  [BODY.replace('— example', '- example'), 'note: a signature line must be'],
])('a request to a witness is refused with the reason: %j', (body, message) => {
  expect(() => parseAddCheckpoint(body)).toThrow(message);
});

test('a request to a witness cannot be written with a proof of more than 63 hashes', () => {
  const proof = Array.from({ length: 64 }, () => HASH);
  expect(() => formatAddCheckpoint({ oldSize: 1, proof, note: '' })).toThrow('proof: must have at most 63 hashes');
});

test('a response of a witness of the specification has cosignatures, byte for byte', () => {
  const signatures = parseSignatures(notes.cosignatures);
  expect(signatures.map(({ name, bytes }) => [name, bytes.length])).toEqual([
    ['witness.example/w1', 72],
    ['witness.example/w1', 72],
    ['witness.example/w2', 72],
  ]);
  expect(formatSignatures(signatures)).toBe(notes.cosignatures);
});

test('a response of a witness has the size that it knows, if that is another one', () => {
  expect(formatKnownSize(20)).toBe('20\n');
  expect(parseKnownSize('20\n')).toBe(20);
  expect(() => parseKnownSize('20')).toThrow('size: must end in a newline');
  expect(() => parseKnownSize('x\n')).toThrow('size: must be a number');
});

describe('a tlog-proof', () => {
  const proof = { index: 4, path: [HASH, HASH], note: notes.cosigned, extra: undefined };

  test('has a header, the index, the path and the checkpoint', () => {
    const text = formatTlogProof(proof);
    const hash = 'BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=';
    expect(text).toBe(`c2sp.org/tlog-proof@v1\nindex 4\n${hash}\n${hash}\n\n${notes.cosigned}`);
    expect(parseTlogProof(text)).toEqual(proof);
    const extended = { ...proof, extra: Uint8Array.of(1, 2) };
    expect(parseTlogProof(formatTlogProof(extended))).toEqual(extended);
  });

  test.each([
    ['', 'tlog-proof: the first line must be c2sp.org/tlog-proof@v1'],
    [formatTlogProof(proof).replace('@v1', '@v2'), 'tlog-proof: the first line must be'],
    [formatTlogProof(proof).replace('index 4\n', ''), 'tlog-proof: must have a line "index <number>"'],
    [formatTlogProof(proof).replace('index 4', 'index 04'), 'index: must be a number'],
    [formatTlogProof(proof).replace('BwcH', 'Bwc'), 'path: must be base64 of 32 bytes, not BwcBwc'],
    [formatTlogProof({ ...proof, path: [HASH.subarray(1)] }), 'path: must be base64 of 32 bytes, not BwcH'],
    [formatTlogProof({ ...proof, path: Array.from({ length: 64 }, () => HASH) }), 'path: must have at most 63 hashes'],
  ])('is refused with the reason: %j', (text, message) => {
    expect(() => parseTlogProof(text)).toThrow(message);
  });
});
