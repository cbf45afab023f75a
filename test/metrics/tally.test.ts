import { describe, expect, test } from 'vitest';
import { COUNTED } from '../../src/platform/metrics/declared.ts';
import { formatMetrics } from '../../src/platform/metrics/exposition.ts';
import { Tally } from '../../src/platform/metrics/tally.ts';
import { parseMetrics } from '../support/metrics.ts';

const valueOf = (tally: Tally, name: string, labels: Record<string, string> = {}): number | undefined =>
  parseMetrics(formatMetrics(COUNTED, tally.series())).find(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  )?.value;

describe('a tally', () => {
  test('puts a value into the first bucket whose bound is not below it, and counts buckets cumulatively', () => {
    const tally = new Tally();
    for (const value of [1, 2, 2.5, 256, 1000]) tally.observe('evidence_commit_events', [], value);
    const bucket = (le: string) => valueOf(tally, 'evidence_commit_events_bucket', { le });
    expect([bucket('1'), bucket('2'), bucket('4'), bucket('256'), bucket('+Inf')]).toEqual([1, 2, 3, 4, 5]);
    expect(valueOf(tally, 'evidence_commit_events_sum')).toBe(1261.5);
    expect(valueOf(tally, 'evidence_commit_events_count')).toBe(5);
  });

  test('adds up what others have taken, and takes each count once', () => {
    const [sums, isolate] = [new Tally(), new Tally()];
    for (let round = 1; round <= 3; round++) {
      isolate.add('evidence_requests_total', ['getAsset', '200'], 2);
      isolate.observe('evidence_commit_events', [], 8);
      sums.merge(isolate.take());
      expect(isolate.isEmpty).toBe(true);
      expect(valueOf(sums, 'evidence_requests_total')).toBe(2 * round);
      expect(valueOf(sums, 'evidence_commit_events_count')).toBe(round);
    }
  });

  test('does not change when what it was merged from changes later', () => {
    const [sums, isolate] = [new Tally(), new Tally()];
    isolate.observe('evidence_commit_events', [], 8);
    sums.merge(isolate.series());
    isolate.observe('evidence_commit_events', [], 8);
    expect(valueOf(sums, 'evidence_commit_events_count')).toBe(1);
  });

  test('ignores series that another version has stored: unknown names, other buckets, other types', () => {
    const sums = new Tally();
    sums.merge([
      ['evidence_former_total', 1],
      ['evidence_commit_events', [1, 2, 3]],
      ['evidence_commit_events', 4],
      ['evidence_requests_total\ngetAsset\n200', [1]],
    ]);
    expect(sums.isEmpty).toBe(true);
  });

  test('keeps at most 4,000 series, and counts what it drops', () => {
    const tally = new Tally();
    for (let i = 0; i < 5000; i++) tally.add('evidence_requests_total', [`operation${i}`, '200']);
    expect(tally.series().length).toBe(4001);
    expect(valueOf(tally, 'evidence_metrics_dropped_total')).toBe(1000);
    tally.add('evidence_requests_total', ['operation0', '200']);
    expect(valueOf(tally, 'evidence_requests_total', { operation: 'operation0' })).toBe(2);
  });
});

test('escapes the values of labels: backslashes, quotes and line breaks', () => {
  const declared = { strange: { type: 'gauge', help: 'a \\ b', labels: ['of'] } } as const;
  const text = formatMetrics(declared, [['strange\na"b\\c', 1]]);
  expect(text).toBe('# HELP strange a \\\\ b\n# TYPE strange gauge\nstrange{of="a\\"b\\\\c"} 1\n');
});
