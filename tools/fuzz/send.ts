import { mkdtempSync, writeFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Answer, Document } from '../../test/support/client.ts';
import { answerCheck } from '../../test/support/client.ts';
import type { Service } from '../../test/support/service.ts';
import type { Sketch } from './generate.ts';
import type { Made } from './fixtures.ts';
import { eventOf, excess, preimagesIn } from './proofs.ts';
import type { World } from './world.ts';

/** A request as it is sent. */
type Wire = { method: string; path: string; headers: Record<string, string>; body: Buffer | undefined };

const ERROR_MAX = 20_000;
const TIMES = 3;
const RESPONSE_WITHIN = 60_000;
/** Removed from the output. A token is only valid for the service under test. */
const SECRET = /^(Bearer )[\w.-]{30,}$/;
/** Maximum number of bytes of a body in a line of output. */
const LINE_MAX = 4_000;
/** Matches a sketch that names the public asset or creates a public one. */
const PUBLIC = /\.asset\.0\}\}|"public":\s*true/;
const READING = new Set(['GET', 'HEAD', 'OPTIONS']);
const BASE = '/archivist';
const AT_ORIGIN = ['/appidpv1/', '/a/'];
/** Paths at the origin besides those below AT_ORIGIN. */
const MONITORED = new Set(['/healthz', '/metrics']);

/** Resolves the names in a sketch. */
function wireOf(sketch: Sketch, world: World): Wire {
  const isPublic = PUBLIC.test(`${sketch.path} ${sketch.body}`);
  const resolve = (text: string): string => world.resolve(text, sketch.sender, isPublic);
  const authorization = world.authorization(sketch.sender);
  const own = Object.entries(sketch.headers).map(([name, value]) => [name, resolve(value)] as const);
  return {
    method: sketch.method,
    path: resolve(sketch.path),
    headers: { ...(authorization === undefined ? {} : { authorization }), ...Object.fromEntries(own) },
    body: sketch.body === undefined ? undefined : Buffer.from(resolve(sketch.body)),
  };
}

/** Formats a request as a shell command; writes a long body to a file. */
function curlOf(origin: string, sender: string, { method, path, headers, body }: Wire): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  return [
    'curl -sS -i --path-as-is',
    method === 'HEAD' ? '-I' : `-X ${method}`,
    quoted(origin + path),
    ...Object.entries(headers).map(
      ([name, value]) => `-H ${quoted(`${name}: ${value.replace(SECRET, `$1<of ${sender}>`)}`)}`,
    ),
    ...(body === undefined
      ? []
      : [`--data-binary ${quoted(body.length <= LINE_MAX ? String(body) : `@${kept(body)}`)}`]),
  ].join(' ');
}

function kept(body: Buffer): string {
  const file = join(mkdtempSync(join(tmpdir(), 'fuzz-')), 'body');
  writeFileSync(file, body);
  return file;
}

/** gRPC codes of the errors 500 and 503. */
const FAILURES = new Set([13, 14]);

/**
 * The writes that a response reports, as paths and records: those of a batch as if each item had been a request.
 * Throws if an item failed with 5xx.
 */
function writesOf(path: string, { body, text }: Pick<Answer, 'body' | 'text'>): [path: string, record: Made][] {
  if (!/:batch\/?$/.test(path)) return [[path, body as Made]];
  const { results } = body as { results: { asset?: Made; event?: Made; error?: { code: number } }[] };
  return results.flatMap(({ asset, event, error }): [string, Made][] => {
    if (error && FAILURES.has(error.code)) throw new Error(`an item failed: ${text.slice(0, 500)}`);
    if (asset) return [['/v2/assets', asset]];
    return event ? [[`/v2/${event.asset_identity}/events`, event]] : [];
  });
}

/**
 * Sends sketches to an origin of a service, that of the Worker or that of the static assets in front of it, and
 * throws if a response violates an invariant:
 * - no 5xx
 * - the document declares the status, the content type and the schema of the body
 * - the response has a request id, and an error is short
 * - the response contains nothing that the sender may not read
 * - a proof reveals no more than a read of its event
 * - only permitted writes succeed
 * - a deleted record cannot be read
 */
