import { ANCHOR_ADDRESS } from './calldata.ts';
import { decodeHeader, headerHash, validatorOf, type Header } from '../ethereum/header.ts';
import { bytesOf, type Hex } from '../ethereum/hex.ts';
import { includedTransaction } from '../ethereum/inclusion.ts';
import { hashOf, parseTransaction, senderOf, type Transaction } from '../ethereum/transaction.ts';
import { formatMicros, formatSeconds } from '../core/time.ts';
import { printable } from '../core/text.ts';
import type { Proof, ProvenEvent } from './format.ts';
import { embeddedGenesis } from './genesis.ts';
import { must, type Check, type Found, type Word } from './report.ts';
import { checkTime } from './time.ts';
import { validatorsOf } from './validators.ts';

/**
 * What the verifier knows from elsewhere, in hexadecimal with 0x: the hash of block 0, the address of the
 * validator or an earlier one, and the address that the service sends from. What is not given is not checked.
 */
export type Trust = {
  genesis?: string;
  validator?: string;
  signer?: string;
  /** A node is asked besides. */ node?: boolean;
};

/** What can be pinned, and how many hexadecimal digits each has. */
export const PINS = { genesis: 64, validator: 40, signer: 40 } as const;

/** Whether a text can be the pin of this name. */
export const isPin = (name: keyof typeof PINS, text: string): boolean =>
  /^0x[0-9a-fA-F]+$/.test(text) && text.length === PINS[name] + 2;

/** The transaction that a proof shows; undefined where its bytes are none. */
export const shownTransaction = (proof: Proof): Transaction | undefined => orNone(() => transactionOf(proof));

const transactionOf = ({ chain }: Proof): Transaction =>
  parseTransaction(bytesOf(chain.transaction, 'the transaction'));

const headerOf = ({ chain }: Proof): Header => decodeHeader(bytesOf(chain.block_header, 'the header'));

function orNone<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** What leads from a transaction to who vouches for its block. */
export function chainChecks(proof: Proof, trust: Trust): Check[] {
  const header = orNone(() => headerOf(proof));
  return [
    ['transaction', () => checkTransaction(proof, trust)],
    // Bytes that are no header are what the step `header` fails for.
    ...(header ? ([['inclusion', () => checkInclusion(proof, header)]] as Check[]) : []),
    ['header', () => checkHeader(proof)],
    ['time', () => checkTime(proof)],
    ['seal', () => checkSeal(proof, trust)],
    ['genesis', () => checkGenesis(proof, trust)],
  ];
}

/** All events that the transaction stands for, each of which names it. */
const recorded = ({ event, events = [] }: Proof): ProvenEvent[] => [event, ...events];

function checkTransaction(proof: Proof, { signer }: Trust): Found {
  const { chain } = proof;
  const transaction = transactionOf(proof);
  const sender = senderOf(transaction);
  const id = String(transaction.chainId);
  must(id === chain.chain_id, `the transaction is for chain ${id}, not ${chain.chain_id}`);
  must(transaction.to === ANCHOR_ADDRESS.toLowerCase(), `the transaction goes to ${transaction.to}`);
  for (const { identity, transaction_id } of recorded(proof))
    must(transaction_id === transaction.hash, `${identity} names another transaction than ${transaction.hash}`);
  if (signer !== undefined) must(sender === signer.toLowerCase(), `the transaction is signed by ${sender}`);
  const known = signer === undefined ? 'it was not compared with a known signer' : 'the known signer';
  return `${transaction.hash} on chain ${id}, signed by ${sender}; ${known}`;
}

function checkInclusion(proof: Proof, { transactionsRoot }: Header): Found {
  const { chain } = proof;
  for (const { identity, transaction_index } of recorded(proof))
    must(transaction_index === chain.transaction_index, `${identity} names index ${transaction_index}`);
  const raw = bytesOf(chain.transaction, 'the transaction');
  const nodes = chain.inclusion.map((node, i) => bytesOf(node, `node ${i}`));
  includedTransaction(transactionsRoot, chain.transaction_index, nodes, hashOf(raw));
  return `the block has the transaction at index ${chain.transaction_index}: ${nodes.length} nodes lead to it`;
}

