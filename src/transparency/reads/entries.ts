import { sql } from 'drizzle-orm';
import type { Scope } from '../../access/scope.ts';
import { PUBLIC_SCOPE } from '../../lib/identifiers.ts';
import { fromHex } from '../../lib/text.ts';
import { formatMicros } from '../../lib/time.ts';
import { encodeBundle } from '../../formats/log/bundle.ts';
import { TILE_WIDTH, type Tile } from '../../formats/log/tiles.ts';
import { entryOf, type EntryEvent } from '../sequencer/leaf.ts';
import { readWhole, requireTile } from './logs.ts';
import type { PublishedLog } from './published-log.ts';

/**
 * A leaf. `entry`: its bytes in hexadecimal digits; empty for an event, which has commitments and a structure.
 */
type LeafRow = { entry: string } & Omit<EntryEvent, 'public' | 'declared' | 'statement'> & {
    /** Hexadecimal digits; empty: not signed. */
    statement: string;
    content: string;
    chain: string;
    public: number;
    declared: string | null;
  };

/** The columns of the structure of an event, of which attributes are not read. */
const STRUCTURE = sql.raw(`asset.id AS asset, event.id, tenant.id AS tenant, event.seq, event.public,
  event.proof_mechanism AS proofMechanism, event.operation, event.behaviour, event.declared,
  lower(hex(event.statement)) AS statement,
  event.accepted_us AS acceptedUs, coalesce(event.from_wallet, tenant.wallet_address) AS "from"`);

/**
 * A bundle of the entries of a log (C2SP tlog-tiles): those of the tile at level 0 with the same index and width, at
 * most 256. Throws as `readTile`.
 */
export async function readEntries(scope: Scope, name: string, { index, width }: Tile) {
  const first = index * TILE_WIDTH;
  const { log, rows } = await readWhole<LeafRow>(
    scope,
    name,
    (from) => sql`SELECT hex(leaf.entry) AS entry, lower(hex(leaf.content)) AS content, lower(hex(leaf.chain)) AS chain,
        ${STRUCTURE}
      FROM ${from} CROSS JOIN log_leaves leaf ON leaf.log = l.number AND leaf."index" >= ${first}
        AND leaf."index" < ${first + width}
        LEFT JOIN events event ON event.number = leaf.event LEFT JOIN assets asset ON asset.number = event.asset
        LEFT JOIN tenants tenant ON tenant.number = event.tenant
      ORDER BY leaf."index"`,
  );
  requireTile(log, { level: 'entries', index, width });
  return { log, bytes: encodeBundle(rows.map((row) => entryBytes(row, log))) };
}

function entryBytes(row: LeafRow, { id, scope }: PublishedLog): Uint8Array {
  if (row.entry !== '') return fromHex(row.entry);
  const event = {
    ...row,
    public: row.public === 1,
    declared: row.declared ?? formatMicros(row.acceptedUs),
    statement: row.statement === '' ? undefined : fromHex(row.statement),
  };
  const commitments = { content_commitment: row.content, chain_commitment: row.chain };
  return entryOf(event, { id, isPublic: scope === PUBLIC_SCOPE }, commitments);
}
