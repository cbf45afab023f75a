import { isDeepStrictEqual } from 'node:util';
import { KEY, send, type Shown, type Write } from './load.ts';

type Access = { base: string; token: string };

/** Fields that still change after a record was acknowledged. */
const CHANGING = ['confirmation_status', 'timestamp_committed', 'transaction_id', 'block_number', 'transaction_index'];
/** Fields of an asset that appends change. */
const OF_HEAD = ['attributes', 'at_time'];
const AT_ONCE = 16;

/**
 * Retries writes with their idempotency keys. An acknowledged write must return the same record; any other is
 * acknowledged now. Throws with both records if they differ, or if the retry fails.
 */
export async function retry(access: Access, writes: readonly Write[]): Promise<void> {
  await eachOf(writes, async (write) => {
    const again = (await send(access.base, access.token, write)) ?? (await send(access.base, access.token, write));
    if (again === undefined) throw new Error(`two retries of key ${write.key} (${write.path}) failed`);
    if (write.acknowledged) same(`the retry of key ${write.key}`, write, again);
    else write.acknowledged = again;
  });
}

/**
 * Reads all events and assets and compares them with the writes, all of which have been acknowledged: each record
 * exists exactly once with the acknowledged content, and there is no other record. Returns the number of events. Throws
 * with the differing records.
 */
export async function everythingOnce(access: Access, writes: readonly Write[]): Promise<number> {
  const byKey = new Map(writes.map((write) => [write.key, write]));
  const assets = await list(access, '/v2/assets', 'assets');
  const events = await list(access, '/v2/assets/-/events', 'events');
  const seen = new Set<string>();
  const once = (what: string, write: Write | undefined, record: Shown): void => {
    if (!write) throw new Error(`${what} without a write: ${JSON.stringify(record)}`);
    const mark = `${what} ${write.key}`;
    if (seen.has(mark)) throw new Error(`a second ${what} of key ${write.key}: ${JSON.stringify(record)}`);
    seen.add(mark);
    if (record.operation !== 'NewAsset') same(what, write, record);
  };
  for (const asset of assets) once('asset', byKey.get(asset.attributes?.[KEY] ?? ''), asset);
  for (const event of events) once('event', byKey.get(keyOf(event)), event);
  for (const { key, kind, round, acknowledged } of writes) {
    if (!seen.has(`event ${key}`) || (kind === 'create' && !seen.has(`asset ${key}`)))
      throw new Error(`lost: ${kind} of key ${key}, round ${round}: ${JSON.stringify(acknowledged)}`);
  }
  return events.length;
}

/** Returns the keys of all events. */
export async function keysOf(access: Access): Promise<Set<string>> {
  return new Set((await list(access, '/v2/assets/-/events', 'events')).map(keyOf));
}

function keyOf(event: Shown): string {
  const attributes = event.operation === 'NewAsset' ? event.asset_attributes : event.event_attributes;
  return attributes?.[KEY] ?? '';
}

/** Returns the number of events that are not CONFIRMED. */
export async function unconfirmed(access: Access): Promise<number> {
  return (await list(access, '/v2/assets/-/events?confirmation_status=PENDING', 'events')).length;
}

/** The epoch of the database and the number of its changes, as the service reports them. */
export type Health = { epoch: string; changes: number };

/**
 * Reads the health of the service. Throws unless the database is in the epoch of `before` and has at least as many
 * changes: a crash must lose no acknowledged change, and must not be taken for a restore.
 */
export async function healthOf({ base }: Access, before: Health | undefined): Promise<Health> {
  const response = await fetch(new URL('/healthz', base), { signal: AbortSignal.timeout(20_000) });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`GET /healthz responded with ${response.status}: ${text.slice(0, 500)}`);
  const { epoch, changes } = JSON.parse(text) as Health;
  if (before && (epoch !== before.epoch || changes < before.changes))
    throw new Error(`the database is at ${epoch} ${changes}, and was at ${before.epoch} ${before.changes}`);
  return { epoch, changes };
}

function same(what: string, write: Write, now: Shown): void {
  const ignored = write.kind === 'create' ? [...CHANGING, ...OF_HEAD] : CHANGING;
  const fixed = (record: Shown): Shown => {
    const rest = Object.entries(record).filter(([name]) => !ignored.includes(name));
    return Object.fromEntries(rest) as Shown;
  };
  if (isDeepStrictEqual(fixed(now), fixed(write.acknowledged!))) return;
  throw new Error(
    `${what} differs from the acknowledged record (${write.kind}, key ${write.key}, round ${write.round}):\n` +
      `  acknowledged ${JSON.stringify(write.acknowledged)}\n  now          ${JSON.stringify(now)}`,
  );
}

async function list(access: Access, path: string, items: string): Promise<Shown[]> {
  const all: Shown[] = [];
  for (let token = ''; ;) {
    const query = `page_size=500${token === '' ? '' : `&page_token=${encodeURIComponent(token)}`}`;
    const response = await fetch(`${access.base}${path}${path.includes('?') ? '&' : '?'}${query}`, {
      headers: { authorization: `Bearer ${access.token}` },
      signal: AbortSignal.timeout(20_000),
    });
    const text = await response.text();
    if (response.status !== 200 && response.status !== 206)
      throw new Error(`GET ${path} responded with ${response.status}: ${text.slice(0, 500)}`);
    const page = JSON.parse(text) as Record<string, Shown[]> & { next_page_token: string };
    all.push(...page[items]!);
    token = page.next_page_token;
    if (token === '') return all;
  }
}

async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}
