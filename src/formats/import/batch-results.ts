import { ERRORS, TENANCY_SUSPENDED } from '../../lib/errors.ts';

/** The result of one item of a batch. */
export type ItemResult = { identity: string } | { error: ItemError };

/** `code` is that of gRPC. */
export type ItemError = { code: number; message: string; details?: { '@type'?: string; request_id?: string }[] };

/** gRPC codes of errors of items that can pass without saying when to retry: those of 401 and 500. */
const PASSING = new Set([16, 13]);
/** The type of the detail by which all other errors that can pass, such as 429 and 503, say when to retry. */
const RETRY_INFO = 'type.googleapis.com/google.rpc.RetryInfo';

/**
 * Stores the results of the items `open` of a batch. Returns those that failed temporarily and the reason of the first;
 * undefined for a body that does not have a result for each item.
 */
export function storeResults(
  body: any,
  open: readonly number[],
  results: ItemResult[],
): { passing: number[]; reason: string } | undefined {
  const list = body?.results as Record<string, any>[] | undefined;
  if (list?.length !== open.length || !list.every(isResult)) return undefined;
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

/** The identity of a created record, also if its key created it more than a day ago: the error 409 names it. */
export function createdBy(result: ItemResult): string | undefined {
  if ('identity' in result) return result.identity;
  const { code, message } = result.error;
  return code === 6 ? /made (assets\/[0-9a-f-]{36}) more than a day ago/.exec(message)?.[1] : undefined;
}

/** Why an item was refused that does not depend on the item: the next ones would be refused as well. */
export type GeneralRefusal = { kind: 'quota' | 'suspended' | 'denied'; error: ItemError; index: number };

/**
 * The refusal of an item that does not depend on the item: a quota, a suspended tenancy, or no accepted item and a 403
 * or 404, because the caller may have lost its rights. Undefined if there is none.
 */
export function generalRefusal(results: readonly ItemResult[]): GeneralRefusal | undefined {
  const refused = results.flatMap((result, index) => ('error' in result ? [{ error: result.error, index }] : []));
  const first = (is: (error: ItemError) => boolean) => refused.find(({ error }) => is(error));
  const quota = first(isQuota);
  if (quota) return { kind: 'quota', ...quota };
  const suspended = first(({ message }) => message === TENANCY_SUSPENDED);
  if (suspended) return { kind: 'suspended', ...suspended };
  if (refused.length < results.length) return undefined;
  const denied = first(({ code }) => code === ERRORS.forbidden.grpc) ?? first(isRight);
  return denied && { kind: 'denied', ...denied };
}

/**
 * An item above a quota. An item with a proof mechanism that the tenancy does not have is an error of its line, also
 * 402.
 */
const isQuota = ({ code, message }: ItemError): boolean =>
  code === ERRORS.quota.grpc && !message.startsWith('proof_mechanism:');

/** 403, or 404 for what the caller may not read. */
const isRight = ({ code }: ItemError): boolean => code === ERRORS.forbidden.grpc || code === ERRORS.not_found.grpc;
