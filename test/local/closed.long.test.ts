import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DRAINED, MAX_BODY } from '../../src/http/input.ts';
import { FORM_DRAINED } from '../../src/http/multipart.ts';
import { endAll, launch, type Launched } from '../support/launcher.ts';
import { parseResponse, type Received } from './support/http.ts';
import { boundUdp, familyOf, listeningTcp } from './support/listening.ts';
import { anyRequest, KNOWN, METHODS, OTHERS, SQL } from './support/runtime-requests.ts';
import { dial, exchange, receives } from './support/socket.ts';
import { removeDirectory } from '../support/directory.ts';

const temporary = mkdtempSync(join(tmpdir(), 'closed-'));
let service: Launched;

beforeAll(async () => {
  service = await launch(join(temporary, 'state'));
});
afterAll(async () => {
  await endAll();
  removeDirectory(temporary);
});

/** Sends a request on a new connection. */
async function ask(method: string, target: string, headers: readonly string[] = [], body = ''): Promise<Received> {
  const length = body === '' ? [] : [`content-length: ${body.length}`, 'content-type: application/json'];
  const host = headers.some((line) => /^host:/i.test(line)) ? [] : [`host: 127.0.0.1:${service.port}`];
  const lines = [`${method} ${target} HTTP/1.1`, ...host, ...length, ...headers, 'connection: close', '', body];
  return parseResponse(await exchange(service, lines.join('\r\n')), method);
}

/** Throws unless a response is an error of the product. */
function expectProductError(method: string, { status, headers, body }: Received, expected: number): void {
  const id = headers.get('x-request-id');
  expect({ status, type: headers.get('content-type'), id }).toEqual({
    status: expected,
    type: 'application/json; charset=utf-8',
    id: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
  });
  if (method === 'HEAD') return expect(body).toBe('');
  expect(JSON.parse(body)).toMatchObject({ code: expect.any(Number) as unknown, details: [{ request_id: id }] });
}

/** Throws unless a response is a 404 of the product, or a 4xx without a body of another program for invalid HTTP. */
function expectClosed(method: string, response: Received): void {
  if (response.status === 404) return expectProductError(method, response, 404);
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.status).toBeLessThan(500);
  if (response.body !== '' || response.headers.has('content-type'))
    expectProductError(method, response, response.status);
}

