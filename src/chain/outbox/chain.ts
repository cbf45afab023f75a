import {
  ChainUnreachable,
  RpcError,
  type ChainTransport,
  type RpcAnswer,
  type RpcRequest,
} from '../../ethereum/transport.ts';
import type { RpcBlock } from '../block.ts';
import type { Going } from './fees.ts';
import { Finality, type Final } from './finality.ts';
import type { OutboxSettings } from './settings.ts';
import type { OutboxStore, BlockPosition } from './store.ts';

/** The chain as it stands now, as far as it bears on one signer. */
export type ChainView = {
  /** The number of the newest block, and its time in seconds since the epoch. */
  head: number;
  time: number;
  /** The signer's nonces below are used, at the newest block. */
  count: number;
  /** Wei; undefined where the chain knows of no base fee. */
  baseFee: bigint | undefined;
  final: Final;
};

/** The node is of another chain than ours. */
export class WrongChain extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WrongChain';
  }
}

type Receipt = { blockHash: string; blockNumber: string; transactionIndex: string };

/** Calls at once, to a node that takes no more than one in a request. */
const AT_ONCE = 16;
/** Wei for the block's maker, where the node suggests none. */
const TIP = 1_000_000_000n;

const hex = (n: number): string => `0x${n.toString(16)}`;

/** What an outbox asks of a node. Throws ChainUnreachable where it does not answer, WrongChain. */
export class Chain {
  readonly #transport: ChainTransport;
  readonly #signer: string;
  readonly #chainId: bigint;
  readonly #settings: OutboxSettings;
  readonly #store: OutboxStore;
  readonly #finality: Finality;
  /** Whether the node that answers is known to be of our chain. */
  #known = false;
  /** The count when it was last looked at. */
  #count = 0;

  constructor(
    transport: ChainTransport,
    signer: { address: string; chainId: bigint },
    settings: OutboxSettings,
    store: OutboxStore,
  ) {
    this.#transport = transport;
    this.#signer = signer.address;
    this.#chainId = signer.chainId;
    this.#settings = settings;
    this.#store = store;
    this.#finality = new Finality(transport, settings.confirmations, store);
  }

  async view(): Promise<ChainView> {
    try {
      if (!this.#known) await this.#identify();
      const [latest, count] = await this.#results<RpcBlock & string>([
        blockAt('latest'),
        { method: 'eth_getTransactionCount', params: [this.#signer, 'latest'] },
      ]);
      if (!latest) throw new ChainUnreachable('the node has no latest block');
      // Fewer than before: the chain has been reorganised, or is another.
      if (Number(count) < this.#count) await this.#identify();
      this.#count = Number(count);
      const head = Number(latest.number);
      const baseFee = latest['baseFeePerGas'] as string | null | undefined;
      return {
        head,
        time: Number(latest.timestamp),
        count: this.#count,
        baseFee: baseFee === undefined || baseFee === null ? undefined : BigInt(baseFee),
        final: this.#settings.sealed
          ? { number: head, finality: 'sealed by the validator' }
          : await this.#finality.final(head),
      };
    } catch (error) {
      // When it comes back, it may be another.
      if (error instanceof ChainUnreachable) this.#known = false;
      throw error;
    }
  }

  /** Which of these blocks are on the chain still. */
  async onCanonicalChain(places: readonly BlockPosition[]): Promise<Set<string>> {
    const numbers = [...new Set(places.map(({ blockNumber }) => blockNumber))];
    const blocks = await this.#results<RpcBlock | null>(numbers.map((number) => blockAt(hex(number))));
    return new Set(blocks.flatMap((block) => (block ? [block.hash] : [])));
  }

  /** Where these transactions are on the chain. */
  async places(hashes: readonly string[]): Promise<Map<string, BlockPosition>> {
    const receipts = await this.#results<Receipt | null>(
      hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
    );
    const places = hashes.flatMap((hash, i): [string, BlockPosition][] => {
      const receipt = receipts[i];
      if (!receipt) return [];
      const [blockNumber, transactionIndex] = [Number(receipt.blockNumber), Number(receipt.transactionIndex)];
      return [[hash, { blockHash: receipt.blockHash, blockNumber, transactionIndex }]];
    });
    const canonical = await this.onCanonicalChain(places.map(([, place]) => place));
    return new Map(places.filter(([, { blockHash }]) => canonical.has(blockHash)));
  }

  /** The signer's nonces below are used at this block; undefined where the node cannot tell. */
  async countAt(block: number): Promise<number | undefined> {
    if (block < 0) return 0;
    const request = { method: 'eth_getTransactionCount', params: [this.#signer, hex(block)] };
    const [answer] = await this.#all([request]);
    return answer && 'result' in answer ? Number(answer.result) : undefined;
  }

  /**
   * The block up to this one that used a nonce, which is used there, and the hashes of its transactions.
   * Undefined where the node cannot tell, for want of old states.
   */
  async usedIn(nonce: number, last: number): Promise<{ number: number; hashes: string[] } | undefined> {
    // It is used at `high`, and not at `low`.
    let high = last;
    let low = last - 1;
    for (let step = 1; low >= 0; step *= 2, low = Math.max(-1, low - step)) {
      const count = await this.countAt(low);
      if (count === undefined) return undefined;
      if (count <= nonce) break;
      high = low;
    }
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      const count = await this.countAt(middle);
      if (count === undefined) return undefined;
      if (count <= nonce) low = middle;
      else high = middle;
    }
    const [block] = await this.#results<{ transactions: string[] } | null>([blockAt(hex(high))]);
    return block ? { number: high, hashes: block.transactions } : undefined;
  }

  /** A block with its transactions; undefined where the node does not have it. */
  async block(hash: string): Promise<RpcBlock | undefined> {
    const [block] = await this.#results<RpcBlock | null>([{ method: 'eth_getBlockByHash', params: [hash, true] }]);
    return block ?? undefined;
  }

  /** Sends signed bytes. What the node says of them decides nothing; its refusals are given by the bytes. */
  async send(raws: readonly string[]): Promise<Map<string, string>> {
    const calls = raws.map((raw) => ({ method: 'eth_sendRawTransaction', params: [raw] }));
    const answers = await this.#all(calls).catch((error: unknown): RpcAnswer[] => {
      if (error instanceof ChainUnreachable) return [];
      throw error;
    });
    return new Map(
      raws.flatMap((raw, i) => {
        const answer = answers[i];
        return answer && 'error' in answer ? [[raw, answer.error.message]] : [];
      }),
    );
  }

