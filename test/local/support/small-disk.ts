import { execFileSync } from 'node:child_process';
import { mkdtempSync, openSync, closeSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MB = 2 ** 20;

export type SmallDisk = {
  dir: string;
  /** Returns the free bytes. */
  free: () => number;
  /** Writes a file until at most `megabytes` are free. */
  fill: (megabytes: number) => void;
  /** Removes the file of `fill`. */
  empty: () => void;
  unmount: () => void;
};

/**
 * Mounts a separate disk (tmpfs). If that is not possible, because only root may mount, returns the reason, or throws
 * with CI=true, where no test may be skipped.
 */
export function mountSmallDisk(megabytes: number): SmallDisk | string {
  const dir = mkdtempSync(join(tmpdir(), 'disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', dir], { stdio: 'pipe' });
  } catch (error) {
    rmSync(dir, { recursive: true });
    const cause = (error as Error).message.replaceAll(/\s+/g, ' ');
    const reason = `a tmpfs could not be mounted, which needs root: ${cause}`;
    if (process.env['CI'] === 'true') throw new Error(reason, { cause: error });
    return reason;
  }
  const free = (): number => {
    const { bavail, bsize } = statfsSync(dir);
    return bavail * bsize;
  };
  const ballast = join(dir, 'ballast');
  return {
    dir,
    free,
    fill: (left) => {
      const fd = openSync(ballast, 'a');
      try {
        while (free() > left * MB) writeSync(fd, Buffer.alloc(Math.min(free() - left * MB, MB)));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        closeSync(fd);
      }
    },
    empty: () => rmSync(ballast, { force: true }),
    unmount: () => {
      // Processes that are exiting may still have open files.
      execFileSync('umount', ['-l', dir], { stdio: 'pipe' });
      rmSync(dir, { recursive: true });
    },
  };
}
