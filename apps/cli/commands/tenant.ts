import { tenantArguments } from '../arguments.ts';
import { createTenant, serviceOf } from '../operator.ts';

/** Creates a tenant with its first administrator application and prints the credentials as JSON. */
export async function main(): Promise<void> {
  const args = tenantArguments(process.argv.slice(2));
  const { url, secret } = await serviceOf(args);
  const credentials = await createTenant(url, secret, { display_name: args.name });
  process.stdout.write(`${JSON.stringify(credentials, null, 2)}\n`);
}