function checkHeader(proof: Proof): Found {
  const { chain, event, mechanism } = proof;
  const header = headerOf(proof);
  const hash = headerHash(header);
  must(hash === chain.block_hash, `the header has the hash ${hash}, not ${chain.block_hash}`);
  for (const { identity, block_number } of recorded(proof))
    must(BigInt(block_number) === header.number, `the block has number ${header.number}, ${identity} names another`);
  const us = Number(header.timestamp) * 1_000_000;
  must(us <= Number.MAX_SAFE_INTEGER, 'the block has no time');
  if (mechanism === 'KHIPU')
    must(
      [formatMicros(us), formatSeconds(us)].includes(event.timestamp_committed),
      `the block is of ${formatSeconds(us)}, the event of ${event.timestamp_committed}`,
    );
  return `block ${header.number} of ${formatSeconds(us)} has the hash ${hash}`;
}

/** Who sealed the block: of the embedded chain its validator. */
function checkSeal(proof: Proof, { validator }: Trust): Found {
  const { kind, validator_address } = proof.chain;
  if (kind === 'external') {
    must(validator === undefined, 'the block is of an outside chain: no validator that could be checked has sealed it');
    return { skipped: 'an outside chain: its blocks are vouched for by its nodes' };
  }
  const sealer = validatorOf(headerOf(proof));
  must(sealer === validator_address, `the block is sealed by ${sealer}, not ${validator_address}`);
  const validators = validatorsOf(proof);
  const known = validator?.toLowerCase();
  must(known === undefined || validators.includes(known), `the block is sealed by ${sealer}, not ${known}`);
  const after = validators.length > 1 ? `, the validator after ${validators.slice(0, -1).join(' and ')}` : '';
  const given = known === undefined ? '; it was not compared with a known validator' : '; the known validator';
  if (known === undefined || known === sealer) return `the block is sealed by ${sealer}${after}${given}`;
  return `the block is sealed by ${sealer}${after}; the known validator ${known} has handed the chain over`;
}

/**
 * Which chain it is. The first block of an embedded chain follows from its id and its first validator, so a known
 * genesis hash ties the validators too; that of an outside chain is only stated, until a node is asked.
 */
function checkGenesis(proof: Proof, { genesis, node }: Trust): Found {
  const { genesis_hash, kind, chain_id } = proof.chain;
  if (kind === 'embedded') {
    const made = embeddedGenesis(BigInt(chain_id), validatorsOf(proof)[0] as Hex);
    must(made === genesis_hash, `the chain of this id and validator begins with ${made}, not ${genesis_hash}`);
  }
  if (genesis === undefined)
    return { skipped: `the chain begins with ${genesis_hash}; it was not compared with a known genesis hash` };
  // The proof itself says which kind it is: what only that word would let pass is not let pass.
  must(
    kind === 'embedded' || node === true,
    'that a block of an outside chain goes back to its first only a node can tell (--rpc)',
  );
  must(genesis_hash === genesis.toLowerCase(), `the chain begins with ${genesis_hash}, not ${genesis.toLowerCase()}`);
  return kind === 'embedded'
    ? `the chain begins with ${genesis_hash}, the known genesis hash`
    : `the proof names the chain that begins with ${genesis_hash}, the known genesis hash; only a node can tell that the block is on it`;
}

/** On whose word a proof rests that holds. `node` is one that was asked, and confirms it. */
export function wordOf(proof: Proof, trust: Trust, node?: string): Word {
  const word = proof.chain.kind === 'embedded' ? embeddedWord(proof, trust, node) : outsideWord(proof, trust, node);
  return node === undefined
    ? word
    : { ...word, word: `${word.word}; the node at ${node} has the block and holds it final` };
}

function embeddedWord({ chain }: Proof, { genesis, validator }: Trust, node: string | undefined): Word {
  if (genesis !== undefined || validator !== undefined)
    return {
      vouched: true,
      word: `sealed by the validator ${chain.validator_address}, whose key the operator of the service holds`,
    };
  const compare = 'to know that it is the validator of the service, compare the chain with what it publishes';
  const options = '(--genesis or --validator)';
  return { vouched: node !== undefined, word: `sealed by ${chain.validator_address}; ${compare} ${options}` };
}

function outsideWord({ chain }: Proof, { signer }: Trust, node: string | undefined): Word {
  const parts = [`mined on chain ${chain.chain_id}`];
  if (node === undefined) {
    parts[0] += `, final by ${printable(chain.finality)}, as the document says`;
    parts.push('to know that the chain has the block, ask a node of it that you trust (--rpc)');
  }
  if (signer === undefined)
    parts.push('to know that the service sent the transaction, compare the sender with its address (--signer)');
  return { vouched: node !== undefined && signer !== undefined, word: parts.join('; ') };
}
