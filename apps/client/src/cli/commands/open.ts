import type { Command } from 'commander';
import { examplesText, UsageError } from '../../../../cli/command-line.ts';
import type { EvidenceClient } from '../../index.ts';
import { openBrowser } from '../browser.ts';
import { clientFor, outputFor } from '../context.ts';

/** `evidence open`: an asset or an event in the browser. */
export function addOpen(program: Command): void {
  program
    .command('open')
    .description('Open an asset or an event in the browser: in the console, or its public page for publicassets/…')
    .argument('[identity]', 'assets/UUID or assets/UUID/events/UUID, also of publicassets (default: the console)')
    .option('--print', 'print the address only')
    .addHelpText(
      'after',
      examplesText('evidence open', 'evidence open assets/UUID', 'evidence open publicassets/UUID/events/UUID --print'),
    )
    .action(async (identity: string | undefined, { print }: { print?: boolean }, command: Command) => {
      const address = await addressOf(clientFor(command), identity);
      const output = outputFor(command);
      const opened = !print && (await openBrowser(address));
      output.record({ address, opened }, [[opened ? 'opened' : 'address', address]]);
    });
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const RECORD = new RegExp(`^(public)?assets/(${UUID})(?:/events/(${UUID}))?$`);

/** The address of a record in the console, or of its public page, which the service names. */
async function addressOf(client: EvidenceClient, identity: string | undefined): Promise<string> {
  const home = `${new URL(client.url).origin}/console/`;
  if (identity === undefined) return home;
  const [, isPublic, asset, event] = RECORD.exec(identity) ?? [];
  if (asset === undefined)
    throw new UsageError('IDENTITY: must be assets/UUID or assets/UUID/events/UUID, also of publicassets');
  if (!isPublic) return `${home}#/${identity}`;
  const read = await (event === undefined
    ? client.request('GET', '/v2/publicassets/{uuid}:publicurl', { path: { uuid: asset } })
    : client.request('GET', '/v2/publicassets/{asset_uuid}/events/{uuid}:publicurl', {
        path: { asset_uuid: asset, uuid: event },
      }));
  return read.publicurl;
}
