/** An error as text for the log: its message, its cause's message and the top of its stack; never bound values. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` (cause: ${error.cause.message})` : '';
  return `${error.message.split('\n')[0]}${cause} ${(error.stack ?? '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 5)
    .join(' |')}`;
}
