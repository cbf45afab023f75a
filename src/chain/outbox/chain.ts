import { ChainUnreachable, RpcError, type ChainTransport } from '../transport.ts';
import type { RpcBlock } from '../block.ts';
import type { OutboxSettings } from './outbox.ts';
import type { Fees, Place } from './store.ts';

/** The chain as it stands now, as far as it bears on one signer. */
export type ChainView = {
  /** Nonces below are used, and used for good. */
  count: number;
  finalCount: number;
  /** Blocks up to here are final. */
  finalNumber: number;
  /** Wei; 0 where the chain has none. */
  baseFee: bigint;
};

type Receipt = { blockHash: string; blockNumber: string; transactionIndex: string };

/** Questions asked at once. */
const AT_ONCE = 16;
const hex = (n: number): string => `0x${n.toString(16)}`;

/** What an outbox asks of a node. Throws ChainUnreachable where it does not answer. */
export class Chain {
  readonly #transport: ChainTransport;
  readonly #signer: string;
  readonly #settings: OutboxSettings;
  /** Whether the node knows the tag `finalized`; asked once. */
  #hasFinalized: boolean | undefined;

  constructor(transport: ChainTransport, signer: string, settings: OutboxSettings) {
    this.#transport = transport;
    this.#signer = signer;
    this.#settings = settings;
  }

  async transactionCount(block: string): Promise<number> {
    return Number(await this.#transport.request<string>('eth_getTransactionCount', [this.#signer, block]));
  }

  async view(): Promise<ChainView> {
    const head = await this.#block('latest');
    if (!head) throw new ChainUnreachable('the node has no latest block');
    const number = Number(head.number);
    const finalized = await this.#finalized();
    const finalNumber = finalized ?? Math.max(-1, number - this.#settings.confirmations + 1);
    const count = await this.transactionCount('latest');
    const finalCount =
      finalNumber >= number ? count : finalNumber < 0 ? 0 : await this.transactionCount(hex(finalNumber));
    return { count, finalCount, finalNumber, baseFee: BigInt((head['baseFeePerGas'] as string | undefined) ?? 0) };
  }

  /** How a block is judged final, in words. */
  async finality(): Promise<string> {
    const { confirmations } = this.#settings;
    if ((await this.#finalized()) !== undefined) return 'finalized tag of the node';
    return confirmations === 1 ? 'sealed by the validator' : `depth of ${confirmations} blocks`;
  }

  /** Where these transactions are on the chain that the node holds for the right one. */
  async places(hashes: readonly string[]): Promise<Map<string, Place>> {
    const receipts = await this.#each(hashes, (hash) =>
      this.#transport.request<Receipt | null>('eth_getTransactionReceipt', [hash]),
    );
    const numbers = [...new Set(receipts.flatMap((receipt) => (receipt ? [receipt.blockNumber] : [])))];
    const blocks = await this.#each(numbers, (number) => this.#block(number));
    const canonical = new Map(numbers.map((number, i) => [number, blocks[i]?.hash]));
    return new Map(
      hashes.flatMap((hash, i) => {
        const receipt = receipts[i];
        if (!receipt || canonical.get(receipt.blockNumber) !== receipt.blockHash) return [];
        const { blockHash, blockNumber, transactionIndex } = receipt;
        const place = { blockHash, blockNumber: Number(blockNumber), transactionIndex: Number(transactionIndex) };
        return [[hash, place] as const];
      }),
    );
  }

  /** A block with its transactions. */
  async block(hash: string): Promise<RpcBlock> {
    const block = await this.#transport.request<RpcBlock | null>('eth_getBlockByHash', [hash, true]);
    if (!block) throw new ChainUnreachable('the node has lost a block');
    return block;
  }

  /** Sends signed bytes. What the node says of them decides nothing. */
  async send(raws: readonly string[]): Promise<void> {
    await this.#each(raws, (raw) =>
      this.#transport.request('eth_sendRawTransaction', [raw]).catch((error: unknown) => {
        if (!(error instanceof RpcError || error instanceof ChainUnreachable)) throw error;
      }),
    );
  }

  /** Fees that the next block should take; where fees have been too low, at least an eighth above those. */
  async fees(before?: Fees): Promise<Fees> {
    if (this.#settings.legacy) return { maxFeePerGas: '0', maxPriorityFeePerGas: '0' };
    const head = await this.#block('latest');
    const base = BigInt((head?.['baseFeePerGas'] as string | undefined) ?? 0);
    const tip = await this.#transport.request<string>('eth_maxPriorityFeePerGas', []).then(BigInt, (error: unknown) => {
      if (error instanceof RpcError) return 1_000_000_000n;
      throw error;
    });
    const raised = (fee: string | undefined): bigint => (BigInt(fee ?? 0) * 9n + 7n) / 8n;
    const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);
    const priority = most(tip, raised(before?.maxPriorityFeePerGas));
    const max = most(2n * base + priority, raised(before?.maxFeePerGas));
    return { maxFeePerGas: String(max), maxPriorityFeePerGas: String(priority) };
  }

  #block(number: string): Promise<RpcBlock | null> {
    return this.#transport.request<RpcBlock | null>('eth_getBlockByNumber', [number, false]);
  }

  /** The last block that the node calls final; undefined where it does not know of such. */
  async #finalized(): Promise<number | undefined> {
    if (this.#hasFinalized === false) return undefined;
    try {
      const block = await this.#block('finalized');
      this.#hasFinalized = true;
      return block ? Number(block.number) : -1;
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      this.#hasFinalized ??= false;
      return undefined;
    }
  }

  async #each<T, R>(items: readonly T[], ask: (item: T) => Promise<R>): Promise<R[]> {
    const answers: R[] = [];
    for (let i = 0; i < items.length; i += AT_ONCE)
      answers.push(...(await Promise.all(items.slice(i, i + AT_ONCE).map(ask))));
    return answers;
  }
}
