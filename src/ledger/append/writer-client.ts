import type { Env } from '../../settings/config.ts';
import type { Micros } from '../../lib/time.ts';
import type { DatabaseState } from '../../platform/database/state.ts';
import { describe } from '../../lib/describe.ts';
import { outcomeUnknown, storageDamaged } from '../../lib/errors.ts';
import { exposed } from '../../platform/hidden-cause.ts';
import { log } from '../../platform/log.ts';
import { within } from '../../lib/within.ts';
import { Database, type Consistency, type Meter } from '../../platform/database/database.ts';
import { DatabaseRestored } from '../../platform/database/restored.ts';
import type { Committed } from './committer.ts';
import type { Waiting } from './fair-share.ts';
import type { Proposal } from './proposal.ts';
import type { StateReport } from './state-keeper.ts';
import type { WindowToClose } from './database-writer.ts';

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
