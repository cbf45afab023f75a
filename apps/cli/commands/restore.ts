import { restoreBackup } from '../../server/backup/restore.ts';
import { restoreArguments } from '../arguments.ts';
import { terminalOn } from '../terminal.ts';

/** Creates a state directory from a backup. */
export async function main(): Promise<void> {
  const options = restoreArguments(process.argv.slice(2));
  // The exit handlers remove an unfinished restore.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => process.exit(1));
  const terminal = terminalOn(process.stderr);
  const { files, taken } = await restoreBackup({ ...options, progress: terminal.progress });
  terminalOn(process.stdout).done(
    `${options.state}: ${files.length} files of the backup of ${taken}; ` +
      `start it with \`npm start -- --state ${options.state}\``,
  );
}
