import { closeSync, fchmodSync, fstatSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';

/** Milliseconds for which lines are buffered before they are written together. */
const FLUSH_MS = 50;
/** Milliseconds before a failed write is retried. */
const RETRY_MS = 1000;
/** Characters that are buffered while the file cannot be written. Further lines are dropped and counted. */
const MAX_HELD = 1_000_000;

/**
 * A log file (mode 600) that rotates by size: `file`, then `file.1` (newest) to `file.<files - 1>`. A line is never
 * split between files. On a full disk, lines are dropped and the service continues; the number of dropped lines is
 * logged when writing works again.
 */
export class RotatingLog {
  readonly #file: string;
  readonly #maxBytes: number;
  readonly #files: number;
  #fd: number | undefined;
  #bytes = 0;
  #held = '';
  /** The text that is being written; on a full disk, a part of it may already be in the file. */
  #chunk = Buffer.alloc(0);
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;

  /** `maxBytes` is the size at which the log rotates, `files` the number of files including the current one. */
  constructor(file: string, { maxBytes, files }: { maxBytes: number; files: number }) {
    this.#file = file;
    this.#maxBytes = maxBytes;
    this.#files = files;
  }

  /** Adds a line, which is written within 50 ms. Never throws. */
  write(line: string): void {
    if (this.#held.length + this.#chunk.length + line.length > MAX_HELD) this.#dropped += 1;
    else this.#held += `${line}\n`;
    this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS).unref();
  }

  /** Adds an event of the local service in the format of the Worker's log lines. */
  event(level: 'info' | 'warn' | 'error' | 'alarm', message: string, fields: Record<string, unknown> = {}): void {
    this.write(JSON.stringify({ level, message, time: new Date().toISOString(), ...fields }));
  }

  /** Writes the buffered lines. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    try {
      this.#append();
      if (this.#held === '') return;
      const lost = { level: 'warn', message: 'log lines were lost', count: this.#dropped };
      this.#chunk = Buffer.from(this.#dropped > 0 ? `${this.#held}${JSON.stringify(lost)}\n` : this.#held);
      this.#held = '';
      this.#dropped = 0;
      if (this.#bytes > 0 && this.#bytes + this.#chunk.length > this.#maxBytes) this.#rotate();
      this.#append();
    } catch {
      this.#timer = setTimeout(() => this.flush(), RETRY_MS).unref();
    }
  }

  close(): void {
    this.flush();
    clearTimeout(this.#timer);
    this.#closeFile();
  }

  #closeFile(): void {
    const fd = this.#fd;
    this.#fd = undefined;
    try {
      if (fd !== undefined) closeSync(fd);
    } catch {
      // Closing reports a failed write of a network file system; the descriptor is closed anyway.
    }
  }

  #append(): void {
    this.#fd ??= this.#open();
    while (this.#chunk.length > 0) {
      const written = writeSync(this.#fd, this.#chunk);
      this.#bytes += written;
      this.#chunk = this.#chunk.subarray(written);
    }
  }

  #open(): number {
    const fd = openSync(this.#file, 'a+', 0o600);
    try {
      fchmodSync(fd, 0o600);
      this.#bytes = fstatSync(fd).size;
      const last = Buffer.alloc(1);
      // A killed process may have left an incomplete line.
      if (this.#bytes > 0 && readSync(fd, last, 0, 1, this.#bytes - 1) === 1 && last[0] !== 10)
        this.#bytes += writeSync(fd, '\n');
    } catch (error) {
      closeSync(fd);
      throw error;
    }
    return fd;
  }

  #rotate(): void {
    this.#closeFile();
    for (let age = this.#files - 1; age > 0; age--) {
      const from = age === 1 ? this.#file : `${this.#file}.${age - 1}`;
      renameIfThere(from, `${this.#file}.${age}`);
    }
    if (this.#files === 1) rmSync(this.#file, { force: true });
  }
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
