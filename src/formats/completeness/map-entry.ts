import { fromHex, toHex } from '../../lib/text.ts';
import { parseSize } from '../log/checkpoint.ts';
import { encodeEntry, ENTRY_SCHEMAS, parseEntry } from '../log/entry.ts';
import { HASH_BYTES } from '../log/tree.ts';
import { MAP_SALT_BYTES } from './asset-history.ts';

/**
 * The entry that commits to the map of a log. `size`: the map covers the entries before this index, which is also that
 * of the entry: so a size has at most one map.
 */
export type MapEntry = {
  /** The id of the log. */
  log: string;
  /** When the map was made, with six fraction digits. */
  created: string;
  size: number;
  /** The number of assets that have events in the log. */
  assets: number;
  root: Uint8Array;
  /** The salt of the keys: the same for all maps of a log. */
  salt: Uint8Array;
};

/** The bytes of the entry. */
export const encodeMapEntry = ({ log, created, size, assets, root, salt }: MapEntry): Uint8Array =>
  encodeEntry({
    schema: ENTRY_SCHEMAS.map,
    log,
    created,
    size: String(size),
    assets: String(assets),
    root: toHex(root),
    salt: toHex(salt),
  });

const CREATED = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
const FIELDS = ['assets', 'created', 'log', 'root', 'salt', 'schema', 'size'];

/** Reads the entry. Throws RangeError if the bytes are not a canonical LOGMAPV1. */
export function parseMapEntry(bytes: Uint8Array): MapEntry {
  const { schema, log, created, size, assets, root, salt, ...others } = parseEntry(bytes);
  if (schema !== ENTRY_SCHEMAS.map) throw new RangeError(`entry: must be ${ENTRY_SCHEMAS.map}`);
  if (Object.keys(others).length > 0) throw new RangeError(`entry: must have the fields ${FIELDS.join(', ')} only`);
  if (typeof created !== 'string' || !CREATED.test(created))
    throw new RangeError('created: must be a time in UTC with six fraction digits');
  const count = (name: string, value: unknown): number => parseSize(name, typeof value === 'string' ? value : '');
  const hash = (name: string, value: unknown, length: number): Uint8Array => {
    if (typeof value !== 'string' || value.length !== 2 * length || !/^[0-9a-f]*$/.test(value))
      throw new RangeError(`${name}: must be ${2 * length} lower-case hexadecimal digits`);
    return fromHex(value);
  };
  return {
    log,
    created,
    size: count('size', size),
    assets: count('assets', assets),
    root: hash('root', root, HASH_BYTES),
    salt: hash('salt', salt, MAP_SALT_BYTES),
  };
}
