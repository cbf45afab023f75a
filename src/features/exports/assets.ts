import { sql } from 'drizzle-orm';
import { recordLine } from '../../formats/exports/lines.ts';
import { fitting, type Cursor } from '../../lib/paging.ts';
import { assetJson } from '../../ledger/records/asset.ts';
import { pageStatement } from '../../ledger/lists/statements.ts';
import { seenAsset, type AssetRow, type Redacted } from '../../ledger/records/rows.ts';
import { tenantNumber } from '../../platform/database/numbers.ts';
import type { ExportPage, ExportRun } from './content.ts';

/** Reads the assets of the tenancy whose first event is in the tree of the export, the oldest first. */
export async function readAssets({ scope, log }: ExportRun, after: Cursor, limit: number): Promise<ExportPage> {
  if (!log) return { lines: [], next: undefined };
  const [createdUs = 0, number = 0] = after;
  const [rows] = await scope.read(
    scope.query<AssetRow & Redacted & { size: number }>('own', (seen) => {
      const source = sql`logs l CROSS JOIN assets asset INDEXED BY assets_by_creation ON l.id = ${log.id}
        WHERE asset.tenant = ${tenantNumber(scope.tenant)}
          AND (asset.created_us, asset.number) > (${createdUs}, ${number})
          AND EXISTS (SELECT 1 FROM events first CROSS JOIN log_leaves leaf ON leaf.log = l.number
            AND leaf.event = first.number
            WHERE first.asset = asset.number AND first.seq = 1 AND leaf."index" < ${log.size})
              AND ${seen.sees('asset')}`;
      return pageStatement('asset', seen, source, sql`asset.created_us, asset.number`, limit + 1);
    }),
  );
  const sorted = rows.toSorted((a, b) => a.createdUs - b.createdUs || a.number - b.number);
  const kept = sorted.slice(0, Math.min(limit, fitting(sorted.map(({ size }) => size))));
  const lines = kept.map((row) => ({
    text: recordLine(assetJson(seenAsset(row))),
    after: [row.createdUs, row.number],
  }));
  return { lines, next: kept.length < sorted.length ? lines.at(-1)!.after : undefined };
}
