import type { Account } from './account.ts';
import type { Measured, Target } from './load.ts';
import type { Server } from './server.ts';

/** How the parts run, and where their figures go. */
export type Bench = {
  /** The time of one measurement. */
  milliseconds: number;
  rounds: number;
  report: Record<string, unknown>[];
  /** Whether profiles are wanted. The services then run on Miniflare alone, with an inspector. */
  inspected: boolean;
  /** Starts a service of its own with a tenant, which ends with the part. */
  open: (name: string, settings?: Record<string, string>) => Promise<Account>;
  /** The same on Miniflare alone. */
  openPlain: (name: string) => Promise<Account>;
  /** Starts the floor Worker, which ends with the part. */
  openFloor: () => Promise<Target>;
  /** Prints where the Worker's time goes under this load, if profiles are wanted. */
  inspect: (server: Server, load: () => Promise<unknown>) => Promise<void>;
};

export const median = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;

export const verdict = (met: boolean, goal: number): string =>
  goal === 0 ? '' : `goal ${goal}: ${met ? 'met' : 'MISSED'}`;

export function print(name: string, m: Measured, more: string): void {
  const figures = `${m.perSecond.toFixed(0).padStart(6)}/s  median ${m.median.toFixed(1).padStart(6)} ms  p99 ${m.p99.toFixed(1).padStart(7)} ms`;
  console.log(`${name.padEnd(30)}${figures}  ${more}`);
}
