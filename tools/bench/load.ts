import http from 'node:http';

/** A service, and what its requests have in common. `accept` is the value of the Accept header. */
export type Target = {
  url: URL;
  token?: string;
  accept?: string;
  headers?: Record<string, string>;
  agent?: http.Agent;
};
/** `bytes`: the length of the body. */
export type Reply = { status: number; text: string; bytes: number };
export type Measured = { perSecond: number; median: number; p99: number };

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

/** Sends a request over a persistent connection. */
export function send(
  target: Target,
  method: string,
  path: string,
  body?: string,
  type = 'application/json',
): Promise<Reply> {
  const headers: Record<string, string | number> = { ...target.headers };
  if (target.token) headers['authorization'] = `Bearer ${target.token}`;
  if (target.accept !== undefined) headers['accept'] = target.accept;
  if (body !== undefined) Object.assign(headers, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
  return new Promise((resolve, reject) => {
    const request = http.request(
      { agent: target.agent ?? agent, host: target.url.hostname, port: target.url.port, method, path, headers },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const body = Buffer.concat(chunks);
          resolve({ status: response.statusCode ?? 0, text: body.toString(), bytes: body.length });
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** Sends a request with a body of bytes. Resolves to the size of the response, and to its text if it is JSON. */
export function transfer(
  target: Target,
  method: string,
  path: string,
  body?: Buffer,
  type = 'application/octet-stream',
): Promise<Reply & { bytes: number }> {
  const headers: Record<string, string | number> = target.token ? { authorization: `Bearer ${target.token}` } : {};
  if (body !== undefined) Object.assign(headers, { 'content-type': type, 'content-length': body.length });
  return new Promise((resolve, reject) => {
    const request = http.request(
      { agent, host: target.url.hostname, port: target.url.port, method, path, headers },
      (response) => {
        const isText = response.headers['content-type']?.startsWith('application/json') ?? false;
        let [bytes, text] = [0, ''];
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (isText) text += chunk.toString();
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text, bytes }));
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** Throws if the response is not 200. */
export function expectOk({ status, text }: Reply): void {
  if (status !== 200) throw new Error(`${status}: ${text.slice(0, 300)}`);
}

/** Keeps `connections` requests in flight for `milliseconds`. Every response must be 200. Times are in milliseconds. */
export async function measure(
  call: (i: number) => Promise<Reply>,
  milliseconds: number,
  connections = 32,
): Promise<Measured> {
  const started = performance.now();
  const times = await timesOf(call, milliseconds, connections);
  const seconds = (performance.now() - started) / 1000;
  return { perSecond: times.length / seconds, median: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

/** As `measure`: the times of all calls, sorted. */
export async function timesOf(
  call: (i: number) => Promise<Reply>,
  milliseconds: number,
  connections: number,
): Promise<number[]> {
  const times: number[] = [];
  const started = performance.now();
  let next = 0;
  const worker = async (): Promise<void> => {
    while (performance.now() - started < milliseconds) {
      const at = performance.now();
      expectOk(await call(next++));
      times.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  return times.toSorted((a, b) => a - b);
}

/** A quantile of sorted times. */
export const quantile = (times: readonly number[], q: number): number =>
  times[Math.min(times.length - 1, Math.floor(times.length * q))] ?? 0;

/** Returns the run with the median rate. */
export function middle(runs: Measured[]): Measured {
  return runs.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(runs.length / 2)]!;
}
