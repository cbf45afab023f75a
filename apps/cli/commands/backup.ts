import { resolve } from 'node:path';
import type { Command } from 'commander';
import { assertHoldsData, takeBackup } from '../../server/backup/backup.ts';
import { connectControl } from '../../server/control.ts';
import { remoteFreeze } from '../../server/backup/pause.ts';
import type { Freeze } from '../../server/backup/snapshot.ts';
import { assertRestored, lockState, readService, statePaths, type StatePaths } from '../../server/state/directory.ts';
import { MISUSE, operatorCommand, wholeNumber } from '../command-line.ts';
import { DEFAULT_STATE, stateOption } from '../service-options.ts';
import { terminalOn } from '../terminal.ts';

/** The exit code of a backup with damaged files, of which the first are listed. */
const DAMAGED = 3;
const LISTED = 100;

type BackupOptions = { withSecrets?: boolean; maxPause: number; state?: string };

export const command = (): Command =>
  operatorCommand(
    'npm run backup --',
    'Copies the state of the service, which may be running, into a new directory, with a manifest of the sizes and ' +
      'SHA-256 hashes. Pauses a running service for the last step, usually for less than a second.',
    {
      examples: [
        ['back up the service on this machine', 'npm run backup -- /mnt/backups/$(date +%F)'],
        ['include the secrets', 'npm run backup -- /mnt/backups/complete --with-secrets'],
      ],
      exitCodes: [
        [0, 'success'],
        [1, 'failure; the reason is one line on stderr, and there is no backup'],
        MISUSE,
        [DAMAGED, 'the backup is complete, but uploaded files in it are damaged; stderr names them'],
      ],
    },
  )
    .argument('<dir>', 'directory of the backup: empty or missing, outside the state directory', (text) =>
      resolve(text),
    )
    .option(
      '--with-secrets',
      'also copy secrets.env and admin.json: anyone who reads the backup can act as the service',
    )
    .option(
      '--max-pause <seconds>',
      'fail if the pause would take longer, 1 to 60',
      wholeNumber('--max-pause', 1, 60),
      10,
    )
    .addOption(stateOption())
    .action(backUp);

/** Takes a backup of the state directory. Its service may be running. */
async function backUp(target: string, options: BackupOptions): Promise<void> {
  const { withSecrets = false, maxPause, state = DEFAULT_STATE } = options;
  // The exit handlers remove an unfinished backup.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => process.exit(1));
  const paths = statePaths(state);
  assertRestored(paths);
  // Checked before the lock, which creates files.
  assertHoldsData(paths);
  const terminal = terminalOn(process.stderr);
  const freeze = await freezeOf(paths, maxPause * 1000);
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
 * Locks the state directory. If a service runs on it, returns how to pause that, for at most `maxPause` milliseconds. A
 * record of a service alone does not show that it runs on this directory, which may be a copy.
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
