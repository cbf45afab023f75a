import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestHarness, unstable_readConfig } from 'wrangler';

/** Secrets of the service under test; what they protect is known here, so that tests can forge and open. */
export const SECRETS = {
  KEY_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
  WALLET_SEED: '5e'.repeat(32),
  OPERATOR_SECRET: 'operator-secret-of-the-service-under-test',
};

/** ORIGIN of the service under test: not where it listens, so that nothing may come from the Host header. */
export const ORIGIN = 'https://evidence.example';

const ROOT = join(import.meta.dirname, '../..');
/** Where the global set-up put the built Worker. */
const BUILD = join(ROOT, '.build');

export type Service = Awaited<ReturnType<typeof startService>>;

/**
 * Starts the built service in the real runtime with fresh storage. `vars` are settings; `limits` are
 * the rate limits per class and 10 s (generous unless the test is about them); `mail` narrows the binding that
 * sends mail, or leaves it out.
 */
export async function startService(
  options: {
    vars?: Record<string, string>;
    secrets?: Partial<typeof SECRETS>;
    limits?: Record<string, number>;
    mail?: object | false;
  } = {},
) {
  const name = `wrangler.${process.pid}.${Math.random().toString(36).slice(2)}.json`;
  const configPath = join(BUILD, name);
  const base = unstable_readConfig({ config: join(ROOT, 'wrangler.toml') }, { hideWarnings: true });
  writeFileSync(
    configPath,
    JSON.stringify({
      name: base.name,
      main: join(ROOT, 'src/index.ts'),
      compatibility_date: base.compatibility_date,
      d1_databases: base.d1_databases.map((d1: object) => ({ ...d1, migrations_dir: join(ROOT, 'migrations') })),
      r2_buckets: base.r2_buckets,
      durable_objects: base.durable_objects,
      migrations: base.migrations,
      queues: base.queues,
      send_email: options.mail === false ? [] : [{ name: 'EMAIL', ...options.mail }],
      assets: { directory: join(BUILD, 'site') },
      ratelimits: base.ratelimits?.map((limit: { name: string; simple: object }) => ({
        ...limit,
        simple: { ...limit.simple, limit: options.limits?.[limit.name] ?? 10_000_000 },
      })),
    }),
  );
  const server = createTestHarness({
    workers: [
      {
        configPath,
        prebuiltWorkerDir: BUILD,
        vars: { ORIGIN, ...options.vars },
        secrets: { ...SECRETS, ...options.secrets },
      },
    ],
  });
  const { url } = await server.listen();
  const worker = server.getWorker<{ DB: D1Database; BLOBS: R2Bucket; ASSET_LEDGER: DurableObjectNamespace }>();
  await worker.applyD1Migrations('DB');
  const { DB, BLOBS } = await worker.getEnv();
  const at = url.origin;
  const logs = (): string[] => server.getLogs().map((log) => String(log.message));
  return {
    /** Where it listens: `http://127.0.0.1:port`. */
    at,
    base: `${at}/archivist`,
    db: DB,
    /** Where the bytes of blobs are. */
    blobs: BLOBS,
    worker,
    /** The lines of the log that have come so far. */
    logs,
    /** All lines of what has happened until now: they come by a pipe, later than answers, but in order. */
    logged: async (): Promise<string[]> => {
      const id = (await fetch(`${at}/nothing`)).headers.get('x-request-id')!;
      while (!logs().some((line) => line.includes(id))) await sleep(10);
      return logs();
    },
    /** Fires a cron. */
    cron: (cron: string) => worker.scheduled({ cron, scheduledTime: new Date() }),
    /** Evicts an asset's ledger object: its memory goes, its storage stays. */
    evict: (asset: string) => worker.evictDurableObject('ASSET_LEDGER' as never, { name: asset }),
    close: async () => {
      await server.close();
      rmSync(configPath, { force: true });
    },
  };
}

export type Tenant = { tenant_identity: string; client_id: string; client_secret: string; token: string };

/** Creates a tenant by the operator's operation and gets its administrator a token. */
export async function newTenant(service: Service, name = 'Tenant', identity?: string): Promise<Tenant> {
  const response = await fetch(`${service.base}/operator/v1/tenants`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRETS.OPERATOR_SECRET}`, 'content-type': 'application/json' },
    body: JSON.stringify({ display_name: name, ...(identity ? { tenant_identity: identity } : {}) }),
  });
  if (response.status !== 200)
    throw new Error(`creating a tenant answered ${response.status}: ${await response.text()}`);
  const made = (await response.json()) as Omit<Tenant, 'token'>;
  return { ...made, token: await tokenOf(service, made.client_id, made.client_secret) };
}

export async function tokenOf(service: Service, clientId: string, secret: string): Promise<string> {
  const response = await fetch(`${service.base}/iam/v1/appidp/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: secret }),
  });
  if (response.status !== 200)
    throw new Error(`the token endpoint answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { access_token: string }).access_token;
}
