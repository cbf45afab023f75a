import { canonicalJson } from '../lib/digest.ts';
import { PUBLIC_SCOPE } from '../lib/identifiers.ts';
import { parseSimpleCalldata, type Anchor } from './calldata.ts';
import { equalBytes } from '../lib/bytes.ts';
import type { Transaction } from '../formats/ethereum/transaction.ts';
import { canonicalEvent, SimpleHash } from '../formats/simple-hash.ts';
import { formatSeconds, parseTimestamp, type Micros } from '../lib/time.ts';
import { compareUtf8 } from '../lib/text.ts';
import type { SimpleProof } from './document.ts';
import { familyOf, isBlank, momentOf, mustBeErased, mustBeNamed } from './event.ts';
import { must, type Check, type StepOutcome } from './report.ts';

/** The checks from an event to the input of the anchor's transaction. The last one requires a decodable transaction. */
export function simpleChecks(proof: SimpleProof, transaction: Transaction | undefined): Check[] {
  const checks: Check[] = [
    ['window', () => checkWindow(proof)],
    ['view', () => checkView(proof)],
    ['hash', () => checkHash(proof)],
  ];
  return transaction ? [...checks, ['calldata', () => checkCalldata(proof, transaction)]] : checks;
}

/** Checks that the events belong to the window, are unique and in order, and include the proven event. */
function checkWindow(proof: SimpleProof): StepOutcome {
  const { anchor, events, event } = proof;
  const family = familyOf(proof);
  const [startUs, endUs] = boundsOf(anchor);
  must(
    events.length === anchor.event_count,
    `the proof has ${events.length} events of the window, not ${anchor.event_count}`,
  );
  for (const [i, each] of events.entries()) {
    const which = `event ${i}`;
    mustBeNamed(each, which, family);
    mustBeErased(each, which);
    const before = events[i - 1]?.identity;
    must(
      before === undefined || compareUtf8(before, each.identity) < 0,
      `${which} is not in the order of the identities`,
    );
    const accepted = momentOf(each, 'timestamp_accepted');
    must(
      accepted >= startUs && accepted < endUs,
      `${which} was accepted outside the window, at ${each.timestamp_accepted}`,
    );
    must(each.confirmation_status !== 'PENDING', `confirmation_status of ${which} must not be PENDING`);
  }
  const found = events.find(({ identity }) => identity === event.identity);
  must(found !== undefined, 'the event is not among the events of the window');
  must(
    equalBytes(canonicalEvent(found), canonicalEvent(event)) &&
      canonicalJson([found.erased ?? null]) === canonicalJson([event.erased ?? null]),
    'the event differs from the event with its identity in the window',
  );
  const window = `the window from ${anchor.start_time} to ${anchor.end_time}`;
  return `${window} has ${events.length} events in the order of their identities, and the event is one of them`;
}

function boundsOf({ start_time, end_time }: SimpleProof['anchor']): [Micros, Micros] {
  const [start, end] = [parseTimestamp(start_time)?.us, parseTimestamp(end_time)?.us];
  must(start !== undefined && end !== undefined && start < end, 'start_time of the window must be before its end_time');
  return [start, end];
}

/** Checks that events of the public view have no principals. */
function checkView({ view, events }: SimpleProof): StepOutcome {
  if (view === 'tenant') return 'the events are in the view of the administrators of their tenancy';
  const named = events.findIndex(
    ({ principal_accepted, principal_declared, erased }) =>
      ![principal_accepted, principal_declared, ...(erased ? [erased.principal] : [])].every(isBlank),
  );
  must(named === -1, `event ${named} names a principal, which the public view must not contain`);
  return 'the events are in the public view, without principals';
}

/** The number of events of the window that were erased. */
export const erasedIn = ({ events }: SimpleProof): number => events.filter(({ erased }) => erased !== undefined).length;

function checkHash(proof: SimpleProof): StepOutcome {
  const { events, anchor } = proof;
  const erased = erasedIn(proof);
  must(erased === 0, `not verifiable: ${erased} ${erased === 1 ? 'event' : 'events'} erased`);
  const hash = new SimpleHash();
  for (const event of events) hash.add(event);
  const digest = hash.digest();
  must(digest === anchor.anchor_hash, `the events have the hash ${digest}, not ${anchor.anchor_hash}`);
  return `SIMPLEHASHV1 of the events is ${digest}`;
}

/** Checks that the transaction records this anchor. */
function checkCalldata({ anchor, events, view }: SimpleProof, { data }: Transaction): StepOutcome {
  const stated = parseSimpleCalldata(data);
  const [startUs, endUs] = boundsOf(anchor);
  const shown: Anchor = {
    scope: anchor.tenant,
    startUs,
    endUs,
    hash: anchor.anchor_hash,
    count: anchor.event_count,
  };
  for (const name of ['scope', 'startUs', 'endUs', 'hash', 'count'] as const)
    must(stated[name] === shown[name], `the transaction records another ${NAMES[name]} than the proof`);
  const foreign = events.findIndex(({ tenant_identity }) => tenant_identity !== `tenant/${stated.scope}`);
  if (view === 'public')
    must(stated.scope === PUBLIC_SCOPE, 'the transaction records the anchor of a tenant, not the public one');
  else must(foreign === -1, `event ${foreign} does not belong to the tenant in the transaction`);
  checkQuery(anchor.api_query, view === 'public' ? 'publicassets' : 'assets', startUs, endUs);
  const { start_time, end_time } = anchor;
  return `the transaction records this hash for ${events.length} events from ${start_time} to ${end_time}`;
}

const NAMES = { scope: 'tenant', startUs: 'start', endUs: 'end', hash: 'hash', count: 'number of events' };

/** Checks that the query returns the events of the window. Its host is not proven. */
function checkQuery(query: string, family: string, startUs: Micros, endUs: Micros): void {
  const window = `accepted_since=${formatSeconds(startUs)}&timestamp_accepted_before=${formatSeconds(endUs)}`;
  const events = `/archivist/v2/${family}/-/events?order_by=SIMPLEHASHV1&proof_mechanism=SIMPLE_HASH`;
  const rest = `${events}&timestamp_${window}`;
  const origin = query.slice(0, -rest.length);
  must(
    query.endsWith(rest) && /^https?:\/\/[^/?#@\s]+$/.test(origin),
    'api_query must be the query for the events of the window',
  );
}
