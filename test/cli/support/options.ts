import type { Command } from 'commander';

/** The options that a command reads from arguments, which it is not run with. Throws a UsageError. */
export function optionsOf<T>(command: (run: (options: T) => void) => Command, args: readonly string[]): T {
  let options: T | undefined;
  command((read) => (options = read)).parse(args, { from: 'user' });
  return options!;
}
