import { assertHoldsData, takeBackup } from '../../server/backup/backup.ts';
import { connectControl } from '../../server/control.ts';
import { remoteFreeze } from '../../server/backup/pause.ts';
import type { Freeze } from '../../server/backup/snapshot.ts';
import { assertRestored, lockState, readService, statePaths, type StatePaths } from '../../server/state/directory.ts';
import { backupArguments } from '../arguments.ts';
import { terminalOn } from '../terminal.ts';

/** The exit code of a backup with damaged files, of which the first are listed. */
const DAMAGED = 3;
const LISTED = 100;

/** Takes a backup of the state directory. Its service may be running. */
export async function main(): Promise<void> {
  const { target, state, withSecrets, maxPause } = backupArguments(process.argv.slice(2));
  // The exit handlers remove an unfinished backup.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => process.exit(1));
  const paths = statePaths(state);
  assertRestored(paths);
  // Checked before the lock, which creates files.
  assertHoldsData(paths);
  const terminal = terminalOn(process.stderr);
  const freeze = await freezeOf(paths, maxPause);
  const { manifest, damaged } = await takeBackup({ paths, target, withSecrets, freeze, progress: terminal.progress });
  const { files, paused_ms } = manifest;
  const mebibytes = (files.reduce((sum, { bytes }) => sum + bytes, 0) / 2 ** 20).toFixed(1);
  const pause = freeze ? `the service was paused for ${paused_ms} ms` : 'the service was not running';
  const secrets = withSecrets ? 'with secrets' : 'without secrets: keep secrets.env elsewhere';
  terminalOn(process.stdout).done(`${target}: ${files.length} files, ${mebibytes} MiB (${pause}; ${secrets})`);
  if (damaged.length === 0) return;
  for (const text of damaged.slice(0, LISTED)) terminal.warn(text);
  const message =
    `the backup is complete, but uploaded files in it are damaged (${damaged.length}): ` +
    'keep the earlier backups, and copy the files back from one of them';
  throw Object.assign(new Error(message), { exitCode: DAMAGED });
}

/**
 * Locks the state directory. If a service runs on it, returns how to pause that. A record of a service alone does not show that it
 * runs on this directory, which may be a copy.
 */
async function freezeOf(paths: StatePaths, maxPause: number): Promise<Freeze | undefined> {
  const control = readService(paths)?.control;
  try {
    lockState(paths);
    return undefined;
  } catch (error) {
    if (typeof control !== 'string') throw error;
    const connection = await connectControl(control);
    if (!connection) throw error;
    connection.close();
    return remoteFreeze(control, maxPause);
  }
}
