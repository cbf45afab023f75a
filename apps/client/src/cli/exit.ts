import { UsageError } from '../../../cli/command-line.ts';
import { EvidenceError } from '../index.ts';

/** Exit codes of all commands. */
export const EXIT = {
  done: 0,
  failed: 1,
  misuse: 2,
  unpinned: 3,
  erased: 4,
  refused: 5,
  notFound: 6,
  temporary: 7,
} as const;

/** The meaning of each exit code, for the help. */
export const EXIT_CODES = `
Exit codes:
  0  the command succeeded; verify: the proof is valid
  1  the command failed; verify: a check failed
  2  an argument, a file or a field is not valid
  3  verify: the proof is consistent, but no pin identifies its log or chain; import: some lines were rejected
  4  verify: events of the time window were erased, so its hash cannot be computed any more; import: it was stopped
  5  you are not signed in, the credentials were rejected, or you have no permission
  6  the record does not exist
  7  the service cannot be reached, or refuses requests for now: try again later`;

/** No credentials are known. */
export class NotSignedIn extends Error {}

/** The exit code of a command that failed with `error`. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return EXIT.misuse;
  if (error instanceof NotSignedIn) return EXIT.refused;
  if (!(error instanceof EvidenceError)) return EXIT.failed;
  switch (error.code) {
    case 'INVALID_ARGUMENT':
      return EXIT.misuse;
    case 'UNAUTHENTICATED':
    case 'PERMISSION_DENIED':
      return EXIT.refused;
    case 'NOT_FOUND':
      return EXIT.notFound;
    case 'UNAVAILABLE':
    case 'DEADLINE_EXCEEDED':
      return EXIT.temporary;
    default:
      return error.status === 429 ? EXIT.temporary : EXIT.failed;
  }
}

/** An error after which the event may be recorded, with the option by which the command records it once. */
export function repeatableError(error: unknown, option: string): unknown {
  if (!isUncertain(error)) return error;
  const { code, detail, status, fields, requestId, retryAfter, reason } = error;
  const hint = `the event may be recorded: repeat the command with ${option} to record it once`;
  return new EvidenceError(code, `${detail}; ${hint}`, {
    status,
    fields,
    requestId,
    retryAfter,
    reason,
    cause: error,
  });
}

/** Statuses with which a repetition can be refused whose first attempt was carried out. */
const AFTER_OTHERS = new Set([401, 429]);

/** Whether the service may have done what failed, also in an attempt before the last one. */
export const isUncertain = (error: unknown): error is EvidenceError =>
  error instanceof EvidenceError &&
  error.code !== 'INVALID_ARGUMENT' &&
  (error.status < 400 || error.status >= 500 || AFTER_OTHERS.has(error.status));
