import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle, PROJECT_DIR } from '../../src/local/bundle.ts';
import { startRuntime } from './runtime.ts';

/** A file system in memory, and the bytes that must be free there to use it. */
const MEMORY = '/dev/shm';
const MEMORY_MIN = 2 ** 31;

/**
 * Prepares what every service under test starts from: the bundled Worker and a migrated database. To be called once,
 * before the first `startService`. Returns a function that removes everything that the tests have stored.
 */
export default async function setup(): Promise<() => void> {
  const storage = mkdtempSync(join(fastest(), 'asset-evidence-test-'));
  // Inherited by the processes that run the tests.
  process.env['TMPDIR'] = storage;
  process.env['TEST_DATABASE'] = join(storage, 'migrated');
  await bundle();
  await migrated(process.env['TEST_DATABASE']);
  return () => rmSync(storage, { recursive: true, force: true });
}

/** Where tests store their data: in memory where there is room, because on a disk each write waits for the disk. */
function fastest(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= MEMORY_MIN ? MEMORY : tmpdir();
}

/** Creates a directory whose database has all migrations; services start from copies of it. */
async function migrated(directory: string): Promise<void> {
  mkdirSync(directory);
  const miniflare = await startRuntime({ persist: directory });
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
