import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { describe, expect, test } from 'vitest';
import { toHex, utf8 } from '../../src/lib/text.ts';
import { formatCheckpoint } from '../../src/formats/log/checkpoint.ts';
import { encodeGenesis, encodeKeys } from '../../src/formats/log/entry.ts';
import type { KeyChange } from '../../src/formats/log/key-change.ts';
import { formatNote, formatVkey, SIGNATURE_TYPES, verifierKey } from '../../src/formats/log/note.ts';
import { inclusionProof } from '../../src/formats/log/proofs.ts';
import { leafHash } from '../../src/formats/log/tree.ts';
import type { Trust } from '../../src/proof/chain.ts';
import type { LogProof } from '../../src/proof/log-format.ts';
import { needsKeyChanges } from '../../src/proof/log-trust.ts';
import { verifyProof } from '../../src/proof/verify.ts';
import { logInMemory } from './support/login-memory.ts';
import { LOG, LOG_ORIGIN, witnessVkeys } from './support/log-proofs.ts';

const OTHER_LOG = 'c7c1d2e3-4f50-4a6b-8c7d-9e0f1a2b3c4d';

const keyNamed = (name: string) => {
  const secretKey = sha256(utf8(`a key named ${name}`));
  const key = verifierKey(LOG_ORIGIN, SIGNATURE_TYPES.ed25519, ed25519.getPublicKey(secretKey));
  return { secretKey, keyId: key.keyId, vkey: formatVkey(key) };
};
const [first, second, third] = ['first', 'second', 'third'].map(keyNamed) as [Key, Key, Key];
type Key = ReturnType<typeof keyNamed>;

const keysEntry = (log: string, ...keys: Key[]): Uint8Array =>
  encodeKeys({ log, created: '', keys: keys.map(({ vkey }) => ({ vkey })) });

const GENESIS = encodeGenesis({
  log: LOG,
  origin: LOG_ORIGIN,
  tenant_identity: '',
  created: '',
  keys: [{ vkey: first.vkey }],
  previous: undefined,
});

/** The log changes from the first key to the second one with entry 24, and to the third one with entry 30. */
const ENTRIES = { 0: GENESIS, 24: keysEntry(LOG, second), 30: keysEntry(LOG, third), 32: keysEntry(OTHER_LOG, third) };
const log = await logInMemory(ENTRIES);

function note(size: number, ...keys: Key[]): string {
  const text = formatCheckpoint({ origin: LOG_ORIGIN, size, root: log.roots[size]!, extensions: [] });
  const signatures = keys.map(({ secretKey, keyId }) => ({
    name: LOG_ORIGIN,
    keyId,
    bytes: ed25519.sign(utf8(text), secretKey),
  }));
  return formatNote({ text, signatures });
}

const change = async (index: number, size: number, entry: Uint8Array, ...keys: Key[]): Promise<KeyChange> => ({
  note: note(size, ...keys),
  index,
  entry,
  path: await inclusionProof(index, size, log.read),
});

/** The proof of an event with a checkpoint of 40 entries that these keys have signed. */
const proofBy = async (...keys: Key[]): Promise<LogProof> => ({
  ...(await log.proofOf(17, 40)),
  checkpoint: note(40, ...keys),
});

const toSecond = await change(24, 26, ENTRIES[24], second, first);
const toThird = await change(30, 31, ENTRIES[30], third, second);

function failing(proof: LogProof, trust: Trust): string {
  const { ok, steps } = verifyProof(proof, trust);
  expect([ok, steps.at(-1)!.name]).toEqual([false, 'checkpoint']);
  return steps.at(-1)!.detail;
}

