import { sql } from 'drizzle-orm';
import { sendToChain, type Intent } from './chain/index.ts';
import type { Config, Env } from '../settings/config.ts';
import { fromHex } from '../lib/text.ts';
import type { Micros } from '../lib/time.ts';
import { GENESIS_HASH } from '../formats/chain-hash.ts';
import { eventJson } from '../ledger/records/event.ts';
import { eventColumns, eventOf, eventParents, type EventRow } from '../ledger/records/rows.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import { assetNumber } from '../platform/database/numbers.ts';
import { ANCHOR_ADDRESS, khipuCalldata, type KhipuRecord } from '../proof/calldata.ts';
import { khipuIntent } from './khipu-intent.ts';
import { khipuHash, khipuPreimage } from '../proof/khipu-hash.ts';

/** The maximum number of events that one call to the outbox submits. */
const AT_ONCE = 100;

type Waiting = EventRow & { salt: string; previousEventHash: string | null };

/**
 * Submits the waiting KHIPU events of an asset to the outbox, in order: one transaction per event, preceded by one for
 * the creation of the asset. Idempotent, also under concurrency.
 */
export async function submitKhipu(env: Env, config: Config, asset: string): Promise<void> {
  const db = openDatabase(env);
  for (let more = true; more;) {
    const [rows] = await db.batch([
      db.sql<Waiting>(sql`SELECT ${eventColumns('e')}, k.salt,
        (SELECT p.event_hash FROM khipu_events p WHERE p.asset = k.asset AND p.seq = k.seq - 1) AS previousEventHash
        FROM khipu_events k CROSS JOIN events e ON e.asset = k.asset AND e.seq = k.seq${eventParents('e')}
        WHERE k.asset = ${assetNumber(asset)} AND k.submitted = 0 ORDER BY k.seq LIMIT ${AT_ONCE}`),
    ]);
    if (rows.length === 0) return;
    const hashed = chained(rows);
    const hashes = JSON.stringify(Object.fromEntries(hashed.map(({ seq, hash, previous }) => [seq, [hash, previous]])));
    const these = sql`asset = ${assetNumber(asset)} AND seq >= ${hashed[0]!.seq} AND seq <= ${hashed.at(-1)!.seq}`;
    const at = (i: number) => sql`json_extract(${hashes}, '$."' || seq || ${`"[${i}]`})`;
    await db.batch([
      db.sql(
        sql`UPDATE khipu_events SET event_hash = ${at(0)}, previous_event_hash = ${at(1)} WHERE ${these}
          AND submitted = 0`,
      ),
    ]);
    await sendToChain(
      env,
      config,
      hashed.flatMap(({ records, acceptedUs }) => records.map((record) => itemOf(record, acceptedUs))),
    );
    await db.batch([db.sql(sql`UPDATE khipu_events SET submitted = 1 WHERE ${these}`)]);
    more = rows.length === AT_ONCE;
  }
}

/** The hash of each event, the previous hash, and the records that go to the chain. */
function chained(rows: readonly Waiting[]) {
  let previous = rows[0]?.previousEventHash || GENESIS_HASH;
  return rows.map((row) => {
    const event = eventOf(row);
    const hash = khipuHash(khipuPreimage(eventJson(event), fromHex(row.salt)));
    const common = { tenant: event.tenant, asset: event.asset, event: event.id, eventHash: hash };
    const made: KhipuRecord = { ...common, kind: 'recordEvent', previousEventHash: previous, sequence: event.seq };
    const records: KhipuRecord[] =
      event.seq === 1 ? [{ ...common, kind: 'createAsset', previousEventHash: previous, sequence: 0 }, made] : [made];
    const step = { seq: event.seq, hash, previous, records, acceptedUs: event.acceptedUs };
    previous = hash;
    return step;
  });
}

const itemOf = (record: KhipuRecord, acceptedUs: Micros): Intent => ({
  intent: khipuIntent(record.asset, record.event, record.kind),
  to: ANCHOR_ADDRESS,
  input: khipuCalldata(record),
  notBefore: Math.floor(acceptedUs / 1_000_000),
});
