import { ANCHOR_ADDRESS } from './calldata.ts';
import { decodeHeader, headerHash, validatorOf, type Header } from '../formats/ethereum/header.ts';
import { bytesOf, type Hex } from '../formats/ethereum/hex.ts';
import { includedTransaction } from '../formats/ethereum/inclusion.ts';
import { hashOf, parseTransaction, senderOf, type Transaction } from '../formats/ethereum/transaction.ts';
import type { Certificate } from '../formats/timestamp/path.ts';
import { formatMicros, formatSeconds } from '../lib/time.ts';
import { printable } from '../lib/text.ts';
import type { ChainEvidence, Proof, ProvenEvent } from './format.ts';
import { embeddedGenesis } from './genesis.ts';
import type { LogTrust } from './log-trust.ts';
import { must, type Check, type StepOutcome, type Word } from './report.ts';
import { checkTime } from './time.ts';
import { validatorsOf } from './validators.ts';

/**
 * Values that the verifier knows from another source, in hexadecimal with 0x: the hash of block 0, the address of the
 * current validator or an earlier one, and the address that the service sends from. A missing value is not checked.
 */
export type Trust = LogTrust & {
  genesis?: string;
  validator?: string;
  signer?: string;
  /** Whether a node is queried as well. */
  node?: boolean;
  /** Certificates of time-stamping authorities, with which the tokens are verified as well (`verifyStamps`). */
  tsa?: readonly Certificate[];
  /** Thumbprints of keys of the author (RFC 7638), base64url: one of them must have signed the event. */
  authorKeys?: readonly string[];
};

/** Whether a value of a log is known. */
export const trustsLog = ({ vkeys, logGenesis, checkpoint }: Trust): boolean =>
  vkeys !== undefined || logGenesis !== undefined || checkpoint !== undefined;

/** The values of a chain that can be pinned, and their numbers of hexadecimal digits. */
export const PINS = { genesis: 64, validator: 40, signer: 40 } as const;

/** Whether a text is a valid value of this pin. */
export const isPin = (name: keyof typeof PINS, text: string): boolean =>
  /^0x[0-9a-fA-F]+$/.test(text) && text.length === PINS[name] + 2;

/** The evidence of a document, and what else in the document must agree with it. */
export type AnchorEvidence = {
  chain: ChainEvidence;
  /** The events that name the position of the transaction. */
  named: readonly Pick<ProvenEvent, 'identity' | 'transaction_id' | 'block_number' | 'transaction_index'>[];
  /** `timestamp_committed` of a KHIPU event, which must be the time of the block; undefined for others. */
  committed: string | undefined;
  /** A name and a time: the block must not be older. */
  earliest: { name: string; at: string };
};

/** The transaction of an evidence; undefined where its bytes cannot be decoded. */
export const shownTransaction = (chain: ChainEvidence): Transaction | undefined => orNone(() => transactionOf(chain));

/** Throws where the bytes cannot be decoded. */
const transactionOf = (chain: ChainEvidence): Transaction =>
  parseTransaction(bytesOf(chain.transaction, 'the transaction'));

const headerOf = (chain: ChainEvidence): Header => decodeHeader(bytesOf(chain.block_header, 'the header'));

/** Where the transaction is, for `askNode`. Throws where transaction or header cannot be decoded. */
export const positionOf = (chain: ChainEvidence) => ({
  transaction_id: transactionOf(chain).hash,
  block_number: Number(headerOf(chain).number),
});

/** The evidence of a proof by a window or by a KHIPU transaction. */
export const evidenceOf = ({ chain, event, events = [], mechanism, anchor }: Proof): AnchorEvidence => ({
  chain,
  named: [event, ...events],
  committed: mechanism === 'KHIPU' ? event.timestamp_committed : undefined,
  earliest: anchor
    ? { name: 'the end of the window', at: anchor.end_time }
    : { name: 'the acceptance of the event', at: event.timestamp_accepted },
});

function orNone<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** The checks of the transaction, its block and the chain. */
export function chainChecks(evidence: AnchorEvidence, trust: Trust): Check[] {
  const { chain, earliest } = evidence;
  const header = orNone(() => headerOf(chain));
  return [
    ['transaction', () => checkTransaction(evidence, trust)],
    // A header that cannot be decoded fails in the step `header`.
    ...(header ? ([['inclusion', () => checkInclusion(evidence, header)]] as Check[]) : []),
    ['header', () => checkHeader(evidence)],
    ['time', () => checkTime(chain, earliest)],
    ['seal', () => checkSeal(chain, trust)],
    ['genesis', () => checkGenesis(chain, trust)],
  ];
}

function checkTransaction({ chain, named }: AnchorEvidence, { signer }: Trust): StepOutcome {
  const transaction = transactionOf(chain);
  const sender = senderOf(transaction);
  const id = String(transaction.chainId);
  must(id === chain.chain_id, `the transaction is for chain ${id}, not ${chain.chain_id}`);
  must(
    transaction.to === ANCHOR_ADDRESS.toLowerCase(),
    `the transaction is sent to ${transaction.to}, not ${ANCHOR_ADDRESS}`,
  );
  for (const { identity, transaction_id } of named)
    must(transaction_id === transaction.hash, `transaction_id of ${identity} is not ${transaction.hash}`);
  if (signer !== undefined)
    must(sender === signer.toLowerCase(), `the transaction is signed by ${sender}, not ${signer.toLowerCase()}`);
  const compared = signer === undefined ? 'was not compared with a known signer' : 'is the known signer';
  return `transaction ${transaction.hash} on chain ${id} is signed by ${sender}; the sender ${compared}`;
}

