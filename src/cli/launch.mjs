// Plain JavaScript that any Node can parse: it runs before the Node version is known to be right.
import { existsSync } from 'node:fs';

const MINIMUM_NODE = 24;

/**
 * Runs a command of this project, or ends with one line on stderr and exit code 1: when the
 * dependencies are missing, when Node is too old, and when the command fails.
 *
 * @param {() => Promise<{ main: () => Promise<void> }>} load imports the command's module
 */
export async function launch(load) {
  process.on('uncaughtException', fail);
  if (!existsSync(new URL('../../node_modules/wrangler/package.json', import.meta.url))) {
    fail(new Error('the dependencies are not installed: run `npm ci` first'));
  }
  if (Number.parseInt(process.versions.node, 10) < MINIMUM_NODE) {
    fail(
      new Error(
        `Node ${MINIMUM_NODE} or newer is needed and this is ${process.versions.node}: ` +
          "use the npm scripts (`npm start`, `npm run tenant`), which run the project's own Node",
      ),
    );
  }
  try {
    const { main } = await load();
    await main();
  } catch (error) {
    fail(error);
  }
}

function fail(error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`error: ${message.replace(/\s*\n\s*/g, ' ')}\n`);
  process.exit(1);
}
