/** A metric. Values of its labels come from closed sets, so that the number of its series is bounded. */
export type Declared = {
  type: 'counter' | 'gauge' | 'histogram';
  help: string;
  labels: readonly string[];
  /** Of a histogram: the upper bounds of its buckets, without the last one, +Inf. */
  buckets?: readonly number[];
};

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const;
const LONG_SECONDS = [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3600] as const;
const EVENTS = [1, 2, 4, 8, 16, 32, 64, 128, 256] as const;

const counter = (help: string, ...labels: string[]): Declared => ({ type: 'counter', help, labels });
const gauge = (help: string, ...labels: string[]): Declared => ({ type: 'gauge', help, labels });
const histogram = (help: string, buckets: readonly number[], ...labels: string[]): Declared => ({
  type: 'histogram',
  help,
  labels,
  buckets,
});

/** What isolates count and observe. Sums of all isolates since the deployment was created. */
export const COUNTED = {
  evidence_requests_total: counter(
    'Requests by operation id and status; operation none: no operation has the path and method.',
    'operation',
    'status',
  ),
  evidence_request_duration_seconds: histogram('Time until the response was ready.', SECONDS, 'operation'),
  evidence_d1_seconds_total: counter(
    'Time in D1, by operation id; operation ledger_writer: commits; operation background: objects and jobs.',
    'operation',
  ),
  evidence_d1_rows_read_total: counter('Rows that D1 has read, by operation as above.', 'operation'),
  evidence_d1_rows_written_total: counter('Rows that D1 has written, by operation as above.', 'operation'),
  evidence_commits_total: counter('Commits of the ledger writer.', 'result'),
  evidence_commit_duration_seconds: histogram('Time of a commit.', SECONDS),
  evidence_commit_events: histogram('Events of a commit.', EVENTS),
  evidence_commit_wait_seconds: histogram('Time from the arrival of a proposal until its commit has ended.', SECONDS),
  evidence_writer_pool_events: histogram('Events that wait in the pool of the ledger writer when a commit starts.', [
    0,
    ...EVENTS,
    512,
    1024,
    2048,
  ]),
  evidence_receipt_delay_seconds: histogram(
    'Time from the acceptance of an event until its leaf is in the log, from when it has a receipt.',
    LONG_SECONDS,
    'log',
  ),
  evidence_jobs_total: counter('Messages of the queue by kind and result.', 'job', 'result'),
  evidence_job_wait_seconds: histogram('Time that a message was in the queue.', LONG_SECONDS, 'job'),
  evidence_cron_runs_total: counter('Runs of the scheduled jobs.', 'cron', 'result'),
  evidence_alarms_total: counter('Alarms by name, see docs/alarms.md.', 'alarm'),
  evidence_metrics_dropped_total: counter('Counts that were dropped because there were too many series.'),
} as const satisfies Record<string, Declared>;

/** What is read when the metrics are asked for. */
export const MEASURED = {
  evidence_up: gauge('1 if the part of the service responds and does not fail.', 'part'),
  evidence_database_restored: gauge('1 if the database lacks acknowledged changes.'),
  evidence_database_changes: gauge('The commit counter of the database.'),
  evidence_database_epoch_info: gauge('1; the label is the epoch of the database.', 'epoch'),
  evidence_database_bytes: gauge('Size of the database.'),
  evidence_database_limit_bytes: gauge('Maximum size of the database (DATABASE_MAX_BYTES).'),
  evidence_database_growth_bytes: gauge(
    'Bytes by which the database has grown in a day, on average of the last 14 days.',
  ),
  evidence_database_full_timestamp_seconds: gauge('When the database reaches its maximum size if it grows as before.'),
  evidence_writer_waiting_events: gauge('Events that wait in the pool of the ledger writer.'),
  evidence_writer_waiting_proposals: gauge('Proposals that wait in the pool of the ledger writer.'),
  evidence_writer_waiting_tenancies: gauge('Tenancies with proposals in the pool of the ledger writer.'),
  evidence_log_waiting_events: gauge('Events from the oldest one without a leaf on, counted up to 10,001.'),
  evidence_log_oldest_seconds: gauge('Age of the oldest event without a leaf; 0 if none waits.'),
  evidence_chain_transactions: gauge('Transactions that are not final, counted up to 10,001.', 'state'),
  evidence_chain_failures: gauge('Calls of the node of the chain that failed in a row.'),
  evidence_backlog: gauge('Background work that waits, counted up to 10,001.', 'work'),
  evidence_backlog_oldest_seconds: gauge('Time since the oldest work of this kind is due; 0 if none waits.', 'work'),
} as const satisfies Record<string, Declared>;

export type CountedName = keyof typeof COUNTED;
export type MeasuredName = keyof typeof MEASURED;

/** The declaration of a metric that isolates count; undefined for a name of another version. */
export const declaredCount = (name: string): Declared | undefined =>
  Object.hasOwn(COUNTED, name) ? COUNTED[name as CountedName] : undefined;
