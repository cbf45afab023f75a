import type { Command } from 'commander';
import { examplesText } from '../../../../cli/command-line.ts';
import { clientFor, outputFor } from '../context.ts';

/** `evidence whoami`: who the service says the caller is. */
export function addWhoami(program: Command): void {
  program
    .command('whoami')
    .description('Print who you are to the service, and in which tenancy')
    .addHelpText('after', examplesText('evidence whoami', 'evidence --profile production whoami --json'))
    .action(async (_given: object, command: Command) => {
      const client = clientFor(command);
      const [who, tenancy] = await Promise.all([
        client.request('GET', '/v1/whoami'),
        client.request('GET', '/v1/tenancies/self'),
      ]);
      const { principal, roles, granted } = who;
      const { display_name: name, email, subject, issuer } = principal;
      const own = { identity: tenancy.identity, display_name: tenancy.display_name };
      outputFor(command).record({ url: client.url, principal, tenancy: own, roles, granted }, [
        ['service', client.url],
        ['name', [name, email].filter(Boolean).join(', ') || subject],
        ['subject', `${subject} (${issuer})`],
        ['tenancy', `${own.display_name} (${own.identity})`],
        ['roles', roles.join(', ')],
        ['records', textOf(granted.event_arc_display_type_write)],
        ['sets', textOf(granted.asset_attributes_write)],
      ]);
    });
}

/** What policies grant on any asset. */
function textOf(granted: readonly string[]): string {
  if (granted.includes('*')) return 'everything';
  return granted.join(', ') || 'nothing';
}
