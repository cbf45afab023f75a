import { isLoopback } from '../../src/lib/loopback.ts';
import type { AdminCredentials, StatePaths } from '../server/state/directory.ts';
import { terminalOn, type Terminal } from './terminal.ts';

/**
 * Returns the text that `npm start` prints once the service is ready. For a trial on this machine (an http origin at a
 * loopback address) it contains the credentials and first commands. Otherwise it only names the file of the
 * credentials, because the output often goes to a system log.
 */
export function welcome(
  paths: Pick<StatePaths, 'admin' | 'mail' | 'serviceLog'> & { smtp?: { host: string; port: number } | undefined },
  credentials: AdminCredentials,
  terminal: Pick<Terminal, 'bold' | 'dim'> = terminalOn(process.stdout),
): string {
  const { protocol, hostname } = new URL(credentials.origin);
  const trial = protocol === 'http:' && isLoopback(hostname);
  return `
${terminal.bold('Ready.')} Press Ctrl-C to stop.

${rows([
  ['console', `${credentials.origin}/console/`],
  ['base address', credentials.base_url],
  ['tenant', credentials.tenant_identity],
  ...(trial ? secrets(credentials) : []),
  ['credentials', paths.admin],
  ['log', paths.serviceLog],
  ['mail', paths.smtp ? `sent by ${paths.smtp.host}:${paths.smtp.port}` : `${paths.mail} (.eml files, not sent)`],
])}
${trial ? firstSteps(credentials, terminal) : ''}`;
}

const secrets = ({ client_id, client_secret }: AdminCredentials): [string, string][] => [
  ['client id', client_id],
  ['client secret', client_secret],
];

const rows = (all: [string, string][]): string => all.map(([name, value]) => `  ${name.padEnd(15)}${value}\n`).join('');

function firstSteps({ base_url, client_id, client_secret }: AdminCredentials, { dim }: Pick<Terminal, 'dim'>): string {
  return `First steps, to run in order in another terminal:

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
