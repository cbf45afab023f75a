import { closeSync, fstatSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';

/** Milliseconds for which lines are held before they are written together. */
const FLUSH_MS = 50;
/** Characters that are held at most while the file cannot be written; further lines are dropped and counted. */
const MAX_HELD = 1_000_000;

/**
 * A log file that rotates by size: `file`, then `file.1` (newest) to `file.<files - 1>`. A disk that is full loses
 * lines, never the service; how many were lost is logged when writing works again.
 */
export class RotatingLog {
  readonly #file: string;
  readonly #maxBytes: number;
  readonly #files: number;
  #fd: number | undefined;
  #bytes = 0;
  #held = '';
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;

  /** `maxBytes` is the size at which a file is rotated, `files` how many are kept, the current one included. */
  constructor(file: string, { maxBytes, files }: { maxBytes: number; files: number }) {
    this.#file = file;
    this.#maxBytes = maxBytes;
    this.#files = files;
  }

  /** Adds a line; written within 50 ms. Never throws. */
  write(line: string): void {
    if (this.#held.length + line.length > MAX_HELD) this.#dropped += 1;
    else this.#held += `${line}\n`;
    this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS).unref();
  }

  /** Adds an event of the local service itself, in the form of the Worker's own lines. */
  event(level: 'info' | 'warn' | 'error' | 'alarm', message: string, fields: Record<string, unknown> = {}): void {
    this.write(JSON.stringify({ level, message, time: new Date().toISOString(), ...fields }));
  }

  /** Writes what is held. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#held === '') return;
    if (this.#dropped > 0) {
      this.#held += `${JSON.stringify({ level: 'warn', message: 'log lines were lost', count: this.#dropped })}\n`;
      this.#dropped = 0;
    }
    const chunk = Buffer.from(this.#held);
    let at = 0;
    try {
      const fd = this.#open();
      while (at < chunk.length) at += writeSync(fd, chunk, at);
      this.#held = '';
      this.#bytes += chunk.length;
      if (this.#bytes >= this.#maxBytes) this.#rotate();
    } catch {
      this.#held = chunk.subarray(at).toString();
      this.#timer = setTimeout(() => this.flush(), 1000).unref();
    }
  }

  close(): void {
    this.flush();
    clearTimeout(this.#timer);
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
  }

  #open(): number {
    if (this.#fd === undefined) {
      this.#fd = openSync(this.#file, 'a', 0o600);
      this.#bytes = fstatSync(this.#fd).size;
    }
    return this.#fd;
  }

  #rotate(): void {
    closeSync(this.#fd!);
    this.#fd = undefined;
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
