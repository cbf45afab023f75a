import { sql } from 'drizzle-orm';
import type { TenantScope } from '../access/scope.ts';
import type { Config, Env } from '../settings/config.ts';
import type { ChainEvidence } from '../proof/format.ts';
import { chainEvidence } from './proof.ts';
import { LOG_COLUMNS, type RecordedLogAnchor } from './read.ts';

/** An anchor of a log with its evidence. `root`: lower-case hexadecimal digits. */
export type ExportedAnchor = { size: number; root: string; chain: ChainEvidence };

/**
 * Reads at most `limit` final anchors of a log of the tenancy, of trees larger than `after` and at most as large as
 * `upTo`, in the order of their sizes. Without `after`, it starts with the first of the last `most` anchors. Those
 * whose block the node did not return are left out. Throws 403 without the right to the whole log.
 */
export async function anchorsOf(
  env: Env,
  config: Config,
  scope: TenantScope,
  { log, after, upTo, most }: { log: string; after: number | undefined; upTo: number; most: number },
  limit: number,
): Promise<ExportedAnchor[]> {
  const start =
    after === undefined
      ? sql`coalesce((SELECT x.size FROM log_anchors x WHERE x.log = l.number AND x.size <= ${upTo}
          ORDER BY x.size DESC LIMIT 1 OFFSET ${most}), 0)`
      : sql`${after}`;
  const [rows] = await scope.read(
    scope.logQuery<RecordedLogAnchor>(
      sql`${scope.tenant}`,
      'whole',
      (
        granted,
      ) => sql`SELECT ${LOG_COLUMNS} FROM ${granted} CROSS JOIN logs l ON l.id = ${log} AND l.scope = ${scope.tenant}
        CROSS JOIN log_anchors a ON a.log = l.number AND a.size > ${start} AND a.size <= ${upTo}
        CROSS JOIN chain_transactions c ON c.intent = a.intent AND c.header <> '' ORDER BY a.size LIMIT ${limit}`,
    ),
  );
  const anchors: ExportedAnchor[] = [];
  for (const row of rows)
    anchors.push({ size: row.size, root: row.root, chain: await chainEvidence(env, config, row) });
  return anchors;
}
