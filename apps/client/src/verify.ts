import { isPin, PINS, type Trust } from '../../../src/proof/chain.ts';
import { examineAuthor } from '../../../src/proof/log-author.ts';
import {
  checkpointIn,
  consistencyIn,
  isLogGenesisHash,
  logGenesisIn,
  thumbprintIn,
  vkeyIn,
} from '../../../src/proof/log-pins.ts';
import { treeOf } from '../../../src/proof/log-entry.ts';
import { neededConsistency } from '../../../src/proof/log-trust.ts';
import type { Report } from '../../../src/proof/report.ts';
import { examineBytes, logProofIn } from '../../../src/proof/verify.ts';
import { EvidenceError } from './errors.ts';
import type { Event } from './types.ts';

/**
 * Values that you know from a source other than the proof and its service. They decide whether a proof is valid, or
 * only consistent: anyone can create a log or a chain.
 */
export type Pins = {
  /**
   * Keys of the log or of its witnesses, as vkeys: each must have signed the checkpoint. Those of witnesses alone do
   * not identify the log.
   */
  vkeys?: readonly string[];
  /** Hash of block 0 of the chain: 0x and 64 hexadecimal digits. */
  genesis?: string;
  /** A current or earlier validator of the embedded chain: 0x and 40 hexadecimal digits. */
  validator?: string;
  /** Sender of the transaction: 0x and 40 hexadecimal digits. */
  signer?: string;
  /** A checkpoint of the log that you saved earlier, a signed note. */
  checkpoint?: string | Uint8Array;
  /** First entry of the log: its leaf hash (64 hexadecimal digits), or its bytes. */
  logGenesis?: string | Uint8Array;
  /** Consistency proofs, as the JSON responses of `GET /v1/logs/{log}:consistency`. They need not be trusted. */
  consistency?: readonly (string | Uint8Array)[];
  /** Thumbprints of keys of the author (`thumbprint`): one of them must have signed the event. */
  authorKeys?: readonly string[];
};

/** One check. `skipped`: the pins do not allow it. */
export type VerificationStep = { name: string; ok: boolean; skipped: boolean; detail: string };

export type Verification = {
  /**
   * `valid`: every check passed, with your pins. `unpinned`: every check passed, but no pin identifies the log or the
   * chain, so anyone could have created the proof. `invalid`: a check failed. `erased`: events of the time window were
   * erased, so its hash cannot be computed any more.
   */
  verdict: 'valid' | 'unpinned' | 'invalid' | 'erased';
  /** What the result relies on; empty if a check failed. */
  reliesOn: string;
  /** The checks in order, until the first one that failed. */
  steps: VerificationStep[];
  /** The proven event; undefined if a check failed. */
  event: Event | undefined;
};

const encoder = new TextEncoder();

/** The bytes of a text. */
const bytesOf = (given: string | Uint8Array): Uint8Array => (typeof given === 'string' ? encoder.encode(given) : given);

/**
 * Verifies a proof of an event, of the form `log` or `window`, without the network. `proof`: the response of `:proof`
 * as bytes or text. Never throws because of a proof; throws EvidenceError for a pin that is not valid.
 */
export function verifyProof(proof: string | Uint8Array, pins: Pins = {}): Verification {
  const trust = trustOf(pins);
  const { report, proof: read } = examineAuthor(examineBytes(bytesOf(proof), trust), trust);
  return {
    verdict: verdictOf(report),
    reliesOn: withoutOptions(report.word),
    steps: report.steps.map(({ name, ok, skipped = false, detail }) => ({
      name,
      ok,
      skipped,
      detail: withoutOptions(detail),
    })),
    event: read?.event as Event | undefined,
  };
}

function verdictOf({ ok, vouched, erased }: Report): Verification['verdict'] {
  if (ok) return vouched ? 'valid' : 'unpinned';
  return erased ? 'erased' : 'invalid';
}

/**
 * The log and the sizes of the consistency proofs that the pins require for a proof: empty if they require none, and
 * for a proof that is not by a log entry or not valid.
 */
export function consistencyNeeded(proof: string | Uint8Array, pins: Pins): { log: string; from: number; to: number }[] {
  const read = logProofIn(bytesOf(proof));
  if (!read) return [];
  const trust = trustOf(pins);
  const { log } = treeOf(read.checkpoint);
  return neededConsistency(read, trust)
    .filter(([from, to]) => !trust.consistency?.some((each) => each.from === from && each.to === to))
    .map(([from, to]) => ({ log, from, to }));
}

function trustOf({ vkeys, checkpoint, logGenesis, consistency, authorKeys, ...chain }: Pins): Trust {
  const trust: Trust = {};
  for (const name of Object.keys(PINS) as (keyof typeof PINS)[]) {
    const value = chain[name];
    if (value === undefined) continue;
    if (!isPin(name, value)) throw badPin(name, `must be 0x and ${PINS[name]} hexadecimal digits`);
    trust[name] = value;
  }
  if (vkeys && vkeys.length > 0) trust.vkeys = vkeys.map((vkey, i) => readPin(`vkeys[${i}]`, () => vkeyIn(vkey)));
  if (checkpoint !== undefined) trust.checkpoint = readPin('checkpoint', () => checkpointIn(bytesOf(checkpoint)));
  if (typeof logGenesis === 'string') {
    if (!isLogGenesisHash(logGenesis)) throw badPin('logGenesis', 'must be 64 lower-case hexadecimal digits');
    trust.logGenesis = { hash: logGenesis };
  } else if (logGenesis) {
    trust.logGenesis = readPin('logGenesis', () => logGenesisIn(logGenesis));
  }
  if (consistency)
    trust.consistency = consistency.map((each, i) => readPin(`consistency[${i}]`, () => consistencyIn(bytesOf(each))));
  if (authorKeys && authorKeys.length > 0)
    trust.authorKeys = authorKeys.map((key, i) => readPin(`authorKeys[${i}]`, () => thumbprintIn(key)));
  return trust;
}

function readPin<T>(field: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw badPin(field, (error as Error).message, error);
  }
}

const badPin = (field: string, description: string, cause?: unknown): EvidenceError =>
  new EvidenceError('INVALID_ARGUMENT', `${field}: ${description}`, { fields: [{ field, description }], cause });

/** The texts of the verifier name options of a command that this package does not have. */
const withoutOptions = (text: string): string => text.replaceAll(/ \(--[^)]*\)/g, '');
