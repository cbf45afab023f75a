import type { ServiceCaller } from '../caller.ts';
import { listOf, type List } from '../paging.ts';
import type { Asset, RequestSettings } from '../types.ts';

/** Full-text search. */
export class Search {
  readonly #caller: ServiceCaller;

  constructor(caller: ServiceCaller) {
    this.#caller = caller;
  }

  /** Assets that match a text. */
  assets(text: string, { page_size, ...settings }: RequestSettings & { page_size?: number } = {}): List<Asset> {
    return listOf(this.#caller, '/v2/assets:search', 'assets', { ...settings, query: { q: text, page_size } });
  }
}
