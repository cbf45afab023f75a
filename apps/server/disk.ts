import { freeBytes } from './state/files.ts';

const MEGABYTE = 2 ** 20;
/** Milliseconds between two checks: while there is enough free space, and while there is less than that. */
const CHECK_EVERY = { enough: 1_000, scarce: 100 };

export type DiskOptions = {
  /** A directory on the monitored disk. */
  dir: string;
  /** Megabytes of free space below which a warning is logged, and below which writes are refused. */
  warnMb: number;
  minMb: number;
  /** Bytes of the largest body that is stored: the Worker refuses a larger one before it stores any of it. */
  largest: number;
  log: (level: 'info' | 'warn', message: string, fields: Record<string, unknown>) => void;
  alarm: (name: 'disk-full', fields: Record<string, unknown>) => void;
  /** Returns the free bytes; for tests. */
  free?: (dir: string) => Promise<number>;
};

type Level = 'enough' | 'low' | 'full';

/** Monitors the free space of a disk, so that the service refuses writes before the disk is full. */
export class DiskWatch {
  readonly #options: DiskOptions;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  #level: Level = 'enough';
  #free = Number.POSITIVE_INFINITY;

  constructor(options: DiskOptions) {
    this.#options = options;
  }

  /** Checks the free space now and repeatedly until `stop`. Rejects if the first check fails. */
  async start(): Promise<void> {
    await this.check();
    this.#schedule();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  /** More often when space is scarce: writes in progress must not fill the disk between two checks. */
  #schedule(): void {
    if (this.#stopped) return;
    const checkAgain = async (): Promise<void> => {
      // After a failed check, the result of the last one remains.
      await this.check().catch(() => undefined);
      this.#schedule();
    };
    const delay = this.#level === 'enough' ? CHECK_EVERY.enough : CHECK_EVERY.scarce;
    this.#timer = setTimeout(() => void checkAgain(), delay).unref();
  }

  /** Returns why a write with a body of `bytes` bytes is refused, or undefined if it is accepted. */
  refusal(bytes: number): string | undefined {
    const { minMb, largest } = this.#options;
    if (this.#level !== 'full' && this.#free - Math.min(bytes, largest) >= minMb * MEGABYTE) return undefined;
    const reason =
      this.#level === 'full' ? `less than ${minMb} MB are free` : 'the request is larger than the free space';
    return `the disk is full: ${reason}; reads continue, and writes resume when space is freed`;
  }

  #levelOf(megabytes: number): Level {
    const { warnMb, minMb } = this.#options;
    if (megabytes < minMb) return 'full';
    return megabytes < warnMb ? 'low' : 'enough';
  }

  /** Checks the free space and logs a change. */
  async check(): Promise<void> {
    const { dir, warnMb, minMb, log, free = freeBytes } = this.#options;
    this.#free = await free(dir);
    const megabytes = Math.floor(this.#free / MEGABYTE);
    const level = this.#levelOf(megabytes);
    if (level === this.#level) return;
    this.#level = level;
    const fields = { free_mb: megabytes, warn_mb: warnMb, min_mb: minMb };
    if (level === 'full') this.#options.alarm('disk-full', fields);
    else if (level === 'low') log('warn', 'the disk is almost full', fields);
    else log('info', 'the disk has enough free space again', fields);
  }
}
