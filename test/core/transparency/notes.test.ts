import { beforeAll, describe, expect, test } from 'vitest';
import { utf8 } from '../../../src/lib/text.ts';
import { formatCheckpoint, parseCheckpoint } from '../../../src/formats/log/checkpoint.ts';
import {
  formatNote,
  formatVkey,
  MAX_SIGNATURES,
  parseNote,
  parseVkey,
  SIGNATURE_TYPES,
  verifierKey,
  type VerifierKey,
} from '../../../src/formats/log/note.ts';
import {
  cosign,
  cosignatureMessage,
  signNote,
  verifiedSignatures,
  verifyNote,
  type NoteSigner,
} from '../../../src/formats/log/note-signatures.ts';
import notes from '../../vectors/transparency/notes.json' with { type: 'json' };
import { ed25519Signer } from './support/keys.ts';
import { bitFlips } from './support/memory-log.ts';

const ROOT = Uint8Array.from({ length: 32 }, (_, i) => i);
const TEXT = formatCheckpoint({ origin: 'log.example/v1/logs/1', size: 7, root: ROOT, extensions: [] });

let log: NoteSigner;
let witness: NoteSigner;
let logKey: VerifierKey;
let witnessKey: VerifierKey;

beforeAll(async () => {
  log = await ed25519Signer('log.example/v1/logs/1', '11'.repeat(32));
  witness = await ed25519Signer('witness.example/w', '22'.repeat(32));
  logKey = verifierKey(log.name, SIGNATURE_TYPES.ed25519, log.publicKey);
  witnessKey = verifierKey(witness.name, SIGNATURE_TYPES.cosignature, witness.publicKey);
});

test.each(['c2sp', 'go'] as const)(
  'a signed note of the public vector %s is parsed, verified and written byte for byte',
  async (name) => {
    const { vkey, text, note } = notes[name];
    const parsed = parseNote(note);
    expect(parsed.text).toBe(text);
    expect(formatNote(parsed)).toBe(note);
    expect(parseNote(utf8(note))).toEqual(parsed);
    const key = parseVkey(vkey);
    expect(formatVkey(key)).toBe(vkey);
    expect((await verifyNote(parsed, [key])).map(({ time }) => time)).toEqual([undefined]);
  },
);

test('a signed note is signed as golang.org/x/mod/sumdb/note signs it', async () => {
  const { vkey, seed, text, note } = notes.go;
  const signer = await ed25519Signer('PeterNeumann', seed);
  expect(formatVkey(verifierKey(signer.name, SIGNATURE_TYPES.ed25519, signer.publicKey))).toBe(vkey);
  expect(formatNote({ text, signatures: [await signNote(text, signer)] })).toBe(note);
});

test('a signed note with a cosignature is the one of the specification, byte for byte', () => {
  const parsed = parseNote(notes.cosigned);
  expect(formatNote(parsed)).toBe(notes.cosigned);
  expect(parsed.signatures.map(({ name, bytes }) => [name, bytes.length])).toEqual([
    ['example.com/behind-the-sofa', 64],
    ['witness.example.com/w1', 72],
  ]);
  expect(formatCheckpoint(parseCheckpoint(parsed.text))).toBe(parsed.text);
});

test('a signed note is verified by known keys, with the time of a cosignature, and ignores other keys', async () => {
  const signatures = [await signNote(TEXT, log), await cosign(TEXT, 1_795_000_000, witness)];
  const note = parseNote(formatNote({ text: TEXT, signatures }));
  const verified = await verifyNote(note, [logKey, witnessKey]);
  expect(verified.map(({ key, time }) => [key.name, time])).toEqual([
    ['log.example/v1/logs/1', undefined],
    ['witness.example/w', 1_795_000_000],
  ]);
  expect(await verifyNote(note, [witnessKey])).toHaveLength(1);
  const other = verifierKey('other.example', 1, witness.publicKey);
  expect(await verifiedSignatures(note, [other])).toEqual([]);
  await expect(verifyNote(note, [other])).rejects.toThrow('note: must have a signature of a known key');
});

