import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where to stop: at the n-th call of a method, before or after it is passed to the node. */
export type Stop = { method: string; nth: number; when: 'before' | 'after' };

/**
 * A proxy in front of a node. At a stop it no longer responds and passes nothing on, until `resume` is called.
 */
export async function proxyTo(url: string) {
  let stop: (Stop & { reached: () => void }) | undefined;
  let silent = false;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => void pass(String(Buffer.concat(chunks)), (answer) => response.end(answer)));
  });
  async function pass(body: string, answer: (text: string) => void): Promise<void> {
    if (silent) return;
    const { method } = JSON.parse(body) as { method: string };
    const reached = stop?.method === method && --stop.nth === 0 ? stop : undefined;
    if (reached) silent = true;
    if (reached?.when !== 'before') {
      const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      const text = await response.text();
      if (!silent) answer(text);
    }
    reached?.reached();
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Resolves when the stop is reached. */
    until: (at: Stop): Promise<void> => new Promise((reached) => (stop = { ...at, reached })),
    resume: () => ([stop, silent] = [undefined, false]),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
