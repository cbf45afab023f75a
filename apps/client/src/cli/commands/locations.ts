import type { Command } from 'commander';
import { examplesText } from '../../../../cli/command-line.ts';
import { clientFor, identified, outputFor } from '../context.ts';
import { addListing } from '../listing.ts';
import { factsOf } from '../output.ts';

/** Commands that read locations. */
export function addLocations(program: Command): void {
  const locations = program.command('locations').description('Read locations, which assets name as their home');
  addListing(locations, {
    description: 'List locations by name',
    columns: ['NAME', 'LATITUDE', 'LONGITUDE', 'IDENTITY'],
    list: (client) => client.list('/v2/locations', 'locations', { query: { order_by: 'DISPLAY_NAME' } }),
    cells: (location) => [
      location.display_name,
      String(location.latitude),
      String(location.longitude),
      location.identity,
    ],
  });
  locations
    .command('show')
    .description('Read a location')
    .argument('<location>', 'locations/UUID')
    .addHelpText('after', examplesText('evidence locations show locations/UUID'))
    .action(async (identity: string, _given: object, command: Command) => {
      const path = identified('locations', identity);
      const location = await clientFor(command).request('GET', '/v2/locations/{uuid}', { path });
      outputFor(command).record(location, [
        ['identity', location.identity],
        ['name', location.display_name],
        ['description', location.description],
        ['position', `${location.latitude}, ${location.longitude}`],
        ...factsOf(location.attributes),
      ]);
    });
}
