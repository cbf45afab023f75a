import { setTimeout as sleep } from 'node:timers/promises';
import { EvidenceError, type Attributes, type EvidenceClient, type RequestSettings } from '../index.ts';
import { textOf } from './output.ts';

/** The most names that one command reads, and how many it reads at once. */
const MAX_NAMES = 100;
const LANES = 4;

/**
 * The names of records by their identities, of the first 100 different ones; empty for those that have none. Those that
 * cannot be read are absent: a command succeeds without names.
 */
async function namesOf(
  identities: readonly string[],
  read: (identity: string) => Promise<string>,
  names = new Map<string, string>(),
): Promise<ReadonlyMap<string, string>> {
  const left = [...new Set(identities)].slice(0, MAX_NAMES).values();
  const lane = async (): Promise<void> => {
    for (const identity of left) {
      const name = await read(identity).catch((error: unknown) => {
        if (error instanceof EvidenceError) return undefined;
        throw error;
      });
      if (name !== undefined) names.set(identity, name);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return names;
}

export const assetNames = (client: EvidenceClient, identities: readonly string[]): ReturnType<typeof namesOf> =>
  namesOf(identities, (identity) => assetName(client, identity));

async function assetName(client: EvidenceClient, asset: string, settings: RequestSettings = {}): Promise<string> {
  return textOf((await client.assets.get(asset, settings)).attributes, 'arc_display_name');
}

/** The most names that are kept, and the milliseconds for which events wait for them. */
const KEPT_NAMES = 10_000;
const PATIENCE = 250;

/** The names of assets for events that are printed as they come: a read that lasts does not delay them. */
export class NamesInTime {
  readonly #client: EvidenceClient;
  readonly #patience: () => Promise<unknown>;
  readonly #names = new Map<string, string>();
  readonly #end = new AbortController();
  #isReading = false;

  /** `patience`: resolves when events wait no longer. Default: after 250 ms. */
  constructor(client: EvidenceClient, patience = (): Promise<unknown> => sleep(PATIENCE, undefined, { ref: false })) {
    this.#client = client;
    this.#patience = patience;
  }

  /** Empty if the asset has no name, or its name was not read yet. */
  of(asset: string): string {
    return this.#names.get(asset) ?? '';
  }

  /** Reads the names of assets that were not read. Resolves at once while an earlier read lasts. */
  async read(assets: readonly string[]): Promise<void> {
    if (this.#isReading) return;
    if (this.#names.size > KEPT_NAMES) this.#names.clear();
    const unknown = assets.filter((asset) => !this.#names.has(asset));
    if (unknown.length > 0) await Promise.race([this.#keep(unknown), this.#patience()]);
  }

  /** Ends a read that lasts. */
  end(): void {
    this.#end.abort();
  }

  async #keep(assets: readonly string[]): Promise<void> {
    this.#isReading = true;
    await namesOf(assets, (asset) => assetName(this.#client, asset, { signal: this.#end.signal }), this.#names);
    this.#isReading = false;
  }
}

const LOCATION = /^locations\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The names of the locations that attributes name, by their identities. */
export const locationNames = (client: EvidenceClient, ...of: readonly Attributes[]): ReturnType<typeof namesOf> =>
  namesOf(
    of.flatMap(({ arc_home_location_identity: at }) => (typeof at === 'string' && LOCATION.test(at) ? [at] : [])),
    async (identity) => {
      const path = { uuid: LOCATION.exec(identity)![1]! };
      return (await client.request('GET', '/v2/locations/{uuid}', { path })).display_name;
    },
  );
