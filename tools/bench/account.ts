import { APPLICATION_ISSUER, type Principal } from '../../src/access/principal.ts';
import { readSecrets } from '../../apps/server/state/secrets.ts';
import { statePaths } from '../../apps/server/state/directory.ts';
import { send, type Reply, type Target } from './load.ts';
import type { Server } from './server.ts';

export type Call = (method: string, path: string, body?: unknown) => Promise<Reply>;

/** A service with one tenant, and its administrator. */
export type Account = {
  server: Server;
  principal: Principal;
  token: string;
  /** The administrator's credentials. */
  credentials: { client_id: string; client_secret: string };
  /** Requests a token with the administrator's credentials. */
  askToken: () => Promise<Reply>;
  /** Sends a request of the administrator; `path` follows `/archivist`. */
  call: Call;
  /** Returns the same for another application of the tenant. */
  as: (clientId: string, secret: string) => Promise<{ token: string; call: Call }>;
};

export const FORM = 'application/x-www-form-urlencoded';
const json = (text: string): Record<string, string> => JSON.parse(text) as Record<string, string>;

/** Creates a tenant. */
export async function createAccount(server: Server): Promise<Account> {
  const { url } = server;
  const operator = { url, token: readSecrets(statePaths(server.state)).OPERATOR_SECRET };
  const made = await send(operator, 'POST', '/archivist/operator/v1/tenants', '{"display_name":"Bench"}');
  const { tenant_identity, client_id, client_secret } = json(made.text);
  if (made.status !== 200 || !tenant_identity || !client_id || !client_secret) throw new Error(made.text);
  const ask = (id: string, secret: string): Promise<Reply> => {
    const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret });
    return send({ url }, 'POST', '/archivist/iam/v1/appidp/token', form.toString(), FORM);
  };
  const tokenOf = async (id: string, secret: string): Promise<string> =>
    json((await ask(id, secret)).text)['access_token']!;
  const caller =
    (target: Target): Call =>
    (method, path, body) =>
      send(target, method, `/archivist${path}`, body === undefined ? undefined : JSON.stringify(body));
  const credentials = { client_id, client_secret };
  const token = await tokenOf(client_id, client_secret);
  const tenant = tenant_identity.slice('tenant/'.length);
  const wallets = server.query<{ id: string; wallet: string }>('SELECT id, wallet_address AS wallet FROM tenants');
  return {
    server,
    principal: {
      tenant,
      issuer: APPLICATION_ISSUER,
      subject: client_id,
      displayName: 'Administrator',
      email: '',
      administrator: true,
      auditor: false,
      wallet: wallets.find(({ id }) => id === tenant)!.wallet,
      revision: 1,
      accessRevision: 1,
      defaultMechanism: null,
      signedTypes: [],
      shared: false,
      suspended: false,
    },
    token,
    credentials,
    askToken: () => ask(client_id, client_secret),
    call: caller({ url, token }),
    as: async (id, secret) => {
      const ofApplication = await tokenOf(id, secret);
      return { token: ofApplication, call: caller({ url, token: ofApplication }) };
    },
  };
}