test('a signed note is refused as a whole if the signature of one known key is not valid', async () => {
  const signatures = [await signNote(TEXT, log), await cosign(TEXT, 5, witness)];
  signatures[1]!.bytes[7]! += 1;
  await expect(verifyNote({ text: TEXT, signatures }, [logKey, witnessKey])).rejects.toThrow(
    /^note: the signature of witness\.example\/w\+[0-9a-f]{8} is not valid$/,
  );
  expect(await verifyNote({ text: TEXT, signatures }, [logKey])).toHaveLength(1);
});

test('a signed note does not verify with any single bit of it changed', async () => {
  const signatures = [await signNote(TEXT, log), await cosign(TEXT, 1_795_000_000, witness)];
  const accepted: string[] = [];
  for (const changed of bitFlips(utf8(formatNote({ text: TEXT, signatures })))) {
    try {
      const verified = await verifyNote(parseNote(changed), [logKey, witnessKey]);
      if (verified.length === 2) accepted.push(new TextDecoder().decode(changed));
    } catch (error) {
      expect(error).toBeInstanceOf(RangeError);
    }
  }
  expect(accepted).toEqual([]);
});

test('a signed note does not accept a signature as one of another type', async () => {
  const asCosigner = verifierKey(log.name, SIGNATURE_TYPES.cosignature, log.publicKey);
  const signature = await signNote(TEXT, log);
  await expect(
    verifyNote({ text: TEXT, signatures: [{ ...signature, keyId: asCosigner.keyId }] }, [asCosigner]),
  ).rejects.toThrow('is not valid');
  expect(await verifiedSignatures({ text: TEXT, signatures: [signature] }, [asCosigner])).toEqual([]);
});

test('a signed note keeps the empty lines of its text', () => {
  const note = formatNote({ text: 'a\n\nb\n', signatures: [{ name: 'k', keyId: '01020304', bytes: ROOT }] });
  expect(parseNote(note).text).toBe('a\n\nb\n');
});

test.each([
  ['text', 'note: must have an empty line before the signatures'],
  ['text\n\n', 'note: must have signature lines'],
  ['text\n\n— k AQIDBAU=', 'note: must have signature lines'],
  ['text\n\n- k AQIDBAU=\n', 'note: a signature line must be "— name base64", not "- k AQIDBAU="'],
  ['text\n\n— k AQIDBA==\n', 'note: a signature line must be'],
  ['text\n\n— k AQIDBAV=\n', 'note: a signature line must be'],
  ['text\n\n— k AQIDBAU\n', 'note: a signature line must be'],
  ['text\n\n— k+1 AQIDBAU=\n', 'note: a signature line must be'],
  ['text\n\n— k\u00a0 AQIDBAU=\n', 'note: a signature line must be'],
  ['te\txt\n\n— k AQIDBAU=\n', 'note: must be well-formed text without control characters'],
  ['te\ud800xt\n\n— k AQIDBAU=\n', 'note: must be well-formed text'],
  [Uint8Array.of(0xff, 0x0a, 0x0a), 'note: must be UTF-8'],
  [`text\n\n${'— k AQIDBAU=\n'.repeat(MAX_SIGNATURES + 1)}`, 'note: must have at most 64 signatures'],
])('a signed note is refused with the reason: %j', (note, message) => {
  expect(() => parseNote(note)).toThrow(message);
});

test('a signed note cannot be written with a text that has no newline at its end', () => {
  expect(() => formatNote({ text: 'text', signatures: [] })).toThrow('note: the text must end in a newline');
});

