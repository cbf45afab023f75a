import type { Counts } from './counting/counts.ts';
import { pricePerMillion, PRICES_READ } from './prices.ts';

/** What one operation uses on average. */
export type Cost = { name: string; counts: Counts; cpuMs: number };

const COLUMNS: [title: string, value: (cost: Cost) => number][] = [
  ['D1 calls', ({ counts }) => counts.d1.calls],
  ['D1 queries', ({ counts }) => counts.d1.statements],
  ['rows read', ({ counts }) => counts.d1.rowsRead],
  ['rows written', ({ counts }) => counts.d1.rowsWritten],
  ['object requests', ({ counts }) => counts.objects.requests],
  ['of these alarms', ({ counts }) => counts.objects.alarms],
  ['object ms', ({ counts }) => counts.objects.activeMs],
  ['object rows written', ({ counts }) => counts.objects.rowsWritten],
  ['R2 class A', ({ counts }) => counts.r2.classA],
  ['R2 class B', ({ counts }) => counts.r2.classB],
  ['queue operations', ({ counts }) => counts.queue],
  ['CPU ms', ({ cpuMs }) => cpuMs],
];

/** At most two decimals below ten, and none above. */
const shown = (value: number): string => {
  const ofTens = Math.abs(value) < 100 ? 1 : 0;
  const digits = Math.abs(value) < 10 ? 2 : ofTens;
  return Number(value.toFixed(digits)).toLocaleString('en-US');
};

const priceOf = ({ counts, cpuMs }: Cost): number => pricePerMillion(counts, cpuMs);

/** Returns the table of docs/performance.md. */
export function costTable(costs: readonly Cost[]): string {
  const rows = costs.map((cost) => [
    cost.name,
    ...COLUMNS.map(([, value]) => shown(value(cost))),
    priceOf(cost).toFixed(2),
  ]);
  const titles = ['Operation', ...COLUMNS.map(([title]) => title), '$ per million'];
  const widths = titles.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]!.length)));
  const line = (cells: string[]): string => `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`;
  return [line(titles), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join('\n');
}

/** The row of the report in JSON. */
export const costRow = (cost: Cost): Record<string, unknown> => ({
  ...cost,
  name: `cost: ${cost.name}`,
  dollarsPerMillion: priceOf(cost),
  pricesRead: PRICES_READ,
});

/** Returns the statements that write most rows, or read most if none writes, with their averages per operation. */
export function dearestStatements({ statements }: Counts, most = 12): string[] {
  return Object.entries(statements)
    .filter(([, { executions }]) => executions > 0)
    .toSorted(([, a], [, b]) => b.rowsWritten - a.rowsWritten || b.rowsRead - a.rowsRead)
    .slice(0, most)
    .map(
      ([text, { executions, rowsRead, rowsWritten }]) =>
        `${shown(rowsWritten).padStart(6)} written ${shown(rowsRead).padStart(7)} read ` +
        `${shown(executions).padStart(6)} times  ${text.replaceAll(/\s+/g, ' ').slice(0, 110)}`,
    );
}
