import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLocalService, type LocalService } from '../../apps/server/service.ts';
import { freePort } from '../../tools/free-port.ts';
import { parseResponse } from './support/http.ts';
import { exchange } from './support/socket.ts';
import { removeDirectory } from '../support/directory.ts';

/** Requests per window. */
const LIMIT = 5;
/** With this many requests, some window of 10 seconds must exceed its limit. */
const ENOUGH = 100;
const PROXY = '127.0.0.2';

const temporary = mkdtempSync(join(tmpdir(), 'ratelimits-'));
let service: LocalService;
let port: number;

beforeAll(async () => {
  port = await freePort();
  service = await startLocalService({
    state: join(temporary, 'state'),
    host: '127.0.0.1',
    port,
    origin: `http://127.0.0.1:${port}`,
    trustedProxies: [PROXY],
    settings: {},
    disk: { warnMb: 0, minMb: 0 },
    log: { maxMb: 1, files: 2 },
    mailFiles: 10,
    limits: { RATE_TOKEN: LIMIT, RATE_PUBLIC: LIMIT },
    acceptRestored: false,
    progress: () => undefined,
  });
});
afterAll(async () => {
  await service.stop();
  removeDirectory(temporary);
});

type Kind = 'token' | 'public' | 'unauthenticated';

/** The requests that are limited per address: token requests, public reads, and unauthenticated requests. */
const REQUESTS: Record<Kind, { line: string; status: number }> = {
  token: { line: 'POST /archivist/iam/v1/appidp/token', status: 401 },
  public: { line: 'GET /archivist/publicassets/00000000-0000-4000-8000-000000000000', status: 404 },
  unauthenticated: { line: 'GET /archivist/v2/assets', status: 401 },
};
/** Each request has another client id, because requests per client are limited too. */
const form = (): string => `grant_type=client_credentials&client_id=${randomUUID()}&client_secret=x`;

/** Sends a request from an address of this machine; resolves to its status. */
async function ask(kind: Kind, from: string, headers: readonly string[] = []): Promise<number> {
  const body = kind === 'token' ? form() : '';
  const type = body === '' ? [] : ['content-type: application/x-www-form-urlencoded'];
  const lines = [...type, `content-length: ${body.length}`, 'host: a', ...headers, 'connection: close', '', body];
  const text = await exchange({ port, from }, `${REQUESTS[kind].line} HTTP/1.1\r\n${lines.join('\r\n')}`);
  return parseResponse(text, 'GET').status;
}

/** Sends requests until one is rate limited. Throws if none is. */
async function exhaust(kind: Kind, from: string, headersOf: (n: number) => string[] = () => []): Promise<void> {
  for (let n = 0; n < ENOUGH; n++) {
    const status = await ask(kind, from, headersOf(n));
    if (status === 429) return;
    expect(status).toBe(REQUESTS[kind].status);
  }
  throw new Error(`${ENOUGH} requests were not rate limited`);
}

const FORGED = [
  'CF-Connecting-IP',
  'X-Forwarded-For',
  'True-Client-IP',
  'X-Real-IP',
  'X-Client-IP',
  'X-Cluster-Client-IP',
] as const;

let used = 10;
/** Returns an address of this machine that has not sent a request yet. */
const fresh = (): string => `127.0.1.${used++}`;
const anyAddress = (n: number): string => `198.51.100.${n}`;
/** Returns an unused address of another machine. */
const stranger = (): string => `203.0.113.${used++}`;

describe.each(Object.keys(REQUESTS) as Kind[])('the rate limit per address of %s requests', (kind) => {
  it('counts each address separately', async () => {
    await exhaust(kind, fresh());
    expect(await ask(kind, fresh())).toBe(REQUESTS[kind].status);
  });

  it.each([
    ...FORGED.map((name) => [name, (n: number) => [`${name}: ${anyAddress(n)}`]] as const),
    ['Forwarded', (n: number) => [`Forwarded: for=${anyAddress(n)};proto=https`]] as const,
    ['MF-CF-Blob', (n: number) => [`MF-CF-Blob: ${JSON.stringify({ clientIp: anyAddress(n) })}`]] as const,
    ['all of them', (n: number) => FORGED.flatMap((name) => [`${name}: ${anyAddress(n)}`, `${name}: ::${n}`])] as const,
    ['a proxy in X-Forwarded-For', (n: number) => [`X-Forwarded-For: ${anyAddress(n)}, ${PROXY}`]] as const,
    [
      'Connection',
      (n: number) => [`CF-Connecting-IP: ${anyAddress(n)}`, 'Connection: cf-connecting-ip, x-forwarded-for'],
    ] as const,
  ])('cannot be bypassed with the header %s', async (_what, headersOf) => {
    await exhaust(kind, fresh(), headersOf);
  });

  it("counts the last hop of a trusted proxy's X-Forwarded-For that is not a proxy", async () => {
    const client = stranger();
    await exhaust(kind, PROXY, (n) => [`X-Forwarded-For: ${anyAddress(n)}, ${client}, ${PROXY}`]);
    const other = stranger();
    expect(await ask(kind, PROXY, [`X-Forwarded-For: ${client}, ${other}`])).toBe(REQUESTS[kind].status);
  });

  it('counts a trusted proxy without X-Forwarded-For by its own address, regardless of other headers', async () => {
    await exhaust(kind, PROXY, (n) => [`CF-Connecting-IP: ${anyAddress(n)}`, `Forwarded: for=${anyAddress(n)}`]);
  });
});
