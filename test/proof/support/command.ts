import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const COMMAND = join(import.meta.dirname, '../../../src/cli/verify.mjs');
/** Loaded before the command: any use of the network ends the process. */
const NO_NETWORK = `data:text/javascript,${encodeURIComponent(`
  import net from 'node:net'; import dns from 'node:dns'; import { syncBuiltinESMExports } from 'node:module';
  const none = () => { process.stderr.write('the network was used'); process.exit(70); };
  net.Socket.prototype.connect = none; dns.lookup = none; globalThis.fetch = none; syncBuiltinESMExports();
`)}`;

export type Ran = { code: number | null; out: string; err: string };

/** Runs `npm run verify`, and writes files for it, which are removed after the tests of the file. */
export function verifyCommand() {
  const directory = mkdtempSync(join(tmpdir(), 'proof-'));
  afterAll(() => rmSync(directory, { recursive: true }));
  let files = 0;
  return {
    run(args: string[], { input = '', network = false, env = {} } = {}): Promise<Ran> {
      const options = network ? [] : ['--import', NO_NETWORK];
      return new Promise((resolve) => {
        const child = execFile(
          process.execPath,
          [...options, COMMAND, ...args],
          { env: { ...process.env, ...env } },
          (_error, out, err) => resolve({ code: child.exitCode, out, err }),
        );
        child.stdin!.end(input);
      });
    },
    fileOf(content: object | string): string {
      const path = join(directory, `${files++}.json`);
      const raw = typeof content === 'string' || content instanceof Uint8Array;
      writeFileSync(path, raw ? content : JSON.stringify(content));
      return path;
    },
  };
}