function checkInclusion({ chain, named }: AnchorEvidence, { transactionsRoot }: Header): StepOutcome {
  for (const { identity, transaction_index } of named)
    must(
      transaction_index === chain.transaction_index,
      `transaction_index of ${identity} is ${transaction_index}, not ${chain.transaction_index}`,
    );
  const raw = bytesOf(chain.transaction, 'the transaction');
  const nodes = chain.inclusion.map((node, i) => bytesOf(node, `node ${i}`));
  includedTransaction(transactionsRoot, chain.transaction_index, nodes, hashOf(raw));
  return `the block contains the transaction at index ${chain.transaction_index}, proven by ${nodes.length} trie nodes`;
}

function checkHeader({ chain, named, committed }: AnchorEvidence): StepOutcome {
  const header = headerOf(chain);
  const hash = headerHash(header);
  must(hash === chain.block_hash, `the header has the hash ${hash}, not ${chain.block_hash}`);
  for (const { identity, block_number } of named)
    must(
      BigInt(block_number) === header.number,
      `block_number of ${identity} is ${block_number}, not ${header.number}`,
    );
  const us = Number(header.timestamp) * 1_000_000;
  must(us <= Number.MAX_SAFE_INTEGER, 'the timestamp of the block is too large');
  must(
    committed === undefined || [formatMicros(us), formatSeconds(us)].includes(committed),
    `timestamp_committed of the event is ${committed}, not that of the block, ${formatSeconds(us)}`,
  );
  return `block ${header.number} with the timestamp ${formatSeconds(us)} has the hash ${hash}`;
}

/** On the embedded chain, the block must be sealed by its validator. */
function checkSeal(chain: ChainEvidence, { validator }: Trust): StepOutcome {
  const { kind, validator_address } = chain;
  if (kind === 'external') {
    must(validator === undefined, 'a known validator cannot be checked: the block is on an external chain');
    return { skipped: 'the block is on an external chain, which has no validator to check' };
  }
  const sealer = validatorOf(headerOf(chain));
  must(sealer === validator_address, `the block is sealed by ${sealer}, not ${validator_address}`);
  const validators = validatorsOf(chain);
  const known = validator?.toLowerCase();
  must(known === undefined || validators.includes(known), `the block is sealed by ${sealer}, not ${known}`);
  const after = validators.length > 1 ? `, the validator after ${validators.slice(0, -1).join(' and ')}` : '';
  const result = `the block is sealed by ${sealer}${after}`;
  if (known === undefined) return `${result}; it was not compared with a known validator`;
  if (known === sealer) return `${result}, which is the known validator`;
  return `${result}; the known validator ${known} is an earlier validator of the chain`;
}

/**
 * Checks the identity of the chain. Block 0 of an embedded chain depends only on its id and its first validator, so a
 * known genesis hash also pins the validators. Block 0 of an external chain is only stated by the proof; a node must
 * confirm it.
 */
function checkGenesis(chain: ChainEvidence, { genesis, node }: Trust): StepOutcome {
  const { genesis_hash, kind, chain_id } = chain;
  if (kind === 'embedded') {
    const made = embeddedGenesis(BigInt(chain_id), validatorsOf(chain)[0] as Hex);
    must(
      made === genesis_hash,
      `block 0 of the chain with this id and validator has the hash ${made}, not ${genesis_hash}`,
    );
  }
  if (genesis === undefined)
    return { skipped: `block 0 has the hash ${genesis_hash}; it was not compared with a known genesis hash` };
  // The kind of the chain is a claim of the proof, so a known genesis hash alone does not verify an external chain.
  must(
    kind === 'embedded' || node === true,
    'only a node can verify that a block of an external chain descends from block 0 (--rpc)',
  );
  must(genesis_hash === genesis.toLowerCase(), `block 0 has the hash ${genesis_hash}, not ${genesis.toLowerCase()}`);
  return kind === 'embedded'
    ? `block 0 has the hash ${genesis_hash}, which is the known genesis hash`
    : `the proof names the known genesis hash ${genesis_hash}; only a node can verify that the block is on that chain`;
}

/** What a valid proof relies on. `node` is the host of a node that confirmed the proof. */
export function wordOf({ chain }: Pick<Proof, 'chain'>, trust: Trust, node?: string): Word {
  const word = chain.kind === 'embedded' ? embeddedWord(chain, trust, node) : externalWord(chain, trust, node);
  return node === undefined
    ? word
    : { ...word, word: `${word.word}; the node at ${node} has the block, and it is final` };
}

function embeddedWord(chain: ChainEvidence, { genesis, validator }: Trust, node: string | undefined): Word {
  if (genesis !== undefined || validator !== undefined)
    return {
      vouched: true,
      word: `sealed by the validator ${chain.validator_address}, whose key the operator of the service holds`,
    };
  const advice =
    'to verify that this is the validator of the service, pass its genesis hash or its address, ' +
    'from another source than the proof (--genesis or --validator)';
  return { vouched: node !== undefined, word: `sealed by ${chain.validator_address}; ${advice}` };
}

function externalWord(chain: ChainEvidence, { signer }: Trust, node: string | undefined): Word {
  const parts = [`mined on chain ${chain.chain_id}`];
  if (node === undefined) {
    parts[0] += `, final by ${printable(chain.finality)} according to the document`;
    parts.push('to verify that the block is on the chain, query a node that you trust (--rpc)');
  }
  if (signer === undefined)
    parts.push('to verify that the service sent the transaction, pass the address of its signer (--signer)');
  return { vouched: node !== undefined && signer !== undefined, word: parts.join('; ') };
}