describe('the port of npm start', () => {
  it.each(METHODS)('responds with a 404 of the product to %s for every path of the runtime', async (method) => {
    for (const path of KNOWN) {
      const response = await ask(method, path, [], ['GET', 'HEAD', 'OPTIONS'].includes(method) ? '' : SQL);
      expect.soft({ path, status: response.status }).toEqual({ path, status: 404 });
      expectProductError(method, response, 404);
    }
  });

  it.each(OTHERS)('rejects %s for every path of the runtime', async (method) => {
    for (const path of KNOWN) expectClosed(method, await ask(method, path));
  });

  it.each([
    'Host: miniflare-unsafe-internal-capnp-connect',
    'Host: miniflare-unsafe-internal-capnp-connect:80',
    'MF-Route-Override: core:local-explorer',
    'MF-Custom-Fetch-Service: core:local-explorer',
    'MF-Custom-Node-Service: LOCAL_MAIL',
    'MF-Original-URL: http://127.0.0.1/cdn-cgi/local/explorer',
    'MF-Original-Hostname: localhost',
    'MF-Proxy-Shared-Secret: ',
    'MF-Loopback-Secret: ',
    'MF-Dev-Registry-Secret: ',
    'MF-CF-Blob: {"clientIp":"198.51.100.1"}',
    'MF-CF-Blob: {',
    'MF-Access-Blob: {}',
    'MF-Op: GET',
    'MF-Op-Secret: 00',
    'MF-Op-Target: 0',
    'MF-Disable-Pretty-Error: true',
    'MF-Experimental-Error-Stack: true',
    'Upgrade: websocket',
    'Upgrade: h2c',
    'Expect: 100-continue',
    'CF-Worker: evil.example',
    'CF-EW-Via: 15',
    'X-Forwarded-Host: localhost',
    'X-HTTP-Method-Override: GET',
    'X-Original-URL: /cdn-cgi/local/explorer',
  ])('responds with a 404 of the product regardless of the header %s', async (header) => {
    for (const path of ['/cdn-cgi/local/platform-proxy', '/cdn-cgi/local/explorer/api', '/', '/nothing'])
      for (const method of ['GET', 'POST']) expectProductError(method, await ask(method, path, [header]), 404);
  });

  it('responds with a 404 of the product, or a 4xx to invalid HTTP, to generated requests', async () => {
    const requests = fc.array(anyRequest(), { minLength: 24, maxLength: 24 });
    await fc.assert(
      fc.asyncProperty(requests, async (all) => {
        await Promise.all(
          all.map(async ({ method, target: to, headers, body }) =>
            expectClosed(method, await ask(method, to, headers, body)),
          ),
        );
      }),
      { seed: 24, numRuns: 160 },
    );
  });

  it('treats a request inside a body as part of the body', async () => {
    const hidden = 'GET /archivist/openapi.json HTTP/1.1\r\nhost: a\r\ncf-connecting-ip: 198.51.100.1\r\n\r\n';
    const chunked = `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`;
    for (const method of METHODS) {
      const text =
        `${method} /hidden HTTP/1.1\r\nhost: a\r\nconnection: close\r\ntransfer-encoding: ` +
        `chunked\r\n\r\n${chunked}`;
      expectProductError(method, parseResponse(await exchange(service, text), method), 404);
    }
    // Log lines are in order: this request is the last one.
    const last = (await ask('GET', '/last')).headers.get('x-request-id');
    await expect.poll(() => service.log().some((line) => line['request_id'] === last)).toBe(true);
    expect(service.log().filter((line) => line['operation'] === 'getOpenApi')).toEqual([]);
  });

  it('logs each request in one line, also if it asks for its line as the launcher does', async () => {
    const asked = await ask('GET', '/asked', ['x-log-line: 1']);
    expect(asked.headers.has('x-log-line')).toBe(false);
    const ids = [
      asked,
      await ask('GET', '/console/nothing'),
      await ask('POST', '/posted', [], 'b'.repeat(300_000)),
    ].map(({ headers }) => headers.get('x-request-id'));
    const logged = (): unknown[] => service.log().map((line) => line['request_id']);
    for (const id of ids) await expect.poll(() => logged().filter((each) => each === id)).toHaveLength(1);
  });

  it('refuses a body that is longer than any disk as too large, and not because the disk is full', async () => {
    const refused = async (path: string, type: string, start: string, sent: number): Promise<unknown> => {
      const head = [
        `POST /archivist/${path} HTTP/1.1`,
        'host: a',
        `authorization: Bearer ${await service.token()}`,
        `content-type: ${type}`,
        `content-length: ${2 ** 50}`,
      ];
      const socket = await dial(service);
      socket.write(`${head.join('\r\n')}\r\n\r\n${start}${'a'.repeat(sent)}`, 'latin1');
      const { status, body } = parseResponse(await receives(socket, '}]}'), 'POST');
      socket.destroy();
      return [status, (JSON.parse(body) as { message: string }).message];
    };
    // More than the product reads before it responds, so that a client which sends first and reads then gets the
    // response.
    expect(await refused('v2/assets', 'application/json', '{', 2 * DRAINED * MAX_BODY)).toEqual([
      413,
      'the body may have at most 1048576 bytes',
    ]);
    const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n';
    expect(await refused('v1/blobs', 'multipart/form-data; boundary=x', part, FORM_DRAINED + 2 ** 20)).toEqual([
      402,
      'a blob may have at most 52428800 bytes',
    ]);
  });

  it('still serves the product after these requests', async () => {
    for (const path of ['/console/', '/verify/', '/archivist/openapi.json'])
      expect([path, (await fetch(`${service.at}${path}`)).status]).toEqual([path, 200]);
    expect(await service.token()).toMatch(/^ey/);
  });
});

describe('the sockets of npm start', () => {
  it('are the port of the product and a loopback port that rejects other processes', async () => {
    const family = familyOf(service.child.pid!);
    expect(family).toContain(service.workerdPid());
    const addresses = listeningTcp(family).map(({ address }) => address);
    const others = addresses.filter((address) => address !== `127.0.0.1:${service.port}`);
    expect(addresses).toHaveLength(2);
    expect(others).toEqual([expect.stringMatching(/^127\.0\.0\.1:\d+$/)]);
    expect(boundUdp(family)).toEqual([]);
    for (const path of ['/', ...KNOWN]) {
      const response = await fetch(`http://${others[0]}${path}`, { method: 'POST', body: SQL });
      expect([path, response.status]).toEqual([path, 403]);
    }
  });

  it('are in a directory that only this user can enter, like the state', () => {
    for (const dir of [service.runDir, service.paths.dir]) expect((statSync(dir).mode & 0o777).toString(8)).toBe('700');
  });

  it('are public only on the port if the host is public', async () => {
    const open = await launch(join(temporary, 'public'), { args: ['--host', '0.0.0.0', '--insecure-http'] });
    const addresses = listeningTcp(familyOf(open.child.pid!)).map(({ address }) => address);
    expect(addresses).toHaveLength(2);
    expect(addresses.filter((address) => !address.startsWith('127.0.0.1:'))).toEqual([`0.0.0.0:${open.port}`]);
    expect(await open.stop()).toBe(0);
  });
});
