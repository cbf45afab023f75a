/** Milliseconds in which further signals are the same: npm forwards the one that the terminal has sent already. */
const SAME_SIGNAL = 1000;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Aborts at SIGINT and SIGTERM. A later signal ends the process. */
export function stopOnSignals(): AbortSignal {
  const stop = new AbortController();
  let first = 0;
  const onSignal = (signal: NodeJS.Signals): void => {
    const now = performance.now();
    if (!stop.signal.aborted) {
      first = now;
      return stop.abort();
    }
    if (now - first < SAME_SIGNAL) return;
    for (const each of SIGNALS) process.removeListener(each, onSignal);
    process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return stop.signal;
}
