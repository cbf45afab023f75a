import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { parse } from 'smol-toml';
import { PROJECT_DIR } from '../../server/build/bundle.ts';
import { readMigrations } from '../../server/state/migrations.ts';
import { dotenvLines, newSecrets } from '../../server/state/secrets.ts';
import { readWorkerConfig } from '../../server/workerd/worker-config.ts';
import { migrate } from '../../worker/migration.ts';

const VARS = join(PROJECT_DIR, '.dev.vars');
/** Where `wrangler dev` keeps its data. */
const STATE = join(PROJECT_DIR, '.wrangler', 'state', 'v3');
/** The names of the applied migrations, so that a rebuild without new ones does not open the database. */
const APPLIED = join(STATE, 'd1', 'applied-migrations.txt');

/**
 * Prepares `wrangler dev`: creates `.dev.vars` with random secrets when it is missing, and applies new migrations to
 * the local database. Throws an Error with a message for the user. `apps/cli/wrangler-build.mjs` runs it.
 */
export const command = (): Command =>
  new Command('dev-setup').action(async () => {
    ensureVars();
    await applyMigrations();
  });

function ensureVars(): void {
  if (existsSync(VARS)) return;
  if (existsSync(APPLIED)) {
    throw new Error(
      '.dev.vars is missing, and .wrangler/state cannot be read without its secrets: ' +
        'restore .dev.vars, or remove .wrangler/state to start with an empty database',
    );
  }
  const values = {
    ORIGIN: origin(),
    ...newSecrets(),
    // The default is an hour, too long to wait for the first anchor during development.
    ANCHOR_WINDOW_SECONDS: '10',
    MAIL_FROM: 'evidence@example.com',
  };
  const text = `# Settings and secrets of \`wrangler dev\`, created by its first run. \
ORIGIN is the address that it listens on.
${dotenvLines(values)}`;
  writeFileSync(VARS, text, { mode: 0o600, flag: 'wx' });
  process.stdout.write('Created .dev.vars with new development secrets.\n');
}

/** The address of `[dev]` in wrangler.toml. */
function origin(): string {
  const { dev } = parse(readFileSync(join(PROJECT_DIR, 'wrangler.toml'), 'utf8')) as {
    dev: { ip: string; port: number };
  };
  return `http://${dev.ip}:${dev.port}`;
}

async function applyMigrations(): Promise<void> {
  const migrations = readMigrations();
  const names = migrations.map(({ name }) => name).join('\n');
  if (existsSync(APPLIED) && readFileSync(APPLIED, 'utf8') === names) return;
  // Loaded here because most rebuilds have nothing to apply.
  const { Miniflare } = await import('miniflare');
  const { compatibility_date, d1_databases } = readWorkerConfig();
  const miniflare = new Miniflare({
    enableDevRegistry: false,
    cf: false,
    resourcePersistencePath: STATE,
    workers: [
      {
        config: {
          name: 'migrations',
          compatibilityDate: compatibility_date,
          manifest: {
            mainModule: 'worker.js',
            modulesRoot: '/',
            modules: { 'worker.js': { type: 'esm', contents: 'export default {};' } },
          },
          env: { DB: { type: 'd1', id: d1_databases[0]!.preview_database_id } },
        },
      },
    ],
  });
  try {
    await migrate(await miniflare.getD1Database('DB'), migrations);
  } finally {
    await miniflare.dispose();
  }
  writeFileSync(APPLIED, names);
  process.stdout.write('Applied the migrations to the local database in .wrangler/state.\n');
}
