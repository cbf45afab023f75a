import type { Schemas } from './api.ts';
import { pages } from './api.ts';
import { valuesByAsset } from './values-by-asset.ts';

type Attributes = Schemas['Attributes'];

/** Names of attributes with the texts that they have, each once. */
export type KnownValues = ReadonlyMap<string, readonly string[]>;

/** How many of the newest records are read, how many values of an attribute are proposed, and their characters. */
const SAMPLE = 100;
const VALUES = 20;
const LENGTH = 60;

/** The texts of each attribute. Files and other maps have none, and attributes that only they have no entry. */
export function valuesOf(all: readonly Attributes[]): KnownValues {
  const known = new Map<string, Set<string>>();
  for (const attributes of all)
    for (const [name, value] of Object.entries(attributes)) {
      if (typeof value !== 'string') continue;
      const values = known.get(name) ?? new Set();
      if (value !== '' && value.length <= LENGTH && values.size < VALUES) values.add(value);
      known.set(name, values);
    }
  return new Map([...known].map(([name, values]) => [name, [...values]]));
}

async function read(kind: string): Promise<KnownValues> {
  if (kind === 'assets')
    return valuesOf((await pages('/v2/assets', 'assets')('', SAMPLE)).items.map(({ attributes }) => attributes));
  const { items } = await pages('/v2/assets/-/events', 'events')('', SAMPLE);
  return valuesOf(items.map(({ event_attributes }) => event_attributes));
}

/** The attributes that the newest records have, by the kind of the records (`assets`, `events`). */
export const knownAttributes = valuesByAsset((kind) => read(kind).catch((): KnownValues => new Map()));
