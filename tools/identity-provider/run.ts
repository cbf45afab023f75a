/**
 * An OpenID Connect provider on this machine with two users, for trying sign-in and invites without an external
 * account: npm run identity-provider [-- --port 8790 --tokens-port 8791]. `GET /alice` on the second port responds with
 * a new ID token of Alice, as a client of the provider receives it.
 */
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { CLIENT, CONSOLE_CLIENT, redirectOf, startIdp } from './idp.ts';

const { values } = parseArgs({
  options: { port: { type: 'string', default: '8790' }, 'tokens-port': { type: 'string', default: '8791' } },
});

const CONSOLE = 'http://127.0.0.1:8787/console/';
const people = ['alice', 'bob'];
const idp = await startIdp(
  Object.fromEntries(
    people.map((login) => [
      login,
      { email: `${login}@example.com`, email_verified: true, name: login, teams: ['inspectors'] },
    ]),
  ),
  Number(values.port),
  [CONSOLE],
);
const trust = [
  {
    issuer: idp.issuer,
    audience: [CONSOLE_CLIENT, CLIENT],
    tenants: '*',
    email_domains: 'example.com',
    groups_claim: 'teams',
  },
];

const tokens = `http://127.0.0.1:${values['tokens-port']}`;
createServer((request, response) => {
  const login = (request.url ?? '/').slice(1);
  if (request.method !== 'GET' || !people.includes(login)) {
    response.writeHead(404).end(`not found: the path must be one of ${people.map((each) => `/${each}`).join(', ')}\n`);
    return;
  }
  idp.signIn(login).then(
    (token) => response.end(`${token}\n`),
    (error: Error) => response.writeHead(500).end(`${error.message}\n`),
  );
}).listen(Number(values['tokens-port']), '127.0.0.1');

console.log(`An OpenID Connect provider for ${people.map((login) => `${login}@example.com`).join(' and ')}.

The service trusts it with this line in settings.env of the state directory, from its next start on:
  TRUSTED_ISSUERS=${JSON.stringify(trust)}

Each of these addresses responds with a new ID token, which is valid for ten minutes:
${people.map((login) => `  ${tokens}/${login}`).join('\n')}

After sign-in, the console receives users at ${redirectOf(idp.issuer, CONSOLE)}
(the public client ${CONSOLE_CLIENT} is registered with this address).

Press Ctrl-C to stop.
`);
