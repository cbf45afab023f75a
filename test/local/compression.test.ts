import { request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeWorker, type FakeWorker } from './support/fake-worker.ts';

const SCRIPT = 'export const a = 1;\n'.repeat(500);

let worker: FakeWorker;
let port: number;
beforeAll(async () => {
  worker = await fakeWorker();
  ({ port } = await worker.listening());
});
afterAll(() => worker.close());

/** Requests a path while the Worker responds to everything with the same script. */
async function get(
  path: string,
  accepted: string | undefined,
  { method = 'GET', status = 200, headers = {} as OutgoingHttpHeaders } = {},
) {
  worker.handler = (_request, response) =>
    response
      .writeHead(status, {
        'content-type': 'text/javascript',
        etag: '"a"',
        'content-length': SCRIPT.length,
        ...headers,
      })
      .end(method === 'HEAD' || status === 304 ? undefined : SCRIPT);
  const sent = request({ port, path, method, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } });
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject).end();
  });
  return { headers: answer.headers, body: await buffer(answer) };
}

describe('the launcher', () => {
  it('compresses static assets for clients that accept gzip', async () => {
    const { headers, body } = await get('/console/app.js', 'br;q=1.0, GZIP;q=0.8');
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding', etag: 'W/"a"' });
    expect(headers['content-length']).toBeUndefined();
    expect(body.length).toBeLessThan(SCRIPT.length / 10);
    expect(gunzipSync(body).toString()).toBe(SCRIPT);
  });

  it.each([
    ['for a client that accepts no encoding', '/console/app.js', undefined, {}],
    ['for a client that refuses gzip', '/console/app.js', 'br, gzip;q=0', {}],
    ['of the API, whose responses have secrets', '/archivist/iam/v1/sessions/current', 'gzip', {}],
    ['that is compressed already', '/console/app.js', 'gzip', { headers: { 'content-encoding': 'br' } }],
    ['of an image', '/console/a.png', 'gzip', { headers: { 'content-type': 'image/png' } }],
    ['of an error', '/console/app.js', 'gzip', { status: 404 }],
  ])('does not compress a response %s', async (_what, path, accepted, options) => {
    const { headers, body } = await get(path, accepted, options);
    expect(headers['content-encoding']).not.toBe('gzip');
    expect(headers.etag).toBe('"a"');
    expect(body.toString()).toBe(SCRIPT);
  });

  it.each([
    ['HEAD', 200],
    ['GET', 304],
  ])('leaves a response without a body to %s with status %i unchanged', async (method, status) => {
    const { headers, body } = await get('/console/app.js', 'gzip', { method, status });
    expect(headers['content-encoding']).toBeUndefined();
    expect(body.length).toBe(0);
  });

  it('closes the connection when an asset arrives incompletely', async () => {
    worker.handler = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/javascript', 'content-length': SCRIPT.length });
      response.write(SCRIPT.slice(0, 100), () => response.destroy());
    };
    const sent = request({ port, path: '/console/app.js', headers: { 'accept-encoding': 'gzip' } });
    const ended = new Promise<string>((resolve) => {
      sent.once('error', () => resolve('error'));
      sent.once('response', (answer) =>
        buffer(answer).then(
          () => resolve('complete'),
          () => resolve('error'),
        ),
      );
    });
    sent.end();
    expect(await ended).toBe('error');
  });
});
