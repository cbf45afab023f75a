/** Milliseconds from which on readers see both times of an event: clocks of clients differ by seconds. */
const VISIBLE = 60_000;

/** Whether the time at which an event was accepted differs visibly from its declared time. Both are RFC 3339. */
export const isAcceptedElsewhen = (declared: string, accepted: string): boolean =>
  Math.abs(Date.parse(accepted) - Date.parse(declared)) >= VISIBLE;
