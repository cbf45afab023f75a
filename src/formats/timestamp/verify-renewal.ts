import { formatSeconds, type Micros } from '../../lib/time.ts';
import { CLOCK_SKEW } from './authority.ts';
import { TimestampError } from './error.ts';
import type { Certificate } from './path.ts';
import { renewedTokens, type HashedToken, type Renewal } from './renewal.ts';
import { verifyToken, type VerifiedTimestamp } from './verify.ts';

/**
 * Verifies a token in its normal form, with its renewals as far as they are valid (RFC 4998, section 5.3): its path
 * must be valid at its time, and also when the renewal of it was made; if none is valid, at `now`. Rejects with
 * TimestampError.
 */
export async function verifyRenewed(
  stamp: HashedToken,
  renewals: readonly Renewal[],
  trusted: readonly Certificate[],
  now: Micros,
): Promise<VerifiedTimestamp> {
  let newer: VerifiedTimestamp | TimestampError | undefined;
  for (const each of renewedTokens(stamp, renewals).toReversed()) newer = await verifyBefore(each, newer, trusted, now);
  if (newer instanceof TimestampError) throw newer;
  return newer!;
}

/** Verifies a token that must have been valid when a newer one was made. Returns the error of one that was not. */
async function verifyBefore(
  { token, hash }: HashedToken,
  newer: VerifiedTimestamp | TimestampError | undefined,
  trusted: readonly Certificate[],
  now: Micros,
): Promise<VerifiedTimestamp | TimestampError> {
  const renewal = newer instanceof TimestampError ? undefined : newer;
  try {
    const verified = await verifyToken(token, hash, trusted, renewal?.latest ?? now);
    if (!renewal || verified.time <= renewal.latest + CLOCK_SKEW) return verified;
    return new TimestampError(
      `the time stamp of ${formatSeconds(verified.time)} is after its renewal of ${formatSeconds(renewal.latest)}`,
    );
  } catch (error) {
    if (!(error instanceof TimestampError)) throw error;
    const why = newer instanceof TimestampError ? `; its renewal is not valid: ${newer.message}` : '';
    return new TimestampError(`${error.message}${why}`);
  }
}
