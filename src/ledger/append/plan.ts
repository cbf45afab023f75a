import { APPLICATION_ISSUER, type Caller, type Principal } from '../../access/principal.ts';
import type { CallerRights } from '../../access/rights.ts';
import { notFound, ServiceError } from '../../lib/errors.ts';
import type { Micros } from '../../lib/time.ts';
import type { Command } from './commands.ts';
import type { EventRecord } from '../records/event.ts';
import type { Head } from '../records/asset.ts';
import { requireFiles, requireRights, requireSignature, requireValidKey } from './admission.ts';
import { principalKey } from '../../platform/database/idempotency.ts';
import { decide, lengthOf } from './decide.ts';
import { erasedKey } from '../erasure/erasure-keys.ts';
import type { Erasure } from '../erasure/erasure-rows.ts';
import { erasedSince, requireSameRecord } from './record-ids.ts';
import { requireErasable, type ErasureTarget } from '../erasure/erasure-target.ts';
import type { Entry, IdempotencyRow } from './event-rows.ts';

/**
 * Characters of the attributes that the events of one commit change and do not state, unless one event has more. A
 * small event that appends to a long list of attachments stores the whole list.
 */
const MOST_DERIVED = 200_000;
/** Characters of the attributes of the asset after each event of one commit together: deciding an event copies them. */
const MOST_COPIED = 2_000_000;

/** What commands are decided by, beside the head. */
export type DecisionFacts = {
  /** By `callerKey`. A caller that no longer exists has no entry. */
  callers: ReadonlyMap<string, CallerRights>;
  /** The idempotency keys that were used before, by `keySlot`. */
  keys: ReadonlyMap<string, IdempotencyRow>;
  /** The events of the commands that a failed attempt has stored, by id. */
  stored: ReadonlyMap<string, EventRecord>;
  /** The ids of the blobs that the commands name and that do not exist. */
  missingFiles?: ReadonlySet<string>;
  /** The events to erase, by id. */
  targets?: ReadonlyMap<string, ErasureTarget>;
};

/** What one commit does for commands. Each command is in `answered`, `refused` or `later`. */
export type Plan = {
  before: Head | undefined;
  /** The head after the commit. */
  after: Head | undefined;
  entries: Entry[];
  /** The event that answers a command: one of `entries`, or one that is stored already. */
  answered: { command: Command; event: string }[];
  refused: { command: Command; error: ServiceError }[];
  /**
   * Commands with the idempotency key of another command of this commit, erasures beside another one, and those after
   * which the commit would be too large: they need the next one.
   */
  later: Command[];
  /** What the commit erases. */
  erasure?: Erasure;
};

/**
 * Decides commands in their order, each on the head that the ones before it leave. Pure. `newSeed` returns 32 random
 * bytes for each event.
 */
export function plan(
  commands: readonly Command[],
  known: DecisionFacts,
  before: Head | undefined,
  now: Micros,
  newSeed: () => Uint8Array,
): Plan {
  const result: Plan = { before, after: before, entries: [], answered: [], refused: [], later: [] };
  const taken = new Set<string>();
  let derived = 0;
  let copied = 0;
  for (const [i, command] of commands.entries()) {
    const slot = keySlot(command);
    if ((slot !== undefined && taken.has(slot)) || (command.kind === 'erase' && result.erasure)) {
      result.later.push(command);
      continue;
    }
    try {
      const principal = principalOf(command, known, result.after);
      const target =
        command.kind === 'erase'
          ? requireErasable(command.input, command.asset, known.targets?.get(command.input.event))
          : undefined;
      const stored = storedEvent(command, known, result) ?? target?.event.erased?.event;
      if (stored === undefined) {
        if (command.wrongFiles) throw ServiceError.fromData(command.wrongFiles);
        requireValidKey(command, principal);
        requireSignature(command, known.callers.get(callerKey(command.author.caller)), result.after);
        if (known.missingFiles) requireFiles(command, known.missingFiles);
        const { entry, head } = decide(command, principal, result.after, now, newSeed());
        const length = derivedLength(entry);
        if (result.entries.length > 0 && (derived + length > MOST_DERIVED || copied > MOST_COPIED)) {
          result.later.push(...commands.slice(i));
          break;
        }
        derived += length;
        copied += lengthOf(head.attributes);
        result.entries.push(entry);
        result.after = head;
        if (command.kind === 'erase')
          result.erasure = { command, target: target!, seq: entry.event.seq, us: entry.event.acceptedUs };
        if (slot !== undefined) taken.add(slot);
      }
      result.answered.push({ command, event: stored ?? command.event });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      result.refused.push({ command, error });
    }
  }
  return result;
}

