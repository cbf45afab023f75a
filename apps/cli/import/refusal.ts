import { ERRORS, TENANCY_SUSPENDED } from '../../../src/lib/errors.ts';
import { generalRefusal, type ItemError, type ItemResult } from '../../../src/formats/import/batch-results.ts';
import { ServiceFailure, type Refused } from './service-failure.ts';

const RESUME = 'the batch is not recorded; run the command again to resume';

/**
 * Throws a ServiceFailure if an error of an item does not depend on its line, and the later lines would fail in the
 * same way: a quota, a suspended tenancy, or no accepted item and a 403 or 404, because the caller may have lost its
 * rights. `lines` are the numbers of the lines of the items.
 */
export function requireErrorsOfLines(results: readonly ItemResult[], lines: readonly number[]): void {
  const general = generalRefusal(results);
  if (!general) return;
  const { kind, error } = general;
  const text = `line ${lines[general.index]!}: ${error.message}; ${RESUME}`;
  if (kind !== 'denied') throw new ServiceFailure(text, kind === 'quota' ? 'quota' : 'denied', factsOf(error));
  throw new ServiceFailure(
    `the service accepted no line of the batch: ${text}. Check the rights of the caller; if these lines can ` +
      'never be accepted, import the lines after them from another file with --assets-of',
    'denied',
    factsOf(error),
  );
}

/** Whether a refusal does not depend on the record: a quota, or a suspended tenancy. */
export const isGeneral = ({ status, message }: Refused): boolean =>
  status === ERRORS.quota.status || message.endsWith(TENANCY_SUSPENDED);

/** The status that a request with this item alone would have had, and the id of the request. */
function factsOf({ code, details = [] }: ItemError): { status: number; requestId: string } {
  const { status } = [ERRORS.quota, ERRORS.forbidden, ERRORS.not_found].find(({ grpc }) => grpc === code)!;
  return { status, requestId: details.find(({ request_id }) => request_id)?.request_id ?? '' };
}
