import type { MeasuredName } from '../../platform/metrics/declared.ts';
import type { Series } from '../../platform/metrics/tally.ts';
import { BACKLOGS } from './backlogs.ts';
import { secondsSince, type ServiceState } from './state.ts';

/** The state of the service as series of `MEASURED`. A part that does not respond has only `evidence_up`. */
export function measuredOf(state: ServiceState): Series[] {
  const series: Series[] = [];
  const put = (name: MeasuredName, value: number, ...labels: string[]): void =>
    void series.push([[name, ...labels].join('\n'), value]);
  for (const [name, { status }] of Object.entries(state)) put('evidence_up', status === 'failing' ? 0 : 1, name);
  const { database, writer, log, chain, jobs, capacity } = state;
  if (database.found) {
    put('evidence_database_restored', database.found.restored ? 1 : 0);
    put('evidence_database_changes', database.found.found);
    put('evidence_database_epoch_info', 1, database.found.epoch);
  }
  if (writer.found) {
    put('evidence_writer_waiting_events', writer.found.events);
    put('evidence_writer_waiting_proposals', writer.found.proposals);
    put('evidence_writer_waiting_tenancies', writer.found.tenancies);
  }
  if (log.found) {
    put('evidence_log_waiting_events', log.found.events);
    put('evidence_log_oldest_seconds', secondsSince(log.found.oldestUs));
  }
  if (chain.found) {
    for (const each of ['waiting', 'sent', 'mined'] as const)
      put('evidence_chain_transactions', chain.found[each], each);
    put('evidence_chain_failures', chain.found.failures);
  }
  for (const work of jobs.found ? BACKLOGS : []) {
    put('evidence_backlog', jobs.found![work].count, work);
    put('evidence_backlog_oldest_seconds', secondsSince(jobs.found![work].oldestUs), work);
  }
  if (capacity.found) {
    const { bytes, limit, growth, fullAt } = capacity.found;
    put('evidence_database_bytes', bytes);
    put('evidence_database_limit_bytes', limit);
    if (growth !== undefined) put('evidence_database_growth_bytes', growth);
    if (fullAt !== undefined) put('evidence_database_full_timestamp_seconds', Math.round(fullAt / 1000));
  }
  return series;
}
