import { fromBase64 } from '../lib/text.ts';
import { formatSeconds, nowMicros, parseTimestamp, type Micros } from '../lib/time.ts';
import { CLOCK_SKEW } from '../formats/timestamp/authority.ts';
import { TimestampError } from '../formats/timestamp/error.ts';
import type { Certificate } from '../formats/timestamp/path.ts';
import type { VerifiedTimestamp } from '../formats/timestamp/verify.ts';
import { verifyRenewed } from '../formats/timestamp/verify-renewal.ts';
import { leafOf } from './log-entry.ts';
import type { LogProof } from './log-format.ts';
import { renewalsOf, stampedRoot, type StampedLeaf } from './log-stamp.ts';
import { NO_WORD, reasonOf, type Report, type Step } from './report.ts';
import { stampWord } from './stamp-word.ts';

/** What the tokens of a proof show. `found`: the earliest valid one. */
export type VerifiedStamps = { step: Step; found: VerifiedTimestamp | undefined };

/**
 * Verifies the tokens of a proof whose steps passed with the certificates that the verifier trusts. One valid token
 * suffices: others can be of authorities that the verifier does not know. `leaf`: its hash; `accepted`: when it was
 * made by its own statement. `now`: when tokens without a renewal must be valid.
 */
export async function verifyStamps(
  proof: StampedLeaf,
  { what, leaf, accepted }: { what: 'event' | 'map'; leaf: Uint8Array; accepted: string },
  trusted: readonly Certificate[],
  now: Micros = nowMicros(),
): Promise<VerifiedStamps> {
  const name = 'authority';
  const valid: VerifiedTimestamp[] = [];
  const reasons: string[] = [];
  const earliest = parseTimestamp(accepted)!.us;
  for (const stamp of proof.stamps ?? []) {
    try {
      const token = { token: fromBase64(stamp.token)!, hash: stampedRoot(proof, leaf, stamp) };
      const verified = await verifyRenewed(token, renewalsOf(stamp), trusted, now);
      const problem = orderProblem(verified.latest, earliest);
      if (problem !== undefined) throw new TimestampError(problem);
      valid.push(verified);
    } catch (error) {
      if (!(error instanceof TimestampError)) throw error;
      reasons.push(reasonOf(error));
    }
  }
  const [found] = valid.toSorted((a, b) => a.latest - b.latest);
  if (!found) return { step: { name, ok: false, detail: reasons.join('; ') }, found };
  return { step: { name, ok: true, detail: `the ${what} ${stampWord(found)}` }, found };
}

/** Verifies the tokens of the proof of an event, as `verifyStamps`. */
export const verifyEventStamps = (proof: LogProof, trusted: readonly Certificate[]): Promise<VerifiedStamps> =>
  verifyStamps(proof, { what: 'event', leaf: leafOf(proof), accepted: proof.event.timestamp_accepted }, trusted);

/** The report on a proof whose steps passed, with what its tokens show. `of`: what they are of, in its words. */
export function withStamps(report: Report, { step, found }: VerifiedStamps, of = ''): Report {
  if (!found) return { ok: false, steps: [...report.steps, step], ...NO_WORD };
  // Without known certificates, the step before says that the tokens were not checked.
  const steps = report.steps.map((each): Step => {
    const { name, ok, detail } = each;
    return name === 'stamp' ? { name, ok, detail: detail.split('; ')[0]! } : each;
  });
  return { ...report, steps: [...steps, step], word: `${report.word}; ${of}${stampWord(found)}` };
}

/** Why a stamp contradicts the time at which its event says that it was accepted; undefined if it does not. */
export const orderProblem = (latest: Micros, accepted: Micros): string | undefined =>
  latest + CLOCK_SKEW < accepted
    ? `the time stamp is of ${formatSeconds(latest)}, before the event was accepted`
    : undefined;
