import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { PROJECT_DIR, portNumber } from '../arguments.ts';
import { UsageError } from '../usage.ts';

/** Runs `wrangler dev` and exits with its exit code. */
export async function main(): Promise<void> {
  const args = process.argv.slice(2);
  // Not strict: all other options are passed to wrangler.
  const { values } = parseArgs({ args, strict: false, options: { port: { type: 'string' }, ip: { type: 'string' } } });
  if (values.ip !== undefined) throw new UsageError('--ip: npm run dev listens on 127.0.0.1 only');
  const port = values.port === true ? '' : values.port;
  const origin = port === undefined ? [] : ['--var', `ORIGIN:http://127.0.0.1:${portNumber(String(port))}`];
  const child = spawn(process.execPath, [wrangler(), 'dev', ...args, ...origin], {
    cwd: PROJECT_DIR,
    stdio: 'inherit',
  });
  // A terminal sends Ctrl-C to wrangler as well, so this process only waits for it.
  process.on('SIGINT', () => undefined);
  for (const name of ['SIGTERM', 'SIGHUP'] as const) process.on(name, () => child.kill(name));
  process.exitCode = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

function wrangler(): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('wrangler/package.json')), 'bin', 'wrangler.js');
  } catch (error) {
    throw new Error('wrangler is not installed: run `npm ci` without --omit=dev', { cause: error });
  }
}