test.each([
  ['example.com/foo', 'vkey: must be name+keyid+base64'],
  [notes.c2sp.vkey.replace('530d903a', '530d903b'), 'vkey: the key id must be 530d903a, not 530d903b'],
  [notes.c2sp.vkey.replace('530d903a', '530D903A'), 'vkey: must be name+keyid+base64'],
  [notes.c2sp.vkey.replace('foo', 'fo o'), 'name: must be text without spaces'],
  [notes.c2sp.vkey.slice(0, -4), 'public key: must have 32 bytes for Ed25519'],
  [`${notes.c2sp.vkey}\n`, 'vkey: must be name+keyid+base64'],
])('a verifier key is refused with the reason: %j', (vkey, message) => {
  expect(() => parseVkey(vkey)).toThrow(message);
});

test('a verifier key of an unknown type is parsed, and verifies nothing', async () => {
  const unknown = verifierKey('k', 6, new Uint8Array(1312));
  expect(parseVkey(formatVkey(unknown))).toEqual(unknown);
  const signatures = [{ name: 'k', keyId: unknown.keyId, bytes: new Uint8Array(2428) }];
  await expect(verifyNote({ text: TEXT, signatures }, [unknown])).rejects.toThrow('is not valid');
});

test('a verifier key that is not a point of the curve verifies nothing', async () => {
  const key = verifierKey('k', SIGNATURE_TYPES.ed25519, new Uint8Array(32).fill(0xff));
  const signatures = [{ name: 'k', keyId: key.keyId, bytes: new Uint8Array(64) }];
  await expect(verifyNote({ text: TEXT, signatures }, [key])).rejects.toThrow('is not valid');
});

describe('a cosignature', () => {
  test('covers a header, the time, and the whole text of the checkpoint', () => {
    expect(new TextDecoder().decode(cosignatureMessage(TEXT, 1_679_315_147n))).toBe(
      `cosignature/v1\ntime 1679315147\n${TEXT}`,
    );
  });

  test('begins with the time as a big-endian uint64', async () => {
    const { bytes } = await cosign(TEXT, 1_679_315_147, witness);
    expect([...bytes.subarray(0, 8)]).toEqual([0, 0, 0, 0, 0x64, 0x18, 0x50, 0xcb]);
  });
});

describe('a checkpoint', () => {
  test('is three lines, and extension lines if there are any', () => {
    expect(TEXT).toBe('log.example/v1/logs/1\n7\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n');
    const extended = { origin: 'o', size: 0, root: ROOT, extensions: ['a', 'b c'] };
    expect(parseCheckpoint(formatCheckpoint(extended))).toEqual(extended);
  });

  test.each([
    ['o\n7\n', 'checkpoint: must have at least three lines'],
    [TEXT.slice(0, -1), 'checkpoint: must have at least three lines'],
    [TEXT.replace('log.example/v1/logs/1', ''), 'checkpoint: lines must not be empty'],
    [`${TEXT}\n`, 'checkpoint: lines must not be empty'],
    [TEXT.replace('7', '07'), 'size: must be a number from 0 to 2^53 - 1 without leading zeros, not 07'],
    [TEXT.replace('7', '-7'), 'size: must be a number'],
    [TEXT.replace('7', '9007199254740992'), 'size: must be a number'],
    [TEXT.replace('AAEC', 'AAE'), 'root: must be base64 of 32 bytes'],
    [TEXT.replace('Hh8=', 'Hh9='), 'root: must be base64 of 32 bytes'],
  ])('is refused with the reason: %j', (text, message) => {
    expect(() => parseCheckpoint(text)).toThrow(message);
  });

  test('cannot be written with an origin of two lines, another root or another size', () => {
    const valid = { origin: 'o', size: 1, root: ROOT, extensions: [] };
    expect(() => formatCheckpoint({ ...valid, origin: 'a\nb' })).toThrow('origin and extensions: must be lines');
    expect(() => formatCheckpoint({ ...valid, size: 1.5 })).toThrow('size: must be an integer');
    expect(() => formatCheckpoint({ ...valid, root: new Uint8Array(31) })).toThrow('root: must have 32 bytes');
  });
});
