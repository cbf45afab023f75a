/** The arguments of a command are not valid. The message is shown to the user, and the command exits with code 2. */
export class UsageError extends Error {
  readonly exitCode = 2;
}
