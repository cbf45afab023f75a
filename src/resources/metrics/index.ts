import { ALARM_NAMES } from '../../platform/alarms.ts';
import { COUNTED, MEASURED } from '../../platform/metrics/declared.ts';
import { EXPOSITION, formatMetrics } from '../../platform/metrics/exposition.ts';
import type { Series } from '../../platform/metrics/tally.ts';
import { operation } from '../../http/operation.ts';
import { collectCounts } from '../../platform/metrics/flush.ts';
import { measuredOf } from '../../features/monitoring/measured.ts';
import { readState } from '../../features/monitoring/state.ts';

const metrics = { name: 'metrics', path: '/metrics', title: 'Metrics for Prometheus' };

const EXAMPLE = `# HELP evidence_requests_total Requests by operation id and status.
# TYPE evidence_requests_total counter
evidence_requests_total{operation="createAsset",status="200"} 1042
`;

/** Adds a series for each alarm that was never raised: Prometheus sees an increase only from a value. */
function withAllAlarms(counts: Series[]): Series[] {
  const known = new Map(counts);
  const never = ALARM_NAMES.map((name): Series => [`evidence_alarms_total\n${name}`, 0]);
  return [...counts, ...never.filter(([key]) => !known.has(key))];
}

export default [
  operation(
    {
      id: 'getMetrics',
      group: metrics,
      method: 'get',
      path: '/metrics',
      atOrigin: true,
      summary: 'Read metrics for Prometheus',
      description:
        'For the operator: Prometheus sends the operator secret as a Bearer token. Counters are the sums ' +
        'of all isolates, each of which is at most 10 seconds behind.',
      auth: 'operator',
      permission: 'none',
      rate: 'token',
      statuses: [200, 401, 404],
      response: {
        ...EXPOSITION,
        format: 'text',
        about: "Metrics in Prometheus' text format, version 0.0.4",
        example: EXAMPLE,
      },
    },
    async ({ env, config, scope }) => {
      const [counts, state] = await Promise.all([collectCounts(env), readState(env, config, scope)]);
      return { raw: formatMetrics({ ...COUNTED, ...MEASURED }, [...withAllAlarms(counts), ...measuredOf(state)]) };
    },
  ),
];
