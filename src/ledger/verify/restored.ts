import { sql } from 'drizzle-orm';
import type { Env } from '../../config.ts';
import { log } from '../../core/log.ts';
import { Database } from '../../store/database.ts';
import { findUnheld, unheldOf } from './acknowledged.ts';
import { ledgerOf } from '../index.ts';
import type { LastAcknowledged, Newest } from '../write/watermark.ts';

/** The name of the ledger object that keeps the mark of the database; the other objects are named by asset UUIDs. */
const DATABASE = 'database';
/** Assets per check: `newest` assets among those of the last `events` events, and the next `turn` of all assets. */
const SAMPLE = { newest: 25, events: 200, turn: 25 };
/** Maximum number of assets with a finding that each later check asks again. */
const REMEMBERED = 100;

/**
 * Compares the database with what is stored outside of it: the newest rows that the last check saw, and the last
 * acknowledged events of some assets. Raises an alarm if the database lacks any of it: it was restored to an earlier
 * state. Every check repeats the alarm until an operator accepts the state (`acceptRestored`).
 */
export async function checkRestored(env: Env): Promise<void> {
  const db = new Database(env.DB);
  const keeper = ledgerOf(env, DATABASE);
  const kept = await keeper.mark();
  const lacking = await lackingOf(db, kept?.newest ?? {});
  const { assets, after } = await sampleOf(db, kept?.after ?? '');
  const unheld = await findUnheld(env, db, [...new Set([...(kept?.behind ?? []), ...assets])]);
  if (lacking.length === 0 && unheld.length === 0)
    return keeper.keepMark({ newest: await newestOf(db), after, behind: [] });
  log('alarm', 'the database lacks acknowledged records: it was restored to an earlier state', {
    newest: lacking,
    ledgers: unheld.length,
    ...(unheld[0] ? { asset: unheld[0].asset } : {}),
  });
  const behind = unheld.slice(0, REMEMBERED).map(({ asset }) => asset);
  return keeper.keepMark({ newest: kept?.newest ?? {}, after, behind });
}

/** Which of the newest rows that the last check saw are missing: `event`, `audit record`, `transaction`. */
export async function lackingRows(env: Env, db: Database): Promise<string[]> {
  return lackingOf(db, (await ledgerOf(env, DATABASE).mark())?.newest ?? {});
}

/**
 * Accepts the database as it is, which an operator decides. Each ledger that is ahead of it needs `acceptLoss` as well.
 */
export async function acceptRestored(env: Env, db: Database): Promise<void> {
  const keeper = ledgerOf(env, DATABASE);
  const lacking = await lackingOf(db, (await keeper.mark())?.newest ?? {});
  await keeper.keepMark({ newest: await newestOf(db), after: '', behind: [] });
  if (lacking.length > 0) log('alarm', 'an operator accepted that the database was restored', { newest: lacking });
}

async function newestOf(db: Database): Promise<Newest> {
  const [[event], [audit], [transaction]] = await db.batch([
    db.sql<LastAcknowledged>(sql`SELECT asset, seq, hash FROM events ORDER BY rowid DESC LIMIT 1`),
    db.sql<{ seq: number; id: string }>(sql`SELECT seq, id FROM audit_log ORDER BY seq DESC LIMIT 1`),
    db.sql<{ intent: string; hash: string }>(
      sql`SELECT intent, hash FROM chain_transactions ORDER BY rowid DESC LIMIT 1`,
    ),
  ]);
  return { event, audit, transaction };
}

async function lackingOf(db: Database, { event, audit, transaction }: Newest): Promise<string[]> {
  const [[foundAudit], [foundTransaction]] = await db.batch([
    db.sql(sql`SELECT 1 FROM audit_log WHERE seq = ${audit?.seq ?? 0} AND id = ${audit?.id ?? ''}`),
    db.sql(sql`SELECT 1 FROM chain_transactions
      WHERE intent = ${transaction?.intent ?? ''} AND hash = ${transaction?.hash ?? ''}`),
  ]);
  return [
    ...(event && (await unheldOf(db, [event])).length > 0 ? ['event'] : []),
    ...(audit && !foundAudit ? ['audit record'] : []),
    ...(transaction && !foundTransaction ? ['transaction'] : []),
  ];
}

/** The assets of the newest events, and the next ones after `start`. `after` is the start of the next check. */
async function sampleOf(db: Database, start: string): Promise<{ assets: string[]; after: string }> {
  const [newest, turn] = await db.batch([
    db.sql<{ id: string }>(sql`SELECT DISTINCT asset AS id FROM
      (SELECT asset FROM events ORDER BY rowid DESC LIMIT ${SAMPLE.events}) LIMIT ${SAMPLE.newest}`),
    db.sql<{ id: string }>(sql`SELECT id FROM assets WHERE id > ${start} ORDER BY id LIMIT ${SAMPLE.turn}`),
  ]);
  const after = turn.length === SAMPLE.turn ? turn.at(-1)!.id : '';
  return { assets: [...newest, ...turn].map(({ id }) => id), after };
}
