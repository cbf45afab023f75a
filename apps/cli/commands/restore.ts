import { resolve } from 'node:path';
import type { Command } from 'commander';
import { restoreBackup } from '../../server/backup/restore.ts';
import { MISUSE, operatorCommand } from '../command-line.ts';
import { stateDirectory } from '../service-options.ts';
import { terminalOn } from '../terminal.ts';

type RestoreOptions = { state: string; secrets?: string; erasures?: string; acceptUnsealed?: boolean };

export const command = (): Command =>
  operatorCommand(
    'npm run restore --',
    'Creates a state directory from a backup. Checks that no file of the backup was changed, and that the ' +
      'secrets belong to the service that was backed up.',
    {
      examples: [
        [
          'restore a backup without secrets',
          'npm run restore -- /mnt/backups/2026-11-22 --state .state-2 --secrets secrets.env',
        ],
        ['start the restored service', 'npm start -- --state .state-2'],
      ],
      exitCodes: [
        [0, 'success'],
        [1, 'failure; the reason is one line on stderr, and the new directory is removed'],
        MISUSE,
      ],
    },
  )
    .argument('<dir>', 'directory of the backup', path)
    .requiredOption('--state <new>', 'state directory to create: empty or missing', stateDirectory)
    .option('--secrets <file>', 'secrets.env of the service that was backed up (default: the one in the backup)', path)
    .option(
      '--erasures <dir>',
      'state directory, or a later backup, of the same service: events that it has erased are erased again at ' +
        'the first start (default: only the erasures in the backup)',
      path,
    )
    .option(
      '--accept-unsealed',
      'restore a backup without manifest.seal, made by an earlier version; changes to it cannot be detected',
    )
    .action(restore);

const path = (text: string): string => resolve(text);

/** Creates a state directory from a backup. */
async function restore(source: string, options: RestoreOptions): Promise<void> {
  const { state, secrets, erasures, acceptUnsealed = false } = options;
  // The exit handlers remove an unfinished restore.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => process.exit(1));
  const { progress } = terminalOn(process.stderr);
  const { files, taken } = await restoreBackup({ source, state, secrets, erasures, acceptUnsealed, progress });
  terminalOn(process.stdout).done(
    `${state}: ${files.length} files of the backup of ${taken}; start it with \`npm start -- --state ${state}\``,
  );
}