/** The length of the attributes that an event changes and does not state, as JSON. */
const derivedLength = ({ event, changes }: Entry): number =>
  Object.entries(changes).reduce(
    (sum, [name, value]) =>
      Object.hasOwn(event.assetAttributes, name) ? sum : sum + name.length + JSON.stringify(value).length,
    0,
  );

/** Who carries out a command. Throws 401, 403 or 404 if they may not. */
function principalOf(command: Command, known: DecisionFacts, head: Head | undefined): Principal {
  if (command.kind !== 'erase' || !command.input.recorded)
    return requireRights(command, known.callers.get(callerKey(command.author.caller)), head).principal;
  const target = known.targets?.get(command.input.event);
  if (!head || !target) throw notFound(`assets/${command.asset}/events/${command.input.event}`);
  return { ...REGISTER, tenant: head.tenant, wallet: target.wallet };
}

/** The principal of erasures that the register repeats. */
const REGISTER = {
  issuer: APPLICATION_ISSUER,
  subject: 'erasure-register',
  displayName: 'Erasure register',
  email: '',
  administrator: true,
  auditor: false,
  shared: false,
  suspended: false,
  revision: 0,
  accessRevision: 0,
  defaultMechanism: null,
  signedTypes: [],
};

/**
 * The stored event that answers this command: a failed attempt stored it, or an earlier request used the same key or
 * Record-Id, which may be one of `planned`. Throws 409 if another request used it, and if the event was erased since:
 * nothing tells then whether this is the same request.
 */
function storedEvent(command: Command, known: DecisionFacts, planned: Plan): string | undefined {
  const isNamed = command.kind === 'append' && command.namedBy !== undefined;
  const stored =
    known.stored.get(command.event) ??
    (isNamed ? planned.entries.find(({ event }) => event.id === command.event)?.event : undefined);
  if (stored && command.kind === 'append' && command.namedBy) requireSameRecord(command.input, stored, command.namedBy);
  if (stored) return command.event;
  const row = known.keys.get(keySlot(command) ?? '');
  if (row) {
    if (row.fingerprint === command.fingerprint && row.asset === command.asset) return row.event;
    throw new ServiceError('conflict', 'this Idempotency-Key was used for another request');
  }
  const erased = known.keys.get(erasedSlot(command) ?? '');
  if (erased) throw erasedSince('Idempotency-Key', erased.asset, erased.event);
  if (command.kind === 'create' && planned.after) {
    throw new ServiceError(
      'conflict',
      `this Idempotency-Key made assets/${command.asset} more than a day ago; use a new key`,
    );
  }
  return undefined;
}

export const callerKey = (caller: Caller): string => `${caller.tenant} ${principalKey(caller)}`;

/** An idempotency key with the caller that it belongs to. */
export const keySlot = ({ author, key }: Command): string | undefined =>
  key === undefined ? undefined : slotOfKey(author.caller.tenant, principalKey(author.caller), key);
/** The slot of a key whose event was erased. */
const erasedSlot = ({ author: { caller }, key }: Command): string | undefined => {
  if (key === undefined) return undefined;
  const principal = principalKey(caller);
  return slotOfKey(caller.tenant, principal, erasedKey({ tenant: caller.tenant, principal, key }));
};
export const slotOfKey = (tenant: string, principal: string, key: string): string =>
  JSON.stringify([tenant, principal, key]);
