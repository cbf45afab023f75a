import type { Principal } from '../../src/access/principal.ts';
import { SEED_BYTES } from '../../src/formats/content-commitment.ts';
import { ambient, formatMicros } from '../../src/lib/time.ts';
import type { Command } from '../../src/ledger/append/commands.ts';
import { decide } from '../../src/ledger/append/decide.ts';
import type { Head } from '../../src/ledger/records/asset.ts';
import { commitStatements } from '../../src/ledger/append/commit-statements.ts';
import type { Entry } from '../../src/ledger/append/event-rows.ts';
import { propose } from '../../src/ledger/append/proposal.ts';
import { Database } from '../../src/platform/database/database.ts';

export type Size = { assets: number; each: number; big: number };
export const LARGE: Size = { assets: 2000, each: 100, big: 20_000 };
export const SMALL: Size = { assets: 60, each: 10, big: 60 };

/** Assets with one event each. */
export const SINGLE: Size = { assets: 2000, each: 1, big: 1 };

/** In both sizes, the same number of records match a filter: only the number of other records differs. */
const MATCHING = 20;

export type Seeded = { asset: string; event: string; atTime: string; events: number; bytesPerEvent: number };

const START = Date.UTC(2026, 0, 1) * 1000;
const hex = (n: number, digits: number): string => n.toString(16).padStart(digits, '0');
/** Returns a version 4 UUID made from the kind and the numbers of a record. */
const uuidAt = (kind: number, a: number, b = 0): string => `${hex(kind, 2)}${hex(a, 6)}-0000-4000-8000-${hex(b, 12)}`;

/**
 * Writes histories with the code of the ledger (decisions, hashes, index rows), in batches of 200 events: `assets`
 * assets with `each` events, and one with `big`. Returns the latter, and an event and a time in the middle of its
 * history.
 */
export async function seed(db: D1Database, principal: Principal, size: Size): Promise<Seeded> {
  const database = new Database(db);
  const bytes = async (): Promise<number> => (await db.prepare('SELECT 1').run()).meta.size_after;
  const before = await bytes();
  let clock = START;
  let events = 0;
  const write = async (n: number, count: number): Promise<{ asset: string; event: string; atTime: string }> => {
    const asset = uuidAt(1, n);
    const author = { caller: principal, requestId: '', applicationIssuer: 'https://evidence.example/appidpv1' };
    let head: Head | undefined;
    let middle = { event: '', atTime: '' };
    for (let from = 0; from < count; from += 200) {
      const before: Head | undefined = head;
      const entries: Entry[] = [];
      for (let i = from; i < Math.min(count, from + 200); i++) {
        const common = { author, asset, event: uuidAt(2, n, i), key: undefined, fingerprint: '' };
        const command: Command =
          i === 0
            ? {
                ...common,
                kind: 'create',
                input: {
                  behaviours: ['RecordEvidence'],
                  proofMechanism: 'SIMPLE_HASH',
                  public: false,
                  chainId: '1',
                  attributes: {
                    arc_display_name: `asset ${n}`,
                    kind: 'seeded',
                    ...(n < MATCHING ? { lot: 'seven' } : {}),
                  },
                },
              }
            : {
                ...common,
                kind: 'append',
                input: {
                  operation: 'Record',
                  behaviour: 'RecordEvidence',
                  declared: undefined,
                  principalDeclared: undefined,
                  eventAttributes: {
                    arc_display_type: 'Inspection',
                    arc_description: `visit ${i}`,
                    ...(i === 5 && n < MATCHING ? { batch: 'three' } : {}),
                  },
                  assetAttributes: { state: `${i % 7}` },
                },
              };
        clock += 1000;
        const step = decide(command, principal, head, clock, ambient.bytes(SEED_BYTES));
        entries.push(step.entry);
        head = step.head;
        if (i === Math.floor(count / 2))
          middle = { event: common.event, atTime: formatMicros(step.entry.event.acceptedUs) };
        events += 1;
      }
      const proposal = propose(before, head!, entries, []);
      await database.batch(
        commitStatements(database, [proposal], undefined, { now: clock, tag: '', assetQuota: -1, byteQuota: -1 }),
      );
    }
    return { asset, ...middle };
  };
  for (let n = 0; n < size.assets; n++) await write(n, size.each);
  const big = await write(size.assets, size.big);
  return {
    asset: `assets/${big.asset}`,
    event: `assets/${big.asset}/events/${big.event}`,
    atTime: big.atTime,
    events,
    bytesPerEvent: ((await bytes()) - before) / events,
  };
}
