import type { Config, Env } from '../../settings/config.ts';
import type { Author, TenantScope } from '../../access/scope.ts';
import { canonicalJson, sha256Hex } from '../../lib/digest.ts';
import { describe } from '../../lib/describe.ts';
import { outcomeUnknown, retryLater, ServiceError, storageDamaged, storageFull } from '../../lib/errors.ts';
import { exposed } from '../../platform/hidden-cause.ts';
import { signedEventId } from '../../formats/statement/event-id.ts';
import { derivedUuid, uuidIn } from '../../lib/identifiers.ts';
import { nameInCell } from '../../platform/cells/cells.ts';
import { log } from '../../platform/log.ts';
import { within } from '../../lib/within.ts';
import type { AssetRecord } from '../records/asset.ts';
import type { Command, AssetInput, EventInput, Outcome, SignedStatement } from './commands.ts';
import { chosenMechanism, type EventRecord } from '../records/event.ts';
import { eventOfRecord } from './record-ids.ts';

/** How often an asset's object is called until a call succeeds. */
const CALLS = 3;
/** Milliseconds within which an asset's object must respond, all calls together. */
const RESPONDS_WITHIN = 30_000;

/** The scope of the request: provides the author, and adds up the time that the ledger spent in D1. */
export type LedgerCaller = Pick<TenantScope, 'delegate' | 'spent'>;

/** How a repeated creation is recognized, or the id that its caller has derived; `wrongFiles` as in `RepeatedBy`. */
export type CreatedBy = Pick<RepeatedBy, 'key' | 'id' | 'wrongFiles'>;

/**
 * Creates an asset and its NewAsset event. Returns after the commit. With a key, the asset's id is derived from tenant,
 * principal and key, so that a retry reaches the same ledger. With an `id`, an existing asset is 409.
 * Throws 400, 401, 402, 403, 409, 429, 503.
 */
export async function createAsset(
  env: Env,
  config: Config,
  caller: LedgerCaller,
  input: AssetInput,
  by: CreatedBy,
): Promise<AssetRecord> {
  const outcome = await submit(env, caller, creation(caller.delegate(config.issuer), input, by));
  if ('asset' in outcome) return outcome.asset;
  throw new Error('the ledger returned an event for a creation');
}

/**
 * How a repeated append is recognized: by the statement of its author, an Idempotency-Key, a Record-Id, or by the id of
 * the event that the caller of `appendEvent` has derived. `wrongFiles`: why the files that the request names refuse it,
 * unless it repeats another one.
 */
export type RepeatedBy = {
  key?: string | undefined;
  recordId?: string | undefined;
  id?: string;
  statement?: SignedStatement | undefined;
  wrongFiles?: ServiceError | undefined;
};

/** Appends an event. Returns after the commit. Throws 400, 401, 403, 404, 409, 429, 503. */
export async function appendEvent(
  env: Env,
  config: Config,
  caller: LedgerCaller,
  asset: string,
  input: EventInput,
  by: RepeatedBy,
): Promise<EventRecord> {
  const outcome = await submit(env, caller, addition(caller.delegate(config.issuer), asset, input, by));
  if ('event' in outcome) return outcome.event;
  throw new Error('the ledger returned an asset for an append');
}

/** The command that creates an asset, see `createAsset`. */
export function creation(author: Author, input: AssetInput, { key, id, wrongFiles }: CreatedBy): Command {
  const { tenant, issuer, subject } = author.caller;
  const asset = id ?? (key === undefined ? uuidIn(tenant) : derivedUuid('asset', tenant, issuer, subject, key));
  return {
    kind: 'create',
    author,
    asset,
    event: uuidIn(tenant),
    key,
    fingerprint: key === undefined ? '' : createdBy(input),
    wrongFiles: wrongFiles?.toData(),
    input,
  };
}

/**
 * The fingerprint of a creation. The mechanism that a request names may also be the default of a request that names
 * none.
 */
const createdBy = (input: AssetInput): string =>
  sha256Hex(canonicalJson(['create', { ...input, proofMechanism: chosenMechanism(input.proofMechanism, null) }]));

/** The command that appends an event, see `appendEvent`. */
export function addition(author: Author, asset: string, input: EventInput, by: RepeatedBy): Command {
  const { key, recordId, id, statement, wrongFiles: files } = by;
  const wrongFiles = files?.toData();
  const common = { kind: 'append', author, asset, input, key: undefined, fingerprint: '', wrongFiles } as const;
  if (statement)
    return {
      ...common,
      statement,
      event: signedEventId(statement.thumbprint, statement.payloadHash),
      namedBy: 'author_statement',
    };
  const named =
    recordId === undefined
      ? { event: id ?? uuidIn(asset) }
      : ({ event: eventOfRecord(author.caller, asset, recordId), namedBy: 'Record-Id' } as const);
  const fingerprint = key === undefined ? '' : sha256Hex(canonicalJson(['append', asset, input]));
  return { ...common, ...named, key, fingerprint };
}

type Ledger = {
  submit(command: Command): Promise<Outcome>;
  submitMany(commands: readonly Command[]): Promise<Outcome[]>;
};

/** The ledger object of an asset, as its callers see it. */
function ledgerOf(env: Env, asset: string): Ledger {
  const namespace = env.ASSET_LEDGER;
  // On one machine, the objects have no storage (apps/server/workerd/runtime.ts), and their ids are their names.
  const name = nameInCell(env, asset);
  const id = 'idFromName' in namespace ? namespace.idFromName(name) : name;
  return namespace.get(id as DurableObjectId) as never;
}

/** Carries out one command. Throws the error of its outcome. */
export async function submit(
  env: Env,
  caller: Pick<LedgerCaller, 'spent'>,
  command: Command,
): Promise<Exclude<Outcome, { error: unknown }>> {
  const outcome = await callLedger(env, caller, command.asset, (ledger) => ledger.submit(command));
  if ('error' in outcome) throw ServiceError.fromData(outcome.error);
  return outcome;
}

/**
 * Calls an asset's object. Repeats a call that broke off, with a new stub: the ids of the events make the call
 * idempotent. Throws 429 or 503, at the latest after RESPONDS_WITHIN.
 */
export async function callLedger<T>(
  env: Env,
  caller: Pick<LedgerCaller, 'spent'>,
  asset: string,
  make: (ledger: Ledger) => Promise<T>,
): Promise<T> {
  const started = Date.now();
  const late = (): ServiceError => outcomeUnknown('the ledger of this asset has not responded within 30 seconds');
  try {
    return await within(RESPONDS_WITHIN, callRepeatedly(env, asset, make), late);
  } finally {
    // The object waits for the database most of the time.
    caller.spent(Date.now() - started);
  }
}

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
