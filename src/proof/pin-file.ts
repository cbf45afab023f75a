import { senderOf } from '../formats/ethereum/transaction.ts';
import { parseVkey } from '../formats/log/note.ts';
import { thumbprintOf } from '../formats/statement/key.ts';
import { toBase64Url } from '../lib/text.ts';
import { parseDocument } from './document.ts';
import { isPin, PINS, shownTransaction, type Trust } from './chain.ts';
import type { ChainEvidence } from './format.ts';
import { treeOf } from './log-entry.ts';
import { vkeyIn } from './log-pins.ts';
import { must, Problem } from './report.ts';
import { anyOf, atLeastOne, listOf, mapOf, matching, recordWith, text, type Shape } from './shape.ts';
import { validatorsOf } from './validators.ts';
import { isOfLog, type AnyProof } from './verify.ts';

/** Lists: for keys that the operator has rotated, of which a proof must have one. */
type ChainPins = { genesis?: string; validator?: string | string[]; signer?: string | string[] };

/** Values that a reader knows from other sources than the proofs, and keeps for all of them. */
export type PinFile = {
  /** vkeys of logs. */
  logs?: string[];
  /** By the id of a chain. */
  chains?: Record<string, ChainPins>;
  /** By the thumbprint of the key of an author: whose it is. */
  authors?: Record<string, string>;
  /** The files with the certificates of time-stamping authorities. */
  authorities?: string[];
};

const vkey: Shape<string> = (value, path) => {
  const given = text(value, path);
  try {
    return vkeyIn(given);
  } catch (error) {
    throw new Problem(`${path}: ${(error as Error).message}`);
  }
};

const digits =
  (name: keyof typeof PINS): Shape<string> =>
  (value, path) => {
    must(typeof value === 'string' && isPin(name, value), `${path} must be 0x and ${PINS[name]} hexadecimal digits`);
    return value;
  };

const oneOrMore = (name: keyof typeof PINS): Shape<string | string[]> =>
  anyOf<string | string[]>((value) => (Array.isArray(value) ? atLeastOne(digits(name)) : digits(name)));

const authors: Shape<Record<string, string>> = (value, path) => {
  const names = mapOf(text)(value, path);
  for (const key of Object.keys(names))
    matching(/^[A-Za-z0-9_-]{43}$/, 'the thumbprint of a key')(key, `${path}.${key}`);
  return names;
};

const pinFile = recordWith<object, Required<PinFile>>(
  {},
  {
    logs: listOf(vkey),
    chains: mapOf(
      recordWith<object, Required<ChainPins>>(
        {},
        { genesis: digits('genesis'), validator: oneOrMore('validator'), signer: oneOrMore('signer') },
      ),
    ),
    authors,
    authorities: listOf(text),
  },
);

/** The pins in the bytes of a file: JSON in UTF-8. Throws Problem, which names the field, or SyntaxError. */
export const pinFileIn = (bytes: Uint8Array): PinFile =>
  pinFile(parseDocument(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)), 'the file');

/** The pinned keys of the log of a checkpoint: those that have signed it, or all if none has. */
export function logPins({ logs = [] }: PinFile, checkpoint: string): Pick<Trust, 'vkeys'> {
  const { origin, note } = treeOf(checkpoint);
  const own = logs.map((each) => ({ vkey: each, key: parseVkey(each) })).filter(({ key }) => key.name === origin);
  const signed = own.filter(({ key: { name, keyId } }) =>
    note.signatures.some((line) => line.name === name && line.keyId === keyId),
  );
  const vkeys = (signed.length > 0 ? signed : own).map((each) => each.vkey);
  return vkeys.length > 0 ? { vkeys } : {};
}

/**
 * The pins that a proof can be compared with: those of its log and its chain, and the key of its author if it is known.
 * Pins of others do not fail it.
 */
export function pinsOf(proof: AnyProof, pins: PinFile): Trust {
  if (!isOfLog(proof)) return chainPins(pins, proof.chain);
  const known = knownAuthor(proof, pins) !== undefined;
  return {
    ...logPins(pins, proof.checkpoint),
    ...(proof.anchor ? chainPins(pins, proof.anchor.chain) : {}),
    ...(known ? { authorKeys: [authorKeyOf(proof)!] } : {}),
  };
}

function chainPins({ chains = {} }: PinFile, chain: ChainEvidence): Pick<Trust, keyof typeof PINS> {
  const { chain_id, kind } = chain;
  const { genesis: hash, validator, signer } = Object.hasOwn(chains, chain_id) ? chains[chain_id]! : {};
  const transaction = shownTransaction(chain);
  return {
    ...(hash === undefined || kind === 'external' ? {} : { genesis: hash }),
    ...(validator === undefined || kind === 'external'
      ? {}
      : { validator: pinIn(validator, () => validatorsOf(chain)) }),
    ...(signer === undefined ? {} : { signer: pinIn(signer, () => (transaction ? [senderOf(transaction)] : [])) }),
  };
}

/** The pinned address that a proof has; another one if it has none, with which its step fails. */
function pinIn(pinned: string | string[], shown: () => string[]): string {
  if (typeof pinned === 'string') return pinned;
  const addresses = shown();
  return pinned.find((each) => addresses.includes(each.toLowerCase())) ?? pinned[0]!;
}

/**
 * The thumbprint of the key that has signed the event of a proof, also in another deployment, base64url; undefined
 * without a statement.
 */
export function authorKeyOf(proof: AnyProof): string | undefined {
  const author = isOfLog(proof) ? (proof.author ?? proof.imported_author) : undefined;
  return author && toBase64Url(thumbprintOf(author.key));
}

/** Whose key has signed the event of a proof, as the pins name them. */
export function knownAuthor(proof: AnyProof, { authors: names = {} }: PinFile): string | undefined {
  const key = authorKeyOf(proof);
  return key !== undefined && Object.hasOwn(names, key) ? names[key] : undefined;
}
