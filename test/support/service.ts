import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startRuntime } from './runtime.ts';
import { send } from './wire.ts';
import { removeDirectory } from './directory.ts';

/** Secrets of the service under test. Tests use them to forge tokens and to decrypt values. */
export const SECRETS = {
  KEY_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
  WALLET_SEED: '5e'.repeat(32),
  OPERATOR_SECRET: 'operator-secret-of-the-service-under-test',
};

/** ORIGIN of the service under test. Not its address, so that tests detect URLs that are taken from the Host header. */
export const ORIGIN = 'https://evidence.example';

export type Service = Awaited<ReturnType<typeof startService>>;

export type Mail = { from: string; to: string[]; subject: string; text: string; html: string };

export type ServiceOptions = {
  /** Settings. */
  vars?: Record<string, string>;
  secrets?: Partial<typeof SECRETS>;
  /** Requests per 10 s and key, by the binding of the rate class. Default: practically unlimited. */
  limits?: Record<string, number>;
  /** The names of further cells. Default: those of TEST_ON. */
  cells?: readonly string[];
  /** The addresses that accept mail; undefined: all; false: no mail service. */
  mail?: string[] | false;
};

/** The bindings of the Worker that tests use. */
type Bindings = {
  BLOBS: R2Bucket;
  JOBS: Queue<unknown>;
  BUS_SOURCE: DurableObjectNamespace;
};

/** The methods of a bucket that return promises. */
type Blobs = Omit<R2Bucket, 'resumeMultipartUpload'>;

/**
 * An object whose methods call those of the one that `get` resolves to, all of which return promises. Miniflare takes a
 * fifth of a second of CPU time for its first binding, which most tests do not use.
 */
const later = <T extends object>(get: () => Promise<T>): T =>
  new Proxy({} as T, {
    get: (_, name) =>
      typeof name === 'symbol' || name === 'then' || name === 'toJSON'
        ? undefined
        : async (...args: unknown[]) => ((await get()) as Record<PropertyKey, any>)[name](...args),
  });

/** Starts the built service in the real runtime with fresh storage. */
export async function startService(options: ServiceOptions = {}) {
  const migrated = process.env['TEST_DATABASE'];
  if (migrated === undefined) throw new Error('TEST_DATABASE is not set: call the default export of build.ts first');
  const storage = mkdtempSync(join(tmpdir(), 'service-'));
  cpSync(migrated, storage, { recursive: true });
  const lines: string[] = [];
  const mails: Mail[] = [];
  const receivers = options.mail;
  const { miniflare, at, direct, db, cell } = await startRuntime({
    persist: storage,
    // Tests count the entries of logs: those of maps have tests of their own.
    env: { ORIGIN, ...SECRETS, COMPLETENESS_SECONDS: '0', ...options.secrets, ...options.vars },
    limits: options.limits,
    cells: options.cells,
    onLog: (line) => lines.push(line),
    onMail:
      receivers === false
        ? undefined
        : (sent) => {
            const mail = { ...sent, to: [sent.to].flat() };
            const refused = mail.to.find((address) => receivers && !receivers.includes(address));
            if (refused !== undefined) throw new Error(`email to ${refused} not allowed`);
            mails.push(mail);
          },
  });
  const bindings = (): Promise<Bindings> => miniflare.getBindings<Bindings>();
  const evict = async (className: string, name: string): Promise<void> => {
    try {
      await miniflare.unsafeEvictDurableObject('asset-evidence', className, { name });
    } catch (error) {
      if (!(error as Error).message.includes('it is not currently running')) throw error;
    }
  };
  return {
    /** Its address, with static assets: `http://127.0.0.1:port`. */
    at,
    base: `${at}/archivist`,
    /** The address of the API without the static assets in front of it: requests take less CPU time. */
    api: `${direct}/archivist`,
    /** The directory of its databases, objects and blobs. */
    storage,
    db,
    /** The database of a cell. */
    cell,
    /** The bucket with the content of blobs. */
    blobs: later<Blobs>(async () => (await bindings()).BLOBS),
    /** The queue of jobs. */
    jobs: later(async () => (await bindings()).JOBS),
    /** The bindings of the Worker. */
    bindings,
    /** The mails that have been sent so far. */
    mails,
    /** The received lines of the log. */
    logs: (): string[] => lines,
    /** All log lines until now. They arrive through a pipe, later than responses, but in order. */
    logged: async (): Promise<string[]> => {
      const id = (await send(`${at}/nothing`, {})).headers.get('x-request-id')!;
      while (!lines.some((line) => line.includes(id))) await sleep(10);
      return lines;
    },
    /** Runs a cron. */
    cron: async (cron: string) => (await miniflare.getWorker()).scheduled({ cron, scheduledTime: new Date() }),
    /**
     * Evicts the ledger object of an asset: it loses its memory and keeps its storage. Idle objects may be evicted
     * already.
     */
    evict: (asset: string): Promise<void> => evict('AssetLedger', asset),
    /** Evicts the ledger writer, as `evict`. */
    evictWriter: (): Promise<void> => evict('LedgerWriter', 'DB'),
    /** Evicts the object that adds up the metrics, as `evict`. */
    evictMetrics: (): Promise<void> => evict('Metrics', 'all'),
    /** Evicts the sequencer of the log of a tenancy (its uuid) or of all public events (`PUBLIC_SCOPE`), as `evict`. */
    evictSequencer: (scope: string): Promise<void> => evict('LogSequencer', scope),
    close: async () => {
      await miniflare.dispose();
      removeDirectory(storage);
    },
  };
}

