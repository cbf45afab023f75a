import type { Micros } from '../../lib/time.ts';
import type { Certificate } from './path.ts';

/** By how much the clocks of an authority and of the service may differ. */
export const CLOCK_SKEW: Micros = 300_000_000;

/** A time-stamping authority of RFC 3161, and what it must do so that its stamps are accepted. */
export type TimestampAuthority = {
  /** Identifies the authority in the database and in alarms, also if its address changes. */
  name: string;
  url: string;
  /** The OID of the policy that it must use; undefined: any. */
  policy: string | undefined;
  /** The certificates to which a path must lead. */
  trusted: readonly Certificate[];
};
