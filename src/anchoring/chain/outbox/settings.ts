/** How the outbox sends to a chain. */
export type OutboxSettings = {
  /** The depth at which a block is final if the node has no tag `finalized`. The newest block has depth 1. */
  confirmations: number;
  /** Whether every block is final at once, because there is a single validator (the embedded chain). */
  sealed: boolean;
  /** The maximum number of sent transactions that are in no block yet; Infinity for no limit. */
  inFlight: number;
  /** Milliseconds between ticks, until a transaction is sent again, and until its fees are raised. */
  pollMs: number;
  resendMs: number;
  stuckMs: number;
};
