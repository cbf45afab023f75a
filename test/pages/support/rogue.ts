import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Rogue = Awaited<ReturnType<typeof startRogue>>;

/** Starts a malicious issuer, which redirects sign-ins to the URL that `send` sets. */
export async function startRogue() {
  const asked: string[] = [];
  let sends = (query: URLSearchParams): string => query.get('redirect_uri')!;
  let more: object = {};
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, issuer);
    asked.push(pathname);
    if (pathname === '/auth') response.writeHead(303, { location: sends(searchParams) }).end();
    else {
      response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'application/json' });
      response.end(
        JSON.stringify({
          issuer,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `${issuer}/token`,
          ...more,
        }),
      );
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    /** Requested paths, oldest first. */
    asked,
    /** Sets the target of redirects, and further fields of the discovery document. */
    send: (to: typeof sends, metadata: object = {}): void => {
      sends = to;
      more = metadata;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
