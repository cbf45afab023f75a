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
 * Starts a bundled Worker through Miniflare alone (the proxy of `wrangler dev` would cost more than
 * what is measured). Rate limits are out of the way; storage is in memory or under `persist`.
 */
export async function start(
  config: string,
  script: string,
  persist?: string,
): Promise<{ url: URL; inspector: () => Promise<URL>; db: D1Database; close: () => Promise<void> }> {
  const { modulesRules: _rules, ...workerOptions } = unstable_getMiniflareWorkerOptions(config).workerOptions as {
    modulesRules?: unknown;
    ratelimits?: Record<string, { simple: object }>;
  };
  const limits = Object.fromEntries(
    Object.entries(workerOptions.ratelimits ?? {}).map(([name, limit]) => [
      name,
      { ...limit, simple: { ...limit.simple, limit: 1_000_000_000 } },
    ]),
  );
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      ...workerOptions,
      ...(Object.keys(limits).length > 0 ? { ratelimits: limits } : {}),
      modules: [{ type: 'ESModule', path: 'worker.js', contents: readFileSync(script, 'utf8') }],
      port: 0,
      ...(persist ? { defaultPersistRoot: persist } : {}),
      inspectorPort: 0,
      // The log lines are written, as in production, and read by nobody.
      handleStructuredLogs: () => undefined,
      bindings: {
        ORIGIN: 'https://evidence.example',
        KEY_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
        WALLET_SEED: '5e'.repeat(32),
        OPERATOR_SECRET,
        QUOTA_ASSETS: '-1',
      },
    } as never),
  );
  const url = await miniflare.ready;
  const db = (await miniflare.getD1Database('DB')) as unknown as D1Database;
  return { url, inspector: () => miniflare.getInspectorURL(), db, close: () => miniflare.dispose() };
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
