// Runs a command of this folder: `node apps/cli/launch.mjs NAME ARGUMENTS`, or `npm run NAME` with the project's own
// Node. Plain JavaScript that old versions of Node can parse: it checks the version.
import { existsSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const MINIMUM_NODE = 24;

/**
 * Runs a command. Writes one line to stderr and exits with code 1 if the dependencies are missing, if Node is too old,
 * or if the command fails (with the `exitCode` of the error, if it has one).
 *
 * @param {string} name of a file in `commands/`
 * @param {readonly string[]} args
 */
export async function launch(name, args) {
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
    const { command } = await import(`./commands/${name}.ts`);
    await command().parseAsync(args, { from: 'user' });
  } catch (error) {
    fail(error);
  }
}

/**
 * A message in one line. Text of others in it cannot control the terminal: as `plain` of src/lib/text.ts, which old
 * versions of Node cannot load.
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

const [, script, name, ...args] = process.argv;
if (script !== undefined && realpathSync(script) === fileURLToPath(import.meta.url)) await launch(name, args);
