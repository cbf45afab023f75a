import type { Trust } from '../../../src/proof/chain.ts';
import { treeOf } from '../../../src/proof/log-entry.ts';
import { neededConsistency, needsKeyChanges, type LogGenesis, type LogPosition } from '../../../src/proof/log-trust.ts';
import { LogClient } from '../monitor/client.ts';
import { Replaced, Unavailable } from '../monitor/findings.ts';
import { tokensFor } from '../monitor/token.ts';

/**
 * The known values with what a service adds to them, none of which is trusted: the consistency proofs that they
 * require, the first entry of the log if only its hash is known and the caller may read it, and the changes of keys if
 * a known key has not signed. Never rejects for a service that does not respond: then `unavailable` has the reason.
 */
export async function withService(
  proof: LogPosition,
  trust: Trust,
  { url, tokenFile }: { url: string; tokenFile: string | undefined },
): Promise<Trust> {
  const { log } = treeOf(proof.checkpoint);
  const client = new LogClient(url, fetch, tokensFor({ url, log, tokenFile }, process.env, fetch));
  const known = trust.consistency ?? [];
  try {
    const needed = neededConsistency(proof, trust).filter(
      ([from, to]) => !known.some((each) => each.from === from && each.to === to),
    );
    const read = await Promise.all(
      needed.map(async ([from, to]) => ({ from, to, path: await client.consistency(log, from, to) })),
    );
    const { logGenesis } = trust;
    const added: Trust = {
      ...trust,
      consistency: [...known, ...read],
      ...(logGenesis ? { logGenesis: await withEntry(client, log, logGenesis) } : {}),
    };
    return needsKeyChanges(proof, added) && !trust.keyChanges
      ? { ...added, keyChanges: (await client.keys(log)).flatMap(({ change }) => change ?? []) }
      : added;
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return { ...trust, unavailable: error.message };
  }
}

/** The genesis with its entry. Entries of the log of a tenancy are for its administrators and auditors. */
async function withEntry(client: LogClient, log: string, genesis: LogGenesis): Promise<LogGenesis> {
  if (genesis.entry) return genesis;
  try {
    const [entry] = await client.entries(log, 0, 1);
    return { ...genesis, entry: entry! };
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return genesis;
  }
}

const isUnavailable = (error: unknown): error is Error => error instanceof Unavailable || error instanceof Replaced;
