import { createServer } from 'node:net';

/**
 * The ports to choose from. They are below those that Linux gives to anyone who asks for any port, so that nobody
 * else gets one between its choice and its use, or while its service restarts.
 */
const FIRST = 20_000;
const COUNT = 12_000;
/** Processes that choose at the same time begin at different ports. */
let next = (process.pid * 61) % COUNT;

/** A port of 127.0.0.1 on which nothing listens. The next call returns another one. Throws if none is free. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < COUNT; tries++) {
    next = (next + 1) % COUNT;
    const port = FIRST + next;
    if (await isFree(port)) return port;
  }
  throw new Error(`no port from ${FIRST} to ${FIRST + COUNT - 1} is free`);
}

export const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
