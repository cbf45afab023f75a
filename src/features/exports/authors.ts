import { sql } from 'drizzle-orm';
import type { TenantScope } from '../../access/scope.ts';
import type { ExportedAuthor } from '../../formats/exports/lines.ts';
import { consistencyProofs } from '../../formats/log/proofs.ts';
import type { HashReader } from '../../formats/log/tree.ts';
import type { AuthorKey } from '../../formats/statement/key.ts';
import {
  decodeStatement,
  encodePayload,
  encodeStatement,
  type AuthorStatement,
} from '../../formats/statement/statement.ts';
import { joinBytes } from '../../lib/bytes.ts';
import { toBase64, toBase64Url, toHex } from '../../lib/text.ts';
import { seenSize } from '../../transparency/reads/author-evidence.ts';
import { CHANGE_COLUMNS, leafOfChange, type ChangeRow } from '../../transparency/sequencer/author-key-leaves.ts';
import type { ExportTree } from './content.ts';

/** A signed event that is not erased. `number`: of its commit; `index`: of its entry; `statement`: attached. */
type SignedEvent = { number: number; index: number; statement: Uint8Array; seed: Uint8Array };

/** `isOwn`: whether who recorded the event has enrolled the key in the tenancy. Null: no tenancy has the key. */
type KeyRow = { number: number; key: string | null; isOwn: number };

/**
 * The statements of signed events with what verifies them, by the indexes of their entries. Without an event whose key
 * is not known. Sends no statement without events.
 */
export async function readAuthors(
  scope: TenantScope,
  log: ExportTree,
  events: readonly SignedEvent[],
  read: HashReader,
): Promise<ReadonlyMap<number, ExportedAuthor>> {
  if (events.length === 0) return new Map();
  const signed = events.map((event) => ({ ...event, signed: decodeStatement(event.statement) }));
  const thumbprints = signed.map(({ signed: { key } }) => toBase64Url(key));
  const pairs = JSON.stringify(events.map(({ number }, n) => [number, thumbprints[n]]));
  const [keys, changes] = await scope.read(
    scope.query<KeyRow>(
      'own',
      (seen) => sql`SELECT event.number,
          (SELECT k.public_jwk FROM author_keys k WHERE k.thumbprint = pair.value ->> 1 LIMIT 1) AS key,
          EXISTS (SELECT 1 FROM principals r CROSS JOIN author_keys k ON k.thumbprint = pair.value ->> 1
            AND k.tenant = ${scope.tenant} AND k.owner ->> 'issuer' = r.info ->> 'issuer'
            AND k.subject = r.info ->> 'subject'
            WHERE r.number = event.principal) AS isOwn
        FROM json_each(${pairs}) pair CROSS JOIN events event ON event.number = pair.value ->> 0
        WHERE ${seen.sees('event')}`,
    ),
    scope.logQuery<ChangeRow>(
      sql`${scope.tenant}`,
      'whole',
      (granted) => sql`SELECT ${CHANGE_COLUMNS} FROM ${granted} CROSS JOIN author_key_changes change
        ON change.tenant = ${scope.tenant} AND change.change = 'enrolled'
          AND change.thumbprint IN (SELECT value FROM json_each(${JSON.stringify([...new Set(thumbprints)])}))`,
    ),
  );
  const keyOf = new Map(keys.map((row) => [row.number, row]));
  const enrolledAt = await readEnrolments(scope, log, changes);
  const consistency = await readConsistency(log, signed, read);
  return new Map(
    signed.flatMap(({ number, index, seed, signed: statement }, n): [number, ExportedAuthor][] => {
      const { key = null, isOwn = 0 } = keyOf.get(number) ?? {};
      if (key === null) return [];
      const seen = seenSize(log, index, statement.payload);
      const author: ExportedAuthor = {
        signature: toBase64(encodeStatement(statement, 'detached')),
        payload: toBase64(encodePayload(statement.payload)),
        seed: toBase64Url(seed),
        key: JSON.parse(key) as AuthorKey,
        enrolled: isOwn === 1 && (enrolledAt.get(thumbprints[n]!) ?? Infinity) < index,
        ...(seen === undefined ? {} : { consistency: toBase64Url(joinBytes(consistency.get(seen)!)) }),
      };
      return [[index, author]];
    }),
  );
}

/** The indexes of the entries of enrolments in the log, by the thumbprints of the keys. */
async function readEnrolments(
  scope: TenantScope,
  log: ExportTree,
  changes: readonly ChangeRow[],
): Promise<ReadonlyMap<string, number>> {
  const thumbprintOf = new Map(
    changes.map((change) => [toHex(leafOfChange(change, log.id).hash), change.thumbprint] as const),
  );
  const hashes = JSON.stringify([...thumbprintOf.keys()]);
  const [rows] = await scope.read(
    scope.logQuery<{ index: number; hash: string }>(
      sql`${scope.tenant}`,
      'whole',
      (granted) => sql`SELECT leaf."index", lower(hex(leaf.hash)) AS hash
        FROM ${granted} CROSS JOIN logs l ON l.id = ${log.id} CROSS JOIN json_each(${hashes}) h
          CROSS JOIN log_leaves leaf ON leaf.log = l.number AND leaf.entry IS NOT NULL
            AND leaf.hash = unhex(h.value)`,
    ),
  );
  return new Map(rows.map(({ index, hash }) => [thumbprintOf.get(hash)!, index]));
}

/** The consistency proofs from the trees that the authors have seen, by their sizes. */
async function readConsistency(
  log: ExportTree,
  events: readonly { index: number; signed: Pick<AuthorStatement, 'payload'> }[],
  read: HashReader,
): Promise<ReadonlyMap<number, Uint8Array[]>> {
  const sizes = events.flatMap(({ index, signed: { payload } }) => seenSize(log, index, payload) ?? []);
  const distinct = [...new Set(sizes)];
  const proofs = await consistencyProofs(distinct, log.size, read);
  return new Map(distinct.map((size, n) => [size, proofs[n]!]));
}
