import { log } from '../../core/log.ts';
import type { ChainTransport } from '../../ethereum/transport.ts';
import { Chain, type ChainView } from './chain.ts';
import { feesOf, raised } from './fees.ts';
import { finalTransactions, signedIn, type FinalTransaction } from './report.ts';
import type { OutboxSettings } from './settings.ts';
import type { Signer } from './signer.ts';
import { UNSIGNED, type Outgoing, type OutboxStore, type BlockPosition, type Reported, type Signed } from './store.ts';

/** What is to be recorded on the chain. The intent names it: the same again is the same transaction. */
export type Intent = {
  intent: string;
  to: string;
  input: string;
  /** Seconds since the epoch: when what is recorded had happened. No block with an earlier time may hold it. */
  notBefore?: number;
};

/** Transactions of one state that one turn looks at or starts. */
const TURN = 500;
/**
 * Seconds by which the time of a block can be before the moment at which it took a transaction: a block may have the
 * time at which its slot began.
 */
const SLOT = 15;
/** Milliseconds between looks at the chain while everything that waits is of times to come. */
const EARLY_POLL_MS = 5000;
/** Transactions in one report: with their proofs they must fit a parameter of D1 (2 MB). */
const REPORTED = 100;

/**
 * Sends transactions of one signer so that each intent is mined exactly once, whatever fails. Bytes are durable
 * before they are sent; what the node answers to that is no more than advice, and looking at the chain decides.
 * `tick` is called by one caller at a time, again after what it returns.
 */
