import { RpcError, type ChainTransport } from '../../../formats/ethereum/transport.ts';
import type { NodeBlock } from '../block.ts';
import type { OutboxStore } from './store.ts';

/** The number of the newest final block (-1 while none is known), and a text that says how finality was determined. */
export type Final = { number: number; finality: string };

/** After this many failed queries for the final block in a row, the node counts as one without the tag. */
const REFUSALS = 5;

/**
 * Determines finality by the tag `finalized` where the node supports it, otherwise by depth. Once a node has returned a
 * final block, depth is never used again. A query that fails once (a node that has just started, or is overloaded) does
 * not make a block final.
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
      if (this.#store.fact('finalized') === undefined) this.#store.setFact('finalized', 'tag');
      return { number: Number(block.number), finality };
    }
    if (this.#store.fact('finalized') === undefined) this.#refusals += 1;
    return this.#refusals >= REFUSALS ? byDepth : { number: -1, finality };
  }

  /** The block with the tag `finalized`; undefined where the node returns none. */
  async #tagged(): Promise<NodeBlock | undefined> {
    try {
      return (
        (await this.#transport.request<NodeBlock | null>('eth_getBlockByNumber', ['finalized', false])) ?? undefined
      );
    } catch (error) {
      if (error instanceof RpcError) return undefined;
      throw error;
    }
  }
}
