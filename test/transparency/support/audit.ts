import { fromHex, toHex } from '../../../src/lib/text.ts';
import { formatCheckpoint } from '../../../src/formats/log/checkpoint.ts';
import { parseEntry } from '../../../src/formats/log/entry.ts';
import { SIGNATURE_TYPES, verifierKey } from '../../../src/formats/log/note.ts';
import { verifyNote } from '../../../src/formats/log/note-signatures.ts';
import { TILE_WIDTH, tilesOf } from '../../../src/formats/log/tiles.ts';
import { leafHash, rootOf } from '../../../src/formats/log/tree.ts';

/** Reads rows of the database under test. */
export type Rows = (sql: string) => Promise<Record<string, any>[]>;

export type AuditedLog = {
  id: string;
  scope: string;
  size: number;
  root: string;
  previous: { log: string; size: number; root: string } | undefined;
  /** The commit numbers of the events, in the order of the log. */
  events: number[];
};

const PUBLIC = '00000000-0000-0000-0000-000000000000';

/**
 * Verifies every row of the current logs against what they must be, with code that shares only the pure core with the
 * service. Throws an Error that says what is wrong. Returns the logs by scope.
 */
export async function auditLogs(read: Rows): Promise<Map<string, AuditedLog>> {
  const logs = await read(
    `SELECT number, id, scope, origin, size, lower(hex(root)) AS root, cursor, key,
    lower(hex(checkpoint)) AS checkpoint, previous, ended FROM logs ORDER BY number`,
  );
  const keys = new Map(
    (await read('SELECT number, public_keys FROM log_keys')).map((row) => [
      row['number'],
      JSON.parse(row['public_keys']),
    ]),
  );
  const audited = new Map<string, AuditedLog>();
  for (const log of logs) {
    const fail = (what: string): never => {
      throw new Error(`log ${log['id']} of ${log['scope']}: ${what}`);
    };
    const leaves = await read(
      `SELECT "index", event, lower(hex(hash)) AS hash, lower(hex(entry)) AS entry FROM log_leaves
      WHERE log = ${log['number']} ORDER BY "index"`,
    );
    const hashes = leaves.map(({ hash }) => fromHex(hash));
    if (leaves.some(({ index }, i) => index !== i)) fail('the indexes have gaps');
    if (leaves.length !== log['size']) fail(`has ${leaves.length} leaves and the size ${log['size']}`);
    if (leaves.length === 0) continue;
    if (toHex(rootOf(hashes)) !== log['root']) fail('the root is not that of the leaves');
    const genesis = parseEntry(fromHex(leaves[0]!['entry']));
    if (genesis.schema !== 'LOGGENESISV1' || genesis.log !== log['id']) fail('the first leaf is not its genesis');
    for (const { entry, hash } of leaves)
      if (entry && toHex(leafHash(fromHex(entry))) !== hash) fail('a leaf is not the hash of its entry');
    const events = leaves.flatMap(({ event }) => (event === null ? [] : [event as number]));
    if (events.some((event, i) => i > 0 && event <= events[i - 1]!)) fail('the events are not in the order of commits');
    if ((events.at(-1) ?? 0) !== log['cursor']) fail(`the cursor is ${log['cursor']}`);
    const full = tilesOf(leaves.length).filter(({ width }) => width === TILE_WIDTH);
    const tiles = await read(
      `SELECT level, "index", lower(hex(root)) AS root, lower(hex(hashes)) AS hashes FROM log_tiles
      WHERE log = ${log['number']}`,
    );
    if (tiles.length !== full.length) fail(`has ${tiles.length} tiles of ${full.length}`);
    for (const { level, index, root, hashes: stored } of tiles) {
      const below =
        level === 0
          ? hashes
          : tiles
              .filter((tile) => tile['level'] === level - 1)
              .toSorted((a, b) => a['index'] - b['index'])
              .map((tile) => fromHex(tile['root']));
      const own = below.slice(index * TILE_WIDTH, (index + 1) * TILE_WIDTH);
      if (toHex(rootOf(own)) !== root || own.map(toHex).join('') !== stored)
        fail(`the tile ${level}/${index} is wrong`);
    }
    const text = formatCheckpoint({
      origin: log['origin'],
      size: log['size'],
      root: fromHex(log['root']),
      extensions: [],
    });
    const { ed25519 } = keys.get(log['key']);
    const key = verifierKey(log['origin'], SIGNATURE_TYPES.ed25519, new Uint8Array(Buffer.from(ed25519, 'base64url')));
    await verifyNote({ text, signatures: [{ name: key.name, keyId: key.keyId, bytes: fromHex(log['checkpoint']) }] }, [
      key,
    ]);
    if (log['ended'] === 0)
      audited.set(log['scope'], {
        id: log['id'],
        scope: log['scope'],
        size: log['size'],
        root: log['root'],
        previous: log['previous'] ? JSON.parse(log['previous']) : undefined,
        events,
      });
  }
  return audited;
}

/**
 * The logs once each event is in its log, and a public one also in the public log. Throws if one is missing or too
 * many.
 */
export async function auditComplete(read: Rows): Promise<Map<string, AuditedLog>> {
  const logs = await auditLogs(read);
  const events = await read(
    'SELECT e.number, t.id AS tenant, e.public FROM events e JOIN tenants t ON t.number = e.tenant ORDER BY e.number',
  );
  const expected = new Map<string, number[]>();
  for (const { number, tenant, public: isPublic } of events)
    for (const scope of [tenant, ...(isPublic ? [PUBLIC] : [])])
      expected.set(scope, [...(expected.get(scope) ?? []), number]);
  for (const [scope, numbers] of expected) {
    const found = logs.get(scope)?.events ?? [];
    if (found.join() !== numbers.join())
      throw new Error(`the log of ${scope} has the events ${brief(found)} instead of ${brief(numbers)}`);
  }
  return logs;
}

const brief = (numbers: number[]): string =>
  `[${numbers.slice(0, 5).join()}…${numbers.slice(-3).join()}] (${numbers.length})`;
