/**
 * An OpenID Connect provider on this machine with two people, to try sign-in and invites without an account anywhere:
 * npm run identity-provider [-- --port 8790].
 */
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { CLIENT, CONSOLE_CLIENT, redirectOf, startIdp } from '../support/idp.ts';

const { values } = parseArgs({ options: { port: { type: 'string', default: '8790' } } });

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

console.log(`An OpenID Connect provider for ${people.map((login) => `${login}@example.com`).join(' and ')}.

Let the service trust it (.state/settings.env, then start the service again):
  TRUSTED_ISSUERS='${JSON.stringify(trust)}'

People who sign in in the console come back to ${redirectOf(idp.issuer, CONSOLE)}
(the public client ${CONSOLE_CLIENT} is registered with this address).
`);
for (const login of people) console.log(`ID token of ${login}:\n${await idp.signIn(login)}\n`);
console.log(`A name and Enter give a new token (each is valid for ten minutes), Ctrl-C ends.\n`);

createInterface({ input: process.stdin }).on('line', (line) => {
  const login = line.trim();
  if (!people.includes(login)) return console.log(`there is only ${people.join(', ')}`);
  void idp.signIn(login).then((token) => console.log(`${token}\n`));
});
