import { EvidenceError, type Attributes, type EvidenceClient } from '../index.ts';
import { textOf } from './output.ts';

/** The most names that one command reads, and how many it reads at once. */
const MAX_NAMES = 100;
const LANES = 4;

/**
 * The names of records by their identities, of the first 100 different ones. Those that have none, or cannot be read,
 * are absent: a command succeeds without names.
 */
async function namesOf(
  identities: readonly string[],
  read: (identity: string) => Promise<string>,
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  const left = [...new Set(identities)].slice(0, MAX_NAMES).values();
  const lane = async (): Promise<void> => {
    for (const identity of left) {
      const name = await read(identity).catch((error: unknown) => {
        if (error instanceof EvidenceError) return '';
        throw error;
      });
      if (name !== '') names.set(identity, name);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return names;
}

export const assetNames = (client: EvidenceClient, identities: readonly string[]): ReturnType<typeof namesOf> =>
  namesOf(identities, async (identity) => textOf((await client.assets.get(identity)).attributes, 'arc_display_name'));

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
