import { authorizedBy } from '../../../formats/ethereum/clique.ts';
import { headerHash } from '../../../formats/ethereum/header.ts';
import { bytesOf, type Hex } from '../../../formats/ethereum/hex.ts';
import { EncodingError } from '../../../formats/ethereum/rlp.ts';
import {
  hashOf,
  intrinsicGas,
  parseTransaction,
  senderOf,
  type Transaction,
} from '../../../formats/ethereum/transaction.ts';
import {
  firstValidator,
  GAS_LIMIT,
  genesisFor,
  genesisOf,
  validatorAddress,
  type Identity,
} from '../../../formats/ethereum/genesis.ts';
import { rotation } from './rotation.ts';
import { sealBlock } from './sealing.ts';
import type { Sql } from './store.ts';
import { ChainStore, type StoredBlock } from './store.ts';

/** The chain rejects a transaction or a call. */
export class Rejected extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Rejected';
  }
}

/** The storage holds a chain with another id or validator. Nothing may be added to it. */
export class ForeignChain extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ForeignChain';
  }
}

/** A rotation of the validator: both addresses, and the number of the block that records it. */
export type HandOver = { from: Hex; to: Hex; block: number };

/** The maximum size of a transaction in bytes. */
const MAX_TRANSACTION = 128 * 1024;
/** The maximum number of transactions of a block, so that sealing takes well below a second. */
const MAX_PER_BLOCK = 2000;
/** The minimum time between blocks in milliseconds. Block timestamps have whole seconds. */
const PERIOD = 1000;
/** The precompiled contracts: addresses 1 to 9 (Istanbul). */
const PRECOMPILED = /^0x0{39}[1-9]$/;

/**
 * A chain with a single validator, under the Berlin rules, sealed according to EIP-225. It accepts only transactions
 * that carry data. Every method is synchronous.
 */
export class Chain {
  readonly identity: Identity;
  readonly store: ChainStore;
  /** The rotation that opening the chain performed, if any. */
  readonly handedOver: HandOver | undefined;

  /**
   * Opens the stored chain, or creates it. If the current validator of the stored chain is one of
   * `identity.formerKeys`, that key authorizes the configured validator at `now` (milliseconds). Throws ForeignChain.
   */
  constructor(sql: Sql, identity: Identity, now: number) {
    this.identity = identity;
    this.store = new ChainStore(sql);
    const stored = this.store.blockByNumber(0);
    if (stored) this.handedOver = this.#claim(stored, now);
    else {
      const genesis = genesisOf(identity);
      this.store.addGenesis(genesis, headerHash(genesis));
    }
  }

  /** Checks that the stored chain has this identity. Rotates its validator where a former key allows it. */
  #claim(genesis: StoredBlock, now: number): HandOver | undefined {
    const first = firstValidator(genesis.header);
    if (genesis.hash !== headerHash(genesisFor(this.identity.chainId, first)))
      throw new ForeignChain('the stored chain has another id than the configured one');
    const validators = [first, ...this.store.rotations().map((record) => authorizedBy(record)!)];
    const [from, to] = [validators.at(-1)!, validatorAddress(this.identity)];
    if (from === to) return undefined;
    const { formerKeys = [], ...identity } = this.identity;
    const former = formerKeys
      .map((key) => ({ ...identity, validatorKey: key }))
      .find((one) => validatorAddress(one) === from);
    if (!former)
      throw new ForeignChain(`the validator of the stored chain is ${from}: none of the configured keys matches it`);
    if (validators.includes(to))
      throw new ForeignChain(`${to} was a validator of the stored chain before and cannot be one again`);
    const made = rotation(former, identity, this.head().header, BigInt(Math.floor(now / 1000)));
    this.store.transaction(() => this.store.addRotation(made));
    return { from, to, block: Number(made.record.number) };
  }

  head(): StoredBlock {
    const head = this.store.head();
    if (!head) throw new Error('the chain has no genesis');
    return head;
  }

  /** Accepts a raw transaction and returns its hash. Idempotent. Throws Rejected. */
  accept(raw: Uint8Array): Hex {
    if (raw.length > MAX_TRANSACTION) throw new Rejected('the transaction is too large');
    const hash = hashOf(raw);
    if (this.store.transactionByHash(hash)) return hash;
    const { transaction, sender } = read(raw);
    this.#check(transaction);
    const next = this.store.nonceOf(sender);
    if (transaction.nonce < next) throw new Rejected(`nonce too low: ${transaction.nonce}, next is ${next}`);
    if (this.store.waitingAt(sender, transaction.nonce))
      throw new Rejected(`another transaction with nonce ${transaction.nonce} is waiting`);
    this.store.addWaiting({ hash: bytesOf(hash, 'hash'), sender, raw }, transaction.nonce);
    return hash;
  }

  #check(transaction: Transaction): void {
    if (transaction.type !== 'legacy') throw new Rejected('only legacy transactions are accepted');
    if (transaction.chainId !== this.identity.chainId)
      throw new Rejected(`the transaction is for chain ${transaction.chainId}`);
    if (transaction.nonce > BigInt(Number.MAX_SAFE_INTEGER)) throw new Rejected('nonce too high');
    if (transaction.gasPrice !== 0n) throw new Rejected('the gas price must be 0');
    if (transaction.value !== 0n) throw new Rejected('the value must be 0');
    if (transaction.to === '0x' || PRECOMPILED.test(transaction.to))
      throw new Rejected('the receiver must be an address without code');
    if (transaction.gas < intrinsicGas(transaction.data)) throw new Rejected('intrinsic gas too low');
    if (transaction.gas > GAS_LIMIT) throw new Rejected('the gas exceeds the gas limit of a block');
  }

  /** When to seal the next block, in milliseconds since the epoch; undefined when there is nothing to seal. */
  dueAt(now: number): number | undefined {
    if (this.store.executable(1).length === 0) return undefined;
    return now + Math.min(this.#untilNext(now), PERIOD);
  }

  /** Seals the next block if its second has been reached. */
  tick(now: number): StoredBlock | undefined {
    const wait = this.#untilNext(now);
    // If the clock was set back, the block is sealed now, one second after its parent.
    return wait > 0 && wait <= PERIOD ? undefined : this.seal(now);
  }

  /** Milliseconds until the second after the head's timestamp. */
  #untilNext(now: number): number {
    return Math.max(0, Number(this.head().header.timestamp) * 1000 + PERIOD - now);
  }

  /** Seals the executable transactions into the next block, atomically. Returns undefined without any. */
  seal(now: number): StoredBlock | undefined {
    return this.store.transaction(() => {
      const executable = this.store.executable(MAX_PER_BLOCK);
      if (executable.length === 0) return undefined;
      const parent = this.head().header;
      const clock = BigInt(Math.floor(now / 1000));
      const timestamp = clock > parent.timestamp ? clock : parent.timestamp + 1n;
      const block = sealBlock(this.identity, parent, timestamp, executable, this.store.nonces());
      this.store.addBlock(block);
      return { hash: headerHash(block.header), header: block.header };
    });
  }
}

function read(raw: Uint8Array): { transaction: Transaction; sender: Hex } {
  try {
    const transaction = parseTransaction(raw);
    return { transaction, sender: senderOf(transaction) };
  } catch (error) {
    if (error instanceof EncodingError) throw new Rejected(error.message);
    throw error;
  }
}
