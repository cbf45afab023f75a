import { sql, type SQL } from 'drizzle-orm';
import { leavesOf, type AttributeMap, type Attributes, type Leaf } from '../../formats/records/attributes.ts';
import { invalid, notFound, ServiceError, type Violation } from '../../lib/errors.ts';
import { PUBLIC_SCOPE } from '../../lib/identifiers.ts';
import { printable } from '../../lib/text.ts';
import type { Micros } from '../../lib/time.ts';
import type { Database, RawStatement } from '../../platform/database/database.ts';
import { columns } from '../../platform/database/columns.ts';
import type { KeySlot } from '../../platform/database/idempotency.ts';
import { assetNumber } from '../../platform/database/numbers.ts';
import { BEHAVIOUR_NAME, changesOf, type AssetState } from '../../formats/records/asset-state.ts';
import type { NewErasure } from '../append/commands.ts';
import { ERASED_KEY } from './erasure.ts';
import type { EventRecord, SeededEvent } from '../records/event.ts';
import { ERASE } from '../records/operations.ts';
import { eventParents, inWindow, seededColumns, seededOf, windowOf, type SeededRow } from '../records/rows.ts';

/** What a scope (the tenancy, or the public) has of an event. */
type InScope = {
  /** The status of the window of anchors that contains it; null: none does. */
  window: string | null;
  /** Whether its log has the event. */
  logged: number;
  /** Whether an anchored tree of its log has all events of the window, or the event itself if it is in no window. */
  covered: number;
};

/**
 * An event that set or appended attachments. `value`: the attachments of the asset after it; null: not read, or the
 * event names them.
 */
type AttachingEvent = Pick<EventRecord, 'seq' | 'operation' | 'eventAttributes' | 'assetAttributes'> & {
  value: string | null;
};

/** An event to erase, and what decides whether it may be erased. */
export type ErasureTarget = {
  event: SeededEvent;
  /** The names of the attributes that it sets and that no later event names. */
  current: readonly string[];
  scopes: readonly InScope[];
  /** Whether its KHIPU transaction is final, and its hash, which the next event names, is not computed again. */
  isMined: boolean;
  /**
   * The event before it that set the attachments of the asset; and the Attach events after it that append to its own.
   */
  attachedBefore: AttachingEvent | undefined;
  attachedAfter: readonly AttachingEvent[];
  /** Its idempotency keys that have not expired. */
  keys: readonly (KeySlot & { createdUs: Micros })[];
  /** The wallet of the tenancy. */
  wallet: string;
};

type TargetRow = SeededRow & {
  current: string;
  scopes: string;
  isMined: number;
  attachedBefore: string | null;
  attachedAfter: string;
  keys: string;
  wallet: string;
};

export const ATTACHMENTS = 'arc_attachments';
/** How long before its acceptance an event may have been decided, which is the time of its idempotency key. */
const DECIDED_BEFORE: Micros = 60_000_000;

/** Versions of an attribute of the asset of `e`, named by their events; not those of erased events. */
const named = (alias: string, name: SQL): SQL =>
  sql`${sql.raw(alias)}.asset = e.asset AND ${sql.raw(alias)}.name = ${name} AND ${sql.raw(alias)}.path = ''
    AND ${sql.raw(alias)}.value IS NULL AND ${sql.raw(alias)}.key <> ${ERASED_KEY}`;

const ATTACHING = columns('seq', 'operation', 'eventAttributes', 'assetAttributes', 'value');
const ATTACHED = sql.raw(
  ATTACHING.array({
    seq: 'b.seq',
    operation: 'b.operation',
    eventAttributes: 'json(b.event_attributes)',
    assetAttributes: 'json(b.asset_attributes)',
    value: 'v.value',
  }),
);
/** Only the appended attachments: one result has less than 2 MB, and the history may be long. */
const APPENDED = sql.raw(
  ATTACHING.array({
    seq: 'b.seq',
    operation: 'b.operation',
    eventAttributes: `json_object('arc_append_attachments', b.event_attributes -> '$.arc_append_attachments')`,
    assetAttributes: `json('{}')`,
    value: 'NULL',
  }),
);
const attachingOf = (row: unknown): AttachingEvent => ATTACHING.values<AttachingEvent>(row as unknown[]);
const VERSIONS = sql`asset_attributes v CROSS JOIN events b ON b.asset = v.asset AND b.seq = v.seq
  WHERE v.asset = e.asset AND v.name = ${ATTACHMENTS} AND v.path = '' AND v.key <> ${ERASED_KEY}`;