  /** The fees that are going now. */
  async going({ baseFee }: ChainView): Promise<Going> {
    const method = baseFee === undefined ? 'eth_gasPrice' : 'eth_maxPriorityFeePerGas';
    const [answer] = await this.#all([{ method, params: [] }]);
    return { base: baseFee, tip: answer && 'result' in answer ? BigInt(answer.result as string) : TIP };
  }

  /** Throws WrongChain where the node is of a chain with another id, or another beginning than the first time. */
  async #identify(): Promise<void> {
    const [id, genesis] = await this.#results<string & RpcBlock>([
      { method: 'eth_chainId', params: [] },
      blockAt('0x0'),
    ]);
    if (BigInt(id!) !== this.#chainId)
      throw new WrongChain(`the node is of chain ${BigInt(id!)}, not ${this.#chainId}`);
    const first = this.#store.fact('genesis');
    if (first === undefined && genesis) this.#store.learn('genesis', genesis.hash);
    if (first !== undefined && genesis && genesis.hash !== first)
      throw new WrongChain(`the node's chain begins with ${genesis.hash}, not ${first}`);
    this.#known = true;
  }

  /** The results of calls. Throws RpcError for the first that failed. */
  async #results<T>(calls: readonly RpcRequest[]): Promise<T[]> {
    return (await this.#all(calls)).map((answer) => {
      if ('error' in answer) throw new RpcError(answer.error.code, answer.error.message);
      return answer.result as T;
    });
  }

  async #all(calls: readonly RpcRequest[]): Promise<RpcAnswer[]> {
    if (calls.length === 0) return [];
    if (this.#transport.batch) return this.#transport.batch(calls);
    const answers: RpcAnswer[] = [];
    for (let i = 0; i < calls.length; i += AT_ONCE)
      answers.push(...(await Promise.all(calls.slice(i, i + AT_ONCE).map((call) => this.#one(call)))));
    return answers;
  }

  async #one({ method, params }: RpcRequest): Promise<RpcAnswer> {
    try {
      return { result: await this.#transport.request(method, params) };
    } catch (error) {
      if (error instanceof RpcError) return { error: { code: error.code, message: error.message } };
      throw error;
    }
  }
}

const blockAt = (which: string): RpcRequest => ({ method: 'eth_getBlockByNumber', params: [which, false] });
