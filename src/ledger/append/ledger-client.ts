import type { Config, Env } from '../../settings/config.ts';
import { readOnlyCaller } from '../../access/principal.ts';
import type { Author, TenantScope } from '../../access/scope.ts';
import { canonicalJson, sha256Hex } from '../../lib/digest.ts';
import { concurrently } from '../../lib/concurrently.ts';
import { describe } from '../../lib/describe.ts';
import { notFound, outcomeUnknown, retryLater, ServiceError, storageDamaged, storageFull } from '../../lib/errors.ts';
import { exposed } from '../../platform/hidden-cause.ts';
import { derivedUuid } from '../../lib/identifiers.ts';
import { log } from '../../platform/log.ts';
import { ambient } from '../../lib/time.ts';
import { TURN, turn } from '../../platform/pacing/turn.ts';
import { within } from '../../lib/within.ts';
import type { AssetRecord } from '../records/asset.ts';
import { sizeOf, type Answered, type Command, type NewAsset, type NewEvent, type Outcome } from './commands.ts';
import { chosenMechanism, type EventRecord } from '../records/event.ts';

/** How often an asset's object is called until a call succeeds. */
const CALLS = 3;
/** Milliseconds within which an asset's object must respond, all calls together. */
const RESPONDS_WITHIN = 30_000;
/** Objects that one request calls at once, so that their events share commits; and while they refuse. */
const CALLS_AT_ONCE = { most: 8, few: 4 };
/** Commands in one call of an object, and their total length in characters: at most those of one commit. */
const CALL_COMMANDS = 200;
const CALL_CHARS = 400_000;

/** The scope of the request: provides the author, and adds up the time that the ledger spent in D1. */
export type Writer = Pick<TenantScope, 'delegate' | 'spent'>;
/** The scope of a batch, which also reads once which commands no ledger needs to refuse. */
export type BatchWriter = Pick<TenantScope, 'spent' | 'read' | 'principal' | 'reachable'>;

/**
 * Creates an asset and its NewAsset event. Returns after the commit. With a key, the asset's id is derived from tenant,
 * principal and key, so that a retry reaches the same ledger. With an `id`, an existing asset is 409.
 * Throws 401, 402, 403, 409, 429, 503.
 */
export async function createAsset(
  env: Env,
  config: Config,
  writer: Writer,
  input: NewAsset,
  key: string | undefined,
  id?: string,
): Promise<AssetRecord> {
  const outcome = await submit(env, writer, creation(writer.delegate(config.issuer), input, key, id));
  if ('asset' in outcome) return outcome.asset;
  throw new Error('the ledger returned an event for a creation');
}

/**
 * Appends an event. Returns after the commit. Idempotent for the same `id`. Throws 400, 401, 403, 404, 409, 429, 503.
 */
export async function appendEvent(
  env: Env,
  config: Config,
  writer: Writer,
  asset: string,
  input: NewEvent,
  key: string | undefined,
  id?: string,
): Promise<EventRecord> {
  const outcome = await submit(env, writer, addition(writer.delegate(config.issuer), asset, input, key, id));
  if ('event' in outcome) return outcome.event;
  throw new Error('the ledger returned an asset for an append');
}

/** The command that creates an asset, see `createAsset`. */
export function creation(author: Author, input: NewAsset, key: string | undefined, id?: string): Command {
  const { tenant, issuer, subject } = author.caller;
  return {
    kind: 'create',
    author,
    asset: id ?? (key === undefined ? ambient.uuid() : derivedUuid('asset', tenant, issuer, subject, key)),
    event: ambient.uuid(),
    key,
    fingerprint: key === undefined ? '' : createdBy(input),
    input,
  };
}

/** The fingerprint of a creation. The mechanism that a request names may also be the default of a request that names none. */
const createdBy = (input: NewAsset): string =>
  sha256Hex(canonicalJson(['create', { ...input, proofMechanism: chosenMechanism(input.proofMechanism, null) }]));

/** The command that appends an event, see `appendEvent`. */
export function addition(
  author: Author,
  asset: string,
  input: NewEvent,
  key: string | undefined,
  id?: string,
): Command {
  return {
    kind: 'append',
    author,
    asset,
    event: id ?? ambient.uuid(),
    key,
    fingerprint: key === undefined ? '' : sha256Hex(canonicalJson(['append', asset, input])),
    input,
  };
}

/**
 * Carries out commands of one caller for any assets, those of one asset in their order, with a limited number of calls at
 * once. Returns the outcomes in the order of the commands, errors as data; each error is the one that the command alone
 * would have had. After a temporary error (429 or 503) the later commands of the same asset are not carried out and have
 * the same error: a client that retries them keeps their order. Throws 401 or 403 for a caller that no longer exists, and 503.
 */
