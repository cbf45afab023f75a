import type { Command } from 'commander';
import { examplesText, wholeNumber } from '../../../cli/command-line.ts';
import type { EvidenceClient, List } from '../index.ts';
import { clientFor, outputFor } from './context.ts';
import type { TableCell } from './output.ts';

/** A command `list` of a group. */
export type Listing<T> = {
  description: string;
  columns: readonly string[];
  list: (client: EvidenceClient) => List<T>;
  cells: (item: T) => readonly TableCell[];
};

/** Adds `list` to a group of commands: a table of at most `--limit` records. */
export function addListing<T>(group: Command, { description, columns, list, cells }: Listing<T>): void {
  const name = `evidence ${group.name()} list`;
  group
    .command('list')
    .description(description)
    .option('-n, --limit <number>', 'at most this number of records', wholeNumber('--limit', 1, 1_000_000), 50)
    .addHelpText('after', examplesText(name, `${name} --limit 1000 --json`))
    .action(async ({ limit }: { limit: number }, command: Command) => {
      const items = await list(clientFor(command)).take(limit);
      outputFor(command).table(
        columns,
        items.map((item) => ({ json: item, cells: cells(item) })),
      );
    });
}
