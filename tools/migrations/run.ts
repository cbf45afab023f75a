/**
 * Generates the SQL for the changes of `src/schema.ts` since the last migration.
 *
 *   npm run generate -- --name NAME [--custom]
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled } from '../installed.ts';

ensureInstalled(import.meta.dirname);
const { status, error } = spawnSync(
  join(import.meta.dirname, 'node_modules/.bin/drizzle-kit'),
  ['generate', '--dialect', 'sqlite', '--schema', 'src/schema.ts', '--out', 'migrations', ...process.argv.slice(2)],
  { cwd: join(import.meta.dirname, '../..'), stdio: 'inherit' },
);
if (error) throw error;
process.exit(status ?? 1);
