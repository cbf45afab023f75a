import type { Config, Env } from '../../settings/config.ts';
import { MAX_MESSAGE, txtAnswer, txtQuery } from '../../lib/dns.ts';
import { boundedBody } from '../../lib/remote.ts';
import { parseReceiver } from '../../lib/https-address.ts';

/** Seconds within which the resolver must respond. */
const SECONDS = 5;
const MEDIA = 'application/dns-message';
const [NO_ERROR, NO_NAME] = [0, 3];

/** The resolver gave no answer: nothing is known about the record. The message has no text of the resolver. */
export class LookupFailed extends Error {}

/**
 * The TXT records of a name, by DNS over HTTPS (RFC 8484); none if the name does not exist. Asks with POST, so that
 * HTTP caches do not answer. Follows no redirect. A resolver that WEBHOOK_ALLOWED_HOSTS does not list is reached
 * through PUBLIC_NETWORK where the platform has it. Throws LookupFailed.
 */
export async function lookUpTxt(
  { PUBLIC_NETWORK }: Pick<Env, 'PUBLIC_NETWORK'>,
  { dnsResolver, webhookHosts }: Pick<Config, 'dnsResolver' | 'webhookHosts'>,
  name: string,
): Promise<string[]> {
  const receiver = parseReceiver(dnsResolver, webhookHosts);
  if (typeof receiver === 'string') throw new LookupFailed(`the address of the DNS resolver must ${receiver}`);
  const send: typeof fetch = receiver.listed || !PUBLIC_NETWORK ? fetch : PUBLIC_NETWORK.fetch.bind(PUBLIC_NETWORK);
  const query = txtQuery(name);
  const message = await post(send, receiver.url, query);
  let answer: ReturnType<typeof txtAnswer>;
  try {
    answer = txtAnswer(message, query);
  } catch {
    throw new LookupFailed('the DNS resolver sent no valid answer');
  }
  if (answer.code === NO_NAME) return [];
  if (answer.code !== NO_ERROR) throw new LookupFailed(`the DNS resolver responded with the code ${answer.code}`);
  return answer.texts;
}

async function post(send: typeof fetch, url: string, query: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  let response: Response;
  let body: Uint8Array | undefined;
  try {
    response = await send(url, {
      method: 'POST',
      headers: { 'content-type': MEDIA, accept: MEDIA },
      body: query,
      redirect: 'manual',
      signal: AbortSignal.timeout(SECONDS * 1000),
    });
    body = await boundedBody(response, MAX_MESSAGE);
  } catch {
    throw new LookupFailed(`the DNS resolver did not respond within ${SECONDS} seconds`);
  }
  if (response.status !== 200) throw new LookupFailed(`the DNS resolver responded with the status ${response.status}`);
  if (!body) throw new LookupFailed('the answer of the DNS resolver is too long');
  if (response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() !== MEDIA)
    throw new LookupFailed('the DNS resolver sent no DNS message');
  return body;
}
