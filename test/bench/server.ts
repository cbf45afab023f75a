import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { unstable_getMiniflareWorkerOptions } from 'wrangler';

const ROOT = join(import.meta.dirname, '../..');
export const OPERATOR_SECRET = 'operator-secret-of-the-benchmark-0123456789';

/** Bundles a Worker by wrangler, as a deployment would; gives the path of the script. */
export function bundle(config: string, outdir: string): string {
  execFileSync(
    process.execPath,
    [
      join(ROOT, 'node_modules/wrangler/bin/wrangler.js'),
      'deploy',
      '--dry-run',
      '--config',
      config,
      '--outdir',
      outdir,
    ],
    {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, CI: '1', WRANGLER_SEND_METRICS: 'false', WRANGLER_LOG: 'error' },
    },
  );
  return join(
    outdir,
    readdirSync(outdir).find((file) => file.endsWith('.js'))!,
  );
}

/**
 * The platform's rate limiter counts in memory; Miniflare's writes to SQLite at every call, which would be
 * a third of a request. This one says yes.
 */
const LIMITER = `import { WorkerEntrypoint } from 'cloudflare:workers';
export default class extends WorkerEntrypoint { limit() { return { success: true }; } }`;

/** A Worker under load: where it listens, and its storage. */
export type Server = {
  url: URL;
  inspector: () => Promise<URL>;
  db: D1Database;
  blobs: R2Bucket;
  /** Fires a cron. */
  cron: (cron: string) => Promise<unknown>;
  close: () => Promise<void>;
};

/**
 * Starts a bundled Worker through Miniflare alone (the proxy of `wrangler dev` would cost more than
 * what is measured). Storage is in memory or under `persist`.
 */
export async function start(
  config: string,
  script: string,
  persist?: string,
  inspected = false,
  vars: Record<string, string> = {},
): Promise<Server> {
  const {
    modulesRules: _rules,
    ratelimits = {},
    ...workerOptions
  } = unstable_getMiniflareWorkerOptions(config).workerOptions as {
    modulesRules?: unknown;
    ratelimits?: Record<string, unknown>;
  };
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      port: 0,
      ...(persist ? { defaultPersistRoot: persist } : {}),
      // An open inspector slows what it looks at.
      ...(inspected ? { inspectorPort: 0 } : {}),
      // The log lines are written, as in production, and read by nobody.
      handleStructuredLogs: () => undefined,
      workers: [
        {
          ...workerOptions,
          name: 'measured',
          modules: [{ type: 'ESModule', path: 'worker.js', contents: readFileSync(script, 'utf8') }],
          serviceBindings: Object.fromEntries(Object.keys(ratelimits).map((name) => [name, 'limiter'])),
          bindings: {
            ORIGIN: 'https://evidence.example',
            KEY_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
            WALLET_SEED: '5e'.repeat(32),
            OPERATOR_SECRET,
            QUOTA_ASSETS: '-1',
            ...vars,
          },
        },
        {
          name: 'limiter',
          compatibilityDate: '2026-10-01',
          modules: [{ type: 'ESModule', path: 'limiter.js', contents: LIMITER }],
        },
      ],
    } as never),
  );
  const url = await miniflare.ready;
  const db = (await miniflare.getD1Database('DB', 'measured')) as unknown as D1Database;
  const blobs = (await miniflare.getR2Bucket('BLOBS', 'measured')) as unknown as R2Bucket;
  const worker = await miniflare.getWorker('measured');
  return {
    url,
    inspector: () => miniflare.getInspectorURL(),
    db,
    blobs,
    cron: (cron) => worker.scheduled({ cron, scheduledTime: new Date() }),
    close: () => miniflare.dispose(),
  };
}

/** Applies the project's migrations: their statements, one after another. */
export async function migrate(db: D1Database): Promise<void> {
  const folder = join(ROOT, 'migrations');
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()) {
    for (const statement of readFileSync(join(folder, file), 'utf8').split('--> statement-breakpoint'))
      await db.prepare(statement).run();
  }
}
