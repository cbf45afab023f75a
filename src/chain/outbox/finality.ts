import { RpcError, type ChainTransport } from '../../ethereum/transport.ts';
import type { RpcBlock } from '../block.ts';
import type { OutboxStore } from './store.ts';

/** The newest block that is final, -1 while none is known to be, and how that was judged, in words. */
export type Final = { number: number; finality: string };

/** Looks in a row in which a node must refuse to name a final block until it counts as one that cannot. */
const REFUSALS = 5;

/**
 * Judges finality: by the tag `finalized` where the node has it, else by depth. A node that has named a final
 * block once is never again judged by depth, and what it refuses now and then (when it has just been started,
 * or has too much to do) makes nothing final.
 */
export class Finality {
  readonly #transport: ChainTransport;
  readonly #confirmations: number;
  readonly #store: OutboxStore;
  #refusals = 0;

  constructor(transport: ChainTransport, confirmations: number, store: OutboxStore) {
    this.#transport = transport;
    this.#confirmations = confirmations;
    this.#store = store;
  }

  async final(head: number): Promise<Final> {
    const depth = this.#confirmations;
    const byDepth = {
      number: Math.max(-1, head - depth + 1),
      finality: depth === 1 ? 'in a block' : `depth of ${depth} blocks`,
    };
    if (this.#refusals >= REFUSALS) return byDepth;
    const block = await this.#tagged();
    const finality = 'finalized tag of the node';
    if (block) {
      this.#refusals = 0;
      if (this.#store.fact('finalized') === undefined) this.#store.learn('finalized', 'tag');
      return { number: Number(block.number), finality };
    }
    if (this.#store.fact('finalized') === undefined) this.#refusals += 1;
    return this.#refusals >= REFUSALS ? byDepth : { number: -1, finality };
  }

  /** The block that the node calls final; undefined where it names none. */
  async #tagged(): Promise<RpcBlock | undefined> {
    try {
      return (
        (await this.#transport.request<RpcBlock | null>('eth_getBlockByNumber', ['finalized', false])) ?? undefined
      );
    } catch (error) {
      if (error instanceof RpcError) return undefined;
      throw error;
    }
  }
}
