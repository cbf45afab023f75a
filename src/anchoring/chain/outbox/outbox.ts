import { raise } from '../../../platform/alarms.ts';
import { log } from '../../../platform/log.ts';
import type { ChainTransport } from '../../../formats/ethereum/transport.ts';
import { ChainNode, type ChainView, type OutboxSettings } from './chain-node.ts';
import { feesOf, raised } from './fees.ts';
import { finalTransactions, signedIn, type FinalTransaction } from './report.ts';
import type { Signer } from './signer.ts';
import { UNSIGNED, type Outgoing, type OutboxStore, type MinedPosition, type Reported, type Signed } from './store.ts';

/** A transaction to send. `intent` is its idempotency key. */
export type Intent = {
  intent: string;
  to: string;
  input: string;
  /**
   * Seconds since the epoch: the time of the recorded event. No block with an earlier time may contain the transaction.
   */
  notBefore?: number;
};

/** The maximum number of transactions of one state that one tick handles. */
const BATCH = 500;
/**
 * The timestamp of a block may be that of the start of its slot: up to this many seconds before it took a transaction.
 */
const SLOT = 15;
/** The polling interval in milliseconds while no waiting transaction may be sent yet (see `notBefore`). */
const EARLY_POLL_MS = 5000;
/** The maximum number of transactions in one report. With their proofs they must fit a parameter of D1 (2 MB). */
const REPORTED = 100;

/**
 * Sends the transactions of one signer. Each intent is mined exactly once, regardless of failures: signed bytes are
 * durable before they are sent, the node's response to sending is advisory, and only the state of the chain decides.
 * `tick` must not be called concurrently. Its return value says when to call it again.
 */
export class Outbox {
  readonly #store: OutboxStore;
  readonly #chain: ChainNode;
  readonly #signer: Signer;
  readonly #settings: OutboxSettings;
  readonly #report: (transactions: FinalTransaction[]) => Promise<void>;

  constructor(
    store: OutboxStore,
    transport: ChainTransport,
    signer: Signer,
    settings: OutboxSettings,
    report: (transactions: FinalTransaction[]) => Promise<void>,
  ) {
    this.#store = store;
    this.#chain = new ChainNode(transport, signer, settings, store);
    this.#signer = signer;
    this.#settings = settings;
    this.#report = report;
  }

  /** Stores intents. They are durable once the object's current event ends. */
  submit(items: readonly Intent[]): void {
    this.#store.add(items);
  }

  /** Reports final transactions again, as they are on the chain now. Returns the number of reported transactions. */
  async reportAgain(reported: readonly Reported[]): Promise<number> {
    const { final } = await this.#chain.view();
    const positions = await this.#chain.positions(reported.map(({ hash }) => hash));
    const found = reported.flatMap(({ intent, hash }) => {
      const position = positions.get(hash);
      return position && position.blockNumber <= final.number ? [{ intent, position }] : [];
    });
    let count = 0;
    for (const blockHash of new Set(found.map(({ position }) => position.blockHash))) {
      const block = await this.#chain.block(blockHash);
      if (!block) continue;
      const items = found.flatMap(({ intent, position }) => {
        const signed = position.blockHash === blockHash && signedIn(block, position.transactionIndex);
        return signed ? [{ intent, position, signed: [signed] }] : [];
      });
      await this.#report(finalTransactions(items, block, final.finality));
      count += items.length;
    }
    return count;
  }

