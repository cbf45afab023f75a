import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleClient } from '../../../client/build.ts';
import { runCommand, type CommandOptions, type Ran } from './command.ts';

/** The bundled command line, which starts faster than its source, in a temporary directory. */
export async function openCommandLine() {
  const directory = mkdtempSync(join(tmpdir(), 'evidence-'));
  const file = (name: string, content: string | Uint8Array): string => {
    const path = join(directory, name);
    writeFileSync(path, content);
    return path;
  };
  // Bundles are modules.
  file('package.json', '{"type":"module"}');
  await bundleClient(directory);
  const script = join(directory, 'cli.js');
  return {
    directory,
    script,
    /** Writes a file and returns its path. */
    file,
    /** Runs the command line in its own process. */
    evidence: (args: readonly string[], options: CommandOptions = {}): Promise<Ran> =>
      runCommand([script, ...args], options),
    close: () => rmSync(directory, { recursive: true, force: true }),
  };
}

export type CommandLine = Awaited<ReturnType<typeof openCommandLine>>;
