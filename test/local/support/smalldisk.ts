import { execFileSync } from 'node:child_process';
import { mkdtempSync, openSync, closeSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MB = 2 ** 20;

export type SmallDisk = {
  dir: string;
  /** Bytes that are free. */
  free: () => number;
  /** Writes a file until no more than `megabytes` are free. */
  fill: (megabytes: number) => void;
  /** Removes what `fill` has written. */
  empty: () => void;
  unmount: () => void;
};

/**
 * Mounts a disk (tmpfs) of its own. Resolves to why that is not possible instead, on machines where only root may
 * mount; throws there with CI=true, where nothing may be left out.
 */
export function mountSmallDisk(megabytes: number): SmallDisk | string {
  const dir = mkdtempSync(join(tmpdir(), 'disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', dir], { stdio: 'pipe' });
  } catch (error) {
    rmSync(dir, { recursive: true });
    const reason = `a tmpfs could not be mounted (root may): ${(error as Error).message.replaceAll(/\s+/g, ' ')}`;
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
      // Processes that end may still have files open.
      execFileSync('umount', ['-l', dir], { stdio: 'pipe' });
      rmSync(dir, { recursive: true });
    },
  };
}
