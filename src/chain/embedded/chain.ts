import { authorizedBy } from '../../ethereum/clique.ts';
import { headerHash } from '../../ethereum/header.ts';
import { bytesOf, type Hex } from '../../ethereum/hex.ts';
import { EncodingError } from '../../ethereum/rlp.ts';
import { hashOf, intrinsicGas, parseTransaction, senderOf, type Transaction } from '../../ethereum/transaction.ts';
import {
  firstValidator,
  GAS_LIMIT,
  genesisFor,
  genesisOf,
  validatorAddress,
  type Identity,
} from '../../ethereum/genesis.ts';
import { rotation } from './rotation.ts';
import { sealBlock } from './sealing.ts';
import type { Sql } from './sql.ts';
import { ChainStore, type StoredBlock } from './store.ts';

/** A transaction that the chain does not take. */
export class Rejected extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Rejected';
  }
}

/** The storage holds a chain of another id or validator: nothing may be added to it. */
export class ForeignChain extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ForeignChain';
  }
}

/** One validator has handed the chain over to another: their addresses, and the number of the block that records it. */
export type HandOver = { from: Hex; to: Hex; block: number };

/** Bytes that a transaction may have. */
const MAX_TRANSACTION = 128 * 1024;
/** Transactions of one block, which is sealed in one go: well below a second. */
const MAX_PER_BLOCK = 2000;
/** Milliseconds between blocks, whose times have whole seconds. */
const PERIOD = 1000;
/** Addresses with code on every Ethereum chain: 1 to 9 (Istanbul). */
const PRECOMPILED = /^0x0{39}[1-9]$/;

/**
 * A chain with a single validator, under the rules of Berlin and sealed as EIP-225 says. It takes
 * transactions that carry data and do nothing else. Every method is one synchronous turn.
 */
export class Chain {
  readonly identity: Identity;
  readonly store: ChainStore;
  /** What opening the chain has done: one of its former keys has handed it over to the validator's. */
  readonly handedOver: HandOver | undefined;

  /**
   * Opens the stored chain, or begins one. Where one of `identity.formerKeys` is that of its present validator, that
   * one hands it over to the validator at `now` (milliseconds). Throws ForeignChain.
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

  /** Makes sure that the stored chain is of this identity. */
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
      throw new ForeignChain(`the validator of the stored chain is ${from}: none of the configured keys is its`);
    if (validators.includes(to)) throw new ForeignChain(`${to} has been the validator of the stored chain before`);
    const made = rotation(former, identity, this.head().header, BigInt(Math.floor(now / 1000)));
    this.store.transaction(() => this.store.addRotation(made));
    return { from, to, block: Number(made.record.number) };
  }

  head(): StoredBlock {
    const head = this.store.head();
    if (!head) throw new Error('the chain has no genesis');
    return head;
  }

  /** Takes a raw transaction; gives its hash. One that is known already is fine. Throws Rejected. */
  accept(raw: Uint8Array): Hex {
    if (raw.length > MAX_TRANSACTION) throw new Rejected('the transaction is too large');
    const hash = hashOf(raw);
    if (this.store.transactionByHash(hash)) return hash;
    const { transaction, sender } = read(raw);
    this.#check(transaction);
    const next = this.store.nonceOf(sender);
    if (transaction.nonce < next) throw new Rejected(`nonce too low: ${transaction.nonce}, next is ${next}`);
    if (this.store.waitingAt(sender, transaction.nonce))
      throw new Rejected(`another transaction waits with nonce ${transaction.nonce}`);
    this.store.addWaiting({ hash: bytesOf(hash, 'hash'), sender, raw }, transaction.nonce);
    return hash;
  }

  #check(transaction: Transaction): void {
    if (transaction.type !== 'legacy') throw new Rejected('only legacy transactions are taken');
    if (transaction.chainId !== this.identity.chainId)
      throw new Rejected(`the transaction is for chain ${transaction.chainId}`);
    if (transaction.nonce > BigInt(Number.MAX_SAFE_INTEGER)) throw new Rejected('nonce too high');
    if (transaction.gasPrice !== 0n) throw new Rejected('the gas price must be 0');
    if (transaction.value !== 0n) throw new Rejected('the value must be 0');
    if (transaction.to === '0x' || PRECOMPILED.test(transaction.to))
      throw new Rejected('the receiver must be an address without code');
    if (transaction.gas < intrinsicGas(transaction.data)) throw new Rejected('intrinsic gas too low');
    if (transaction.gas > GAS_LIMIT) throw new Rejected('the gas exceeds that of a block');
  }

  /** When to seal the next block, in milliseconds; undefined: there is nothing to seal. */
  dueAt(now: number): number | undefined {
    if (this.store.executable(1).length === 0) return undefined;
    return now + Math.min(this.#untilNext(now), PERIOD);
  }

  /** Seals the next block when its second has come. */
  tick(now: number): StoredBlock | undefined {
    const wait = this.#untilNext(now);
    // A clock that has stepped back is not waited for: times go on from the parent's.
    return wait > 0 && wait <= PERIOD ? undefined : this.seal(now);
  }

  /** Milliseconds until the second after the head's. */
  #untilNext(now: number): number {
    return Math.max(0, Number(this.head().header.timestamp) * 1000 + PERIOD - now);
  }

  /** Seals what can be executed into the next block, if there is anything; all of it happens or nothing. */
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