const shared = new Map<string, Promise<Service>>();

/** Settings of `sharedService` with which events are anchored after a second, and public records cached for 7. */
export const ANCHORING = { ANCHOR_WINDOW_SECONDS: '1', PUBLIC_MAX_AGE: '7' };

/** Settings of `sharedService` with limits that tests reach. */
export const LIMITED = {
  RESULT_LIMIT: '3',
  QUOTA_ACCESS_POLICIES: '2',
  QUOTA_ASSETS: '12',
  MAX_BLOB_BYTES: String(10 * 2 ** 20),
  QUOTA_BLOBS: '4',
  QUOTA_BLOB_BYTES: String(11 * 2 ** 20),
  QUOTA_COMPLIANCE_POLICIES: '4',
  QUOTA_LOCATIONS: '2',
  QUOTA_TLS_CA_CERTIFICATES: '8',
};

/**
 * The service with these settings, by default none, that the test files of a process share. For tests that use only
 * their own tenants, and nothing that tenants share: public lists, the log, the checks of the operator, crons. Never
 * closed.
 */
export function sharedService(vars: Record<string, string> = {}): Promise<Service> {
  const key = JSON.stringify(vars);
  const service = shared.get(key) ?? startService({ vars }).then((own) => ({ ...own, close: refuseToClose }));
  shared.set(key, service);
  return service;
}

const refuseToClose = (): Promise<never> => Promise.reject(new Error('other test files use the shared service'));

/** The addresses of a service that was not started by `startService` may be one. */
export type Addresses = { base: string; api?: string };
export const apiOf = ({ base, api = base }: Addresses): string => api;

export type Tenant = { tenant_identity: string; client_id: string; client_secret: string; token: string };

/** Creates a tenant with the operator API and requests a token for its administrator. */
export async function newTenant(service: Addresses, name = 'Tenant', identity?: string): Promise<Tenant> {
  const { status, bytes } = await send(`${apiOf(service)}/operator/v1/tenants`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRETS.OPERATOR_SECRET}`, 'content-type': 'application/json' },
    body: JSON.stringify({ display_name: name, ...(identity ? { tenant_identity: identity } : {}) }),
  });
  if (status !== 200) throw new Error(`creating a tenant responded with ${status}: ${bytes}`);
  const made = JSON.parse(String(bytes)) as Omit<Tenant, 'token'>;
  return { ...made, token: await tokenOf(service, made.client_id, made.client_secret) };
}

export async function tokenOf(service: Addresses, clientId: string, secret: string): Promise<string> {
  const { status, bytes } = await send(`${apiOf(service)}/iam/v1/appidp/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: String(new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: secret })),
  });
  if (status !== 200) throw new Error(`the token endpoint responded with ${status}: ${bytes}`);
  return (JSON.parse(String(bytes)) as { access_token: string }).access_token;
}
