import type { Command } from 'commander';
import { examplesText, repeatable, UsageError } from '../../../../cli/command-line.ts';
import { clientFor, outputFor } from '../context.ts';

export function addShare(program: Command): void {
  program
    .command('share')
    .description('Share assets with another organization: create an access policy for it. For administrators')
    .argument('<subject>', 'subjects/UUID, the imported keys of the organization')
    .requiredOption('--name <name>', 'name of the policy')
    .addOption(
      repeatable(
        '-w, --where <filter>',
        'share assets with attributes.NAME=VALUE; all filters must hold',
      ).makeOptionMandatory(),
    )
    .addOption(repeatable('--read <attribute>', 'attribute of the assets that they may read; * is all'))
    .addOption(repeatable('--read-events <type>', 'arc_display_type of the events that they may read; * is all'))
    .addOption(repeatable('--record <type>', 'arc_display_type of the events that they may record; * is all'))
    .addOption(repeatable('--set <attribute>', 'attribute of the assets that they may change; * is all'))
    .option('--description <text>', 'what the policy is for')
    .addHelpText('after', '\nBoth organizations must have imported the keys of each other.')
    .addHelpText(
      'after',
      examplesText(
        'evidence share subjects/UUID --name "Pumps for the harbor" -w attributes.arc_display_type=Pump \\',
        '  --read arc_display_name --read-events Inspection',
      ),
    )
    .action(async (subject: string, given: Sharing, command: Command) => {
      if (!/^subjects\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(subject))
        throw new UsageError('SUBJECT: must be subjects/<uuid>');
      const { read, readEvents, record, set } = given;
      if (!read && !readEvents && !record && !set)
        throw new UsageError('--read, --read-events, --record or --set: one of them is required');
      const policy = await clientFor(command).policies.create({
        display_name: given.name,
        ...(given.description === undefined ? {} : { description: given.description }),
        filters: given.where.map((filter) => ({ or: [filter] })),
        access_permissions: [
          {
            subjects: [subject],
            ...(read ? { asset_attributes_read: read } : {}),
            ...(readEvents ? { event_arc_display_type_read: readEvents } : {}),
            ...(record ? { behaviours: ['RecordEvidence'], event_arc_display_type_write: record } : {}),
            ...(set ? { asset_attributes_write: set } : {}),
          },
        ],
      });
      outputFor(command).record(policy, [
        ['identity', policy.identity],
        ['name', policy.display_name],
        ['shared with', subject],
        ['assets', given.where.join(' and ')],
      ]);
    });
}

type Sharing = {
  name: string;
  where: string[];
  description?: string;
  read?: string[];
  readEvents?: string[];
  record?: string[];
  set?: string[];
};
