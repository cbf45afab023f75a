// `node senders.ts`, with the options as JSON in the first line of its standard input: sends the same requests again
// and again, from a process of its own, so that the load generator that measures does not wait for it. When its
// standard input closes, it ends and writes the number of responses by status.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { send } from '../load.ts';

export type SendersOptions = {
  url: string;
  connections: number;
  /** The service limits the connections and the concurrent requests of one address. */
  addresses: string[];
  token: string;
  requests: SentRequest[];
};

/**
 * A POST, or without a body a GET. `{uuid}` in the path, the body or a header is replaced by a random UUID in each
 * request.
 */
export type SentRequest = { path: string; body?: string; headers?: Record<string, string> };

/** Milliseconds within which a service that works responds to the last requests. */
const RESPOND_WITHIN = 120_000;

const lines = createInterface(process.stdin);
const first = (await once(lines, 'line')) as [string];
const { url, connections, addresses, token, requests } = JSON.parse(first[0]) as SendersOptions;
const agents = addresses.map(
  (localAddress) => new http.Agent({ keepAlive: true, localAddress, maxSockets: Infinity } as http.AgentOptions),
);
const statuses: Record<string, number> = {};
const ended = new AbortController();
const fill = (text: string): string => text.replaceAll('{uuid}', () => randomUUID());

async function connection(_: unknown, first: number): Promise<void> {
  const agent = agents[first % agents.length]!;
  for (let i = first; !ended.signal.aborted; i++) {
    const { path, body, headers = {} } = requests[i % requests.length]!;
    const filled = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value)]));
    const target = { url: new URL(url), token, headers: filled, agent };
    const [method, filledBody] = body === undefined ? (['GET'] as const) : (['POST', fill(body)] as const);
    const status = await send(target, method, fill(path), filledBody).then(
      (reply) => String(reply.status),
      (error: NodeJS.ErrnoException) => error.code ?? 'failed',
    );
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
}

lines.once('close', () => ended.abort());
// The requests in progress are waited for, so that the service has nothing to do when this program has ended.
const responses = Promise.all(Array.from({ length: connections }, connection));
await Promise.race([responses, once(ended.signal, 'abort').then(() => sleep(RESPOND_WITHIN))]);
process.stdout.write(JSON.stringify(statuses), () => process.exit(0));
