import {
  ChainUnreachable,
  RpcError,
  type ChainTransport,
  type RpcAnswer,
  type RpcRequest,
} from '../../../formats/ethereum/transport.ts';
import type { NodeBlock } from '../block.ts';
import type { CurrentFees } from './fees.ts';
import { Finality, type Final } from './finality.ts';
import type { OutboxStore, MinedPosition } from './store.ts';

/** How the outbox sends to a chain. */
export type OutboxSettings = {
  /** The depth at which a block is final if the node has no tag `finalized`. The newest block has depth 1. */
  confirmations: number;
  /** Whether every block is final at once, because there is a single validator (the embedded chain). */
  sealed: boolean;
  /** The maximum number of sent transactions that are in no block yet; Infinity for no limit. */
  inFlight: number;
  /** Milliseconds between ticks, until a transaction is sent again, and until its fees are raised. */
  pollMs: number;
  resendMs: number;
  stuckMs: number;
};

/** The current state of the chain, as far as one signer needs it. */
export type ChainView = {
  /** The number of the newest block, and its time in seconds since the epoch. */
  head: number;
  time: number;
  /** The signer's transaction count at the newest block: all lower nonces are used. */
  count: number;
  /** Wei; undefined where the chain has no base fee. */
  baseFee: bigint | undefined;
  final: Final;
};

/** The node serves another chain than the configured one. */
export class WrongChain extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WrongChain';
  }
}

type Receipt = { blockHash: string; blockNumber: string; transactionIndex: string };

/** Concurrent calls to a node without batches. */
const AT_ONCE = 16;
/** The priority fee in wei where the node suggests none. */
const TIP = 1_000_000_000n;

const hex = (n: number): string => `0x${n.toString(16)}`;

/** The queries of the outbox to a node. Throws ChainUnreachable where the node does not respond, and WrongChain. */
export class ChainNode {
  readonly #transport: ChainTransport;
  readonly #signer: string;
  readonly #chainId: bigint;
  readonly #settings: OutboxSettings;
  readonly #store: OutboxStore;
  readonly #finality: Finality;
  /** Whether the node was identified as serving the configured chain. */
  #identified = false;
  /** The transaction count at the last call. */
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
      if (!this.#identified) await this.#identify();
      const [latest, count] = await this.#results<NodeBlock & string>([
        blockAt('latest'),
        { method: 'eth_getTransactionCount', params: [this.#signer, 'latest'] },
      ]);
      if (!latest) throw new ChainUnreachable('the node has no latest block');
      // A lower count than before: the chain was reorganized, or the node serves another chain.
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
      // When the node is back, it may serve another chain.
      if (error instanceof ChainUnreachable) this.#identified = false;
      throw error;
    }
  }

  /** The hashes of the canonical blocks at these heights. */
  async onCanonicalChain(positions: readonly MinedPosition[]): Promise<Set<string>> {
    const numbers = [...new Set(positions.map(({ blockNumber }) => blockNumber))];
    const blocks = await this.#results<NodeBlock | null>(numbers.map((number) => blockAt(hex(number))));
    return new Set(blocks.flatMap((block) => (block ? [block.hash] : [])));
  }

  /** The positions of those transactions that are on the canonical chain, by hash. */
  async positions(hashes: readonly string[]): Promise<Map<string, MinedPosition>> {
    const receipts = await this.#results<Receipt | null>(
      hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
    );
    const positions = hashes.flatMap((hash, i): [string, MinedPosition][] => {
      const receipt = receipts[i];
      if (!receipt) return [];
      const [blockNumber, transactionIndex] = [Number(receipt.blockNumber), Number(receipt.transactionIndex)];
      return [[hash, { blockHash: receipt.blockHash, blockNumber, transactionIndex }]];
    });
    const canonical = await this.onCanonicalChain(positions.map(([, position]) => position));
    return new Map(positions.filter(([, { blockHash }]) => canonical.has(blockHash)));
  }

  /** The signer's transaction count at a block; undefined where the node lacks the state of that block. */
  async countAt(block: number): Promise<number | undefined> {
    if (block < 0) return 0;
    const request = { method: 'eth_getTransactionCount', params: [this.#signer, hex(block)] };
    const [answer] = await this.#all([request]);
    return answer && 'result' in answer ? Number(answer.result) : undefined;
  }

  /**
   * The block in which a nonce was used, and the hashes of its transactions. The nonce must be used at block `last`.
   * Undefined where the node lacks old states.
   */
  async usedIn(nonce: number, last: number): Promise<{ number: number; hashes: string[] } | undefined> {
    // The nonce is used at `high` and unused at `low`.
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
  async block(hash: string): Promise<NodeBlock | undefined> {
    const [block] = await this.#results<NodeBlock | null>([{ method: 'eth_getBlockByHash', params: [hash, true] }]);
    return block ?? undefined;
  }

  /**
   * Sends signed transactions. The node's response is advisory. Returns the error messages of the node by the bytes of
   * the transaction.
   */
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

  /** The current fees of the chain. */
  async currentFees({ baseFee }: ChainView): Promise<CurrentFees> {
    const method = baseFee === undefined ? 'eth_gasPrice' : 'eth_maxPriorityFeePerGas';
    const [answer] = await this.#all([{ method, params: [] }]);
    return { base: baseFee, tip: answer && 'result' in answer ? BigInt(answer.result as string) : TIP };
  }

  /**
   * Throws WrongChain where the node's chain has another id than configured, or another block 0 than the first time.
   */
  async #identify(): Promise<void> {
    const [id, genesis] = await this.#results<string & NodeBlock>([
      { method: 'eth_chainId', params: [] },
      blockAt('0x0'),
    ]);
    if (BigInt(id!) !== this.#chainId)
      throw new WrongChain(`the node serves chain ${BigInt(id!)}, not ${this.#chainId}`);
    const first = this.#store.fact('genesis');
    if (first === undefined && genesis) this.#store.setFact('genesis', genesis.hash);
    if (first !== undefined && genesis && genesis.hash !== first)
      throw new WrongChain(`block 0 of the node's chain is ${genesis.hash}, not ${first}`);
    this.#identified = true;
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
