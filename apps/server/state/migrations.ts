import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_DIR } from '../build/bundle.ts';
import type { Migration } from '../../worker/migration.ts';

const FOLDER = join(PROJECT_DIR, 'migrations');

/** The migrations in the order in which they are applied, each split into its statements. */
export function readMigrations(): Migration[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => ({
      name,
      statements: readFileSync(join(FOLDER, name), 'utf8').split('--> statement-breakpoint'),
    }));
}
