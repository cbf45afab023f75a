import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Bytes of the longest path of a UNIX socket on every system: 107 on Linux, 103 on macOS. */
const MAX_SOCKET_PATH = 103;
/** The longest of the names of sockets in the directory. */
const LONGEST_NAME = 'default.sock:0';

/**
 * Makes a directory for the sockets of one run, which only this user can enter, below the system's directory for
 * temporary files (TMPDIR). Throws an Error for the user where that cannot hold it.
 */
export function makeRunDir(): string {
  let directory: string;
  try {
    directory = mkdtempSync(join(tmpdir(), 'asset-evidence-'));
  } catch (error) {
    throw new Error(`TMPDIR: ${tmpdir()} cannot hold the sockets of the service: ${(error as Error).message}`, {
      cause: error,
    });
  }
  if (Buffer.byteLength(join(directory, LONGEST_NAME)) > MAX_SOCKET_PATH) {
    rmSync(directory, { recursive: true });
    const most = MAX_SOCKET_PATH - '/asset-evidence-XXXXXX/'.length - LONGEST_NAME.length;
    throw new Error(`TMPDIR: ${tmpdir()} is too long a path for sockets: it must have at most ${most} bytes`);
  }
  return directory;
}

/** Calls `create` with `directory` as the system's directory for temporary files. */
export function withTmpdir<T>(directory: string, create: () => T): T {
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = directory;
  try {
    return create();
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}
