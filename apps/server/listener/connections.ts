import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { ClientConnection } from './client-connection.ts';
import type { ConnectionLimits } from './open-files.ts';
import { Rounds } from './rounds.ts';

/**
 * Limits the connections of a server, and has it read them in rounds. Further connections are closed. The limit of an
 * address does not apply to `isTrusted` addresses (proxies), each of whose connections has a share of its own in the
 * rounds. `onDrop` is called for each refused connection.
 */
export function boundConnections(
  server: Server,
  { connections, perAddress }: ConnectionLimits,
  isTrusted: (address: string) => boolean,
  onDrop: (reason: string) => void,
): void {
  const open = new Map<string, number>();
  const rounds = new Rounds();
  server.maxConnections = connections;
  server.on('drop', () => onDrop(`more than ${connections} connections`));
  const accept = (socket: Socket): ClientConnection | undefined => {
    const address = socket.remoteAddress ?? '';
    // Node accepts one connection in each iteration: another client may wait behind many of this one.
    rounds.postpone();
    if (isTrusted(address)) return new ClientConnection(socket, rounds);
    const count = (open.get(address) ?? 0) + 1;
    if (count > perAddress) {
      onDrop(`more than ${perAddress} connections of one address`);
      socket.destroy();
      return undefined;
    }
    open.set(address, count);
    socket.once('close', () => {
      const left = open.get(address)! - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
    return new ClientConnection(socket, rounds, address);
  };
  // The event has the socket of the client; the server may be given any other stream instead.
  const emit = server.emit.bind(server) as (event: string, ...values: unknown[]) => boolean;
  server.emit = (event: string, ...values: unknown[]): boolean => {
    if (event !== 'connection') return emit(event, ...values);
    const connection = accept(values[0] as Socket);
    return connection === undefined || emit('connection', connection);
  };
}