  /** Compares the outbox with the chain once. Returns milliseconds until the next tick; undefined when it is empty. */
  async tick(now: number): Promise<number | undefined> {
    if (this.#store.empty) return undefined;
    const view = await this.#chain.view();
    const finals = await this.#reconcile(now, view);
    // A failure of one does not prevent the other.
    try {
      await this.#start(now, view);
    } finally {
      await this.#finish(finals, view);
    }
    if (this.#store.empty) return undefined;
    const busy = this.#store.active || this.#store.waiting(1, this.#happenedBy(now, view)).length > 0;
    return busy ? this.#settings.pollMs : Math.max(this.#settings.pollMs, EARLY_POLL_MS);
  }

  /** Signs and sends waiting transactions, up to the limit `inFlight`. */
  async #start(now: number, view: ChainView): Promise<void> {
    const { inFlight } = this.#settings;
    const room = inFlight === Infinity ? BATCH : inFlight - this.#store.count('sent', inFlight);
    const waiting = this.#store.waiting(Math.min(room, BATCH), this.#happenedBy(now, view));
    if (waiting.length === 0) return;
    const fees = feesOf(await this.#chain.currentFees(view));
    const first = this.#store.nextNonce ?? view.count;
    const started = waiting.map((item, i): Outgoing => {
      const nonce = first + i;
      const signed = [this.#signer.sign({ nonce, to: item.to, input: item.input, fees })];
      return { ...item, state: 'sent', nonce, signed, fees, sentAt: now, resentAt: now, sentHead: view.head };
    });
    // Synchronous writes are one commit, so no nonce is assigned twice or without its signed bytes.
    this.#store.nextNonce = first + started.length;
    for (const item of started) this.#store.put(item);
    await this.#chain.send(started.map(lastRaw));
  }

  /** A lower bound of the timestamps of all future blocks, in seconds. */
  #happenedBy(now: number, { time }: ChainView): number {
    const clock = Math.floor(now / 1000);
    // The clock is used as well, because a chain may make no blocks without transactions.
    return this.#settings.sealed ? clock : Math.max(time, clock - SLOT);
  }

  /** Compares the pending transactions with the chain, lowest nonce first. Returns those that are final. */
  async #reconcile(now: number, view: ChainView): Promise<Outgoing[]> {
    const mined = this.#store.inState('mined', BATCH);
    const sent = this.#store.inState('sent', BATCH);
    // A transaction whose block is still canonical has not moved. Any other whose nonce is used may be in any block.
    const canonical = await this.#chain.onCanonicalChain(mined.map(({ position }) => position!));
    const unmoved = ({ position }: Outgoing): boolean => position !== undefined && canonical.has(position.blockHash);
    const sought = [...mined, ...sent].filter((item) => !unmoved(item) && item.nonce! < view.count);
    const positions = await this.#chain.positions(sought.flatMap(({ signed }) => signed.map(({ hash }) => hash)));
    const missing: Outgoing[] = [];
    const seen: Outgoing[] = [];
    for (const item of [...mined, ...sent]) {
      const found = item.signed.find(({ hash }) => positions.has(hash));
      if (unmoved(item)) seen.push(item);
      else if (found) seen.push(this.#mined(item, found, positions.get(found.hash)!));
      else missing.push(item);
    }
    await this.#resend(missing, now, view);
    return seen.filter(({ position }) => position!.blockNumber <= view.final.number);
  }

  /** Stores the position of a transaction, with the mined signature first. */
  #mined(item: Outgoing, found: Signed, position: MinedPosition): Outgoing {
    const signed = [found, ...item.signed.filter((each) => each !== found)];
    const mined: Outgoing = { ...item, state: 'mined', signed, position };
    this.#store.put(mined);
    return mined;
  }

  /** Handles transactions that are in no block: sends them again, or finds out who used their nonce. */
  async #resend(items: readonly Outgoing[], now: number, view: ChainView): Promise<void> {
    const used = items.some(({ nonce }) => nonce! < view.count);
    const finalCount = (used && (await this.#chain.countAt(view.final.number))) || 0;
    const again: Outgoing[] = [];
    for (const item of items) {
      if (item.nonce! < finalCount) await this.#lost(item, finalCount, view);
      else {
        const next = await this.#renewed(item, now, view, item === items[0]);
        if (next !== item) again.push(next);
      }
    }
    for (const item of again) this.#store.put(item);
    const refused = await this.#chain.send(again.map(lastRaw));
    for (const item of again) {
      if (item.sentAt !== now) continue;
      const { intent, nonce, signed } = item;
      const fields = { intent, nonce, next: view.count, signatures: signed.length, node: refused.get(lastRaw(item)) };
      log('warn', 'a transaction is in no block', fields);
    }
  }

  /**
   * Handles a transaction whose nonce is used in a final block, but of which the node has no receipt. Only if that
   * block shows that another transaction used the nonce, the intent gets a new nonce. Otherwise it keeps waiting.
   */
  async #lost(item: Outgoing, finalCount: number, view: ChainView): Promise<void> {
    const used = await this.#chain.usedIn(item.nonce!, view.final.number);
    const own = used && item.signed.some(({ hash }) => used.hashes.includes(hash));
    const fields = { intent: item.intent, nonce: item.nonce, block: used?.number };
    if (!used) raise('nonce-unknown', fields);
    if (!used || own) return;
    raise('nonce-foreign', fields);
    this.#store.nextNonce = Math.max(this.#store.nextNonce ?? 0, finalCount);
    this.#store.put({ ...item, ...UNSIGNED, state: 'waiting', nonce: undefined, position: undefined });
  }

  /** The transaction to send now: the same bytes after `resendMs`, or a fee bump when it is stuck. */
  async #renewed(item: Outgoing, now: number, view: ChainView, lowest: boolean): Promise<Outgoing> {
    if (item.state === 'mined') {
      log('warn', 'a transaction has left the chain', { intent: item.intent, block: item.position?.blockHash });
      return { ...item, state: 'sent', position: undefined, sentAt: now, resentAt: now, sentHead: view.head };
    }
    if (now - item.resentAt < this.#settings.resendMs) return item;
    const tooCheap = view.baseFee !== undefined && BigInt(item.fees.maxFeePerGas) < view.baseFee;
    // Higher nonces wait for the lowest one. Without new blocks, low fees are not the reason.
    const stuck = lowest && view.head > item.sentHead && now - item.sentAt >= this.#settings.stuckMs;
    if (!tooCheap && !stuck) return { ...item, resentAt: now };
    const renewed = { ...item, sentAt: now, resentAt: now, sentHead: view.head };
    if (stuck && item.nonce! > view.count) {
      raise('nonce-gap', { nonce: item.nonce, next: view.count });
      return renewed;
    }
    const fees = raised(item.fees, await this.#chain.currentFees(view));
    if (!fees) return renewed;
    const signed = this.#signer.sign({ nonce: item.nonce!, to: item.to, input: item.input, fees });
    return { ...renewed, fees, signed: [signed, ...item.signed] };
  }

  /** Reports final transactions, then removes them. A crash in between repeats the report, which is idempotent. */
  async #finish(finals: readonly Outgoing[], view: ChainView): Promise<void> {
    for (const hash of new Set(finals.map(({ position }) => position!.blockHash))) {
      const block = await this.#chain.block(hash);
      // If the node no longer has the block, the next tick handles it.
      if (!block) continue;
      const items = finals.filter(({ position }) => position!.blockHash === hash);
      const transactions = finalTransactions(items, block, view.final.finality);
      for (let i = 0; i < transactions.length; i += REPORTED) {
        const some = transactions.slice(i, i + REPORTED);
        await this.#report(some);
        this.#store.addReported(some);
      }
    }
  }
}

const lastRaw = ({ signed }: Outgoing): string => signed[0]!.raw;
