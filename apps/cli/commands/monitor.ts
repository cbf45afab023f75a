import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onNpmEnd } from '../../server/processes.ts';
import { holdLock } from '../../server/state/directory.ts';
import type { Fetch } from '../../../src/transparency/witnesses/submission.ts';
import { monitorArguments } from '../monitor/options.ts';
import { runMonitor } from '../monitor/run.ts';
import { tokensFor } from '../monitor/token.ts';
import { terminalOn } from '../terminal.ts';

/** Follows a log until there is an alarm or a signal; with --once, checks it once. */
export async function main(): Promise<void> {
  const args = monitorArguments(process.argv.slice(2));
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort());
  onNpmEnd(() => stop.abort());
  const stoppable: Fetch = (url, init) =>
    fetch(url, { ...init, signal: AbortSignal.any([stop.signal, ...(init.signal ? [init.signal] : [])]) });
  const tokens = tokensFor(args, process.env, stoppable);
  mkdirSync(dirname(args.state), { recursive: true, mode: 0o700 });
  const inUse = `${args.state} is in use by another monitor: stop it or choose another --state`;
  const release = holdLock(`${args.state}.lock`, () => inUse);
  try {
    process.exitCode = await runMonitor(args, {
      fetch: stoppable,
      tokens,
      now: () => new Date(),
      pause: (milliseconds) => sleep(milliseconds, undefined, { signal: stop.signal }).catch(() => undefined),
      isStopped: () => stop.signal.aborted,
      out: terminalOn(process.stdout),
      err: terminalOn(process.stderr),
    });
  } finally {
    release();
  }
}
