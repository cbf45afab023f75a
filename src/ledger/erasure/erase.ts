import type { Config, Env } from '../../settings/config.ts';
import { canonicalJson, sha256Hex } from '../../lib/digest.ts';
import { uuidIn } from '../../lib/identifiers.ts';
import type { Command, NewErasure } from '../append/commands.ts';
import { submit, type LedgerCaller } from '../append/ledger-client.ts';
import type { RegisteredErasure } from './register.ts';

/**
 * Erases an event: deletes its content and its seeds wherever the database has them, and appends an event that records
 * it, in one commit. Returns after the commit. Does nothing for an event that is erased already. Throws 400 or 409 if
 * the event must not be erased (see `requireErasable`), 401, 403, 404, 429, 503.
 */
export async function eraseEvent(
  env: Env,
  config: Config,
  writer: LedgerCaller,
  asset: string,
  input: NewErasure,
  key: string | undefined,
): Promise<void> {
  const command: Command = {
    kind: 'erase',
    author: writer.delegate(config.issuer),
    asset,
    event: uuidIn(asset),
    key,
    fingerprint: key === undefined ? '' : sha256Hex(canonicalJson(['erase', asset, input])),
    input,
  };
  await submit(env, writer, command);
}

/**
 * Repeats an erasure of the register in a database that was restored to a state before it. Does nothing for an event
 * that is erased. Throws as `eraseEvent`.
 */
export async function repeatErasure(
  env: Env,
  config: Config,
  { tenant, asset, event, erasure, reason, by, accepts_unsalted_chain_hash: acceptsUnsaltedHash }: RegisteredErasure,
  requestId: string,
): Promise<void> {
  const caller = { tenant, issuer: 'operator', subject: 'operator' };
  await submit(
    env,
    { spent: () => undefined },
    {
      kind: 'erase',
      author: { caller, requestId, applicationIssuer: config.issuer },
      asset,
      event: erasure,
      key: undefined,
      fingerprint: '',
      input: { event, reason, acceptsUnsaltedHash, recorded: by },
    },
  );
}
