// Plain JavaScript that old versions of Node can parse: it checks the version.
import { existsSync } from 'node:fs';

const MINIMUM_NODE = 24;

/**
 * Runs a command of this project. Writes one line to stderr and exits with code 1 if the dependencies are missing, if
 * Node is too old, or if the command fails (with the `exitCode` of the error, if it has one).
 *
 * @param {() => Promise<{ main: () => Promise<void> }>} load imports the command's module
 * @param {import('./help.ts').CommandName} [command] the command whose help `--help` prints
 */
export async function launch(load, command) {
  process.on('uncaughtException', fail);
  // Only the user who runs the command may read the files that it writes.
  process.umask(0o077);
  if (!existsSync(new URL('../../node_modules/hono/package.json', import.meta.url))) {
    fail(new Error('the dependencies are not installed: run `npm ci` first'));
  }
  if (Number.parseInt(process.versions.node, 10) < MINIMUM_NODE) {
    fail(
      new Error(
        `Node ${MINIMUM_NODE} or newer is required, and this is ${process.versions.node}: ` +
          "use the npm scripts (`npm start`, `npm run tenant`), which run the project's own Node",
      ),
    );
  }
  try {
    if (command !== undefined) {
      const { helpFor } = await import('./help.ts');
      const help = helpFor(command, process.argv.slice(2));
      if (help !== undefined) {
        process.stdout.write(help);
        return;
      }
    }
    const { main } = await load();
    await main();
  } catch (error) {
    fail(error);
  }
}

/**
 * A message in one line. Text of others in it cannot control the terminal: as `plain` of src/lib/text.ts, which old versions of Node
 * cannot load.
 *
 * @param {string} message
 */
const printable = (message) =>
  message.replace(/\s*\n\s*/g, ' ').replace(/[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/gu, '\uFFFD');

function fail(error) {
  const message = error instanceof Error ? error.message : String(error);
  const { isTTY } = process.stderr;
  // A progress line may be on the terminal.
  const clear = isTTY ? '\r\u001b[K' : '';
  const label = isTTY && !process.env.NO_COLOR ? '\u001b[31merror:\u001b[39m' : 'error:';
  process.stderr.write(`${clear}${label} ${printable(message)}\n`);
  process.exit(error?.exitCode ?? 1);
}
