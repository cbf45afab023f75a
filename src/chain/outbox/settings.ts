/** By what rules a chain is sent to. */
export type OutboxSettings = {
  /** Blocks on a transaction's, its own counted, after which it is final where the node does not say. */
  confirmations: number;
  /** Whether a block is final as soon as it is there, because nobody else seals. */
  sealed: boolean;
  /** Transactions that may wait for a block at once; Infinity for no limit. */
  inFlight: number;
  /** Milliseconds between looks at the chain, until a transaction is sent again, and until its fees are raised. */
  pollMs: number;
  resendMs: number;
  stuckMs: number;
};
