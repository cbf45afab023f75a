import type { Command } from 'commander';
import { operatorCommand } from '../command-line.ts';
import { exitOf, showOutcome } from '../import/command.ts';
import { importHistory } from '../import/history.ts';
import { importInput, type ImportOptions } from '../import/input.ts';
import { applicationOf } from '../operator.ts';
import { stateOption, urlOption, type ServiceSelection } from '../service-options.ts';
import { terminalOn } from '../terminal.ts';

export const command = (): Command =>
  operatorCommand(
    'npm run import --',
    'Imports assets and events of another system from a CSV or JSON Lines file, in the order of its lines. ' +
      'Columns become attributes unless a map says otherwise; docs/import.md describes both. Or loads the export ' +
      'of another deployment as history, as docs/export.md describes. An import that was interrupted is resumed by ' +
      'the same command, and adds nothing twice. The same as evidence import, but uses the application of the ' +
      'environment variables CLIENT_ID and CLIENT_SECRET, or the administrator in the state directory.',
    {
      examples: [
        ['validate a file', 'npm run import -- history.csv --map map.json --dry-run'],
        [
          'import into another service',
          'CLIENT_ID=... CLIENT_SECRET=... npm run import -- history.jsonl --url https://example.com/archivist',
        ],
        ['load an export into the service of the state directory', 'npm run import -- my-export'],
      ],
      exitCodes: [
        [0, 'every line was imported'],
        [1, 'failure; the reason is one line on stderr. Run the command again to resume'],
        [2, 'the arguments, the map or the columns are not valid, or times need --zone'],
        [3, 'finished; some lines were rejected'],
        [4, 'stopped by Ctrl-C or SIGTERM. Run the command again to resume'],
      ],
    },
  )
    .argument(
      '<input>',
      'a .csv or .jsonl file, or the directory of an export. The state is kept in INPUT.import beside it, and ' +
        'rejected lines of a file are listed in INPUT.rejected.csv',
    )
    .option(
      '--map <file>',
      'JSON file that says which field each column becomes (default: by the names of the columns)',
    )
    .option(
      '--assets-of <file>',
      'input of a finished import with the assets that the events name (default: only this one)',
    )
    .option(
      '--zone <zone>',
      'time zone of the times that have none, such as Europe/Berlin or +02:00 (default: such times are refused)',
    )
    .option('--dry-run', 'validate all lines, send nothing and need no service')
    .option(
      '--resend',
      'send the last batch again although it was sent more than 23 hours ago; if it was stored, its events are ' +
        'duplicated',
    )
    .option('--no-verify', 'import an export without verifying it first')
    .option('--manifest-sha256 <hash>', 'known SHA-256 of manifest.json of an export')
    .addOption(urlOption())
    .addOption(stateOption())
    .action(importWithState);

/** `evidence import` with the service and the application of a state directory as defaults. */
async function importWithState(file: string, options: ImportOptions & ServiceSelection): Promise<void> {
  const input = importInput(file, options);
  const terminal = terminalOn(process.stdout);
  const outcome = await importHistory(input, { terminal, account: () => applicationOf(options) });
  showOutcome(terminal, outcome, input.dryRun);
  process.exitCode = exitOf(outcome);
}
