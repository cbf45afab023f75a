import { assertHoldsData, takeBackup } from '../local/backup/backup.ts';
import { connectControl } from '../local/control.ts';
import { remoteFreeze } from '../local/backup/pause.ts';
import type { Freeze } from '../local/backup/snapshot.ts';
import { assertRestored, lockState, readService, statePaths, type StatePaths } from '../local/state/directory.ts';
import { backupArguments } from './arguments.ts';
import { terminalOn } from './terminal.ts';

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
  const { files, paused_ms } = await takeBackup({ paths, target, withSecrets, freeze, progress: terminal.progress });
  const mebibytes = (files.reduce((sum, { bytes }) => sum + bytes, 0) / 2 ** 20).toFixed(1);
  const pause = freeze ? `the service was paused for ${paused_ms} ms` : 'the service was not running';
  const secrets = withSecrets ? 'with secrets' : 'without secrets: keep secrets.env elsewhere';
  terminalOn(process.stdout).done(`${target}: ${files.length} files, ${mebibytes} MiB (${pause}; ${secrets})`);
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
