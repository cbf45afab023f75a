import { chainBacklog, type OutboxBacklog } from '../../anchoring/chain/index.ts';
import type { Config, Env } from '../../settings/config.ts';
import { describe } from '../../lib/describe.ts';
import { CAPACITY_WARN, type Capacity } from '../../platform/metrics/capacity.ts';
import { log } from '../../platform/log.ts';
import { ambient, nowMicros, type Micros } from '../../lib/time.ts';
import { databaseReport, writerOf } from '../../ledger/append/writer-client.ts';
import type { PendingProposals } from '../../ledger/append/fair-share.ts';
import type { StateReport } from '../../ledger/append/state-keeper.ts';
import type { Database } from '../../platform/database/database.ts';
import { logWriterOf } from '../../transparency/sequencer/log-clients.ts';
import type { LogBacklog } from '../../transparency/sequencer/writer-logs.ts';
import { LATE_AFTER } from './late-maps.ts';
import { readCapacity } from './capacity.ts';
import { BACKLOGS, readBacklogs, type Backlog, type BacklogName } from './backlogs.ts';

/** Milliseconds within which a part must respond. */
const RESPONDS_WITHIN = 5000;

/**
 * `late`: the part works, and work has waited for longer than is normal, or the database is almost full. `failing`: it
 * does not work.
 */
export type Status = 'ok' | 'late' | 'failing';

/** A part of the service. `found` is undefined if the part did not respond in time; then `error` says why. */
export type PartState<T> = { status: Status; milliseconds: number; found: T | undefined; error: string };

export type ServiceState = {
  database: PartState<StateReport>;
  writer: PartState<PendingProposals>;
  log: PartState<LogBacklog>;
  chain: PartState<OutboxBacklog>;
  jobs: PartState<Record<BacklogName, Backlog>>;
  capacity: PartState<Capacity>;
};

/** Seconds for which an event may wait for its leaf, and other work beyond its normal delay. */
const NORMAL_SECONDS = { leaf: 60, job: 600 };

/** Seconds since a time; 0 for undefined and for times in the future. */
export const secondsSince = (us: Micros | undefined): number =>
  us === undefined ? 0 : Math.max(0, (nowMicros() - us) / 1_000_000);

/**
 * Reads the state of each part of the service, with one call of the ledger writer for each of three, one of the outbox,
 * one of the metrics, one query for the size of the database, and one transaction of reads of a bounded number of rows.
 * Never throws.
 */
export async function readState(env: Env, config: Config, db: Database): Promise<ServiceState> {
  const { completenessSeconds } = config;
  const { windowSeconds } = config.anchoring;
  // A window that has just ended, or a log that has just grown, waits for the next timer and for the chain.
  const allowed: Partial<Record<BacklogName, number>> = {
    event_anchors: windowSeconds + NORMAL_SECONDS.job,
    log_anchors: windowSeconds + NORMAL_SECONDS.job,
    log_maps: (LATE_AFTER - 1) * completenessSeconds,
  };
  const [database, writer, logs, chain, jobs, capacity] = await Promise.all([
    part('database', databaseReport(env), ({ restored }) => (restored ? 'failing' : 'ok')),
    part('writer', writerOf(env).waiting(), () => 'ok'),
    part('log', logWriterOf(env).logBacklog(), ({ oldestUs }) =>
      secondsSince(oldestUs) > NORMAL_SECONDS.leaf ? 'late' : 'ok',
    ),
    part('chain', chainBacklog(env, config), ({ failures }) => (failures > 0 ? 'failing' : 'ok')),
    part('jobs', readBacklogs(db, completenessSeconds), (found) =>
      BACKLOGS.some((name) => secondsSince(found[name].oldestUs) > (allowed[name] ?? NORMAL_SECONDS.job))
        ? 'late'
        : 'ok',
    ),
    part('capacity', readCapacity(env, config, db), ({ used }) =>
      worst([used >= 1 && 'failing', used >= CAPACITY_WARN && 'late']),
    ),
  ]);
  return { database, writer, log: logs, chain, jobs, capacity };
}

/** The worst status of all parts. */
export const overall = (state: ServiceState): Status => worst(Object.values(state).map(({ status }) => status));

const worst = (statuses: readonly (Status | false)[]): Status =>
  (['failing', 'late'] as const).find((status) => statuses.includes(status)) ?? 'ok';

async function part<T>(name: string, reading: Promise<T>, judge: (found: T) => Status): Promise<PartState<T>> {
  const started = ambient.now();
  const milliseconds = (): number => ambient.now() - started;
  const slow = scheduler.wait(RESPONDS_WITHIN).then(() => {
    throw new Error(`no response within ${RESPONDS_WITHIN / 1000} seconds`);
  });
  try {
    const found = await Promise.race([reading, slow]);
    return { status: judge(found), milliseconds: milliseconds(), found, error: '' };
  } catch (error) {
    log('warn', 'a part of the service does not respond to monitoring', { part: name, error: describe(error) });
    const said = error instanceof Error ? error.message.split('\n')[0]! : 'unknown error';
    return { status: 'failing', milliseconds: milliseconds(), found: undefined, error: said };
  } finally {
    slow.catch(() => undefined);
    reading.catch(() => undefined);
  }
}
