import { parseKhipuCalldata } from './calldata.ts';
import { khipuHash, khipuPreimage } from './khipu-hash.ts';
import { decodeRlp } from '../formats/ethereum/rlp.ts';
import { equalBytes } from '../lib/bytes.ts';
import type { Transaction } from '../formats/ethereum/transaction.ts';
import { fromBase64, toBase64 } from '../lib/text.ts';
import type { KhipuProof } from './document.ts';
import { must, type Check, type StepOutcome } from './report.ts';

const SALT = 32;

/**
 * The checks from an event to the input of its transaction. The last one requires a transaction that can be decoded.
 */
export function khipuChecks(proof: KhipuProof, transaction: Transaction | undefined): Check[] {
  const checks: Check[] = [
    ['preimage', () => checkPreimage(proof)],
    ['hash', () => checkHash(proof)],
  ];
  return transaction ? [...checks, ['calldata', () => checkCalldata(proof, transaction)]] : checks;
}

function preimageOf({ khipu }: KhipuProof): Uint8Array {
  const bytes = fromBase64(khipu.preimage);
  must(bytes !== undefined && toBase64(bytes) === khipu.preimage, 'the preimage must be base64 with padding');
  return bytes;
}

/** Checks that the preimage consists of the event in the proof and a salt. */
function checkPreimage(proof: KhipuProof): StepOutcome {
  const preimage = preimageOf(proof);
  const items = decodeRlp(preimage);
  const salt = items instanceof Uint8Array ? undefined : items[1];
  must(salt instanceof Uint8Array && salt.length === SALT, `the preimage must contain a salt of ${SALT} bytes`);
  must(equalBytes(khipuPreimage(proof.event, salt), preimage), 'the preimage does not match the event');
  return `the preimage consists of the event and a salt (${preimage.length} bytes)`;
}

function checkHash(proof: KhipuProof): StepOutcome {
  const { event_hash } = proof.khipu;
  const digest = khipuHash(preimageOf(proof));
  must(digest === event_hash, `the preimage has the hash ${digest}, not ${event_hash}`);
  return `SHA-256 of the preimage is ${digest}`;
}

/** Checks that the transaction records this event. */
function checkCalldata({ event, khipu }: KhipuProof, { data }: Transaction): StepOutcome {
  const stated = parseKhipuCalldata(data);
  must(stated.kind === 'recordEvent', 'the transaction records the creation of an asset, not an event');
  must(`tenant/${stated.tenant}` === event.tenant_identity, 'the transaction records another tenant than the proof');
  must(
    `assets/${stated.asset}/events/${stated.event}` === event.identity,
    'the transaction records another event than the proof',
  );
  must(stated.eventHash === khipu.event_hash, 'the transaction records another hash than the proof');
  must(
    stated.previousEventHash === khipu.previous_event_hash,
    'the transaction records another previous hash than the proof',
  );
  must(stated.sequence === khipu.sequence, 'the transaction records another sequence than the proof');
  const { sequence, previousEventHash } = stated;
  const records = `the transaction records this hash for the event, sequence ${sequence} of its asset`;
  return `${records}, with the previous hash ${previousEventHash}`;
}
