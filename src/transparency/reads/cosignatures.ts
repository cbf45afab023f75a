import { sql } from 'drizzle-orm';
import type { Scope } from '../../access/scope.ts';
import { ServiceError } from '../../lib/errors.ts';
import { parseCheckpoint, type Checkpoint } from '../../formats/log/checkpoint.ts';
import { parseNote } from '../../formats/log/note.ts';
import { readHead } from './logs.ts';
import type { Cosignature, PublishedLog } from './published-log.ts';

/** The checkpoints that witnesses have cosigned. The service stores the latest cosignature of each witness. */

/** SQL: the latest cosignatures of the log `l`, as JSON of notes and signature lines, the largest tree first. */
export const COSIGNED = sql.raw(`(SELECT json_group_array(json_object('note', c.note, 'lines', c.lines)) FROM (
    SELECT note, lines FROM log_cosignatures WHERE log = l.number ORDER BY size DESC, witness) c)`);

/** A checkpoint with the signature of the log and those of `cosignatures` witnesses: a signed note. */
export type CosignedCheckpoint = { note: string; tree: Checkpoint; cosignatures: number };

/** The checkpoints of the value of `COSIGNED`, the latest first. */
export function cosignedCheckpoints(log: PublishedLog, cosigned: string): CosignedCheckpoint[] {
  const linesOf = new Map<string, string[]>();
  for (const { note, lines } of JSON.parse(cosigned) as Cosignature[])
    linesOf.set(note, [...(linesOf.get(note) ?? []), lines]);
  return [...linesOf].flatMap(([note, lines]) => {
    const tree = parseCheckpoint(parseNote(note).text);
    return tree.size <= log.size ? [{ note: note + lines.join(''), tree, cosignatures: lines.length }] : [];
  });
}

/**
 * The latest cosigned checkpoint of a log. Throws as `readLog`, and 404 if no witness has cosigned a checkpoint of it.
 */
export async function readCosigned(scope: Scope, name: string): Promise<{ log: PublishedLog; note: string }> {
  const { log, rows } = await readHead<{ cosigned: string }>(
    scope,
    name,
    (from) => sql`SELECT ${COSIGNED} AS cosigned FROM ${from}`,
  );
  const [latest] = cosignedCheckpoints(log, rows[0]?.cosigned ?? '[]');
  if (!latest)
    throw new ServiceError(
      'not_found',
      `logs/${name} has no cosigned checkpoint: no witness has cosigned a tree of this log. ` +
        'Without cosigned=true, the response is the latest checkpoint',
    );
  return { log, note: latest.note };
}
