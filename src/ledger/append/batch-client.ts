import type { Env } from '../../settings/config.ts';
import { changeByAuditor } from '../../access/principal.ts';
import type { TenantScope } from '../../access/scope.ts';
import { concurrently } from '../../lib/concurrently.ts';
import { notFound, ServiceError } from '../../lib/errors.ts';
import { pacing } from '../../platform/pacing/pacing.ts';
import { sizeOf, type Command, type Outcome } from './commands.ts';
import { callLedger } from './ledger-client.ts';

/** Objects that one request calls at once, so that their events share commits; and while they refuse. */
const CALLS_AT_ONCE = { most: 8, few: 4 };
/** Commands in one call of an object, and their total length in characters: at most those of one commit. */
const CALL_COMMANDS = 200;
const CALL_CHARS = 400_000;

/** The scope of a batch, which also reads once which commands no ledger needs to refuse. */
export type BatchCaller = Pick<TenantScope, 'spent' | 'read' | 'principal' | 'reachable'>;

/**
 * Carries out commands of one caller for any assets, those of one asset in their order, with a limited number of calls
 * at once. Returns the outcomes in the order of the commands, errors as data; each error is the one that the command
 * alone would have had. After a temporary error (429 or 503) the later commands of the same asset are not carried out
 * and have the same error: a client that retries them keeps their order. Throws 401 or 403 for a caller that no longer
 * exists, and 503.
 */
export async function submitAll(env: Env, caller: BatchCaller, commands: readonly Command[]): Promise<Outcome[]> {
  const outcomes = await refusedAtOnce(caller, commands);
  const open = [...commands.keys()].filter((index) => !outcomes[index]);
  const groups = Map.groupBy(open, (index) => commands[index]!.asset).values();
  await concurrently(groups, CALLS_AT_ONCE, async (group) => {
    await pacing.turn('batch');
    const ofAsset = group.map((index) => commands[index]!);
    const results = await submitInOrder(env, caller, ofAsset);
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
async function refusedAtOnce(caller: BatchCaller, commands: readonly Command[]): Promise<Outcome[]> {
  const assets = [...new Set(commands.flatMap(({ kind, asset }) => (kind === 'create' ? [] : [asset])))];
  const [found] = assets.length > 0 ? await caller.read(caller.reachable(assets)) : [[]];
  const { auditor } = await caller.principal();
  const reachable = new Set(found.map(({ id }) => id));
  const outcomes: Outcome[] = [];
  for (const [index, { kind, asset }] of commands.entries()) {
    if (auditor) outcomes[index] = { error: changeByAuditor().toData() };
    else if (kind !== 'create' && !reachable.has(asset))
      outcomes[index] = { error: notFound(`assets/${asset}`).toData() };
  }
  return outcomes;
}

/** As `submitAll`, for commands of one asset. */
async function submitInOrder(
  env: Env,
  caller: Pick<BatchCaller, 'spent'>,
  commands: readonly Command[],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  while (outcomes.length < commands.length) {
    const last = outcomes.at(-1);
    if (last && 'error' in last && ['rate_limited', 'unavailable'].includes(last.error.kind)) outcomes.push(last);
    else outcomes.push(...(await submitMany(env, caller, firstOf(commands, outcomes.length))));
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

async function submitMany(
  env: Env,
  caller: Pick<BatchCaller, 'spent'>,
  commands: readonly Command[],
): Promise<Outcome[]> {
  try {
    return await callLedger(env, caller, commands[0]!.asset, (ledger) => ledger.submitMany(commands));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return commands.map(() => ({ error: error.toData() }));
  }
}
