import { EvidenceClient, type ClientOptions } from '../../../apps/client/src/index.ts';

/** A request that a scripted service has received. */
export type Received = { method: string; url: URL; headers: Record<string, string>; body: unknown };

/** A response of a scripted service, or a failure of the connection. */
export type Scripted = { status?: number; headers?: Record<string, string>; body?: unknown } | Error;

export const BASE = 'https://evidence.example.com/archivist';

/** A client of a service whose responses are functions of the requests. Its time passes only while it sleeps. */
export function scripted(
  respond: (request: Received, index: number) => Scripted | Promise<Scripted>,
  options: Partial<ClientOptions> = {},
) {
  const received: Received[] = [];
  const sleeps: number[] = [];
  const clock = {
    time: Date.parse('2026-01-01T00:00:00Z'),
    now: () => clock.time,
    sleep: async (milliseconds: number) => {
      sleeps.push(milliseconds);
      clock.time += milliseconds;
    },
  };
  const client = new EvidenceClient({
    url: BASE,
    clock,
    random: () => 0.5,
    fetch: async (input, init) => {
      const request: Received = {
        method: init.method ?? 'GET',
        url: new URL(input),
        headers: init.headers as Record<string, string>,
        body: init.body,
      };
      received.push(request);
      const answer = await respond(request, received.length - 1);
      if (answer instanceof Error) throw answer;
      const { status = 200, headers, body } = answer;
      return new Response(typeof body === 'string' ? body : JSON.stringify(body ?? {}), {
        status,
        ...(headers ? { headers } : {}),
      });
    },
    ...options,
  });
  return { client, received, sleeps, clock };
}

/** The body of an error of the service. */
export const problem = (code: number, message: string, details: object[] = []) => ({
  code,
  message,
  details: [{ '@type': 'type.googleapis.com/google.rpc.RequestInfo', request_id: 'r-1' }, ...details],
});
