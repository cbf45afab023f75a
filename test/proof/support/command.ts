import { AsyncLocalStorage } from 'node:async_hooks';
import { execFile } from 'node:child_process';
import dns from 'node:dns';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, vi } from 'vitest';
import { commandInProcess } from '../../support/in-process.ts';

const LAUNCH = join(import.meta.dirname, '../../../apps/cli/launch.mjs');
/** Loaded before the command: any use of the network ends the process. */
const NO_NETWORK = `data:text/javascript,${encodeURIComponent(`
  import net from 'node:net'; import dns from 'node:dns'; import { syncBuiltinESMExports } from 'node:module';
  const none = () => { process.stderr.write('the network was used'); process.exit(70); };
  net.Socket.prototype.connect = none; dns.lookup = none; globalThis.fetch = none; syncBuiltinESMExports();
`)}`;

/** Throws if a function uses the network, which others in this process may use at the same time. */
async function withoutNetwork<T>(run: () => Promise<T>): Promise<T> {
  const within = new AsyncLocalStorage<true>();
  let isUsed = false;
  const watched = <T extends (...args: any[]) => unknown>(original: T) =>
    function (this: unknown, ...args: unknown[]) {
      isUsed ||= within.getStore() === true;
      return original.apply(this, args);
    } as T;
  const spies = [
    vi.spyOn(Socket.prototype, 'connect').mockImplementation(watched(Socket.prototype.connect)),
    vi.spyOn(dns, 'lookup').mockImplementation(watched(dns.lookup)),
    vi.spyOn(globalThis, 'fetch').mockImplementation(watched(fetch)),
  ];
  try {
    const result = await within.run(true, run);
    if (isUsed) throw new Error('the network was used');
    return result;
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

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
          [...options, LAUNCH, 'verify', ...args],
          { env: { ...process.env, ...env } },
          (_error, out, err) => resolve({ code: child.exitCode, out, err }),
        );
        child.stdin!.end(input);
      });
    },
    /** Runs it in this process, which takes less CPU time, if it does not read stdin. */
    async here(args: string[], { network = false, env = {} } = {}): Promise<Ran> {
      const run = () => commandInProcess('verify', args, { ...process.env, ...env });
      const { code, stdout, stderr } = await (network ? run() : withoutNetwork(run));
      return { code, out: stdout, err: stderr };
    },
    fileOf(content: object | string): string {
      const path = join(directory, `${files++}.json`);
      const raw = typeof content === 'string' || content instanceof Uint8Array;
      writeFileSync(path, raw ? content : JSON.stringify(content));
      return path;
    },
  };
}
