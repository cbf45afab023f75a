import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle, PROJECT_DIR } from '../../apps/server/build/bundle.ts';
import { FURTHER_CELLS, startRuntime } from './runtime.ts';
import { removeDirectory } from './directory.ts';

/** A file system in memory, and the free bytes that are required to use it. */
const MEMORY = '/dev/shm';
const MEMORY_MIN = 2 ** 31;

/**
 * Builds the Worker and creates a migrated database for all services under test. Called once before the first
 * `startService`. Returns a function that removes all data of the tests.
 */
export default async function setup(): Promise<() => void> {
  const storage = mkdtempSync(join(fastest(), 'asset-evidence-test-'));
  // Inherited by the processes that run the tests.
  process.env['TMPDIR'] = storage;
  process.env['TEST_DATABASE'] = join(storage, 'migrated');
  // Halves the CPU time of each start of a command.
  process.env['NODE_COMPILE_CACHE'] ??= join(storage, 'compiled');
  await bundle();
  mkdirSync(process.env['TEST_DATABASE']);
  for (const database of ['cell', 'd1'] as const) await migrated(process.env['TEST_DATABASE'], database);
  return () => removeDirectory(storage);
}

/** The directory for test data: in memory if there is enough space, because writes to a disk are slow. */
function fastest(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= MEMORY_MIN ? MEMORY : tmpdir();
}

/** Creates a migrated database in a directory, which services copy. */
async function migrated(directory: string, database: 'cell' | 'd1'): Promise<void> {
  const { miniflare, cell } = await startRuntime({ persist: directory, database });
  const databases = database === 'd1' ? ['DB'] : ['DB', ...FURTHER_CELLS];
  const folder = join(PROJECT_DIR, 'migrations');
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()) {
    const statements = readFileSync(join(folder, file), 'utf8').split('--> statement-breakpoint');
    for (const db of databases.map(cell)) await db.batch(statements.map((statement) => db.prepare(statement)));
  }
  await miniflare.dispose();
}
