import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Command } from 'commander';
import { examplesText, UsageError } from '../../../../cli/command-line.ts';
import { EvidenceError } from '../../index.ts';
import { signInWithBrowser } from '../browser-login.ts';
import { clientOf, outputFor, profileName } from '../context.ts';
import { bytesOf, objectIn } from '../files.ts';
import { credentialsFile, profileOf, removeProfile, saveProfile } from '../profiles.ts';

export function addLogin(program: Command): void {
  program
    .command('login')
    .description(
      'Sign in as a person with the browser, or with the credentials of an application. Stores a profile that only ' +
        'you can read',
    )
    .argument('[file]', 'JSON file with base_url, client_id and client_secret of an application; - reads it from stdin')
    .option('--url <url>', 'base_url of the service, or its origin (default: that of the profile)')
    .option('--client-id <id>', 'client id of the application; the secret is read from the terminal or from stdin')
    .addHelpText(
      'after',
      `
Examples:
  # sign in as a person
  evidence login --url https://evidence.example.com
  # store the credentials that npm start printed
  evidence login .state/admin.json
  # store credentials in a profile, with the secret from a password manager
  pass show evidence | evidence --profile production login --url https://evidence.example.com --client-id UUID`,
    )
    .action(async (file: string | undefined, given: { url?: string; clientId?: string }, command: Command) => {
      if (file === undefined && given.clientId === undefined) return loginPerson(given.url, command);
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
    .description(
      'Remove a profile from this machine. The session of a person ends; the secret of an application stays valid',
    )
    .addHelpText('after', examplesText('evidence logout', 'evidence --profile production logout'))
    .action(async (_: object, command: Command) => {
      const isEnded = await endSession(command);
      const name = removeProfile(profileName(command));
      if (name === undefined) throw new UsageError(`--profile: no such profile in ${credentialsFile()}`);
      outputFor(command).record({ profile: name, ...(isEnded === undefined ? {} : { session_ended: isEnded }) }, [
        ['removed', name],
        ...(isEnded === false ? [['session', 'not ended: end it in the console, under Your sessions'] as const] : []),
      ]);
    });
}

/** Signs a person in with the browser, and stores the session. */
async function loginPerson(given: string | undefined, command: Command): Promise<void> {
  const output = outputFor(command);
  const url = given ?? profileOf(profileName(command))?.url;
  if (url === undefined) throw new UsageError('FILE or --url: is required');
  // Throws for an address that is not valid.
  const { url: base } = clientOf({ url }, output.json);
  const { token, tenancy } = await signInWithBrowser(base);
  const who = await clientOf({ url: base, token, tenancy }, output.json).request('GET', '/v1/whoami');
  const { email } = who.principal;
  const name = saveProfile(profileName(command), { url: base, token, tenancy, email });
  output.record({ profile: name, url: base, email, tenant_identity: who.tenantid, roles: who.roles }, [
    ['profile', `${name} in ${credentialsFile()}`],
    ['service', base],
    ['person', `${email} (${who.roles.join(', ')})`],
    ['tenancy', who.tenantid],
  ]);
}

/** Ends the session of the profile, if it is of a person. Returns whether it is over; undefined for an application. */
async function endSession(command: Command): Promise<boolean | undefined> {
  const profile = profileOf(profileName(command));
  if (!profile || !('token' in profile)) return undefined;
  try {
    const client = clientOf({ url: profile.url, token: profile.token }, outputFor(command).json);
    await client.request('DELETE', '/iam/v1/sessions/current');
    return true;
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    return error.code === 'UNAUTHENTICATED';
  }
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
