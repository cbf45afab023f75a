import type { Config, Env } from '../config.ts';
import type { TenantScope } from '../access/scope.ts';
import { canonicalJson, sha256Hex } from '../core/digest.ts';
import { describe } from '../core/describe.ts';
import { retryLater, ServiceError, storageFull } from '../core/errors.ts';
import { derivedUuid } from '../core/identity.ts';
import { log } from '../core/log.ts';
import { ambient } from '../core/time.ts';
import type { AssetRecord } from './asset.ts';
import type { Answered, Command, NewAsset, NewEvent, Outcome } from './commands.ts';
import type { EventRecord } from './event.ts';

/** How often an asset's object is called until a call succeeds. */
const CALLS = 3;

/** The scope of the request: provides the author, and adds up the time that the ledger spent in D1. */
export type Writer = Pick<TenantScope, 'delegate' | 'spent'>;

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
  const author = writer.delegate(config.issuer);
  const { tenant, issuer, subject } = author.caller;
  const asset = id ?? (key === undefined ? ambient.uuid() : derivedUuid('asset', tenant, issuer, subject, key));
  const command: Command = {
    kind: 'create',
    author,
    asset,
    event: ambient.uuid(),
    key,
    fingerprint: key === undefined ? '' : sha256Hex(canonicalJson(['create', input])),
    input,
  };
  const outcome = await submit(env, writer, command);
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
  const author = writer.delegate(config.issuer);
  const command: Command = {
    kind: 'append',
    author,
    asset,
    event: id ?? ambient.uuid(),
    key,
    fingerprint: key === undefined ? '' : sha256Hex(canonicalJson(['append', asset, input])),
    input,
  };
  const outcome = await submit(env, writer, command);
  if ('event' in outcome) return outcome.event;
  throw new Error('the ledger returned an asset for an append');
}

/** The ledger object of an asset, as its callers see it. */
function ledgerOf(env: Env, asset: string): { submit(command: Command): Promise<Answered> } {
  return env.ASSET_LEDGER.get(env.ASSET_LEDGER.idFromName(asset)) as never;
}

/**
 * Calls the asset's object. Repeats a call that broke off, with a new stub: the event's id makes the call idempotent.
 */
async function submit(env: Env, writer: Writer, command: Command): Promise<Exclude<Outcome, { error: unknown }>> {
  for (let call = 1; ; call++) {
    try {
      const { outcome, databaseMs } = await ledgerOf(env, command.asset).submit(command);
      writer.spent(databaseMs);
      if ('error' in outcome) throw ServiceError.fromData(outcome.error);
      return outcome;
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      const { retryable, overloaded } = error as { retryable?: boolean; overloaded?: boolean };
      if (overloaded) throw retryLater('rate_limited', 'the ledger of this asset is busy', 1);
      if (retryable && call < CALLS) continue;
      // The object could not run, or the call broke off. Whether it committed is unknown, and the client may retry.
      log('error', 'the ledger of an asset could not be called', { asset: command.asset, error: describe(error) });
      throw (
        storageFull(error) ?? retryLater('unavailable', 'the ledger of this asset could not be reached; try again', 1)
      );
    }
  }
}
