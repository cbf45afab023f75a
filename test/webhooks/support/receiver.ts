import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** A request that a receiver got. `path` has the query. */
export type Received = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  at: number;
  /** Resolves when the response has ended or its connection is closed. */
  ended: Promise<void>;
};

export type Respond = (received: Received, response: ServerResponse, request: IncomingMessage) => void;

const accept: Respond = (_received, response) => void response.writeHead(204).end();

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Starts a receiver of webhooks on loopback. `respond` decides its responses; default: 204. */
export async function startReceiver() {
  const received: Received[] = [];
  let respond = accept;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      const ended = new Promise<void>((resolve) => response.on('close', () => resolve()));
      const headers = request.headers as Record<string, string>;
      const one = {
        method: request.method!,
        path: request.url!,
        headers,
        body: Buffer.concat(chunks).toString(),
        at: Date.now(),
        ended,
      };
      received.push(one);
      respond(one, response, request);
    });
  });
  const listen = (port: number): Promise<void> => new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  return {
    host,
    url: `http://${host}/hook`,
    received,
    /** The requests to a path. */
    at: (path: string): Received[] => received.filter((each) => each.path === path),
    respond: (next: Respond = accept): void => void (respond = next),
    /** Closes the socket, as a receiver that has disappeared. */
    disappear: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    appear: () => listen(port),
    close: (): void => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * The body of a request, if the library of the Standard Webhooks specification accepts its signature. Throws
 * otherwise.
 */
export const verified = (secret: string, { body, headers }: Pick<Received, 'body' | 'headers'>): any =>
  new Webhook(secret).verify(body, headers);
