import { statfs } from 'node:fs/promises';

const MEGABYTE = 2 ** 20;
/** Milliseconds between two looks at the disk. */
const EVERY = 1_000;

export type DiskOptions = {
  /** A directory on the disk that is watched. */
  dir: string;
  /** Megabytes of free space below which a warning is due, and below which nothing is written. */
  warnMb: number;
  minMb: number;
  log: (level: 'info' | 'warn' | 'alarm', message: string, fields: Record<string, unknown>) => void;
  /** Gives the free bytes; for tests. */
  free?: (dir: string) => Promise<number>;
};

/** Watches the free space of a disk, so that the service stops writing before the disk is full. */
export class DiskWatch {
  readonly #options: DiskOptions;
  #timer: NodeJS.Timeout | undefined;
  #level: 'enough' | 'low' | 'full' = 'enough';
  #free = Number.POSITIVE_INFINITY;

  constructor(options: DiskOptions) {
    this.#options = options;
  }

  /** Looks once, then every second until `stop`. */
  async start(): Promise<void> {
    await this.look();
    // A look that fails leaves what the last one saw.
    this.#timer = setInterval(() => void this.look().catch(() => undefined), EVERY).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Why a write with a body of so many bytes is refused, or undefined. */
  refusal(bytes: number): string | undefined {
    const { minMb } = this.#options;
    if (this.#level !== 'full' && this.#free - bytes >= minMb * MEGABYTE) return undefined;
    const room = this.#level === 'full' ? `less than ${minMb} MB are free` : 'the request does not fit what is free';
    return `the disk is full: ${room}; reads continue, and writes resume when space is freed`;
  }

  /** Looks at the disk now, and logs a change. */
  async look(): Promise<void> {
    const { dir, warnMb, minMb, log, free = freeBytes } = this.#options;
    this.#free = await free(dir);
    const megabytes = Math.floor(this.#free / MEGABYTE);
    const level = megabytes < minMb ? 'full' : megabytes < warnMb ? 'low' : 'enough';
    if (level === this.#level) return;
    this.#level = level;
    const fields = { free_mb: megabytes, warn_mb: warnMb, min_mb: minMb };
    if (level === 'full') log('alarm', 'the disk is full: writes are refused', fields);
    else if (level === 'low') log('warn', 'the disk is almost full', fields);
    else log('info', 'the disk has enough free space again', fields);
  }
}

async function freeBytes(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir);
  return bavail * bsize;
}