export class Outbox {
  readonly #store: OutboxStore;
  readonly #chain: Chain;
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
    this.#chain = new Chain(transport, signer, settings, store);
    this.#signer = signer;
    this.#settings = settings;
    this.#report = report;
  }

  /** Takes note of what is to be sent, durably with the object's turn. */
  submit(items: readonly Intent[]): void {
    this.#store.add(items);
  }

  /** Reports once more what was reported before, as the chain has it. Returns how many these are. */
  async reportAgain(reported: readonly Reported[]): Promise<number> {
    const { final } = await this.#chain.view();
    const places = await this.#chain.places(reported.map(({ hash }) => hash));
    const found = reported.flatMap(({ intent, hash }) => {
      const place = places.get(hash);
      return place && place.blockNumber <= final.number ? [{ intent, place }] : [];
    });
    let count = 0;
    for (const blockHash of new Set(found.map(({ place }) => place.blockHash))) {
      const block = await this.#chain.block(blockHash);
      if (!block) continue;
      const items = found.flatMap(({ intent, place }) => {
        const signed = place.blockHash === blockHash && signedIn(block, place.transactionIndex);
        return signed ? [{ intent, place, signed: [signed] }] : [];
      });
      await this.#report(finalTransactions(items, block, final.finality));
      count += items.length;
    }
    return count;
  }

  /** One look at the chain. Gives the milliseconds after which the next is due; undefined when nothing is under way. */
  async tick(now: number): Promise<number | undefined> {
    if (this.#store.empty) return undefined;
    const view = await this.#chain.view();
    const finals = await this.#reconcile(now, view);
    // Neither holds up the other.
    try {
      await this.#start(now, view);
    } finally {
      await this.#finish(finals, view);
    }
    if (this.#store.empty) return undefined;
    const busy = this.#store.active || this.#store.waiting(1, this.#happenedBy(now, view)).length > 0;
    return busy ? this.#settings.pollMs : Math.max(this.#settings.pollMs, EARLY_POLL_MS);
  }

  /** Signs and sends what waits, as far as the limit lets. */
  async #start(now: number, view: ChainView): Promise<void> {
    const { inFlight } = this.#settings;
    const room = inFlight === Infinity ? TURN : inFlight - this.#store.count('sent', inFlight);
    const waiting = this.#store.waiting(Math.min(room, TURN), this.#happenedBy(now, view));
    if (waiting.length === 0) return;
    const fees = feesOf(await this.#chain.going(view));
    const first = this.#store.nextNonce ?? view.count;
    const started = waiting.map((item, i): Outgoing => {
      const nonce = first + i;
      const signed = [this.#signer.sign({ nonce, to: item.to, input: item.input, fees })];
      return { ...item, state: 'sent', nonce, signed, fees, sentAt: now, resentAt: now, sentHead: view.head };
    });
    // One turn, one commit: no nonce is given twice, and none without its bytes.
    this.#store.nextNonce = first + started.length;
    for (const item of started) this.#store.put(item);
    await this.#chain.send(started.map(lastRaw));
  }

  /** The latest second before which no block can be that comes from now on. */
  #happenedBy(now: number, { time }: ChainView): number {
    const clock = Math.floor(now / 1000);
    // A chain without new blocks is not waited for.
    return this.#settings.sealed ? clock : Math.max(time, clock - SLOT);
  }

  /** Compares what is under way with the chain, lowest nonce first. Gives what has become final. */
  async #reconcile(now: number, view: ChainView): Promise<Outgoing[]> {
    const mined = this.#store.inState('mined', TURN);
    const sent = this.#store.inState('sent', TURN);
    // A block that stands holds what it held; any other transaction may be in any block whose count covers it.
    const canonical = await this.#chain.onCanonicalChain(mined.map(({ place }) => place!));
    const stands = ({ place }: Outgoing): boolean => place !== undefined && canonical.has(place.blockHash);
    const sought = [...mined, ...sent].filter((item) => !stands(item) && item.nonce! < view.count);
    const places = await this.#chain.places(sought.flatMap(({ signed }) => signed.map(({ hash }) => hash)));
    const missing: Outgoing[] = [];
    const seen: Outgoing[] = [];
    for (const item of [...mined, ...sent]) {
      const found = item.signed.find(({ hash }) => places.has(hash));
      if (stands(item)) seen.push(item);
      else if (found) seen.push(this.#mined(item, found, places.get(found.hash)!));
      else missing.push(item);
    }
    await this.#seek(missing, now, view);
    return seen.filter(({ place }) => place!.blockNumber <= view.final.number);
  }

  /** Keeps where a transaction is, with the bytes that have won in front. */
  #mined(item: Outgoing, found: Signed, place: BlockPosition): Outgoing {
    const signed = [found, ...item.signed.filter((each) => each !== found)];
    const mined: Outgoing = { ...item, state: 'mined', signed, place };
    this.#store.put(mined);
    return mined;
  }

  /** Sees to transactions that are in no block. */
  async #seek(items: readonly Outgoing[], now: number, view: ChainView): Promise<void> {
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
   * The nonce is used for good, and the node has no receipt of ours. Only when the block that used it shows that
   * it was another's is ours out of the race, and goes with a new nonce; until then it waits.
   */
  async #lost(item: Outgoing, finalCount: number, view: ChainView): Promise<void> {
    const used = await this.#chain.usedIn(item.nonce!, view.final.number);
    const ours = used && item.signed.some(({ hash }) => used.hashes.includes(hash));
    const fields = { intent: item.intent, nonce: item.nonce, block: used?.number };
    if (!used)
      log('alarm', 'a nonce of ours is used, and the node does not know by whom: ask one with old states', fields);
    if (!used || ours) return;
    log('alarm', 'a foreign transaction has used a nonce of ours', fields);
    this.#store.nextNonce = Math.max(this.#store.nextNonce ?? 0, finalCount);
    this.#store.put({ ...item, ...UNSIGNED, state: 'waiting', nonce: undefined, place: undefined });
  }

  /** The transaction as it is to be sent now: the same bytes after a while, with higher fees when it is stuck. */
  async #renewed(item: Outgoing, now: number, view: ChainView, lowest: boolean): Promise<Outgoing> {
    if (item.state === 'mined') {
      log('warn', 'a transaction has left the chain', { intent: item.intent, block: item.place?.blockHash });
      return { ...item, state: 'sent', place: undefined, sentAt: now, resentAt: now, sentHead: view.head };
    }
    if (now - item.resentAt < this.#settings.resendMs) return item;
    const tooCheap = view.baseFee !== undefined && BigInt(item.fees.maxFeePerGas) < view.baseFee;
    // Those behind wait for the lowest, and while no blocks come, fees are not why.
    const stuck = lowest && view.head > item.sentHead && now - item.sentAt >= this.#settings.stuckMs;
    if (!tooCheap && !stuck) return { ...item, resentAt: now };
    const renewed = { ...item, sentAt: now, resentAt: now, sentHead: view.head };
    if (stuck && item.nonce! > view.count) {
      log('alarm', 'the chain waits for a nonce that was never ours', { nonce: item.nonce, next: view.count });
      return renewed;
    }
    const fees = raised(item.fees, await this.#chain.going(view));
    if (!fees) return renewed;
    const signed = this.#signer.sign({ nonce: item.nonce!, to: item.to, input: item.input, fees });
    return { ...renewed, fees, signed: [signed, ...item.signed] };
  }

  /** Reports what is final, and forgets it then: what was reported twice is known by its intent. */
  async #finish(finals: readonly Outgoing[], view: ChainView): Promise<void> {
    for (const hash of new Set(finals.map(({ place }) => place!.blockHash))) {
      const block = await this.#chain.block(hash);
      // Where the node has it no more, the next look finds out why.
      if (!block) continue;
      const items = finals.filter(({ place }) => place!.blockHash === hash);
      const transactions = finalTransactions(items, block, view.final.finality);
      for (let i = 0; i < transactions.length; i += REPORTED) {
        const some = transactions.slice(i, i + REPORTED);
        await this.#report(some);
        this.#store.done(some);
      }
    }
  }
}

const lastRaw = ({ signed }: Outgoing): string => signed[0]!.raw;
