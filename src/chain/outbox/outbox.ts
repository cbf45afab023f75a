import { describe } from '../../core/describe.ts';
import { log } from '../../core/log.ts';
import { headerRlp, transactionProof, type RpcBlock } from '../block.ts';
import type { ChainTransport } from '../transport.ts';
import { Chain } from './chain.ts';
import type { Signer } from './signer.ts';
import type { Outgoing, OutboxStore, Place } from './store.ts';

export type OutboxSettings = {
  /** Blocks on a transaction's, its own counted, after which it is final where the node does not say; 1: at once. */
  confirmations: number;
  /** Transactions that the chain may have at once; Infinity for no limit. */
  inFlight: number;
  /** Milliseconds between looks at the chain, until a transaction is sent again, and until its fees are raised. */
  pollMs: number;
  resendMs: number;
  stuckMs: number;
  /** No fees, transactions of the first type. */
  legacy: boolean;
};

/** What is to be recorded on the chain. The intent names it: the same again is the same transaction. */
export type Intent = { intent: string; to: string; input: string };

/** A transaction that is final, with what proves it (see chain/tables.ts). */
export type FinalTransaction = {
  intent: string;
  hash: string;
  raw: string;
  blockNumber: number;
  blockHash: string;
  transactionIndex: number;
  blockUs: number;
  header: string;
  proof: string[];
  finality: string;
};

/** Transactions that one turn looks at, starts, or reports. */
const TURN = 500;

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
    this.#chain = new Chain(transport, signer.address, settings);
    this.#signer = signer;
    this.#settings = settings;
    this.#report = report;
  }

  /** Takes note of what is to be sent, durably with the object's turn. */
  submit(items: readonly Intent[]): void {
    this.#store.add(items);
  }

  /** One look at the chain. Gives the milliseconds after which the next is due; undefined when nothing is under way. */
  async tick(now: number): Promise<number | undefined> {
    await this.#reconcile(now);
    await this.#start(now);
    await this.#reportFinal();
    const left = this.#store.count('waiting', 'sent', 'mined', 'final');
    return left > 0 ? this.#settings.pollMs : undefined;
  }

  /** Signs and sends what waits, as far as the limit lets. */
  async #start(now: number): Promise<void> {
    const room = this.#settings.inFlight - this.#store.count('sent', 'mined');
    const waiting = this.#store.inState('waiting', Math.max(0, Math.min(room, TURN)));
    if (waiting.length === 0) return;
    let nonce = this.#store.nextNonce ?? (await this.#chain.transactionCount('latest'));
    const fees = await this.#chain.fees();
    const started: Outgoing[] = [];
    for (const item of waiting) {
      const signed = this.#signer.sign({ nonce, to: item.to, input: item.input, fees });
      started.push({ ...item, state: 'sent', nonce, signed: [signed], fees, sentAt: now, resentAt: now });
      nonce += 1;
    }
    // One turn, one commit: no nonce is given twice, and none without its bytes.
    for (const item of started) this.#store.put(item);
    this.#store.nextNonce = nonce;
    await this.#chain.send(started.map(({ signed }) => signed[0]!.raw));
  }

  /** Compares what is under way with the chain, lowest nonce first. */
  async #reconcile(now: number): Promise<void> {
    const items = this.#store.underWay(TURN);
    if (items.length === 0) return;
    const view = await this.#chain.view();
    const again: string[] = [];
    const places = await this.#chain.places(
      items.filter(({ nonce }) => nonce! < view.count).flatMap(({ signed }) => signed.map(({ hash }) => hash)),
    );
    for (const item of items) {
      const found = item.signed.find(({ hash }) => places.has(hash));
      const place = found && places.get(found.hash);
      if (found && place) {
        const state = place.blockNumber <= view.finalNumber ? 'final' : 'mined';
        this.#store.put({ ...item, state, place, signed: [found, ...item.signed.filter((each) => each !== found)] });
      } else if (item.nonce! < view.finalCount) {
        // Another's transaction has our nonce, for good: ours can never be mined, and goes with a new one.
        log('alarm', 'a foreign transaction has used a nonce of ours', { intent: item.intent, nonce: item.nonce });
        this.#store.put({ ...item, state: 'waiting', nonce: undefined, signed: [], place: undefined });
      } else {
        if (item.state === 'mined')
          log('warn', 'a transaction has left the chain', { intent: item.intent, block: item.place?.blockHash });
        const sent = await this.#renewed({ ...item, state: 'sent', place: undefined }, now, view.baseFee);
        if (sent.resentAt === now) again.push(sent.signed[0]!.raw);
        this.#store.put(sent);
      }
    }
    await this.#chain.send(again);
  }

  /** The transaction as it is to be sent now: the same bytes after a while, with higher fees when it is stuck. */
  async #renewed(item: Outgoing, now: number, baseFee: bigint): Promise<Outgoing> {
    const { legacy, resendMs, stuckMs } = this.#settings;
    const tooCheap = BigInt(item.fees.maxFeePerGas) < baseFee;
    const due = now - item.resentAt >= resendMs;
    if (!legacy && due && (tooCheap || now - item.sentAt >= stuckMs)) {
      const fees = await this.#chain.fees(item.fees);
      const signed = this.#signer.sign({ nonce: item.nonce!, to: item.to, input: item.input, fees });
      return { ...item, fees, signed: [signed, ...item.signed], sentAt: now, resentAt: now };
    }
    return due ? { ...item, resentAt: now } : item;
  }

  async #reportFinal(): Promise<void> {
    for (let items = this.#store.inState('final', TURN); items.length > 0; items = this.#store.inState('final', TURN)) {
      const blocks = new Map<string, RpcBlock>();
      const reports: FinalTransaction[] = [];
      for (const item of items) {
        const place = item.place!;
        const block = blocks.get(place.blockHash) ?? (await this.#chain.block(place.blockHash));
        blocks.set(place.blockHash, block);
        reports.push(reportOf(item, place, block, await this.#chain.finality()));
      }
      await this.#report(reports);
      this.#store.done(items.map(({ intent }) => intent));
    }
  }
}

function reportOf(item: Outgoing, place: Place, block: RpcBlock, finality: string): FinalTransaction {
  const { hash, raw } = item.signed[0]!;
  let header: string | undefined;
  let proof: string[] | undefined;
  try {
    header = headerRlp(block);
    if (header) proof = transactionProof(block, place.transactionIndex);
  } catch (error) {
    log('warn', 'a block could not be proven', { block: block.hash, error: describe(error) });
  }
  return {
    intent: item.intent,
    hash,
    raw,
    ...place,
    blockUs: Number(block.timestamp) * 1_000_000,
    header: proof && header ? header : '',
    proof: proof ?? [],
    finality,
  };
}
