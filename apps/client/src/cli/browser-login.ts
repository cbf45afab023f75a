import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { hostname } from 'node:os';
import type { AddressInfo } from 'node:net';
import { UsageError } from '../../../cli/command-line.ts';
import { openBrowser } from './browser.ts';
import { NotSignedIn } from './exit.ts';

/** Milliseconds within which a person must have signed in. */
const PATIENCE = 5 * 60_000;
const HEX_256 = /^[0-9a-f]{64}$/;
const TENANCY = /^tenant\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What the browser brings back. */
type Answer = { code: string; tenancy: string } | { refused: true };

/**
 * Signs a person in with a browser (RFC 8252): opens the console of the service, and listens at the loopback address
 * for its answer. The verifier never leaves this process. Returns the token of a session, and the tenancy that the
 * person has chosen. Throws NotSignedIn if the person refuses or does not answer within five minutes.
 */
export async function signInWithBrowser(url: string): Promise<{ token: string; tenancy: string }> {
  const [verifier, state] = [randomBytes(32).toString('hex'), randomBytes(16).toString('hex')];
  const challenge = createHash('sha256').update(verifier).digest('hex');
  let settle: { resolve: (answer: Answer) => void; reject: (error: Error) => void };
  const received = new Promise<Answer>((resolve, reject) => (settle = { resolve, reject }));
  const server = createServer((request, response) => {
    const answer = answerIn(request, server.address() as AddressInfo, state);
    respond(response, answer);
    if (answer) settle.resolve(answer);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  }).catch((error: Error) => {
    throw new UsageError(`the loopback address cannot be used: ${error.message}`, { cause: error });
  });
  const { port } = server.address() as AddressInfo;
  // Characters that the console accepts.
  const name =
    hostname()
      .replaceAll(/[^\w .-]/g, '-')
      .slice(0, 100) || 'a computer';
  const query = new URLSearchParams({ port: String(port), challenge, state, name });
  const address = `${new URL(url).origin}/console/#/command-line?${query}`;
  const timer = setTimeout(
    () => settle.reject(new NotSignedIn('nobody signed in within five minutes: run evidence login again')),
    PATIENCE,
  );
  try {
    const opened = await openBrowser(address);
    process.stderr.write(
      `${opened ? 'Continue in the browser, or open' : 'Open in a browser on this computer:'} ${address}\n`,
    );
    const answer = await received;
    if ('refused' in answer) throw new NotSignedIn('the sign-in was refused in the browser');
    return { token: `evidence_${verifier}_${answer.code}`, tenancy: answer.tenancy };
  } finally {
    clearTimeout(timer);
    server.close();
    server.closeAllConnections();
  }
}

/** The answer in a request to the listener; undefined for a request that is not from the console of this sign-in. */
function answerIn(
  { method, url = '', headers }: IncomingMessage,
  { port }: AddressInfo,
  state: string,
): Answer | undefined {
  if (method !== 'GET' || headers.host !== `127.0.0.1:${port}` || !url.startsWith('/?')) return undefined;
  const query = new URLSearchParams(url.slice(2));
  if (!isEqual(query.get('state') ?? '', state)) return undefined;
  if (query.has('error')) return { refused: true };
  const [code, tenancy] = [query.get('code') ?? '', query.get('tenancy') ?? ''];
  return HEX_256.test(code) && TENANCY.test(tenancy) ? { code, tenancy } : undefined;
}

const isEqual = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** Tells the person where to continue. The page has nothing of the request, and runs nothing. */
function respond(response: ServerResponse, answer: Answer | undefined): void {
  const text = answer ? 'Continue in the terminal. You can close this page.' : 'This is not the answer to a sign-in.';
  response
    .writeHead(answer ? 200 : 400, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      connection: 'close',
    })
    .end(text);
}
