import { DatabaseSync } from 'node:sqlite';
import { vi } from 'vitest';
import { launch } from '../../apps/cli/launch.mjs';

export type Ended = { code: number; stdout: string; stderr: string };

class Exit extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`exit code ${code}`);
    this.code = code;
  }
}

/**
 * Runs the program of a command in this process, which takes a small part of the CPU time of its own process. The
 * arguments, the whole environment, the output, the exit code and the handlers of signals are those of the command
 * until it ends. Only one can run at a time, and none that reads stdin, ends at a signal or keeps the event loop
 * alive.
 */
export async function inProcess(
  program: () => Promise<unknown>,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<Ended> {
  const { argv, exitCode, env: own } = process;
  const umask = process.umask();
  const added = [process, process.stdout].map((emitter) => handlersOf(emitter as NodeJS.EventEmitter));
  const output = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((chunk: string | Uint8Array) => {
      output[name] += typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk);
      return true;
    }),
  );
  const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Exit(Number(code ?? process.exitCode ?? 0));
  });
  const opened = vi.spyOn(DatabaseSync.prototype, 'exec');
  try {
    process.argv = [...argv.slice(0, 2), ...args];
    process.env = { ...env };
    process.exitCode = undefined;
    await program();
    return { code: Number(process.exitCode ?? 0), ...output };
  } catch (error) {
    if (error instanceof Exit) return { code: error.code, ...output };
    throw error;
  } finally {
    Object.assign(process, { argv, exitCode, env: own });
    process.umask(umask);
    // The end of a process closes its databases.
    for (const database of new Set(opened.mock.contexts as DatabaseSync[])) if (database.isOpen) database.close();
    for (const spy of [...spies, exit, opened]) spy.mockRestore();
    for (const remove of added) remove();
  }
}

/** Runs a command of this project in this process, as `apps/cli/launch.mjs NAME` does in its own. */
export const commandInProcess = (name: string, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Ended> =>
  inProcess(() => launch(name, args), args, env);

/** Returns a function that removes the handlers that were added to an emitter since. */
function handlersOf(emitter: NodeJS.EventEmitter): () => void {
  const names = ['SIGINT', 'SIGTERM', 'uncaughtException', 'error'];
  const before = names.map((name) => emitter.listeners(name));
  return () => {
    for (const [n, name] of names.entries())
      for (const handler of emitter.listeners(name))
        if (!before[n]!.includes(handler)) emitter.off(name, handler as () => void);
  };
}
