import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { examplesText, repeatable, UsageError, wholeNumber } from '../../../../cli/command-line.ts';
import type { Event, EvidenceClient } from '../../index.ts';
import { clientFor, outputFor, pairsOf } from '../context.ts';
import { assetNames, locationNames, NamesInTime } from '../names.ts';
import { whoOf } from '../principals.ts';
import { factsOf, statusCell, textOf, writeJson, type TableCell, type CommandOutput } from '../output.ts';
import { timeText } from '../times.ts';

export function addEvents(program: Command): void {
  const events = program.command('events').description('List and read events');
  addList(events);
  addShow(events);
  addWatch(program);
}

function addList(events: Command): void {
  events
    .command('list')
    .description('List the events of an asset, or of all assets, the newest first')
    .argument(
      '[asset]',
      'assets/UUID, or publicassets/UUID for a public asset without credentials (default: all assets)',
    )
    .option('-t, --type <type>', 'only events with this arc_display_type')
    .addOption(repeatable('-a, --attribute <name=value>', 'only events with this attribute'))
    .option('-n, --limit <number>', 'at most this number of events', wholeNumber('--limit', 1, 1_000_000), 50)
    .addHelpText(
      'after',
      examplesText('evidence events list assets/UUID', 'evidence events list --type Inspection --json'),
    )
    .action(async (asset: string | undefined, given: Filter, command: Command) => {
      const filters = {
        ...pairsOf('--attribute', given.attribute),
        ...(given.type === undefined ? {} : { arc_display_type: given.type }),
      };
      const client = clientFor(command);
      const list = client.events.list(asset ?? '-', {
        page_size: Math.min(given.limit, 500),
        attribute_filters: Object.fromEntries(
          Object.entries(filters).map(([name, value]) => [`event_attributes.${name}`, value]),
        ),
      });
      const events = await list.take(given.limit);
      const output = outputFor(command);
      const isOfAll = asset === undefined || asset === '-';
      const names = isOfAll && !output.json ? await assetNames(client, events.map(assetOf)) : undefined;
      output.table(
        ['ACCEPTED', 'TYPE', ...(isOfAll ? ['ASSET'] : []), 'WHO', 'OPERATION', 'STATUS', 'IDENTITY'],
        events.map((event) => ({
          json: event,
          cells: cellsOf(event, isOfAll ? (names?.get(assetOf(event)) ?? '') : undefined),
        })),
      );
    });
}

function addShow(events: Command): void {
  events
    .command('show')
    .description('Read an event')
    .argument('<event>', 'assets/UUID/events/UUID, or publicassets/UUID/events/UUID without credentials')
    .addHelpText('after', examplesText('evidence events show assets/UUID/events/UUID --json'))
    .action(async (identity: string, _: object, command: Command) => {
      const client = clientFor(command);
      await showEvent(outputFor(command), client, await client.events.get(identity));
    });
}

function addWatch(program: Command): void {
  program
    .command('watch')
    .description('Print events as they are recorded, the oldest first, until Ctrl-C')
    .option('--cursor <cursor>', 'resume after this cursor')
    .option('--cursor-file <file>', 'resume after the cursor in this file, and keep it there')
    .option('--once', 'exit when no more events exist')
    .addHelpText(
      'after',
      examplesText(
        'evidence watch',
        'evidence watch --cursor-file position.txt --once --json | while read -r event; do echo "$event"; done',
      ),
    )
    .action(async (given: { cursor?: string; cursorFile?: string; once?: boolean }, command: Command) => {
      if (given.cursor !== undefined && given.cursorFile !== undefined)
        throw new UsageError('--cursor: must not be given together with --cursor-file');
      const cursor = given.cursorFile === undefined ? given.cursor : cursorIn(given.cursorFile);
      const output = outputFor(command);
      const client = clientFor(command);
      // A file that cannot be written ends the command before it prints an event.
      if (given.cursorFile !== undefined) keepCursor(given.cursorFile, cursor ?? '');
      const feed = client.events.feed({
        ...(cursor === undefined ? {} : { cursor }),
        follow: given.once !== true,
      });
      const names = new NamesInTime(client);
      try {
        for await (const { events, cursor: next } of feed) {
          if (!output.json) await names.read(events.map(assetOf));
          for (const event of events)
            if (output.json) writeJson(event);
            else output.line(cellsOf(event, names.of(assetOf(event))));
          if (given.cursorFile !== undefined) keepCursor(given.cursorFile, next);
        }
      } finally {
        names.end();
      }
    });
}

type Filter = { type?: string; attribute?: string[]; limit: number };
function cursorIn(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new UsageError(`--cursor-file: ${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/** Replaces the file as a whole, so that it is never incomplete. */
function keepCursor(file: string, cursor: string): void {
  try {
    writeFileSync(`${file}.new`, `${cursor}\n`);
    renameSync(`${file}.new`, file);
  } catch (error) {
    throw new UsageError(`--cursor-file: ${file} cannot be written: ${(error as Error).message}`, { cause: error });
  }
}

const assetOf = ({ asset_identity }: Event): string => asset_identity;

/** An event in a row. `asset`: the name of its asset, for rows of several assets. */
const cellsOf = (event: Event, asset?: string): TableCell[] => [
  timeText(event.timestamp_accepted),
  textOf(event.event_attributes, 'arc_display_type'),
  ...(asset === undefined ? [] : [asset]),
  whoOf(event),
  event.operation,
  statusCell(event.confirmation_status),
  event.identity,
];

/** Shows an event. For people, it reads the names of the locations that its attributes name. */
export async function showEvent(output: CommandOutput, client: EvidenceClient, event: Event): Promise<void> {
  const { event_attributes: own, asset_attributes: changes } = event;
  const locations = output.json ? undefined : await locationNames(client, own, changes);
  output.record(event, [
    ['identity', event.identity],
    ['operation', `${event.operation} (${event.behaviour})`],
    ['status', statusCell(event.confirmation_status)],
    ['declared', timeText(event.timestamp_declared)],
    ['accepted', timeText(event.timestamp_accepted)],
    ['recorded by', event.principal_accepted.display_name || event.principal_accepted.subject],
    ...factsOf(own, '', locations),
    ...factsOf(changes, 'asset: ', locations),
  ]);
}
