import { sql, type SQL } from 'drizzle-orm';
import type { Seen } from '../../access/queries.ts';
import type { Attributes } from '../../formats/records/attributes.ts';
import { BLANK_PRINCIPAL, PUBLIC_SCOPE, type AssetFamily } from '../../lib/identifiers.ts';
import { JsonText } from '../../lib/json-text.ts';
import { PAGE_BYTES } from '../../lib/paging.ts';
import { EPOCH, formatMicros, type Micros } from '../../lib/time.ts';
import { textOf } from '../../platform/database/database.ts';
import { committedAt, shownConfirmation } from '../records/confirmation.ts';
import { erasedJson } from '../erasure/erasure.ts';
import { erasedColumn, erasedOf } from '../erasure/erasure-columns.ts';
import { inAnchor, seenAttributes, TENANT_SCOPE } from '../records/rows.ts';

/*
 * The database returns the values of all events of a page as the lines of one text, from which their JSON is written. A row
 * for each event and a column for each value take more time, and so does JSON that the database writes: most of its bytes
 * are names of fields and values that an event has twice. The caller of an event (its tenant and principal) is returned only
 * where the event before it on the page has another one. Values that are JSON are shown as they are stored. No value has a
 * line break: stored JSON is compact, and the other values are identities, times and names of the service itself.
 */

/** The row of a page of events; null: the page has no events. */
export type EventLines = { lines: string | null };

/** Who recorded an event. Texts are empty for NULL. */
type Caller = { tenant: string; wallet: string; principal: string };

/** The values of an event in a list. Texts are empty for NULL. */
export type EventValues = {
  number: number;
  /** The number of its asset. */
  assetNumber: number;
  seq: number;
  acceptedUs: Micros;
  /** Null: the client declared no time. */
  declaredUs: Micros | null;
  size: number;
  asset: string;
  id: string;
  caller: Caller;
  eventAttributes: string;
  assetAttributes: string;
  operation: string;
  behaviour: string;
  declared: string;
  committedUs: string;
  principalDeclared: string;
  confirmation: string;
  /** Empty: the wallet of the caller. */
  from: string;
  transactionId: string;
  blockNumber: string;
  transactionIndex: string;
  /** As in `erasedOf`. */
  erased: string;
  /** As in `Redacted`. */
  readable: string;
};

/** An SQL expression for these values, each on a line; NULL is an empty line. */
const lines = (...values: string[]): string => `format('${values.map(() => '%s').join('\n')}', ${values.join(', ')})`;

/** A value that may be large. It is not needed of the event behind the page. */
const large = (value: string): string => `iif(page.upTo <= ${PAGE_BYTES}, ${value}, NULL)`;

/** A value of the caller, where it is not the same as that of the event before. */
const ofCaller = (value: string): string => `iif(page.sameCaller, NULL, ${value})`;

/**
 * All values but `readable`, in the order of `callersIn` and `eventAt`. `scope`: that of the anchors and of the log that the
 * audience is shown.
 */
const linesIn = (family: AssetFamily, scope: SQL): string =>
  lines(
    'event.tenant',
    'event.principal',
    ofCaller('of_tenant.id'),
    ofCaller('of_tenant.wallet_address'),
    family === 'publicassets' ? 'NULL' : ofCaller('of_principal.info'),
    'event.number',
    'event.asset',
    'event.seq',
    'event.accepted_us',
    'event.declared_us',
    'page.size',
    'of_asset.id',
    'event.id',
    large('event.event_attributes'),
    large('event.asset_attributes'),
    'event.operation',
    'event.behaviour',
    'event.declared',
    textOf(committedAt(scope, 'event')),
    family === 'publicassets' ? 'NULL' : 'event.principal_declared',
    textOf(shownConfirmation('event', scope)),
    'event.from_wallet',
    `CASE event.proof_mechanism
      WHEN 'KHIPU' THEN ${lines('event.transaction_id', 'event.block_number', 'event.transaction_index')}
      WHEN 'SIMPLE_HASH' THEN coalesce(${textOf(inAnchor(sql.raw('event'), scope, sql.raw(lines('c.hash', 'c.block_number', 'c.transaction_index'))))}, '\n0\n0')
      ELSE '\n0\n0' END`,
    textOf(erasedColumn('event')),
  );

const LINES = {
  tenant: sql.raw(linesIn('assets', TENANT_SCOPE)),
  public: sql.raw(linesIn('publicassets', sql.raw(`'${PUBLIC_SCOPE}'`))),
};

/**
 * SELECT the `EventLines` of all rows of `from`: `event`, `page` (row, size, upTo: the size of the rows up to this one,
 * sameCaller), and `eventParents`.
 */