export function fuzzerOf(
  origin: string,
  { logs }: Pick<Service, 'logs'>,
  document: Document,
  world: World,
  connections: number,
) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const hold = answerCheck(document);
  /** Number of responses by operation and status. */
  const counts = new Map<string, number>();

  async function send(sketch: Sketch): Promise<void> {
    const wire = wireOf(sketch, world);
    try {
      await answered(sketch, wire);
    } catch (error) {
      throw new Error(`${(error as Error).message}\n${curlOf(origin, sketch.sender, wire)}`, { cause: error });
    }
  }

  async function answered(sketch: Sketch, wire: Wire): Promise<void> {
    const answer = await exchange(agent, origin, wire);
    const path = pathIn(origin, wire.path);
    if (answer.status >= 500)
      throw new Error(`responded with ${answer.status}: ${answer.text.slice(0, 500)}${logOf(answer)}`);
    hold(wire.method, path, answer);
    count(answer);
    if (answer.status >= 400 && answer.text.length > ERROR_MAX)
      throw new Error(`the error has ${answer.text.length} characters, more than ${ERROR_MAX}`);
    const shown = [answer.text, ...preimagesIn(answer.body)].join('\n');
    const leaked = world.leak(sketch.sender, `${wire.path} ${String(wire.body ?? '')}`, shown);
    if (leaked !== undefined) throw new Error(`the response ${answer.status} to ${sketch.sender} contains ${leaked}`);
    if (answer.status !== 200) return;
    if (wire.method === 'GET') await showsNoMore(wire, path);
    for (const [to, record] of READING.has(wire.method) ? [] : writesOf(path, answer)) {
      if (world.isForbiddenWrite(sketch.sender, to))
        throw new Error(
          `${sketch.sender} may not write this, but the response is ${answer.status}: ${answer.text.slice(0, 500)}`,
        );
      if (wire.method === 'POST') await world.made(sketch.sender, record);
    }
    // The session of a browser can be read after its end: it is no longer active.
    if (wire.method === 'DELETE' && !/\/sessions\//.test(path)) await isGone(wire);
  }

  /** Compares the evidence of an event with a read of the event by the same sender. */
  async function showsNoMore({ headers }: Wire, path: string): Promise<void> {
    const event = eventOf(path);
    if (event === undefined) return;
    const { authorization } = headers;
    const own: Record<string, string> = authorization === undefined ? {} : { authorization };
    const get = async (of: string): Promise<Answer> =>
      exchange(agent, origin, { method: 'GET', path: BASE + of, headers: own, body: undefined });
    let more: string | undefined;
    // A concurrent request may have changed the rights between the two.
    for (let times = 0; times < TIMES; times++) {
      const [evidence, read] = [await get(path), await get(event)];
      more = evidence.status === 200 ? excess(evidence.body, read) : undefined;
      if (more === undefined) return;
    }
    throw new Error(`${path} reveals more than ${event}: ${more}`);
  }

  /** Returns the log line of a response. */
  function logOf(answer: Answer): string {
    const id = answer.headers.get('x-request-id');
    const line = id === null ? undefined : logs().find((each) => each.includes(id));
    return line === undefined ? '' : `\nlogged: ${line}`;
  }

  async function isGone(wire: Wire): Promise<void> {
    const after = await exchange(agent, origin, { ...wire, method: 'GET', body: undefined });
    const path = pathIn(origin, wire.path);
    await world.replace(path.split('/').at(-1)!.toLowerCase());
    // The domain is a part of the tenancy: its name is then empty.
    const isEmpty =
      /\/self\/domain\/?$/.test(path) && (after.body as { verified_domain?: string }).verified_domain === '';
    if (after.status !== 404 && !isEmpty)
      throw new Error(`after DELETE, GET responds with ${after.status}: ${after.text.slice(0, 500)}`);
  }

  function count(answer: Answer): void {
    const key = `${answer.operationId ?? 'none'} ${answer.status}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }

  return { send, counts, close: () => agent.destroy() };
}

/** Normalizes a path by the rules of URLs to a path of the document, or to one that no operation has. */
function pathIn(origin: string, path: string): string {
  const { pathname } = new URL(origin + path);
  const decoded = pathname.replaceAll(/%3a/gi, ':');
  const clean = decoded.replaceAll(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
  if (AT_ORIGIN.some((start) => clean.startsWith(start)) || MONITORED.has(clean)) return clean;
  const isMisplaced =
    AT_ORIGIN.some((start) => decoded.startsWith(BASE + start)) ||
    (decoded.startsWith(BASE) && MONITORED.has(decoded.slice(BASE.length)));
  if (!decoded.startsWith(`${BASE}/`) || isMisplaced) return `outside ${decoded}`;
  return decoded.slice(BASE.length);
}

function decoded(bytes: Buffer, encoding: string | undefined): Buffer {
  if (bytes.length === 0) return bytes;
  if (encoding === 'gzip') return gunzipSync(bytes);
  return encoding === 'br' ? brotliDecompressSync(bytes) : bytes;
}

function exchange(agent: Agent, origin: string, { method, path, headers, body }: Wire): Promise<Answer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(body.length) };
    const request = httpRequest(
      { agent, hostname, port, method, path, headers: { ...headers, ...length } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          const bytes = decoded(Buffer.concat(chunks), response.headers['content-encoding']);
          const text = bytes.toString();
          const pairs = Object.entries(response.headers).map(
            ([name, value]) => [name, String(value)] as [string, string],
          );
          const answer: Answer = {
            status: response.statusCode!,
            headers: new Headers(pairs),
            body: text,
            text,
            bytes,
            operationId: undefined,
          };
          const json = response.headers['content-type']?.startsWith('application/json');
          try {
            if (json && text !== '' && !answer.headers.has('content-disposition')) answer.body = JSON.parse(text);
            resolve(answer);
          } catch {
            reject(new Error(`the response ${answer.status} is not JSON: ${text.slice(0, 500)}`));
          }
        });
      },
    );
    request.setTimeout(RESPONSE_WITHIN, () => request.destroy(new Error(`no response within ${RESPONSE_WITHIN} ms`)));
    request.once('error', reject);
    request.end(body);
  });
}
