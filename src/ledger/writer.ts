import type { Env } from '../config.ts';
import type { Micros } from '../core/time.ts';
import type { DatabaseState } from '../core/databasestate.ts';
import { describe } from '../core/describe.ts';
import { outcomeUnknown, storageDamaged } from '../core/errors.ts';
import { exposed } from '../core/hiddencause.ts';
import { log } from '../core/log.ts';
import { within } from '../core/within.ts';
import { Database, type Consistency, type Meter } from '../store/database.ts';
import { DatabaseRestored } from '../store/restored.ts';
import type { Committed } from './write/committer.ts';
import type { Waiting } from './write/fairshare.ts';
import type { Proposal } from './write/proposal.ts';
import type { StateReport } from './write/statekeeper.ts';
import type { WindowToClose } from './write/writer.ts';

/** The writer object of a database, as its callers see it. */
type WriterStub = {
  commit(proposal: Proposal): Promise<{ committed: Committed; milliseconds: number }>;
  closeWindow(window: WindowToClose, exact: boolean): Promise<Micros | undefined>;
  observe(state: DatabaseState): Promise<boolean>;
  compare(): Promise<StateReport>;
  waiting(): Promise<Waiting>;
  clock(): Promise<number>;
  acceptLoss(): Promise<StateReport & { accepted: boolean }>;
};

/** The ledger writer of the database `DB`. */
export function writerOf(env: Env): WriterStub {
  return env.LEDGER_WRITER.get(env.LEDGER_WRITER.idFromName('DB')) as never;
}

/** Milliseconds within which the ledger writer must acknowledge a change. */
const ACKNOWLEDGES_WITHIN = 30_000;

/** The database for a request, whose audited changes the ledger writer acknowledges. */
export const databaseOf = (env: Env, consistency: Consistency = 'primary', meter?: Meter): Database =>
  new Database(env.DB, consistency, meter, async (state) => {
    const unacknowledged = (): Error => outcomeUnknown('the ledger writer has not acknowledged the change');
    const isComplete = await within(ACKNOWLEDGES_WITHIN, writerOf(env).observe(state), unacknowledged).catch(
      async (failure: unknown) => {
        const error = await exposed(failure);
        log('error', 'the ledger writer could not acknowledge a change', { error: describe(error) });
        throw storageDamaged(error) ?? unacknowledged();
      },
    );
    if (!isComplete) throw new DatabaseRestored();
  });
