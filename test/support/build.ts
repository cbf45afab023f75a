import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle, PROJECT_DIR } from '../../apps/server/build/bundle.ts';
import { startRuntime } from './runtime.ts';

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
  await migrated(process.env['TEST_DATABASE']);
  return () => rmSync(storage, { recursive: true, force: true });
}

/** The directory for test data: in memory if there is enough space, because writes to a disk are slow. */
function fastest(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= MEMORY_MIN ? MEMORY : tmpdir();
}

/** Creates a directory with a migrated database, which services copy. */
async function migrated(directory: string): Promise<void> {
  mkdirSync(directory);
  const { miniflare } = await startRuntime({ persist: directory });
  const { DB } = await miniflare.getBindings<{ DB: D1Database }>();
  const folder = join(PROJECT_DIR, 'migrations');
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()) {
    const statements = readFileSync(join(folder, file), 'utf8').split('--> statement-breakpoint');
    await DB.batch(statements.map((statement) => DB.prepare(statement)));
  }
  await miniflare.dispose();
}
