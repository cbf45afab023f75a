import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Option, type Command } from 'commander';
import { PROJECT_DIR } from '../../server/build/bundle.ts';
import { MISUSE, operatorCommand, UsageError, wholeNumber } from '../command-line.ts';

export const command = (): Command =>
  operatorCommand(
    'npm run dev --',
    'Runs wrangler dev on 127.0.0.1 for development: the service reloads when the code changes. The first run ' +
      'creates development secrets in .dev.vars and a database in .wrangler/state. All other options are those of ' +
      'wrangler dev.',
    {
      examples: [
        ['use another port', 'npm run dev -- --port 8788'],
        ['change a setting', 'npm run dev -- --var PAGE_SIZE_MAX:200'],
      ],
      exitCodes: [[0, 'success'], [1, 'failure; the reason is one line on stderr'], MISUSE],
    },
  )
    .option(
      '--port <number>',
      'TCP port, 1 to 65535 (default: port of [dev] in wrangler.toml)',
      wholeNumber('--port', 1, 65_535),
    )
    .addOption(new Option('--ip <address>').hideHelp().argParser(refuseAddress))
    .allowUnknownOption()
    .allowExcessArguments()
    .action(({ port }: { port?: number }, { args }: Command) => runWrangler(port, args));

function refuseAddress(): never {
  throw new UsageError('--ip: npm run dev listens on 127.0.0.1 only');
}

/** Runs `wrangler dev` and exits with its exit code. */
async function runWrangler(port: number | undefined, args: readonly string[]): Promise<void> {
  const address = port === undefined ? [] : ['--port', String(port), '--var', `ORIGIN:http://127.0.0.1:${port}`];
  const child = spawn(process.execPath, [wrangler(), 'dev', ...args, ...address], {
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
