import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ServiceError } from '../../../src/lib/errors.ts';
import { ClientConnection } from './client-connection.ts';
import { boundConnections } from './connections.ts';
import { drainable } from './drain.ts';
import { Exchanges, type ExchangeOptions } from './exchange.ts';
import type { TrustedProxies } from './proxy-headers.ts';
import { MOST_CONNECTIONS, type ConnectionLimits } from './open-files.ts';
import { NOT_HTTP, refuse } from './refusals.ts';
import { endAfterUpgrade, refuseUnreadable } from './unreadable.ts';

/** Milliseconds within which the headers of a request, and the complete request, must arrive. */
const HEADERS_WITHIN = 30_000;
const REQUEST_WITHIN = 15 * 60_000;
/** Milliseconds after which a connection without a request is closed. */
const KEPT_ALIVE = 65_000;

export type ListenerOptions = ExchangeOptions & {
  host: string;
  port: number;
  proxies: TrustedProxies;
  /** Default: the most that the service accepts. */
  limits?: ConnectionLimits;
  /** Called for each connection that is closed because there are too many. */
  onDrop: (reason: string) => void;
};

export type Listener = {
  /** The port that it listens on. */
  port: number;
  /** Stops accepting, waits up to `milliseconds` for the requests in flight, and closes the remaining connections. */
  drain: (milliseconds: number) => Promise<void>;
};

/**
 * Opens the public socket of the local service and forwards every request to the Worker. Replaces the headers that
 * describe the client with its actual address. Rejects with the error of the system if it cannot listen.
 */
export async function listen(options: ListenerOptions): Promise<Listener> {
  const exchanges = new Exchanges(options);
  const server = createServer(
    {
      headersTimeout: HEADERS_WITHIN,
      requestTimeout: REQUEST_WITHIN,
      keepAliveTimeout: KEPT_ALIVE,
      // `targetOf` does it: Node would respond itself, without a limit for a connection.
      requireHostHeader: false,
    },
    (request, response) => {
      const connection = ClientConnection.of(request);
      if (connection.isClosing) return;
      endAfterUpgrade(request, response);
      connection.inTurn(request, response, () => {
        exchanges.forward(request, response, clientOf(request, options.proxies)).catch((error: unknown) => {
          if (!(error instanceof ServiceError)) options.onFailure((error as NodeJS.ErrnoException).code ?? 'unknown');
          refuse(response, error instanceof ServiceError ? error : NOT_HTTP);
        });
      });
    },
  );
  // Node would respond itself.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  boundConnections(
    server,
    options.limits ?? MOST_CONNECTIONS,
    (address) => options.proxies.has(address),
    options.onDrop,
  );
  const drain = drainable(server);
  refuseUnreadable(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: options.host, port: options.port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    drain: async (milliseconds) => {
      const drained = drain(milliseconds);
      exchanges.closeFeeds();
      await drained;
      exchanges.destroy();
    },
  };
}

/** The address of the client of a request. */
function clientOf({ socket, headers }: IncomingMessage, proxies: TrustedProxies): string {
  const forwardedFor = headers['x-forwarded-for'];
  return proxies.clientOf(
    socket.remoteAddress ?? '',
    Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor,
  );
}
