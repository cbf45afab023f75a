import { existsSync } from 'node:fs';
import { tenantArguments } from './arguments.ts';
import type { TenantArguments } from './arguments.ts';
import { createTenant } from './operator.ts';
import { readCredentials, readSecrets, statePaths } from './state.ts';

/** Makes a tenant with its first administrator application; prints its credentials as JSON. */
export async function main(): Promise<void> {
  const args = tenantArguments(process.argv.slice(2));
  const url = args.url ?? localBaseUrl(args.state);
  const credentials = await createTenant(url, operatorSecret(args, url), {
    display_name: args.name,
  });
  process.stdout.write(`${JSON.stringify(credentials, null, 2)}\n`);
}

function localBaseUrl(state: string): string {
  const credentials = readCredentials(statePaths(state));
  if (credentials) return credentials.base_url;
  throw new Error(`there is no admin.json in ${state}: run \`npm start\` first, or give --url`);
}

/** A secret of the local state leaves this machine only when its owner names the state. */
function operatorSecret(args: TenantArguments, url: string): string {
  const given = process.env['OPERATOR_SECRET'];
  if (given) return given;
  const paths = statePaths(args.state);
  const local = ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);
  if ((local || args.stateGiven) && existsSync(paths.secrets)) {
    return readSecrets(paths).OPERATOR_SECRET;
  }
  throw new Error('set OPERATOR_SECRET in the environment to the secret of that service');
}
