import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { startForge, type Forge } from '../support/forge.ts';
import { startIdp, type Idp } from '../../tools/identity-provider/idp.ts';
import { newTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { done } from '../support/sharing.ts';

const LISTED = '7d6a2f0e-31c4-4b6e-9a55-0c9f3f1f2a01';

/**
 * A provider, forges of tokens, and a service that trusts them; `forge` only for the tenancy `listed`, and `pinned`
 * only for tokens with the algorithm ES256.
 */
export type Trust = {
  idp: Idp;
  forge: Forge;
  pinned: Forge;
  others: Forge[];
  service: Service;
  client: Client;
  listed: Tenant;
};

/** Starts them for the tests of a file, with further forges. */
export function trust(others = 0) {
  const on = {} as Trust;
  const trusted = ({ issuer }: Forge, more: object = {}) => ({
    issuer,
    audience: 'evidence',
    tenants: '*',
    email_domains: ['example.com', 'bücher.example'],
    ...more,
  });
  /** The setting TRUSTED_ISSUERS. */
  const settings = () =>
    JSON.stringify([
      { issuer: on.idp.issuer, audience: ['evidence'], tenants: '*', email_domains: 'example.com' },
      trusted(on.forge, { tenants: [`tenant/${LISTED}`] }),
      trusted(on.pinned, { algorithms: 'ES256' }),
      ...on.others.map((forge) => trusted(forge)),
    ]);
  beforeAll(async () => {
    [on.idp, on.forge, on.pinned] = await Promise.all([startIdp({}), startForge(), startForge()]);
    on.others = await Promise.all(Array.from({ length: others }, () => startForge()));
    on.service = await startService({ vars: { TRUSTED_ISSUERS: settings(), JWKS_COOLDOWN_SECONDS: '0' } });
    on.client = await openClient(on.service);
    on.listed = await newTenant(on.service, 'Listed', `tenant/${LISTED}`);
  });
  afterAll(async () => {
    await on.service?.close();
    await Promise.all([on.idp, on.forge, on.pinned, ...(on.others ?? [])].map((each) => each?.close()));
  });
  let n = 0;
  const tenants = (token: string, at = on.service, signal?: AbortSignal) =>
    fetch(`${at.base}/v1/users/tenants`, {
      headers: { authorization: `Bearer ${token}` },
      ...(signal ? { signal } : {}),
    });
  return {
    on,
    settings,
    /** Creates an account at the provider and returns its login. */
    account: (more: object = {}): string => {
      const login = `p${++n}`;
      on.idp.accounts[login] = { email: `${login}@example.com`, email_verified: true, name: login, ...more };
      return login;
    },
    /** Lists the tenancies of which the person of a token is a member. */
    tenants,
    /** The status and the message of that response. */
    refusal: async (token: string, at = on.service): Promise<[number, string]> => {
      const answer = await tenants(token, at);
      return [answer.status, ((await answer.json()) as { message: string }).message];
    },
  };
}

/** A provider and a service that trusts it, and a new tenancy for each test. */
export type People = { idp: Idp; service: Service; client: Client; owner: Tenant };

/** Starts them for the tests of a file. */
export function people() {
  const on = {} as People;
  beforeAll(async () => {
    on.idp = await startIdp({});
    on.service = await startService({
      vars: {
        MAIL_FROM: 'evidence@service.example',
        JWKS_COOLDOWN_SECONDS: '0',
        TRUSTED_ISSUERS: JSON.stringify([
          {
            issuer: on.idp.issuer,
            audience: 'evidence',
            tenants: '*',
            email_domains: ['example.com', 'partner.example'],
            groups_claim: 'teams',
          },
        ]),
      },
    });
    on.client = await openClient(on.service);
  });
  afterAll(async () => {
    await on.service?.close();
    await on.idp?.close();
  });
  beforeEach(async () => {
    on.owner = await newTenant(on.service, 'Harbour Works');
  });
  let n = 0;
  /** A person who has an account at the provider. */
  const person = (more: object = {}): { login: string; email: string } => {
    const login = `person-${++n}`;
    const email = `${login}@example.com`;
    on.idp.accounts[login] = { email, email_verified: true, name: `Person ${n}`, ...more };
    return { login, email: on.idp.accounts[login]!.email };
  };
  const invite = (email: string, tenant = on.owner, more: object = {}): Promise<any> =>
    done(on.client, tenant.token, 'POST', '/v1/invites', { email, ...more });
  const accept = (token: string, { identity }: { identity: string }) =>
    on.client.call(token, 'POST', `/v1/${identity}:accept`);
  return {
    on,
    person,
    invite,
    accept,
    /** A person who has accepted an invite, with their token. */
    member: async (more: object = {}, tenant = on.owner): Promise<{ login: string; email: string; token: string }> => {
      const { login, email } = person(more);
      const made = await invite(email, tenant);
      const token = await on.idp.signIn(login);
      expect((await accept(token, made)).status).toBe(200);
      return { login, email, token };
    },
    whoami: (token: string, headers = {}) => on.client.call(token, 'GET', '/v1/whoami', { headers }),
  };
}
