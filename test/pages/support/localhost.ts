import { connect, createServer, type Socket } from 'node:net';

/** A port of this machine at which a service can be reached that is started later, so that its ORIGIN is known. */
export type Doorway = { origin: string; leadTo: (address: string) => void; close: () => Promise<void> };

/** Opens a port whose origin has the name `localhost`, at which browsers have passkeys without TLS. */
export async function openDoorway(): Promise<Doorway> {
  let target: URL | undefined;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const { hostname, port } = target!;
    const other = connect(Number(port), hostname);
    for (const each of [socket, other]) {
      sockets.add(each);
      each.on('error', () => undefined).on('close', () => sockets.delete(each));
    }
    socket.pipe(other);
    other.pipe(socket);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    origin: `http://localhost:${port}`,
    leadTo: (address) => void (target = new URL(address)),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
