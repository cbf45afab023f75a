import type { Declared } from './declared.ts';
import { partsOf, type Series } from './tally.ts';

/** The media type of version 0.0.4 of Prometheus' text format, and its parameter. */
export const EXPOSITION = { media: 'text/plain', parameters: 'version=0.0.4' };

/**
 * Formats metrics in Prometheus' text format, version 0.0.4: each declared metric with its help, its type and its
 * series. https://prometheus.io/docs/instrumenting/exposition_formats/
 */
export function formatMetrics(declared: Record<string, Declared>, series: readonly Series[]): string {
  const byName = new Map<string, Series[]>();
  for (const each of series) {
    const { name } = partsOf(each[0]);
    const of = byName.get(name);
    if (of) of.push(each);
    else byName.set(name, [each]);
  }
  const lines: string[] = [];
  for (const [name, metric] of Object.entries(declared)) {
    const of = byName.get(name);
    if (!of) continue;
    lines.push(`# HELP ${name} ${escaped(metric.help, false)}`, `# TYPE ${name} ${metric.type}`);
    for (const [key, value] of of) lines.push(...samplesOf(name, metric, partsOf(key).labels, value));
  }
  return `${lines.join('\n')}\n`;
}

function samplesOf(
  name: string,
  { labels: names, buckets = [] }: Declared,
  labels: readonly string[],
  value: number | readonly number[],
): string[] {
  const pairs = names.map((each, i) => `${each}="${escaped(labels[i] ?? '', true)}"`);
  if (typeof value === 'number') return [`${name}${labelled(pairs)} ${numberText(value)}`];
  let count = 0;
  const counts = [...buckets.map(numberText), '+Inf'].map((bound, i) => {
    count += value[i] ?? 0;
    return `${name}_bucket${labelled([...pairs, `le="${bound}"`])} ${count}`;
  });
  return [
    ...counts,
    `${name}_sum${labelled(pairs)} ${numberText(value.at(-1) ?? 0)}`,
    `${name}_count${labelled(pairs)} ${count}`,
  ];
}

const labelled = (pairs: readonly string[]): string => (pairs.length === 0 ? '' : `{${pairs.join(',')}}`);

function numberText(value: number): string {
  if (Math.abs(value) !== Infinity) return String(value);
  return value > 0 ? '+Inf' : '-Inf';
}

function escaped(text: string, isLabel: boolean): string {
  const lines = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
  return isLabel ? lines.replaceAll('"', '\\"') : lines;
}