export async function submitAll(env: Env, writer: BatchWriter, commands: readonly Command[]): Promise<Outcome[]> {
  const outcomes = await refusedAtOnce(writer, commands);
  const open = [...commands.keys()].filter((index) => !outcomes[index]);
  const groups = Map.groupBy(open, (index) => commands[index]!.asset).values();
  await concurrently(groups, CALLS_AT_ONCE, async (group) => {
    await turn.next(TURN.batch);
    const ofAsset = group.map((index) => commands[index]!);
    const results = await submitInOrder(env, writer, ofAsset);
    group.forEach((index, i) => (outcomes[index] = results[i]!));
    // Refused commands share no commit: sending many at once would only delay other tenants.
    return results.every((outcome) => 'error' in outcome) ? 'fewer' : 'more';
  });
  return outcomes;
}

/**
 * The outcomes of the commands that no ledger needs to refuse: those of an auditor, and appends to assets on which the
 * caller has no right. One statement for all of them, so that a batch of random ids costs other callers little.
 */
async function refusedAtOnce(writer: BatchWriter, commands: readonly Command[]): Promise<Outcome[]> {
  const assets = [...new Set(commands.flatMap(({ kind, asset }) => (kind === 'create' ? [] : [asset])))];
  const [found] = assets.length > 0 ? await writer.read(writer.reachable(assets)) : [[]];
  const { readOnly } = await writer.principal();
  const reachable = new Set(found.map(({ id }) => id));
  const outcomes: Outcome[] = [];
  for (const [index, { kind, asset }] of commands.entries()) {
    if (readOnly) outcomes[index] = { error: readOnlyCaller().toData() };
    else if (kind !== 'create' && !reachable.has(asset))
      outcomes[index] = { error: notFound(`assets/${asset}`).toData() };
  }
  return outcomes;
}

/** As `submitAll`, for commands of one asset. */
async function submitInOrder(
  env: Env,
  writer: Pick<Writer, 'spent'>,
  commands: readonly Command[],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  while (outcomes.length < commands.length) {
    const last = outcomes.at(-1);
    if (last && 'error' in last && ['rate_limited', 'unavailable'].includes(last.error.kind)) outcomes.push(last);
    else outcomes.push(...(await submitMany(env, writer, firstOf(commands, outcomes.length))));
  }
  return outcomes;
}

/** The commands from `start` that fit into one call; at least one. */
function firstOf(commands: readonly Command[], start: number): readonly Command[] {
  let chars = sizeOf(commands[start]!);
  let end = start + 1;
  for (; end < commands.length && end - start < CALL_COMMANDS; end++) {
    chars += sizeOf(commands[end]!);
    if (chars > CALL_CHARS) break;
  }
  return commands.slice(start, end);
}

async function submitMany(env: Env, writer: Pick<Writer, 'spent'>, commands: readonly Command[]): Promise<Outcome[]> {
  try {
    const answered = await call(env, commands[0]!.asset, (ledger) => ledger.submitMany(commands));
    // The commands of one commit report the same time.
    writer.spent(Math.max(...answered.map(({ databaseMs }) => databaseMs)));
    return answered.map(({ outcome }) => outcome);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return commands.map(() => ({ error: error.toData() }));
  }
}

type Ledger = {
  submit(command: Command): Promise<Answered>;
  submitMany(commands: readonly Command[]): Promise<Answered[]>;
};

/** The ledger object of an asset, as its callers see it. */
function ledgerOf(env: Env, asset: string): Ledger {
  const namespace = env.ASSET_LEDGER;
  // On one machine, the objects have no storage (apps/server/workerd/runtime.ts), and their ids are their names.
  const id = 'idFromName' in namespace ? namespace.idFromName(asset) : asset;
  return namespace.get(id as DurableObjectId) as never;
}

/** Carries out one command. Throws the error of its outcome. */
export async function submit(
  env: Env,
  writer: Pick<Writer, 'spent'>,
  command: Command,
): Promise<Exclude<Outcome, { error: unknown }>> {
  const { outcome, databaseMs } = await call(env, command.asset, (ledger) => ledger.submit(command));
  writer.spent(databaseMs);
  if ('error' in outcome) throw ServiceError.fromData(outcome.error);
  return outcome;
}

/**
 * Calls an asset's object. Repeats a call that broke off, with a new stub: the ids of the events make the call
 * idempotent. Throws 429 or 503, at the latest after RESPONDS_WITHIN.
 */
const call = <T>(env: Env, asset: string, make: (ledger: Ledger) => Promise<T>): Promise<T> =>
  within(RESPONDS_WITHIN, callRepeatedly(env, asset, make), () =>
    outcomeUnknown('the ledger of this asset has not responded within 30 seconds'),
  );

async function callRepeatedly<T>(env: Env, asset: string, make: (ledger: Ledger) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await make(ledgerOf(env, asset));
    } catch (error) {
      const { retryable, overloaded } = error as { retryable?: boolean; overloaded?: boolean };
      if (overloaded) throw retryLater('rate_limited', 'the ledger of this asset is busy', 1);
      if (retryable && attempt < CALLS) continue;
      // The object could not run, or the call broke off. Whether it committed is unknown.
      log('error', 'the ledger of an asset could not be called', { asset, error: describe(error) });
      const damaged = storageDamaged(await exposed(error));
      if (damaged) throw damaged;
      throw storageFull(error)
        ? outcomeUnknown('the storage is full', 30)
        : outcomeUnknown('the ledger of this asset could not be reached');
    }
  }
}
