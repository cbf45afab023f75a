/** The log could not be checked. A later attempt may succeed. The message is for the user. */
export class Unavailable extends Error {}

/**
 * The service refuses the request with these credentials (403): tiles and entries, for readers of the head of a log.
 */
export class AccessDenied extends Unavailable {}

/**
 * What an alarm is about:
 * - `fork`: two trees that the log has signed contradict each other
 * - `rollback`: the log shows a smaller tree than before
 * - `signature`: a checkpoint without a valid signature of a key that the monitor trusts
 * - `tiles`: tiles that do not belong to the signed tree
 * - `entries`: entries that do not belong to the signed tree, or that the log must not contain
 * - `map`: an entry LOGMAPV1 that is not the map of the entries before it
 * - `author`: a proof or the list of signing keys that contradicts the enrolments and revocations in the entries
 * - `replaced`: the log was replaced, and the new one does not continue it
 * - `silent`: no valid checkpoint for some time
 */
export type AlarmKind =
  | 'fork'
  | 'rollback'
  | 'signature'
  | 'tiles'
  | 'entries'
  | 'map'
  | 'author'
  | 'replaced'
  | 'silent';

/** The log does not behave as a log must. `evidence` is what shows it, beside the checkpoint of the state. */
export class Alarm extends Error {
  readonly kind: AlarmKind;
  readonly evidence: Record<string, unknown>;
  constructor(kind: AlarmKind, message: string, evidence: Record<string, unknown> = {}) {
    super(message);
    this.kind = kind;
    this.evidence = evidence;
  }
}

/** The log was replaced by another one (410). `by` is its id, undefined if the response does not name it. */
export class Replaced extends Error {
  readonly by: string | undefined;
  constructor(log: string, by: string | undefined) {
    super(`the log ${log} was replaced by ${by ?? 'another one, which the service does not name'}`);
    this.by = by;
  }
}
