import type { Account } from './account.ts';
import type { Measured, Target } from './load.ts';
import type { Server, ServerOptions } from './server.ts';

/** The options and services of a run, and its report. */
export type Bench = {
  /** The duration of one measurement. */
  milliseconds: number;
  rounds: number;
  report: Record<string, unknown>[];
  /** Whether to take profiles. The services then run on Miniflare alone, with an inspector. */
  inspected: boolean;
  /** Starts a new service with a tenant, which is stopped at the end of the part. */
  open: (name: string, settings?: Record<string, string>, withoutLogs?: boolean) => Promise<Account>;
  /** The same on Miniflare alone. */
  openPlain: (name: string, options?: ServerOptions) => Promise<Account>;
  /** Starts the floor Worker, which is stopped at the end of the part. */
  openFloor: () => Promise<Target>;
  /** Prints a profile of the Worker under this load, if profiles are enabled. */
  inspect: (server: Server, load: () => Promise<unknown>) => Promise<void>;
};

export const median = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;

export const verdict = (met: boolean, goal: number): string =>
  goal === 0 ? '' : `goal ${goal}: ${met ? 'met' : 'MISSED'}`;

export function print(name: string, m: Measured, more: string): void {
  const figures =
    `${m.perSecond.toFixed(0).padStart(6)}/s  median ${m.median.toFixed(1).padStart(6)} ms  p99 ` +
    `${m.p99.toFixed(1).padStart(7)} ms`;
  console.log(`${name.padEnd(30)}${figures}  ${more}`);
}
