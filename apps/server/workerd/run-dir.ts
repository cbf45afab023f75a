import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Maximum length of the path of a UNIX socket in bytes: 103 on macOS, 107 on Linux. */
const MAX_SOCKET_PATH = 103;
/** The longest name of a socket in the directory. */
const LONGEST_NAME = 'default.sock:0';
const PREFIX = 'asset-evidence-';
/** The file with the owner of the directory. */
const OWNER = 'owner';

/**
 * Creates a directory for the sockets of one run, which only this user can enter, in the system's directory for
 * temporary files (TMPDIR). `owner` identifies the state directory. Throws an Error for the user if that is not
 * possible.
 */
export function makeRunDir(owner: string): string {
  let directory: string;
  try {
    directory = mkdtempSync(join(tmpdir(), PREFIX));
    writeFileSync(join(directory, OWNER), owner);
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
 * Creates the directory of a run again, which something has removed. Throws if it exists: somebody else may have
 * created it.
 */
export function restoreRunDir(directory: string, owner: string): void {
  mkdirSync(dirname(directory), { recursive: true });
  mkdirSync(directory, { mode: 0o700 });
  writeFileSync(join(directory, OWNER), owner);
}

/**
 * Removes what runs of this owner have left in TMPDIR: their directory remains if all their processes are killed at
 * once. No process of the owner may run. Never throws.
 */
export function removeRunDirs(owner: string): void {
  for (const name of tried(() => readdirSync(tmpdir())) ?? []) {
    const directory = join(tmpdir(), name);
    if (name.startsWith(PREFIX) && tried(() => isOurs(directory, owner))) removeRunDir(directory);
  }
}

/** Removes the directory of a run. Never throws. */
export function removeRunDir(directory: string): void {
  tried(() => rmSync(directory, { recursive: true, force: true }));
}

/** Nobody else can change a directory of this user with mode 700 in TMPDIR. */
function isOurs(directory: string, owner: string): boolean {
  const stat = lstatSync(directory);
  const isPrivate = stat.isDirectory() && stat.uid === process.getuid?.() && (stat.mode & 0o777) === 0o700;
  return isPrivate && readFileSync(join(directory, OWNER), 'utf8') === owner;
}

/** Makes all files of a directory recent, because some systems remove temporary files that are not used for days. */
export function touchRunDir(directory: string): void {
  const now = new Date();
  for (const path of tried(() => readdirSync(directory, { recursive: true, encoding: 'utf8' })) ?? [])
    tried(() => utimesSync(join(directory, path), now, now));
}

/** Writes the delay that workerd.sh reads. If that fails, the last delay remains. */
export function writeDelay(runDir: string, seconds: number): void {
  try {
    const file = join(runDir, 'delay');
    const text = String(seconds);
    if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
  } catch {
    // The disk is full.
  }
}

/** The process id that workerd.sh has written; undefined if it cannot be read now, or is not complete. */
export function pidIn(runDir: string): number | undefined {
  const text = tried(() => readFileSync(join(runDir, 'workerd.pid'), 'utf8')) ?? '';
  return /^[1-9]\d*\n$/.test(text) ? Number(text) : undefined;
}

function tried<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
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
