import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { faultPlan, type Fault } from './faults.ts';

export type Request = {
  method: string;
  path: string;
  query: URLSearchParams;
  /** The Host header: name and port. */
  host: string;
  headers: IncomingMessage['headers'];
  /** Alternating names and values, in the case of the sender. */
  rawHeaders: string[];
  body: Buffer;
  /** Aborted when the caller disconnects. */
  gone: AbortSignal;
};
export type Answer = { status: number; headers?: Record<string, string>; body?: string | Buffer };
/** A received request. `status` is absent while it runs and if no response was sent. */
export type Seen<Operation extends string> = {
  at: number;
  operation: Operation;
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
  fault?: Fault['kind'];
  status?: number;
};

async function requestOf(incoming: IncomingMessage, response: ServerResponse): Promise<Request> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { pathname, searchParams } = new URL(incoming.url!, 'http://double');
  return {
    method: incoming.method!,
    path: pathname,
    query: searchParams,
    host: incoming.headers.host ?? '',
    headers: incoming.headers,
    rawHeaders: incoming.rawHeaders,
    body: Buffer.concat(chunks),
    gone: gone.signal,
  };
}

function flood(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
  const more = () => {
    while (!response.destroyed && response.write(`["${'x'.repeat(2 ** 16)}",`)) continue;
  };
  response.on('drain', more);
  more();
}

/** A server on loopback that records its requests and can inject faults. */
export async function serve<Operation extends string>(options: {
  port?: number;
  operationOf: (request: Request) => Operation;
  /** `fault` is a fault that the handler must implement (`empty`). */
  handle: (request: Request, operation: Operation, fault?: Fault) => Answer | Promise<Answer>;
}) {
  const { fail, heal, next } = faultPlan<Operation>();
  const requests: Seen<Operation>[] = [];
  let awaited: { condition: () => boolean; resolve: () => void }[] = [];
  const check = (): void => {
    const met = awaited.filter(({ condition }) => condition());
    awaited = awaited.filter((each) => !met.includes(each));
    met.forEach(({ resolve }) => resolve());
  };
  async function respond(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await requestOf(incoming, response);
    const operation = options.operationOf(request);
    const fault = next(operation);
    const { method, path, headers } = request;
    const seen: Seen<Operation> = { at: Date.now(), operation, method, path, headers, body: String(request.body) };
    if (fault) seen.fault = fault.kind;
    requests.push(seen);
    check();
    if (fault?.kind === 'hang') return;
    if (fault?.kind === 'drop') return void response.destroy();
    if (fault?.kind === 'flood') return flood(response);
    const answer = fault?.kind === 'answer' ? fault : await options.handle(request, operation, fault);
    check();
    if (fault?.kind === 'lose' || request.gone.aborted) return void response.destroy();
    seen.status = answer.status;
    response.writeHead(answer.status, answer.headers).end(answer.body);
  }
  const server = createServer((incoming, response) => {
    respond(incoming, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500);
      response.end(String(error));
    });
  });
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    /** Name and port, in the form of AZURE_ALLOWED_HOSTS. */
    host: `127.0.0.1:${port}`,
    requests,
    fail,
    heal,
    /** Resolves once a condition is true. It is checked whenever a request is received or handled. */
    until: (condition: () => boolean): Promise<void> =>
      new Promise((resolve) => {
        awaited.push({ condition, resolve });
        check();
      }),
    close: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
