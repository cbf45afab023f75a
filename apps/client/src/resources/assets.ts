import { assetPath, keyed, type ServiceCaller } from '../caller.ts';
import { listOf, type List } from '../paging.ts';
import type { Asset, AssetAttributes, NewAsset, QueryOf, RequestSettings } from '../types.ts';

/** Filters of a list, without the parameters of its pages, which the iterator sets. */
type Filters<Q> = Omit<Q, 'page_token' | 'attribute_filters'> & {
  /** Attributes and their values: `*` is any value. Names are as in attributes, without a prefix. */
  attributes?: Record<string, string>;
};

/** `attributes` as the query parameters of a list. */
export function filtersOf({ attributes, ...query }: { attributes?: Record<string, string> } & object): object {
  if (!attributes) return query;
  const filters = Object.entries(attributes).map(([name, value]) => [`attributes.${name}`, value]);
  return { ...query, attribute_filters: Object.fromEntries(filters) as Record<string, string> };
}

/** Assets: the things whose history is recorded. */
export class Assets {
  readonly #caller: ServiceCaller;

  constructor(caller: ServiceCaller) {
    this.#caller = caller;
  }

  /** Creates an asset. A repetition after a lost response creates no second one. */
  async create(asset: NewAsset, settings: RequestSettings = {}): Promise<Asset> {
    return this.#caller.json('POST', '/v2/assets', { ...keyed(settings), body: asset });
  }

  /** Reads an asset `assets/<uuid>`, or without a token a public one `publicassets/<uuid>`. */
  async get(identity: string, { at_time, ...settings }: RequestSettings & { at_time?: string } = {}): Promise<Asset> {
    const { path, anonymous } = assetPath(identity);
    return this.#caller.json('GET', path, { ...settings, anonymous, query: { at_time } });
  }

  /** Lists assets, the newest first. */
  list(filters: Filters<QueryOf<'/v2/assets'>> = {}, settings: RequestSettings = {}): List<Asset> {
    return listOf(this.#caller, '/v2/assets', 'assets', { ...settings, query: filtersOf(filters) });
  }
}

/** The attribute that attaches a file to an asset or an event. */
export const attachmentOf = (
  { identity, hash }: { identity: string; hash: { alg: string; value: string } },
  fileName: string,
): Exclude<AssetAttributes[string], string | unknown[]> => ({
  arc_attribute_type: 'arc_attachment',
  arc_blob_identity: identity,
  arc_blob_hash_alg: hash.alg,
  arc_blob_hash_value: hash.value,
  arc_file_name: fileName,
  arc_display_name: fileName,
});
