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
 * credentials, a link that signs in once, and first commands. Every other start only names the file of the credentials,
 * because the output often goes to a system log.
 */
export function welcome(
  paths: Pick<StatePaths, 'admin' | 'mail' | 'serviceLog'> & { smtp?: { host: string; port: number } | undefined },
  credentials: AdminCredentials,
  { isFirst, link }: { isFirst: boolean; link: string | undefined },
  terminal: Pick<Terminal, 'bold' | 'dim'> = terminalOn(process.stdout),
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
  ['mail', paths.smtp ? `sent by ${paths.smtp.host}:${paths.smtp.port}` : `${paths.mail} (.eml files, not sent)`],
])}
${isNew && link !== undefined ? signIn(link, terminal) : ''}${isNew ? firstSteps(credentials, terminal) : ''}`;
}

const signIn = (link: string, { bold }: Pick<Terminal, 'bold'>): string =>
  `${bold('Open the console')} with this link. It signs you in once, within ten minutes, and creates your passkey:

  ${link}

`;

const secrets = ({ client_id, client_secret }: AdminCredentials): [string, string][] => [
  ['client id', client_id],
  ['client secret', client_secret],
];

const rows = (all: [string, string][]): string => all.map(([name, value]) => `  ${name.padEnd(15)}${value}\n`).join('');

function firstSteps({ base_url, client_id, client_secret }: AdminCredentials, { dim }: Pick<Terminal, 'dim'>): string {
  return `Or use the API. First steps, to run in order in another terminal:

${dim('# 1. Get a token, valid for one hour')}
TOKEN=$(curl -fsS ${base_url}/iam/v1/appidp/token \\
  -d grant_type=client_credentials -d client_id=${client_id} \\
  -d client_secret=${client_secret} \\
  | sed -n 's/.*"access_token": *"\\([^"]*\\)".*/\\1/p')

${dim('# 2. Create an asset')}
ASSET=$(curl -fsS ${base_url}/v2/assets \\
  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d '{"behaviours":["RecordEvidence"],"attributes":{"arc_display_name":"My first asset"}}' \\
  | sed -n 's/.*"identity": *"\\(assets\\/[^"]*\\)".*/\\1/p'); echo "$ASSET"

${dim('# 3. Record an event')}
curl -sS -w '\\n' ${base_url}/v2/$ASSET/events \\
  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d '{"operation":"Record","behaviour":"RecordEvidence","event_attributes":{"arc_description":"Inspected"},\
"asset_attributes":{"state":"good"}}'

`;
}
