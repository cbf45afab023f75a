import { z } from 'zod';
import { fromHex } from '../../../src/lib/text.ts';
import { parseMapEntry, type MapEntry } from '../../../src/formats/completeness/map-entry.ts';
import { parseSize } from '../../../src/formats/log/checkpoint.ts';
import { ENTRY_SCHEMAS, parseEntry } from '../../../src/formats/log/entry.ts';
import { parseTimestamp } from '../../../src/lib/time.ts';
import type { AuthorKeyChange } from './author-keys.ts';
import type { CheckpointHead } from './checkpoints.ts';

/** The end of the log that a log replaces: its id and origin, and its last tree. */
export type PreviousEnd = CheckpointHead & { log: string; origin: string };

/**
 * What a monitor reads of an entry: docs/log-entries.md. `asset` is the UUID of the asset; `other` is an entry of a
 * schema that it does not know.
 */
export type MonitoredEntry =
  | { schema: 'genesis'; origin: string; vkeys: string[]; previous: PreviousEnd | undefined }
  | { schema: 'keys'; vkeys: string[] }
  | { schema: 'event'; identity: string; asset: string }
  | { schema: 'map'; map: MapEntry }
  | { schema: 'authorKey'; key: Omit<AuthorKeyChange, 'index'> }
  | { schema: 'other'; name: string };

const Keys = z
  .array(z.object({ vkey: z.string().optional() }))
  .transform((keys) => keys.flatMap(({ vkey }) => vkey ?? []));
const Previous = z.union([
  z.strictObject({}).transform(() => undefined),
  z
    .strictObject({ log: z.string(), origin: z.string(), size: z.string(), root: z.string().length(64) })
    .transform(({ log, origin, size, root }) => ({ log, origin, size: parseSize('size', size), root: fromHex(root) })),
]);
const Genesis = z.object({ origin: z.string(), keys: Keys, previous: Previous });
const KeyChange = z.object({ keys: Keys });
const AuthorKey = z.object({
  thumbprint: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  change: z.enum(['enrolled', 'revoked']),
  created: z.string().refine((time) => parseTimestamp(time) !== undefined),
});
const Event = z.object({
  identity: z.string().min(1),
  asset_identity: z.string().regex(/^(?:public)?assets\/[0-9a-f-]{36}$/),
});

/** Reads an entry of the log with this id. Throws RangeError if it is not a canonical entry of this log. */
export function readEntry(bytes: Uint8Array, log: string): MonitoredEntry {
  const entry = parseEntry(bytes);
  if (entry.log !== log) throw new RangeError(`log: must be ${log}, not ${entry.log}`);
  switch (entry.schema) {
    case ENTRY_SCHEMAS.genesis: {
      const { origin, keys, previous } = fields(Genesis, entry);
      return { schema: 'genesis', origin, vkeys: keys, previous };
    }
    case ENTRY_SCHEMAS.keys:
      return { schema: 'keys', vkeys: fields(KeyChange, entry).keys };
    case ENTRY_SCHEMAS.event:
    case ENTRY_SCHEMAS.signedEvent:
      return eventOf(fields(Event, entry));
    case ENTRY_SCHEMAS.map:
      return { schema: 'map', map: parseMapEntry(bytes) };
    case ENTRY_SCHEMAS.authorKey:
      return { schema: 'authorKey', key: fields(AuthorKey, entry) };
    default:
      return { schema: 'other', name: entry.schema };
  }
}

const eventOf = ({ identity, asset_identity: asset }: z.infer<typeof Event>): MonitoredEntry => ({
  schema: 'event',
  identity,
  asset: asset.slice(asset.indexOf('/') + 1),
});

function fields<T>(schema: z.ZodType<T>, entry: { schema: string }): T {
  try {
    return schema.parse(entry);
  } catch (error) {
    throw new RangeError(`entry: must have the fields of ${entry.schema}`, { cause: error });
  }
}