export const eventLines = (seen: Pick<Seen, 'anonymous' | 'redaction'>, from: SQL): SQL =>
  sql`SELECT group_concat(lines || '\n' || coalesce(readable, ''), '\n') AS lines
    FROM (SELECT ${seen.anonymous ? LINES.public : LINES.tenant} AS lines, ${seen.redaction('event')} FROM ${from})`;

/** The lines of an event, and the first ones, which are of its caller. */
const [COUNT, OF_CALLER] = [27, 5];

/** Reads the events of these pages. */
export function eventsIn(pages: readonly EventLines[]): EventValues[] {
  const events: EventValues[] = [];
  for (const page of pages) {
    const values = page.lines?.split('\n') ?? [];
    const callers = callersIn(values);
    for (let at = 0; at < values.length; at += COUNT)
      events.push(eventAt(values, at + OF_CALLER, callers.get(callerAt(values, at))!));
  }
  return events;
}

/** The numbers of the tenant and the principal of the event whose lines start at an index. */
const callerAt = (lines: readonly string[], at: number): string => `${lines[at]} ${lines[at + 1]}`;

/** The callers of a page. */
function callersIn(lines: readonly string[]): Map<string, Caller> {
  const callers = new Map<string, Caller>();
  for (let at = 0; at < lines.length; at += COUNT) {
    const [tenant, wallet, principal] = [lines[at + 2]!, lines[at + 3]!, lines[at + 4]!];
    if (tenant !== '') callers.set(callerAt(lines, at), { tenant, wallet, principal });
  }
  return callers;
}

/** The event whose lines, after those of its caller, start at an index: the order of `linesIn`, then `readable`. */
const eventAt = (lines: readonly string[], at: number, caller: Caller): EventValues => ({
  caller,
  number: Number(lines[at]),
  assetNumber: Number(lines[at + 1]),
  seq: Number(lines[at + 2]),
  acceptedUs: Number(lines[at + 3]),
  declaredUs: lines[at + 4] === '' ? null : Number(lines[at + 4]),
  size: Number(lines[at + 5]),
  asset: lines[at + 6]!,
  id: lines[at + 7]!,
  eventAttributes: lines[at + 8]!,
  assetAttributes: lines[at + 9]!,
  operation: lines[at + 10]!,
  behaviour: lines[at + 11]!,
  declared: lines[at + 12]!,
  committedUs: lines[at + 13]!,
  principalDeclared: lines[at + 14]!,
  confirmation: lines[at + 15]!,
  from: lines[at + 16]!,
  transactionId: lines[at + 17]!,
  blockNumber: lines[at + 18]!,
  transactionIndex: lines[at + 19]!,
  erased: lines[at + 20]!,
  readable: lines[at + 21]!,
});

/** An event of a list: its identity, and its JSON with what its audience may read. */
export type ListedEvent = Pick<EventValues, 'asset' | 'id' | 'seq'> & { json: JsonText };

export const listedEvent = (event: EventValues, family: AssetFamily): ListedEvent => ({
  asset: event.asset,
  id: event.id,
  seq: event.seq,
  json: new JsonText(jsonOf(event, family)),
});

const BLANK = JSON.stringify(BLANK_PRINCIPAL);

/** The JSON of `eventJson`: test/ledger/event-text.test.ts compares them. */
function jsonOf(event: EventValues, family: AssetFamily): string {
  const asset = `${family}/${event.asset}`;
  const accepted = formatMicros(event.acceptedUs);
  const committed = event.committedUs === '' ? EPOCH : formatMicros(Number(event.committedUs));
  const { tenant, wallet } = event.caller;
  const principal = family === 'publicassets' ? BLANK : event.caller.principal || BLANK;
  return `{"identity":"${asset}/events/${event.id}","asset_identity":"${asset}","event_attributes":${event.eventAttributes},"asset_attributes":${readableOf(event)},"operation":"${event.operation}","behaviour":"${event.behaviour}","timestamp_declared":"${event.declared || accepted}","timestamp_accepted":"${accepted}","timestamp_committed":"${committed}","principal_declared":${event.principalDeclared || principal},"principal_accepted":${principal},"confirmation_status":"${event.confirmation}","transaction_id":"${event.transactionId}","block_number":${event.blockNumber},"transaction_index":${event.transactionIndex},"from":"${event.from || wallet}","tenant_identity":"tenant/${tenant}"${erasedText(event, family)}}`;
}

/** The member `erased` of an event, with a comma before it; empty for an event that is not erased. */
function erasedText({ asset, erased }: EventValues, family: AssetFamily): string {
  const found = erasedOf(erased || null);
  return found ? `,"erased":${JSON.stringify(erasedJson(found.erased, asset, family))}` : '';
}

/** The attributes of the asset that the audience may read. */
function readableOf({ assetAttributes, readable }: EventValues): string {
  if (readable === '') return assetAttributes;
  return JSON.stringify(seenAttributes(JSON.parse(assetAttributes) as Attributes, { readable }));
}
