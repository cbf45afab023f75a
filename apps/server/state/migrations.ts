import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_DIR } from '../build/bundle.ts';
import type { Migration, Migrations } from '../../worker/migration.ts';

/** Returns the migrations of the project, and those of the versions before 0.2.0, which end in the same tables. */
export function readMigrations(): Migrations {
  const current = migrationsIn('migrations');
  return { current, before: migrationsIn('migrations/before-0.2.0') };
}

/** The migrations of a directory in the order in which they are applied, each split into its statements. */
function migrationsIn(directory: string): Migration[] {
  const folder = join(PROJECT_DIR, directory);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => ({
      name,
      statements: readFileSync(join(folder, name), 'utf8').split('--> statement-breakpoint'),
    }));
}
