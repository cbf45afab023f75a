import { mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** Maximum length of the path of a UNIX socket in bytes: 103 on macOS, 107 on Linux. */
const MAX_SOCKET_PATH = 103;
/** The longest name of a socket in the directory. */
const LONGEST_NAME = 'default.sock:0';
const PREFIX = 'asset-evidence-';

/**
 * Creates a directory for the sockets of one run, which only this user can enter, in the system's directory for
 * temporary files (TMPDIR). Throws an Error for the user if that is not possible.
 */
export function makeRunDir(): string {
  let directory: string;
  try {
    directory = mkdtempSync(join(tmpdir(), PREFIX));
  } catch (error) {
    throw new Error(`TMPDIR: ${tmpdir()} cannot be used for sockets: ${(error as Error).message}`, {
      cause: error,
    });
  }
  if (Buffer.byteLength(join(directory, LONGEST_NAME)) > MAX_SOCKET_PATH) {
    rmSync(directory, { recursive: true });
    const most = MAX_SOCKET_PATH - `/${PREFIX}XXXXXX/`.length - LONGEST_NAME.length;
    throw new Error(`TMPDIR: ${tmpdir()} is too long a path for sockets: must have at most ${most} bytes`);
  }
  return directory;
}

/**
 * Removes the directory of an earlier run, with a socket at `path`, unless a process listens there. The directory remains if all
 * processes of a run are killed at once. Never rejects.
 */
export async function removeRunDirOf(path: string): Promise<void> {
  const directory = dirname(path);
  if (!basename(directory).startsWith(PREFIX) || (await accepts(path))) return;
  await rm(directory, { recursive: true, force: true }).catch(() => undefined);
}

function accepts(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** Calls `create` with TMPDIR set to `directory`. */
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