/** JSON of an `InScope`. `scope`: the tenancy, or PUBLIC_SCOPE; `events`: FROM and WHERE of its events `x`. */
const inScope = (scope: SQL, events: SQL): SQL => {
  const ofWindow = sql`(SELECT max(x.number) FROM ${events} AND ${inWindow})`;
  const last = sql`CASE e.proof_mechanism WHEN 'SIMPLE_HASH' THEN ${windowOf(scope, sql`e.accepted_us`, ofWindow)}
    ELSE e.number END`;
  const leaf = (event: SQL): SQL =>
    sql`logs l CROSS JOIN log_leaves leaf ON leaf.log = l.number AND leaf.event = ${event}
      WHERE l.scope = ${scope} AND l.ended = 0`;
  return sql`json_object('window', ${windowOf(scope, sql`e.accepted_us`, sql`w.status`)},
    'logged', EXISTS (SELECT 1 FROM ${leaf(sql`e.number`)}),
    'covered', EXISTS (SELECT 1 FROM ${leaf(last)}
      AND EXISTS (SELECT 1 FROM log_anchors a CROSS JOIN chain_transactions c ON c.intent = a.intent
        WHERE a.log = l.number AND a.size > leaf."index")))`;
};

/** Condition: `e` may set the attachments of its asset. */
const attaches = sql`(e.operation = 'Attach' OR json_type(e.asset_attributes, '$.' || ${ATTACHMENTS}) IS NOT NULL)`;

const OWN_EVENTS = sql.raw('events x INDEXED BY events_accepted WHERE x.tenant = e.tenant');
const PUBLIC_EVENTS = sql.raw('events x INDEXED BY events_public_accepted WHERE x.public = 1');
const OWN_SCOPE = inScope(sql`of_tenant.id`, OWN_EVENTS);
const PUBLIC_LOG_SCOPE = inScope(sql`${PUBLIC_SCOPE}`, PUBLIC_EVENTS);

/** The names of the attributes that `e` sets. */
const NAMES = sql`SELECT key AS name FROM json_each(e.asset_attributes)
  UNION SELECT ${ATTACHMENTS} WHERE e.operation = 'Attach'`;
/** The number of the first event after `e` that names its attachments. */
const NEXT_NAMED = sql`(SELECT min(w.seq) FROM asset_attributes w WHERE ${named('w', sql`${ATTACHMENTS}`)}
    AND w.seq > e.seq)`;

