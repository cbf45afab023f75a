import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CACHE_DIR } from './cache.mjs';

/** The directory that holds wrangler.toml and package.json. */
export const PROJECT_DIR = fileURLToPath(new URL('../../..', import.meta.url));

/** The directories whose files make a bundle. */
const INPUTS = ['src', 'apps/worker', 'apps/server/build', 'apps/site', 'apps/console', 'docs'];

/** Number of bundles that are kept: a running service may still read the files of an older one. */
const KEPT = 5;

/** A built Worker: `script` is the path of one ES module, `site` the directory of its static assets. */
export type WorkerBundle = { script: string; site: string };

/**
 * Bundles the Worker and the files for browsers. The bundle is reused until the source, package.json or the lock file
 * changes. Safe to run in several processes at once.
 */
export async function bundle(): Promise<WorkerBundle> {
  const dir = join(CACHE_DIR, sourceHash());
  const built = { script: join(dir, 'worker.js'), site: join(dir, 'site') };
  if (!existsSync(dir)) await build(dir);
  // `removeOld` keeps the newest.
  utimesSync(dir, new Date(), new Date());
  return built;
}

/** Builds in a separate process, so that its memory is freed. */
async function build(dir: string): Promise<void> {
  const temporary = `${dir}.${process.pid}.tmp`;
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary, { recursive: true });
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'build.ts'), temporary]);
  try {
    renameSync(temporary, dir);
  } catch (error) {
    // Another process has built the same content.
    if (!existsSync(dir)) throw error;
    rmSync(temporary, { recursive: true, force: true });
  }
  removeOld();
}

function removeOld(): void {
  const byAge = readdirSync(CACHE_DIR)
    .filter((name) => /^[0-9a-f]{16}(\.\d+\.tmp)?$/.test(name))
    .map((name) => join(CACHE_DIR, name))
    .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const old of byAge.slice(KEPT)) rmSync(old, { recursive: true, force: true });
}

/** Returns the hash of all inputs of a bundle. */
function sourceHash(): string {
  const hash = createHash('sha256');
  const files = INPUTS.flatMap((dir) => readdirSync(join(PROJECT_DIR, dir), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.d.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
  for (const file of [
    ...files.toSorted(),
    ...['package.json', 'package-lock.json'].map((name) => join(PROJECT_DIR, name)),
  ]) {
    const content = readFileSync(file);
    hash.update(`${relative(PROJECT_DIR, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex').slice(0, 16);
}
