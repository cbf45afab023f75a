import type { Command } from 'commander';
import { examplesText } from '../../../../cli/command-line.ts';
import type { Template } from '../../index.ts';
import { clientFor, identified, outputFor } from '../context.ts';
import { addListing } from '../listing.ts';

type Field = Template['fields'][number];

/** Commands that read templates. `evidence record --template` records by one. */
export function addTemplates(program: Command): void {
  const templates = program.command('templates').description('Read templates: what people fill in to record an event');
  addListing(templates, {
    description: 'List templates, by name',
    columns: ['NAME', 'EVENT', 'ASSETS', 'IDENTITY'],
    list: (client) => client.templates.list(),
    cells: (template) => [
      template.display_name,
      template.event_display_type,
      template.asset_display_types.join(', ') || 'all',
      template.identity,
    ],
  });
  templates
    .command('show')
    .description('Read a template with its fields')
    .argument('<template>', 'templates/UUID')
    .addHelpText('after', examplesText('evidence templates show templates/UUID'))
    .action(async (identity: string, _given: object, command: Command) => {
      const { uuid } = identified('templates', identity);
      const template = await clientFor(command).templates.get(uuid);
      outputFor(command).record(template, [
        ['identity', template.identity],
        ['name', template.display_name],
        ['description', template.description],
        ['assets', template.asset_display_types.join(', ') || 'all'],
        ['event', template.event_display_type],
        ...template.fields.map((field): [string, string] => [`  ${field.name}`, fieldText(field)]),
      ]);
    });
}

const fieldText = ({ kind, choices, required, help, asset_attribute: sets }: Field): string =>
  [
    `${kind}${choices.length === 0 ? '' : `: ${choices.join(', ')}`}`,
    ...(required ? ['required'] : []),
    ...(sets === '' ? [] : [`sets ${sets} of the asset`]),
    ...(help === '' ? [] : [help]),
  ].join('; ');
