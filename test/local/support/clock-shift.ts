import { execFileSync } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type ShiftedClock = {
  /** The environment of a program whose clock is shifted, with that of the processes that it starts. */
  env: Record<string, string>;
  /** Shifts the clock of the running programs by some seconds from the real time. */
  set: (seconds: number) => void;
};

/**
 * Compiles a library that shifts the clock of programs, as if an administrator had set it. Returns the reason if
 * there is no C compiler, or throws with CI=true, where no test may be skipped. `dir` is a directory for its files.
 */
export function shiftedClock(dir: string): ShiftedClock | string {
  const [library, file] = [join(dir, 'clockshift.so'), join(dir, 'clockshift')];
  try {
    const source = join(import.meta.dirname, 'clock-shift.c');
    execFileSync('cc', ['-shared', '-fPIC', '-O2', '-o', library, source], { stdio: 'pipe' });
  } catch (error) {
    const reason = `the library that shifts the clock could not be compiled: ${(error as Error).message}`;
    if (process.env['CI'] === 'true') throw new Error(reason, { cause: error });
    return reason;
  }
  const set = (seconds: number): void => {
    // At once: a program that reads an empty file would see the real time.
    writeFileSync(`${file}.next`, String(seconds));
    renameSync(`${file}.next`, file);
  };
  set(0);
  return { env: { LD_PRELOAD: library, CLOCK_SHIFT_FILE: file }, set };
}
