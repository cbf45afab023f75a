import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { sharedFakeWorker } from './support/fake-worker.ts';
import { dial, exchange, receives, untilClosed } from './support/socket.ts';

const { worker, port } = await sharedFakeWorker();

/** What Node cannot read as the next request of a connection, and the status and message with which it is refused. */
const UNREADABLE: [name: string, bytes: string, status: number, message: RegExp][] = [
  ['an unknown method', 'FOO / HTTP/1.1\r\nhost: a\r\n\r\n', 400, /not valid HTTP/],
  ['bytes that are no request', 'zzz\r\n\r\n', 400, /not valid HTTP/],
  [
    'a coding that Node does not know',
    'POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: gzip\r\n\r\n',
    400,
    /not valid HTTP/,
  ],
  [
    'two lengths',
    'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
    400,
    /not valid HTTP/,
  ],
  [
    'a long request line',
    `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: a\r\n\r\n`,
    431,
    /headers of the request are too large/,
  ],
  ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n', 405, /CONNECT is not allowed/],
  [
    'a chunk without a length',
    'POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
    400,
    /not valid HTTP/,
  ],
];

/** Those whose head is valid, so that they have a response of their own. */
const WITH_HEAD = new Set(['a coding that Node does not know', 'a chunk without a length']);

const FIRST = 'POST /first HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\nab';
const statuses = (answer: string): string[] => answer.match(/(?<=HTTP\/1\.1 )\d+/g) ?? [];

/** Waits until the listener has read what was sent before: it responds to a request that was sent later. */
async function untilRead(): Promise<void> {
  expect(statuses(await exchange({ port }, 'BAR / HTTP/1.1\r\n\r\n'))).toEqual(['400']);
}

describe.each(UNREADABLE)('%s', (name, bytes, status, message) => {
  it('is refused with an error of the product, and its connection is closed', async () => {
    const answer = await exchange({ port }, bytes);
    expect(statuses(answer)).toEqual([String(status)]);
    expect(answer).toMatch(/^connection: close$/im);
    expect(answer).toMatch(/^content-type: application\/json; charset=utf-8$/im);
    const body = answer.slice(answer.indexOf('\r\n\r\n') + 4);
    const { message: text } = JSON.parse(body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1)) as {
      message: string;
    };
    expect(text).toMatch(message);
    expect(worker.seen).toEqual([]);
    if (status === 405) expect(answer).toMatch(/^allow: GET, /im);
  });

  it('is not answered in the place of an earlier request', async () => {
    const held: ServerResponse[] = [];
    worker.handler = (_request, response) => void held.push(response);
    const socket = await dial({ port });
    const received = untilClosed(socket);
    socket.write(FIRST + bytes);
    await expect.poll(() => held.length).toBe(1);
    await untilRead();
    held[0]!.end('ours');
    const answer = await received;
    expect(statuses(answer)).toEqual(WITH_HEAD.has(name) ? ['200', '400'] : ['200']);
    expect(answer).toMatch(/^HTTP\/1\.1 200 [^]*?\r\n\r\n(4\r\n)?ours/);
    expect(answer).toMatch(/^connection: close$/im);
    expect(worker.seen.map(({ line, body }) => [line, body])).toEqual([['direct POST /first', 'ab']]);
  });

  it('does not cut off a response that has begun', async () => {
    let response: ServerResponse | undefined;
    worker.handler = (_request, begun) => {
      response = begun;
      begun.writeHead(200, { 'content-length': 8 }).write('half');
    };
    const socket = await dial({ port });
    const received = untilClosed(socket);
    socket.write(FIRST);
    await receives(socket, 'half');
    socket.write(bytes);
    await untilRead();
    response!.end('half');
    expect(await received).toMatch(/halfhalf/);
  });
});

it('HEAD with an invalid target is refused without a body', async () => {
  for (const before of ['', 'GET / HTTP/1.1\r\nhost: a\r\n\r\n']) {
    const socket = await dial({ port });
    const received = untilClosed(socket);
    if (before !== '') {
      const answered = receives(socket, 'ours');
      socket.write(before);
      await answered;
    }
    socket.write('HEAD bad HTTP/1.1\r\nhost: a\r\n\r\n');
    expect(await received).toMatch(/HTTP\/1\.1 400 [^]*\r\n\r\n$/);
  }
});

describe('a request with Upgrade', () => {
  const upgrade = 'connection: upgrade\r\nupgrade: websocket\r\n';
  const next = 'GET /next HTTP/1.1\r\nhost: a\r\n\r\n';

  it.each([
    ['without a body', `GET /first HTTP/1.1\r\nhost: a\r\n${upgrade}\r\n`, ''],
    ['with a body', `POST /first HTTP/1.1\r\nhost: a\r\n${upgrade}content-length: 2\r\n\r\nab`, 'ab'],
    [
      'in chunks',
      `POST /first HTTP/1.1\r\nhost: a\r\n${upgrade}transfer-encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n`,
      'ab',
    ],
  ])('%s is answered without upgrading, and nothing behind it is read', async (_name, request, body) => {
    const answer = await exchange({ port }, request + next);
    expect(statuses(answer)).toEqual(['200']);
    expect(answer).toMatch(/^connection: close$/im);
    expect(worker.seen.map((each) => each.body)).toEqual([body]);
  });

  it('does not make the body of the next request a request', async () => {
    const socket = await dial({ port });
    const received = untilClosed(socket);
    socket.write(
      `GET /first HTTP/1.1\r\nhost: a\r\n${upgrade}\r\nPOST /next HTTP/1.1\r\nhost: a\r\ncontent-length: ` +
        `${next.length}\r\n\r\n`,
    );
    socket.write(next);
    expect(statuses(await received)).toEqual(['200']);
    expect(worker.seen.map(({ line }) => line)).toEqual(['direct GET /first']);
  });
});
