import { parseKhipuCalldata } from './calldata.ts';
import { khipuHash, khipuPreimage } from './khipuhash.ts';
import { decodeRlp, equalBytes } from '../ethereum/rlp.ts';
import type { Transaction } from '../ethereum/transaction.ts';
import { fromBase64, toBase64 } from '../core/text.ts';
import type { KhipuProof } from './document.ts';
import { must, type Check, type Found } from './report.ts';

const SALT = 32;

/** What leads from an event to the input of its transaction; the last step only where that can be read. */
export function khipuChecks(proof: KhipuProof, transaction: Transaction | undefined): Check[] {
  const checks: Check[] = [
    ['preimage', () => checkPreimage(proof)],
    ['hash', () => checkHash(proof)],
  ];
  return transaction ? [...checks, ['calldata', () => checkCalldata(proof, transaction)]] : checks;
}

function preimageOf({ khipu }: KhipuProof): Uint8Array {
  const bytes = fromBase64(khipu.preimage);
  must(bytes !== undefined && toBase64(bytes) === khipu.preimage, 'the preimage is not base64');
  return bytes;
}

/** That the preimage is the event as it is shown, and a salt. */
function checkPreimage(proof: KhipuProof): Found {
  const preimage = preimageOf(proof);
  const items = decodeRlp(preimage);
  const salt = items instanceof Uint8Array ? undefined : items[1];
  must(salt instanceof Uint8Array && salt.length === SALT, `the preimage has no salt of ${SALT} bytes`);
  must(equalBytes(khipuPreimage(proof.event, salt), preimage), 'the preimage is another event than the one shown');
  return `the preimage is the event as it is shown, and a salt: ${preimage.length} bytes`;
}

function checkHash(proof: KhipuProof): Found {
  const { event_hash } = proof.khipu;
  const digest = khipuHash(preimageOf(proof));
  must(digest === event_hash, `the preimage has the hash ${digest}, not ${event_hash}`);
  return `SHA-256 of the preimage is ${digest}`;
}

/** That the transaction states this event and no other. */
function checkCalldata({ event, khipu }: KhipuProof, { data }: Transaction): Found {
  const stated = parseKhipuCalldata(data);
  must(stated.kind === 'recordEvent', "the transaction states an asset's creation");
  must(`tenant/${stated.tenant}` === event.tenant_identity, 'the transaction states another tenant than the proof');
  must(
    `assets/${stated.asset}/events/${stated.event}` === event.identity,
    'the transaction states another event than the proof',
  );
  must(stated.eventHash === khipu.event_hash, 'the transaction states another hash than the proof');
  must(
    stated.previousEventHash === khipu.previous_event_hash,
    'the transaction states another previous hash than the proof',
  );
  must(stated.sequence === khipu.sequence, 'the transaction states another sequence than the proof');
  return `the transaction states this hash for the event, number ${stated.sequence} of its asset, after ${stated.previousEventHash}`;
}
