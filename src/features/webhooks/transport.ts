import type { Config, Env } from '../../settings/config.ts';
import { boundedBody } from '../../lib/remote.ts';
import { ambient } from '../../lib/time.ts';
import { parseReceiver } from '../../lib/https-address.ts';

/** Bytes of a response that are read. The rest is not needed: the status decides. */
const MAX_BYTES = 64 * 1024;

/**
 * How a request ended. `status`: 0 without a response. `error`: empty for a success; it has no text of the receiver.
 */
export type ReceiverResponse = { status: number; error: string; durationMs: number };

/** What a sender needs of the environment and the configuration. */
export type Network = Pick<Env, 'PUBLIC_NETWORK'>;

/**
 * Posts a delivery. Follows no redirect, ends after `webhookSeconds`, and never rejects. A name that is not listed in
 * WEBHOOK_ALLOWED_HOSTS is reached through PUBLIC_NETWORK where the platform has it, which refuses private addresses
 * after the name is resolved.
 */
export async function post(
  network: Network,
  { webhookHosts, webhookSeconds }: Pick<Config, 'webhookHosts' | 'webhookSeconds'>,
  address: string,
  headers: Record<string, string>,
  body: string,
): Promise<ReceiverResponse> {
  const started = ambient.now();
  const ended = (status: number, error: string): ReceiverResponse => ({
    status,
    error,
    durationMs: ambient.now() - started,
  });
  const receiver = parseReceiver(address, webhookHosts);
  if (typeof receiver === 'string') return ended(0, `the address is no longer accepted: it must ${receiver}`);
  const deadline = AbortSignal.timeout(webhookSeconds * 1000);
  const { PUBLIC_NETWORK } = network;
  const send: typeof fetch = receiver.listed || !PUBLIC_NETWORK ? fetch : PUBLIC_NETWORK.fetch.bind(PUBLIC_NETWORK);
  try {
    const response = await send(receiver.url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'asset-evidence-webhooks/1' },
      body,
      redirect: 'manual',
      signal: deadline,
    });
    await drain(response);
    const { status } = response;
    if (status >= 200 && status < 300) return ended(status, '');
    if (status >= 300 && status < 400) return ended(status, 'the receiver redirects, which is not followed');
    return ended(status, `the receiver responded with ${status}`);
  } catch {
    if (deadline.aborted) return ended(0, `the receiver did not respond within ${webhookSeconds} seconds`);
    return ended(0, 'the receiver could not be reached');
  }
}

/**
 * Reads the beginning of a body and cancels the rest, so that the connection is released. A body that fails changes
 * nothing.
 */
async function drain(response: Response): Promise<void> {
  await boundedBody(response, MAX_BYTES).catch(() => undefined);
  await response.body?.cancel().catch(() => undefined);
}
