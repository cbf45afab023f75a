import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { PROJECT_DIR } from './arguments.ts';

const HELP = `Runs \`wrangler dev\` on 127.0.0.1 and reloads the service when its code changes. The first run creates
development secrets in .dev.vars and a database in .wrangler/state.

usage: npm run dev [-- --port N] [options of wrangler dev]

  --port N   the port to listen on (default: the port of [dev] in wrangler.toml)
  --help     prints this text
`;

/** Runs `wrangler dev` until it ends, with its exit code. */
export async function main(): Promise<void> {
  const args = process.argv.slice(2);
  const { values } = parseArgs({
    args,
    strict: false,
    options: { port: { type: 'string' }, ip: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  if (values.ip !== undefined) throw new Error('--ip: npm run dev listens on 127.0.0.1 only');
  const origin = values.port === undefined ? [] : ['--var', `ORIGIN:http://127.0.0.1:${portOf(values.port)}`];
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

function portOf(text: string | boolean): number {
  const port = /^\d{1,5}$/.test(String(text)) ? Number(text) : 0;
  if (port < 1 || port > 65_535) throw new Error('--port: must be between 1 and 65535');
  return port;
}

function wrangler(): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('wrangler/package.json')), 'bin', 'wrangler.js');
  } catch (error) {
    throw new Error('wrangler is not installed: run `npm ci` without --omit=dev', { cause: error });
  }
}
