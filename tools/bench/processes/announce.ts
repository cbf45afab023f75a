/**
 * Tells the bench, which started this process, that it is ready: one line of JSON. The process ends with the bench, or
 * when the bench closes its standard input.
 */
export function announce(ready: object, stop: () => Promise<void>): void {
  const end = (): void => void stop().finally(() => process.exit(0));
  process.stdin.on('end', end).on('error', end).resume();
  process.stdout.write(`${JSON.stringify(ready)}\n`);
}
