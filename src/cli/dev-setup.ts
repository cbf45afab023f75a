import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { parse } from 'smol-toml';
import { dotenvLines, newSecrets } from '../local/state.ts';
import { PROJECT_DIR } from './arguments.ts';

const VARS = join(PROJECT_DIR, '.dev.vars');
/** Where `wrangler dev` and `wrangler d1 --local` keep the database. */
const DATABASE = join(PROJECT_DIR, '.wrangler', 'state', 'v3', 'd1');
/** Names the migrations that the database has, so that a start without new ones does not run wrangler again. */
const APPLIED = join(DATABASE, 'applied-migrations.txt');

/**
 * Prepares `wrangler dev`: creates `.dev.vars` with random secrets when it is missing, and applies new migrations to
 * the local database. Throws an Error with a message for the user.
 */
export async function main(): Promise<void> {
  ensureVars();
  applyMigrations();
}

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
    // Not the default of an hour, which is long to wait for a first anchor.
    ANCHOR_WINDOW_SECONDS: '10',
    MAIL_FROM: 'evidence@example.com',
  };
  const text = `# Settings and secrets of \`wrangler dev\`, created by its first run. ORIGIN is the address that it listens on.
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

function applyMigrations(): void {
  const names = readdirSync(join(PROJECT_DIR, 'migrations')).filter((name) => name.endsWith('.sql'));
  const list = names.toSorted().join('\n');
  if (existsSync(APPLIED) && readFileSync(APPLIED, 'utf8') === list) return;
  const manifest = createRequire(import.meta.url).resolve('wrangler/package.json');
  const bin = join(dirname(manifest), 'bin', 'wrangler.js');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [bin, 'd1', 'migrations', 'apply', 'DB', '--local'],
    // CI: no question before it applies them.
    { cwd: PROJECT_DIR, env: { ...process.env, CI: '1' }, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
  );
  if (status !== 0) {
    const output = stripVTControlCharacters(`${stdout}${stderr}`).trim();
    throw new Error(`the migrations could not be applied to the local database: ${output}`);
  }
  writeFileSync(APPLIED, list);
  process.stdout.write('Applied the migrations to the local database in .wrangler/state.\n');
}
