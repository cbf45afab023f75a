import { Argument, type Command } from 'commander';
import { MISUSE, operatorCommand, UsageError } from '../command-line.ts';
import { createTenant, serviceOf } from '../operator.ts';
import { stateOption, urlOption, type ServiceSelection } from '../service-options.ts';

export const command = (run = create): Command =>
  operatorCommand(
    'npm run -s tenant --',
    'Creates a tenant with an administrator application, and prints base_url, origin, tenant_identity, client_id ' +
      'and client_secret as JSON. Reads the secret of the operator from the environment variable OPERATOR_SECRET, ' +
      'or from secrets.env in the state directory. Without -s, npm prints the name of the script on stdout, before ' +
      'the JSON.',
    {
      examples: [
        ['create a tenant of the service on this machine', 'npm run -s tenant -- create "Example Ltd" > tenant.json'],
        [
          'create a tenant of another service',
          'OPERATOR_SECRET=$(cat operator-secret) npm run -s tenant -- create Example --url ' +
            'https://example.com/archivist',
        ],
      ],
      exitCodes: [[0, 'success'], [1, 'failure; the reason is one line on stderr'], MISUSE],
    },
  )
    .usage('create <name> [options]')
    .addArgument(new Argument('<create>', 'what to do').choices(['create']))
    .argument('<name>', 'display name of the tenant', displayName)
    .addOption(urlOption())
    .addOption(stateOption())
    .action((_create: string, name: string, service: ServiceSelection) => run(name, service));

function displayName(text: string): string {
  if (text.trim() === '') throw new UsageError('NAME: must not be empty');
  return text;
}

/** Creates a tenant with its first administrator application and prints the credentials as JSON. */
async function create(name: string, service: ServiceSelection): Promise<void> {
  const { url, secret } = await serviceOf(service);
  const credentials = await createTenant(url, secret, { display_name: name });
  process.stdout.write(`${JSON.stringify(credentials, null, 2)}\n`);
}
