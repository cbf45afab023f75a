import { BASE, errorOf, identification } from '../lib/api.ts';
import { isNow, type SignedInUser } from '../lib/session.ts';
import { outcomeOf, type SendOutcome } from './queue.ts';

/** Milliseconds within which the service must respond to a record, and to a file. */
const WITHIN = { record: 30_000, file: 10 * 60_000 };

/** The response to a request: its status is 0 if there was none. */
export type Posted = { outcome: SendOutcome; reason: string; status: number; body: unknown };

/** Sends a request in a session, unless it has ended. Never throws. */
export async function post(
  by: SignedInUser,
  path: string,
  body: string | FormData,
  headers: Record<string, string> = {},
): Promise<Posted> {
  if (!isNow(by.id)) return { outcome: 'signed out', reason: '', status: 0, body: undefined };
  const isJson = typeof body === 'string';
  try {
    const response = await fetch(BASE + path, {
      method: 'POST',
      headers: { ...(isJson ? { 'content-type': 'application/json' } : {}), ...headers, ...identification(by) },
      body,
      signal: AbortSignal.timeout(isJson ? WITHIN.record : WITHIN.file),
    });
    const answer = (await response.json().catch(() => undefined)) as { identity?: string } | undefined;
    const outcome = outcomeOf(response.status, answer);
    const reason = outcome === 'sent' ? '' : errorOf(response.status, answer, '').message;
    return { outcome, reason, status: response.status, body: answer };
  } catch {
    return { outcome: 'later', reason: 'it could not be sent', status: 0, body: undefined };
  }
}
