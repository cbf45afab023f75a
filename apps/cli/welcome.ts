import { isLoopback } from '../../src/lib/loopback.ts';
import type { AdminCredentials, StatePaths } from '../server/state/directory.ts';
import { terminalOn, type Terminal } from './terminal.ts';

/** Whether an origin is of a trial on this machine: http at a loopback address. */
export function isTrial(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'http:' && isLoopback(hostname);
}

/**
 * Returns the text that `npm start` prints once the service is ready. The first start of a trial prints the
 * credentials, a link that signs in once, and where first commands are. Every other start only names the file of the
 * credentials, because the output often goes to a system log.
 */
export function welcome(
  paths: Pick<StatePaths, 'dir' | 'admin' | 'mail' | 'serviceLog'> & {
    smtp?: { host: string; port: number } | undefined;
  },
  credentials: AdminCredentials,
  { isFirst, link, demo = false }: { isFirst: boolean; link: string | undefined; demo?: boolean },
  terminal: Pick<Terminal, 'bold'> = terminalOn(process.stdout),
): string {
  const isNew = isFirst && isTrial(credentials.origin);
  return `
${terminal.bold('Ready.')} Press Ctrl-C to stop.

${rows([
  ['console', `${credentials.origin}/console/`],
  ['base address', credentials.base_url],
  ['tenant', credentials.tenant_identity],
  ...(isNew ? secrets(credentials) : []),
  ['credentials', paths.admin],
  ['log', paths.serviceLog],
  ...(demo ? [['trial data', `${paths.dir} (remove the directory to remove them)`] as [string, string]] : []),
  ['mail', paths.smtp ? `sent by ${paths.smtp.host}:${paths.smtp.port}` : `${paths.mail} (.eml files, not sent)`],
])}
${isNew && link !== undefined ? signIn(link, terminal) : ''}${isNew && !demo ? FIRST_STEPS : ''}`;
}

const signIn = (link: string, { bold }: Pick<Terminal, 'bold'>): string =>
  `${bold('Open the console')} with this link. It signs you in once, within ten minutes, and creates your passkey:

  ${link}

`;

const FIRST_STEPS = `Or use the API: README.md has the first commands, which read the credentials from the file above.

`;

const secrets = ({ client_id, client_secret }: AdminCredentials): [string, string][] => [
  ['client id', client_id],
  ['client secret', client_secret],
];

const rows = (all: [string, string][]): string => all.map(([name, value]) => `  ${name.padEnd(15)}${value}\n`).join('');