describe('a known earlier key of the log', () => {
  test('leads to the key that has signed, over all changes in any order', async () => {
    const trust = { vkeys: [first.vkey], keyChanges: [toThird, toSecond] };
    const report = verifyProof(await proofBy(third), trust);
    expect(report).toMatchObject({ ok: true, vouched: true });
    expect(report.word).toContain(`signed by ${LOG_ORIGIN}+${third.keyId}`);
    expect(report.steps.find(({ name }) => name === 'checkpoint')!.detail).toContain(
      `is signed by ${LOG_ORIGIN}+${third.keyId}, which follows ${LOG_ORIGIN}+${first.keyId}`,
    );
    expect(verifyProof(await proofBy(second), { ...trust, keyChanges: [toSecond] })).toMatchObject({ ok: true });
  });

  test('is compared without changes if it has signed itself', async () => {
    const proof = await proofBy(first);
    const { word, ok } = verifyProof(proof, { vkeys: [first.vkey], keyChanges: [toSecond, toThird] });
    expect([ok, word]).toEqual([true, expect.stringMatching(new RegExp(`signed by \\S+\\+${first.keyId}$`))]);
    expect(needsKeyChanges(proof, { vkeys: [first.vkey] })).toBe(false);
  });

  test('requires the changes, and says where they come from', async () => {
    const proof = await proofBy(third);
    expect(needsKeyChanges(proof, { vkeys: [first.vkey] })).toBe(true);
    expect(failing(proof, { vkeys: [first.vkey] })).toContain('its later keys are needed (--service or --keys)');
    expect(failing(proof, { vkeys: [first.vkey], unavailable: 'it does not respond' })).toMatch(
      /--keys\): it does not respond$/,
    );
    for (const keyChanges of [[], [toThird], [toSecond]])
      expect(failing(proof, { vkeys: [first.vkey], keyChanges })).toContain(
        'and no change of keys leads from it to one that has signed',
      );
  });

  test('does not lead back from a later key to an earlier one', async () => {
    const trust = { vkeys: [third.vkey], keyChanges: [toSecond, toThird] };
    expect(failing(await proofBy(first), trust)).toContain('and no change of keys leads from it');
  });
});

describe('the first entry of the log', () => {
  test('leads from its keys to the key that has signed', async () => {
    const entry = GENESIS;
    const proof = await proofBy(third);
    const trust = { logGenesis: { hash: toHex(leafHash(entry)), entry }, keyChanges: [toSecond, toThird] };
    const report = verifyProof(proof, { ...trust, consistency: [log.consistency(1, 40)] });
    expect(report).toMatchObject({ ok: true, vouched: true });
    expect(report.word).toContain(`signed by ${LOG_ORIGIN}+${third.keyId}`);
  });
});

const trusting = (keyChange: KeyChange): Trust => ({ vkeys: [first.vkey], keyChanges: [keyChange] });

test('a change of keys is refused if only one of both keys has signed its checkpoint', async () => {
  const proof = await proofBy(second);
  for (const key of [first, second])
    expect(failing(proof, trusting(await change(24, 26, ENTRIES[24], key)))).toContain('no change of keys leads');
});

test('a change of keys is refused if its entry is not in the tree, although both keys have signed it', async () => {
  const forged = keysEntry(LOG, third);
  const proof = await proofBy(third);
  expect(failing(proof, trusting({ ...toSecond, note: note(26, first, third), entry: forged }))).toBe(
    'path: must lead from the entry to the root of the checkpoint of size 26',
  );
  expect(failing(proof, trusting({ ...toSecond, index: 23 }))).toContain('path: must lead from the entry');
  expect(failing(proof, trusting({ ...toSecond, path: [] }))).toContain('path: must lead from the entry');
});

test('a change of keys is refused if its entry is of another log, or of another kind', async () => {
  const proof = await proofBy(third);
  const wanted = 'entry: must be an entry LOGKEYSV1 of the log';
  expect(failing(proof, trusting(await change(32, 40, ENTRIES[32], first, third)))).toContain(wanted);
  expect(failing(proof, trusting(await change(0, 40, GENESIS, first, third)))).toContain(wanted);
  expect(failing(proof, trusting({ ...toSecond, entry: utf8('x') }))).not.toBe('');
});

test('a change of keys is refused if its checkpoint is of another log, or has a wrong signature', async () => {
  const proof = await proofBy(second);
  const other = toSecond.note.replaceAll(LOG, OTHER_LOG);
  expect(failing(proof, trusting({ ...toSecond, note: other }))).toContain('origin: must be');
  const wrong = { ...second, secretKey: third.secretKey };
  expect(failing(proof, trusting(await change(24, 26, ENTRIES[24], first, wrong)))).toBe(
    `the signature of ${LOG_ORIGIN}+${second.keyId} is not valid`,
  );
});

test('a known key of a witness does not lead to another key', async () => {
  const trust = { vkeys: witnessVkeys(1), keyChanges: [toSecond] };
  expect(failing(await proofBy(second), trust)).toMatch(/has no signature of the known key witness-0[^,]*$/);
});
