import type { Measured } from './load.ts';

/** How each comparison runs, and where its figures go. */
export type Bench = {
  milliseconds: number;
  rounds: number;
  report: Record<string, unknown>[];
  /** Whether profiles are wanted. */
  inspected: boolean;
  /** Prints where the Worker's time goes under this load, if profiles are wanted. */
  inspect: (load: () => Promise<unknown>) => Promise<void>;
};

export const median = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;

export const verdict = (met: boolean, goal: number): string =>
  goal === 0 ? '' : `goal ${goal}: ${met ? 'met' : 'MISSED'}`;

export function print(name: string, m: Measured, more: string): void {
  const figures = `${m.perSecond.toFixed(0).padStart(6)}/s  median ${m.median.toFixed(1).padStart(6)} ms  p99 ${m.p99.toFixed(1).padStart(7)} ms`;
  console.log(`${name.padEnd(30)}${figures}  ${more}`);
}
