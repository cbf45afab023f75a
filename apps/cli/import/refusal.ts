import { ERRORS, TENANCY_SUSPENDED } from '../../../src/lib/errors.ts';
import type { ItemError, ItemResult } from './batch-results.ts';
import { ServiceFailure, type Refused } from './service-failure.ts';

const RESUME = 'the batch is not recorded; run the command again to resume';

/**
 * An item above a quota. An item with a proof mechanism that the tenancy does not have is an error of its line, also
 * 402.
 */
const isQuota = ({ code, message }: ItemError): boolean =>
  code === ERRORS.quota.grpc && !message.startsWith('proof_mechanism:');

/** 403, or 404 for what the caller may not read. */
const isRight = ({ code }: ItemError): boolean => code === ERRORS.forbidden.grpc || code === ERRORS.not_found.grpc;

/**
 * Throws a ServiceFailure if an error of an item does not depend on its line, and the later lines would fail in the
 * same way: a quota, a suspended tenancy, or no accepted item and a 403 or 404, because the caller may have lost its
 * rights. `lines` are the numbers of the lines of the items.
 */
export function requireErrorsOfLines(results: readonly ItemResult[], lines: readonly number[]): void {
  const refused = results.flatMap((result, i) => ('error' in result ? [{ error: result.error, line: lines[i]! }] : []));
  const isNone = refused.length === results.length;
  const first = (is: (error: ItemError) => boolean) => refused.find(({ error }) => is(error));
  const quota = first(isQuota);
  if (quota) throw new ServiceFailure(textOf(quota), 'quota', factsOf(quota.error));
  const suspended = first(({ message }) => message === TENANCY_SUSPENDED);
  if (suspended) throw new ServiceFailure(textOf(suspended), 'denied', factsOf(suspended.error));
  const denied = isNone ? (first(({ code }) => code === ERRORS.forbidden.grpc) ?? first(isRight)) : undefined;
  if (denied)
    throw new ServiceFailure(
      `the service accepted no line of the batch: ${textOf(denied)}. Check the rights of the caller; if these ` +
        `lines can ` +
        'never be accepted, import the lines after them from another file with --assets-of',
      'denied',
      factsOf(denied.error),
    );
}

/** Whether a refusal does not depend on the record: a quota, or a suspended tenancy. */
export const isGeneral = ({ status, message }: Refused): boolean =>
  status === ERRORS.quota.status || message.endsWith(TENANCY_SUSPENDED);

const textOf = ({ error, line }: { error: ItemError; line: number }): string =>
  `line ${line}: ${error.message}; ${RESUME}`;

/** The status that a request with this item alone would have had, and the id of the request. */
function factsOf({ code, details = [] }: ItemError): { status: number; requestId: string } {
  const { status } = [ERRORS.quota, ERRORS.forbidden, ERRORS.not_found].find(({ grpc }) => grpc === code)!;
  return { status, requestId: details.find(({ request_id }) => request_id)?.request_id ?? '' };
}
