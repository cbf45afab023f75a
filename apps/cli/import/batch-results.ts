import { ServiceFailure } from './service-failure.ts';

/** The result of one item of a batch. */
export type ItemResult = { identity: string } | { error: ItemError };

/** `code` is that of gRPC. */
export type ItemError = { code: number; message: string; details?: { '@type'?: string; request_id?: string }[] };

/** gRPC codes of errors of items that can pass without saying when to retry: those of 401 and 500. */
const PASSING = new Set([16, 13]);
/** The type of the detail by which all other errors that can pass, such as 429 and 503, say when to retry. */
const RETRY_INFO = 'type.googleapis.com/google.rpc.RetryInfo';

/**
 * Stores the results of the items `open` of a batch. Returns those that failed temporarily and the reason of the first.
 */
export function storeResults(
  body: any,
  open: readonly number[],
  results: ItemResult[],
): { passing: number[]; reason: string } {
  const list = body?.results as Record<string, any>[] | undefined;
  if (list?.length !== open.length || !list.every(isResult))
    throw new ServiceFailure('the service responded without a result for each item: check the address');
  const passing: number[] = [];
  let reason = '';
  for (const [i, index] of open.entries()) {
    const { error, asset, event } = list[i]!;
    if (error && isTemporary(error)) {
      passing.push(index);
      reason ||= String(error.message);
    } else results[index] = error ? { error } : { identity: (asset ?? event).identity as string };
  }
  return { passing, reason };
}

/** Whether a member of `results` has an error or the identity of a record. */
function isResult(result: Record<string, any> | null): boolean {
  const { error, asset, event } = result ?? {};
  if (error) return typeof error.code === 'number' && typeof error.message === 'string';
  return typeof (asset ?? event)?.identity === 'string';
}

/** An item that exceeds a quota has the same code as one that exceeds the rate limit, but cannot be retried. */
const isTemporary = ({ code, details }: ItemError): boolean =>
  PASSING.has(code) || (details ?? []).some((detail) => detail['@type'] === RETRY_INFO);
