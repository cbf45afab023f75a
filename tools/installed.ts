import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Installs the packages that only one tool needs, from the `package-lock.json` of its directory, unless they are
 * installed: `npm ci` in the project does not install them. Their install scripts do not run. Throws if npm fails.
 */
export function ensureInstalled(directory: string): void {
  const [lock, installed] = ['package-lock.json', 'node_modules/.package-lock.json'].map((name) =>
    join(directory, name),
  ) as [string, string];
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: directory, stdio: ['ignore', 2, 'inherit'] });
}
