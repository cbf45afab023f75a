import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Command } from 'commander';
import { examplesText, UsageError } from '../../../../cli/command-line.ts';
import { clientOf, outputFor, profileName } from '../context.ts';
import { bytesOf, objectIn } from '../files.ts';
import { credentialsFile, removeProfile, saveProfile } from '../profiles.ts';

export function addLogin(program: Command): void {
  program
    .command('login')
    .description('Check the credentials of an application, and store them in a profile that only you can read')
    .argument('[file]', 'JSON file with base_url, client_id and client_secret; - reads it from stdin')
    .option('--url <url>', 'base_url of the service, or its origin (instead of a file)')
    .option('--client-id <id>', 'client id of the application; the secret is read from the terminal or from stdin')
    .addHelpText(
      'after',
      `
Examples:
  # store the credentials that npm start printed
  evidence login .state/admin.json
  # store credentials in a profile, with the secret from a password manager
  pass show evidence | evidence --profile production login --url https://evidence.example.com --client-id UUID`,
    )
    .action(async (file: string | undefined, given: { url?: string; clientId?: string }, command: Command) => {
      const found = file === undefined ? await asked(given) : inFile(file, given);
      const { clientId, clientSecret } = found;
      const access = { url: found.url, credentials: { clientId, clientSecret } };
      const client = clientOf(access, outputFor(command).json);
      const who = await client.request('GET', '/v1/whoami');
      const profile = { url: client.url, client_id: clientId, client_secret: clientSecret };
      const name = saveProfile(profileName(command), profile);
      outputFor(command).record(
        { profile: name, url: client.url, client_id: clientId, tenant_identity: who.tenantid, roles: who.roles },
        [
          ['profile', `${name} in ${credentialsFile()}`],
          ['service', client.url],
          ['application', `${clientId} (${who.roles.join(', ')})`],
          ['tenancy', who.tenantid],
        ],
      );
    });

  program
    .command('logout')
    .description('Remove the credentials of a profile from this machine; the secret stays valid')
    .addHelpText('after', examplesText('evidence logout', 'evidence --profile production logout'))
    .action((_: object, command: Command) => {
      const name = removeProfile(profileName(command));
      if (name === undefined) throw new UsageError(`--profile: no such profile in ${credentialsFile()}`);
      outputFor(command).record({ profile: name }, [['removed', name]]);
    });
}

type Found = { url: string; clientId: string; clientSecret: string };

function inFile(file: string, given: { url?: string; clientId?: string }): Found {
  if (given.clientId !== undefined) throw new UsageError('--client-id: must not be given together with a file');
  const { base_url, client_id, client_secret } = objectIn(file);
  const url = given.url ?? base_url;
  const text = (name: string, value: unknown): string => {
    if (typeof value !== 'string' || value === '') throw new UsageError(`${file}: must contain ${name}`);
    return value;
  };
  return {
    url: text('base_url', url),
    clientId: text('client_id', client_id),
    clientSecret: text('client_secret', client_secret),
  };
}

async function asked({ url, clientId }: { url?: string; clientId?: string }): Promise<Found> {
  if (!url || !clientId) throw new UsageError('FILE, or --url and --client-id: are required');
  const secret = process.stdin.isTTY ? await typed() : new TextDecoder().decode(bytesOf('-'));
  const clientSecret = secret.trim();
  if (clientSecret === '') throw new UsageError('the client secret: must not be empty');
  return { url, clientId, clientSecret };
}

/** Reads a line from the terminal without showing it. Throws UsageError if the user stops. */
async function typed(): Promise<string> {
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  const stopped = new Promise<never>((_, reject) => {
    terminal.once('close', () => reject(new UsageError('the client secret: was not entered')));
  });
  // From here on, the terminal does not show what is typed.
  process.stderr.write('Client secret: ');
  try {
    return await Promise.race([terminal.question(''), stopped]);
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
