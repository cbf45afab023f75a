import { fromCanonicalBase64, toHex } from '../lib/text.ts';
import { decodeBundle } from '../formats/log/bundle.ts';
import { parseHash } from '../formats/log/checkpoint.ts';
import type { KeyChange } from '../formats/log/key-change.ts';
import { parseVkey } from '../formats/log/note.ts';
import { leafHash } from '../formats/log/tree.ts';
import { treeOf } from './log-entry.ts';
import type { ConsistencyProof, LogGenesis } from './log-trust.ts';
import { must } from './report.ts';
import { listOf, memberOf, record, text, whole, type Shape } from './shape.ts';

/** The known values of a log as users give them. All functions throw RangeError or Problem with what is wrong. */

/** A vkey of a log or of a witness. */
export function vkeyIn(given: string): string {
  parseVkey(given);
  return given;
}

/** The thumbprint of an author's key. */
export function thumbprintIn(given: string): string {
  must(/^[A-Za-z0-9_-]{43}$/.test(given), 'must be the thumbprint of a key, 43 characters of base64url');
  return given;
}

/** Whether a text is the hash of the first entry of a log. */
export const isLogGenesisHash = (given: string): boolean => /^[0-9a-f]{64}$/.test(given);

/** The first entry of a log, in the bytes of the entry or of the bundle that has only this entry. */
export function logGenesisIn(bytes: Uint8Array): LogGenesis {
  // Entries are bencoded maps, which start with "d".
  const [entry, ...more] = bytes[0] === 0x64 ? [bytes] : decodeBundle(bytes);
  if (!entry || more.length > 0)
    throw new RangeError('genesis: must be the first entry of a log, and no other entries');
  return { hash: toHex(leafHash(entry)), entry };
}

/** A saved checkpoint: the bytes of a signed note, whose signatures are not verified. */
export function checkpointIn(bytes: Uint8Array): string {
  const note = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  treeOf(note);
  return note;
}

const consistency = record<{ from: number; to: number; path: string[] }>({
  from: whole,
  to: whole,
  path: listOf(text),
});

/** The changes of keys in the response of `GET /v1/logs/{log}/keys`, without other fields. */
export function keyChangesIn(bytes: Uint8Array): KeyChange[] {
  return keyChangesOf(listOf(any)(memberOf(JSON.parse(new TextDecoder().decode(bytes)), 'keys'), 'keys'));
}

/** The changes of keys in `keys` of that response. */
export const keyChangesOf = (keys: readonly unknown[]): KeyChange[] =>
  keys.flatMap((key, n) => keyChangeIn(key, `keys[${n}]`) ?? []);

/**
 * The change to one of the keys in that response, of which `at` is the path; undefined for the first keys of the log.
 */
export function keyChangeIn(key: unknown, at: string): KeyChange | undefined {
  const [note, changed] = [memberOf(key, 'checkpoint'), memberOf(key, 'change')];
  if (note === undefined || changed === undefined) return undefined;
  const { index, entry, path } = change(changed, `${at}.change`);
  const bytes = fromCanonicalBase64(entry);
  must(bytes !== undefined, `${at}.change.entry must be in base64`);
  return {
    note: text(note, `${at}.checkpoint`),
    index,
    entry: bytes,
    path: path.map((hash) => parseHash(`${at}.change.path`, hash)),
  };
}

const any: Shape<unknown> = (value) => value;
const change = record<{ index: number; entry: string; path: string[] }>({
  index: whole,
  entry: text,
  path: listOf(text),
});

/** A consistency proof: the response of `GET /v1/logs/{log}:consistency`. */
export function consistencyIn(bytes: Uint8Array): ConsistencyProof {
  const { from, to, path } = consistency(JSON.parse(new TextDecoder().decode(bytes)), 'the consistency proof');
  return { from, to, path: path.map((hash) => parseHash('path', hash)) };
}
