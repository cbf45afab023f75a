import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_DIR } from './bundle.ts';
import type { Migration } from './worker/migration.ts';

/** Returns the migrations of the project in the order in which they are applied, each split into its statements. */
export function readMigrations(): Migration[] {
  const folder = join(PROJECT_DIR, 'migrations');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => ({
      name,
      statements: readFileSync(join(folder, name), 'utf8').split('--> statement-breakpoint'),
    }));
}
