/**
 * Reports to the bench that this process is ready, with one line of JSON. The process exits when the bench exits or
 * closes its standard input.
 */
export function announce(ready: object, stop: () => Promise<void>): void {
  const end = (): void => void stop().finally(() => process.exit(0));
  process.stdin.on('end', end).on('error', end).resume();
  process.stdout.write(`${JSON.stringify(ready)}\n`);
}