/** Reads events of an asset to erase. */
export const targetsQuery = (db: Database, asset: string, ids: readonly string[]): RawStatement<TargetRow> =>
  db.sql(sql`SELECT ${seededColumns('e')}, of_tenant.wallet_address AS wallet,
    (SELECT json_group_array(n.name) FROM (${NAMES}) n
      WHERE NOT EXISTS (SELECT 1 FROM asset_attributes v WHERE ${named('v', sql`n.name`)}
        AND v.seq > e.seq)) AS current,
    CASE e.public WHEN 1 THEN json_array(${OWN_SCOPE}, ${PUBLIC_LOG_SCOPE}) ELSE json_array(${OWN_SCOPE}) END AS scopes,
    EXISTS (SELECT 1 FROM chain_transactions c WHERE c.intent = 'assets/' || of_asset.id || '/events/' || e.id || '#1')
      AND EXISTS (SELECT 1 FROM khipu_events k WHERE k.asset = e.asset AND k.seq = e.seq AND k.submitted = 1)
      AS isMined,
    (SELECT ${ATTACHED} FROM ${VERSIONS} AND ${attaches} AND v.seq < e.seq 
      ORDER BY v.seq DESC LIMIT 1) AS attachedBefore,
    (SELECT json_group_array(json(one)) FROM (SELECT ${APPENDED} AS one FROM ${VERSIONS} AND ${attaches}
      AND v.value IS NOT NULL AND v.seq > e.seq AND v.seq < ${NEXT_NAMED} ORDER BY v.seq)) AS attachedAfter,
    (SELECT json_group_array(json_object('tenant', i.tenant, 'principal', i.principal, 'key', i.key,
        'createdUs', i.created_us)) FROM idempotency i INDEXED BY idempotency_by_age
      WHERE i.created_us BETWEEN e.accepted_us - ${DECIDED_BEFORE} AND e.accepted_us AND i.asset = of_asset.id
        AND i.event = e.id) AS keys
    FROM events e${eventParents('e')} WHERE e.asset = ${assetNumber(asset)}
      AND e.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);

export const targetOf = (row: TargetRow): ErasureTarget => ({
  event: seededOf(row),
  current: JSON.parse(row.current) as string[],
  scopes: JSON.parse(row.scopes) as InScope[],
  isMined: row.isMined === 1,
  attachedBefore: row.attachedBefore === null ? undefined : attachingOf(JSON.parse(row.attachedBefore)),
  attachedAfter: (JSON.parse(row.attachedAfter) as unknown[]).map(attachingOf),
  keys: JSON.parse(row.keys) as ErasureTarget['keys'],
  wallet: row.wallet,
});

/** Why an event cannot be erased; the `reason` in the details of the error. */
type Reason = 'ERASURE_EVENT' | 'CURRENT_VALUE' | 'UNSALTED_CHAIN_HASH' | 'NOT_ANCHORED';

const refused = (reason: Reason, violations: Violation[]): ServiceError =>
  new ServiceError('conflict', violations.map(({ field, description }) => `${field}: ${description}`).join('; '), {
    violations,
    info: { reason, metadata: {} },
  });

/** Maximum number of attributes that a refusal names. */
const MAX_NAMED = 20;

/**
 * The event to erase. Throws 404 if it does not exist, and 400 or 409 if it must not be erased yet or at all. An
 * erasure from the register was authorized before: it only waits for the windows that its event is in. Pure.
 */
export function requireErasable(input: NewErasure, asset: string, target: ErasureTarget | undefined): ErasureTarget {
  if (!target) throw notFound(`assets/${asset}/events/${input.event}`);
  const { event } = target;
  if (event.erased) return target;
  if (event.operation === ERASE.operation)
    throw refused('ERASURE_EVENT', [
      { field: 'operation', description: 'is Erase: an event that records an erasure cannot be erased' },
    ]);
  const names = namesSetBy(event);
  const current = target.current.filter((name) => names.has(name));
  if (current.length > 0)
    throw refused(
      'CURRENT_VALUE',
      current.slice(0, MAX_NAMED).map((name) => ({
        field: `asset_attributes.${printable(name)}`,
        description: 'is the current value of the asset: first record an event that sets another value',
      })),
    );
  if (event.seed === null && !input.acceptsUnsaltedHash)
    throw invalid([
      {
        field: 'accept_unsalted_chain_hash',
        description:
          'must be true for this event: its chain hash has no salt (ASSETCHAINV1) and stays, ' +
          'so that values with few possibilities can be guessed from it',
      },
    ]);
  const problem = anchoringProblem(target, input.recorded !== undefined);
  if (problem)
    throw refused('NOT_ANCHORED', [{ field: 'timestamp_accepted', description: `${problem}: try again later` }]);
  return target;
}

/**
 * What of the anchors of an event is not final. An event is erased after everything that is computed from its content.
 */
function anchoringProblem({ event, scopes, isMined }: ErasureTarget, isRecorded: boolean): string | undefined {
  if (scopes.some(({ logged }) => logged === 0)) return 'the event is not in its log yet';
  if (event.proofMechanism === 'KHIPU' && !isMined) return 'the transaction of the event is not final yet';
  if (event.proofMechanism === 'SIMPLE_HASH' && scopes.some(({ window }) => window !== 'anchored' && window !== 'lost'))
    return 'the window of the event is not anchored yet';
  if (!isRecorded && scopes.some(({ covered }) => covered === 0))
    return 'no anchored root of the log covers all events of the window yet';
  return undefined;
}

/** The names of all asset attributes that an event sets. */
const namesSetBy = (event: EventRecord): Set<string> =>
  new Set(Object.keys(changesOf({ attributes: {}, behaviours: [], tracked: true }, event)));

/** The names of the attribute versions of an event, which become marks without content. */
export const versionsOf = ({ event }: ErasureTarget): string[] => [...namesSetBy(event)];

/**
 * What changes in the attachments that later events have appended to those of the erased event: their versions start
 * with `before` instead of the first `skipped` attachments. The versions of a long history are longer than a request
 * can be, so they are changed where they are stored, up to that of the event `last`.
 */
export type Reattached = {
  before: AttributeMap[];
  skipped: number;
  last: number;
  /** The leaves that the versions up to that of the event `until` (exclusive) have lost. */
  lost: { path: string; key: string; until: number }[];
  gained: Leaf[];
};

/** Undefined where no later event has appended attachments to those of the erased event. */
export function reattached({ event, attachedBefore, attachedAfter }: ErasureTarget): Reattached | undefined {
  const last = attachedAfter.at(-1)?.seq;
  if (last === undefined || !namesSetBy(event).has(ATTACHMENTS)) return undefined;
  const before = attachedBefore ? attachmentsAfter(attachedBefore, []) : [];
  const own = attachmentsAfter({ ...event, value: null }, before);
  const [old, kept] = [leavesIn(own), leavesIn(before)];
  const appended = attachedAfter.map((after) => ({ seq: after.seq, leaves: leavesIn(attachmentsAfter(after, [])) }));
  return {
    before,
    skipped: own.length,
    last,
    lost: [...old].flatMap(([name, { path, key }]) =>
      kept.has(name) ? [] : [{ path, key, until: appended.find(({ leaves }) => leaves.has(name))?.seq ?? last + 1 }],
    ),
    gained: [...kept].flatMap(([name, leaf]) => (old.has(name) ? [] : [leaf])),
  };
}

/** The leaves of attachments, without that of the list itself. */
const leavesIn = (attachments: AttributeMap[]): Map<string, Leaf> =>
  new Map(
    leavesOf(ATTACHMENTS, attachments)
      .filter(({ path }) => path !== ATTACHMENTS)
      .map((leaf) => [JSON.stringify([leaf.path, leaf.key]), { ...leaf, path: leaf.path.slice(ATTACHMENTS.length) }]),
  );

/** The attachments of an asset after an event. */
function attachmentsAfter(
  { operation, eventAttributes, assetAttributes, value }: AttachingEvent,
  before: AttributeMap[],
): AttributeMap[] {
  const state: AssetState = { attributes: { [ATTACHMENTS]: before }, behaviours: [], tracked: true };
  const after =
    value === null
      ? changesOf(state, { operation, behaviour: '', eventAttributes, assetAttributes })[ATTACHMENTS]
      : (JSON.parse(value) as Attributes[string]);
  return Array.isArray(after) ? after : [];
}

/** The behaviour that an Add or Remove event changes, from which the behaviours of its asset are replayed. */
export function behaviourChangedBy({ operation, behaviour, eventAttributes }: EventRecord): string | null {
  const named = eventAttributes[BEHAVIOUR_NAME];
  return behaviour === 'Builtin' && ['Add', 'Remove'].includes(operation) && typeof named === 'string' ? named : null;
}
