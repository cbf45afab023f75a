import { setImmediate } from 'node:timers/promises';
import { createHash, createHmac } from 'node:crypto';
import { bencode, type Bencodable } from '../../../src/formats/bencode.ts';
import { chainHashV1, GENESIS_HASH } from '../../../src/formats/chain-hash.ts';
import { contentCommitment, type Content } from '../../../src/formats/content-commitment.ts';
import { canonicalJson } from '../../../src/lib/digest.ts';
import { canonicalEvent } from '../../../src/formats/simple-hash.ts';
import { fromHex } from '../../../src/lib/text.ts';
import { parseCheckpoint } from '../../../src/formats/log/checkpoint.ts';
import { encodeEventEntry, entrySecrets } from '../../../src/formats/log/entry.ts';
import { parseNote } from '../../../src/formats/log/note.ts';
import { rootFromInclusion } from '../../../src/formats/log/proofs.ts';
import { leafHash } from '../../../src/formats/log/tree.ts';
import { hashesOf } from '../../../src/proof/log-document.ts';
import type { LogProof } from '../../../src/proof/log-format.ts';

const HASH = 32;
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const sha256 = (message: Uint8Array | string): string => createHash('sha256').update(message).digest('hex');

/** The bytes that a text can stand for: hexadecimal digits, base64 and base64url. */
function* decodings(text: string): Generator<Buffer> {
  const digits = text.replace(/^0x/, '');
  if (/^(?:[0-9a-fA-F]{2})+$/.test(digits)) yield Buffer.from(digits, 'hex');
  if (/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) yield Buffer.from(text, 'base64url');
}

/** All texts of a document, and the words of each: with "+", as in base64, and between them, as in a key of a note. */
function* textsOf(node: unknown): Generator<string> {
  if (typeof node === 'string') yield* new Set([node, ...node.split(/\s/), ...node.split(/[\s+]/)]);
  else if (node !== null && typeof node === 'object') for (const each of Object.values(node)) yield* textsOf(each);
}

/** Every sequence of `length` bytes of every encoded text of a document, at every position, as hexadecimal digits. */
export function sequencesIn(document: unknown, length: number): Set<string> {
  const found = new Set<string>();
  for (const text of textsOf(document))
    for (const bytes of decodings(text))
      for (let at = 0; at + length <= bytes.length; at++) found.add(hex(bytes.subarray(at, at + length)));
  return found;
}

/** The encoded values of `size` bytes each in a document: those of which a text or a list of them consists. */
function valuesIn(document: unknown, size: number): string[] {
  const found = new Set<string>();
  for (const text of textsOf(document))
    for (const bytes of decodings(text))
      if (bytes.length % size === 0)
        for (let at = 0; at < bytes.length; at += size) found.add(hex(bytes.subarray(at, at + size)));
  return [...found];
}

/** A value that a reader may not see: how an event looks with a guess of it, and the field that it is. */
export type Hidden = { field: Bencodable[]; with: (event: LogProof['event'], guess: string) => LogProof['event'] };

/** The hidden asset attribute of this name. */
export const hiddenAttribute = (name: string): Hidden => ({
  field: ['asset_attributes', name],
  with: (event, guess) => ({ ...event, asset_attributes: { ...event.asset_attributes, [name]: guess } }),
});

/**
 * The digests that someone computes who has a proof and guesses a hidden value: without a salt, with every value in the
 * proof as the salt or as the seed of the field, and with the seeds in the proof up to the root of the checkpoint.
 * `logs`: the ids of all logs that have the event. The evidence of the chain is left out: everyone has it.
 */
export function guesser(proof: LogProof, hidden: Hidden, logs: readonly string[]): (guess: string) => string[] {
  const { anchor: _anchor, ...own } = proof;
  const keys = valuesIn(own, HASH);
  const saltOf = (key: string): string =>
    createHmac('sha256', fromHex(key))
      .update(bencode(['ASSETCHAINV2-SALT', ...hidden.field]))
      .digest('hex')
      .slice(0, 32);
  const salts = [...new Set([...valuesIn(own, 16), ...keys, ...keys.map(saltOf)])];
  const seeds = Object.entries(proof.content).flatMap(([name, text]) => {
    if (name !== 'seed') return [];
    const seed = fromHex(Buffer.from(text, 'base64url').toString('hex'));
    return [seed, ...logs.map((log) => entrySecrets(seed, log).contentSeed)];
  });
  const { size } = parseCheckpoint(parseNote(proof.checkpoint).text);
  const path = hashesOf(proof.path);
  return (guess) => {
    const event = hidden.with(proof.event, guess);
    const attributes = event.asset_attributes as Bencodable;
    const link = { ...proof.entry, previous_hash: GENESIS_HASH };
    const unsalted = [guess, canonicalJson(event), JSON.stringify(event), JSON.stringify(attributes)];
    const encoded = [bencode(guess), bencode(attributes), bencode([...hidden.field, guess]), canonicalEvent(event)];
    const { event_attributes, asset_attributes, principal_declared, principal_accepted } = event;
    const content: Content = { event_attributes, asset_attributes, principal_declared, principal_accepted };
    const commitments = seeds.map((seed) => contentCommitment(content, seed));
    const leaves = commitments.flatMap((content_commitment) =>
      logs.map((log) => leafHash(encodeEventEntry({ ...event, ...proof.entry, log, content_commitment }))),
    );
    const roots = leaves.map((leaf) => rootFromInclusion({ index: proof.index, size, leaf }, path)!);
    return [
      ...[...unsalted, ...encoded].map(sha256),
      chainHashV1(event, link),
      ...salts.flatMap((salt) => [
        sha256(bencode(['ASSETCHAINV2-FIELD', salt, ...hidden.field, guess])),
        sha256(Buffer.concat([fromHex(salt), Buffer.from(guess)])),
      ]),
      ...commitments,
      ...[...leaves, ...roots].map(hex),
    ];
  };
}

/**
 * The guesses of four digits, from 0000 to 9999 unless other bounds are given, for which a digest is among these.
 * Pauses, so that the client hears of connections that the service closes meanwhile.
 */
export async function search(
  guessed: (guess: string) => string[],
  digests: ReadonlySet<string>,
  [first, end]: readonly [number, number] = [0, 10_000],
): Promise<string[]> {
  const found: string[] = [];
  for (let n = first; n < end; n++) {
    if (n % 100 === 0) await setImmediate();
    const guess = String(n).padStart(4, '0');
    if (guessed(guess).some((digest) => digests.has(digest))) found.push(guess);
  }
  return found;
}
