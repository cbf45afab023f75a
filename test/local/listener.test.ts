import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { sharedFakeWorker } from './support/fake-worker.ts';
import { dial, exchange, receives, untilClosed } from './support/socket.ts';

/** Longer than any test: the listener must not need this timeout. */
const FOR_EVER = 2 ** 31 - 1;
const CLOSE = 'connection: close\r\n';

const { worker, port } = await sharedFakeWorker();

const inChunks = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
const problemOf = (answer: string) =>
  JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1)) as { code: number; message: string };

describe('the listener', () => {
  const hidden = 'GET /hidden HTTP/1.1\r\nhost: other.example\r\ncf-connecting-ip: 198.51.100.1\r\n\r\n';

  it.each(
    ['GET', 'HEAD', 'OPTIONS', 'DELETE', 'POST'].flatMap((method) => [
      { method, named: 'transfer-encoding: chunked\r\n', body: inChunks(hidden) },
      { method, named: `content-length: ${hidden.length}\r\n`, body: hidden },
      { method, named: `connection: content-length\r\ncontent-length: ${hidden.length}\r\n`, body: hidden },
      { method, named: 'connection: transfer-encoding\r\ntransfer-encoding: chunked\r\n', body: inChunks(hidden) },
    ]),
  )('forwards the body of a $method request as a body ($named)', async ({ method, named, body }) => {
    const socket = await dial({ port });
    const next = 'GET /next HTTP/1.1\r\nhost: a.example\r\nconnection: close\r\n\r\n';
    socket.write(`${method} /first HTTP/1.1\r\nhost: a.example\r\n${named}\r\n${body}${next}`);
    expect((await untilClosed(socket)).match(/HTTP\/1\.1 200/g)).toHaveLength(2);
    expect(worker.seen.map((each) => each.line)).toEqual([`direct ${method} /first`, 'direct GET /next']);
    expect(worker.seen[0]!.body).toBe(hidden);
  });

  it('forwards a response without a body', async () => {
    worker.handler = (_request, response) => response.writeHead(304, { etag: '"a"' }).end();
    const answer = await exchange({ port }, `GET / HTTP/1.1\r\nhost: a\r\n${CLOSE}\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 304 .*\r\n\r\n$/s);
    expect(answer).toContain('etag: "a"');
  });

  it('replaces the headers that describe the client', async () => {
    const forged = 'x-forwarded-for: 198.51.100.1\r\ncf-connecting-ip: 198.51.100.2\r\nmf-cf-blob: {}\r\n';
    await exchange({ port }, `GET / HTTP/1.1\r\nhost: A.example:80\r\n${forged}${CLOSE}\r\n`);
    await exchange({ port, from: '127.0.0.2' }, `GET / HTTP/1.1\r\nhost: a.example:81\r\n${forged}${CLOSE}\r\n`);
    await exchange({ port, from: '127.0.0.2' }, `GET / HTTP/1.1\r\nhost: a\r\n${forged}${forged}${CLOSE}\r\n`);
    const ours = { 'x-log-line': ['1'], connection: ['keep-alive'] };
    expect(worker.seen.map(({ headers }) => headers)).toEqual([
      { host: ['a.example'], 'cf-connecting-ip': ['127.0.0.1'], ...ours },
      { host: ['a.example:81'], 'cf-connecting-ip': ['198.51.100.1'], ...ours },
      { host: ['a'], 'cf-connecting-ip': ['198.51.100.1'], ...ours },
    ]);
  });

  it('asks for the log line of a request, and removes it from the response', async () => {
    const written: string[] = [];
    const line = '{"message":"request"}';
    const listener = await worker.listening({ onLine: (each) => written.push(each) });
    const large = 'b'.repeat(300_000);
    // The line of an upload that is forwarded as it arrives would be lost if its client disconnects.
    for (const body of ['', 'small', large]) {
      worker.handler = (request, response) =>
        void response.writeHead(200, request.headers['x-log-line'] === '1' ? { 'X-Log-Line': line } : {}).end();
      const head = `POST / HTTP/1.1\r\nhost: a\r\nx-log-line: 2\r\ncontent-length: ${body.length}\r\n${CLOSE}\r\n`;
      const answer = await exchange(listener, head + body);
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
      expect(answer).not.toMatch(/log-line/i);
    }
    expect(written).toEqual([line, line]);
    expect(worker.seen.map(({ headers }) => headers['x-log-line'])).toEqual([['1'], ['1'], undefined]);
  });

  it('writes the log line of a request whose client has disconnected', async () => {
    const written: string[] = [];
    const listener = await worker.listening({ onLine: (each) => written.push(each) });
    const held = new Promise<ServerResponse>((resolve) => (worker.handler = (_request, response) => resolve(response)));
    const socket = await dial(listener);
    socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
    const response = await held;
    socket.destroy();
    await turn();
    response.writeHead(200, { 'x-log-line': 'line' }).end();
    await expect.poll(() => written).toEqual(['line']);
  });

  it.each([
    ['GET /console/a.js', 'assets GET /console/a.js'],
    ['HEAD /console?a', 'assets HEAD /console?a'],
    ['POST /console/a.js', 'direct POST /console/a.js'],
    ['GET /consoles', 'direct GET /consoles'],
    ['GET //console/', 'direct GET //console/'],
    ['GET /', 'direct GET /'],
    ['GET /a//b/../%2e%2E/?c=/../d&%00', 'direct GET /a//b/../%2e%2E/?c=/../d&%00'],
    ['GET http://b.example/a/../b?c#d', 'direct GET /b?c'],
    ['GET HTTPS://b.example', 'direct GET /'],
  ])('forwards %s as %s', async (line, expected) => {
    await exchange({ port }, `${line} HTTP/1.1\r\nhost: a\r\n${CLOSE}\r\n`);
    expect(worker.seen.map((each) => each.line)).toEqual([expected]);
  });

  it.each(['GET / HTTP/1.1', 'GET http://a/ HTTP/1.1', 'GET / HTTP/1.0'])('rejects %s without a host', async (line) => {
    const answer = await exchange({ port }, `${line}\r\n${CLOSE}\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*"host: must be one host name or address, with or without a port"/s);
    expect(worker.seen).toEqual([]);
  });

  it('takes the host from an absolute target', async () => {
    await exchange({ port }, `GET http://b.example:99/ HTTP/1.1\r\nhost: a\r\n${CLOSE}\r\n`);
    expect(worker.seen[0]!.headers['host']).toEqual(['b.example:99']);
  });

  it.each([
    ['OPTIONS *', '', 'the request target must be a path or an http address'],
    ['GET ftp://a/', '', 'the request target must be a path or an http address'],
    ['GET http://', '', 'the request target must be a path or an http address'],
    ['GET /', 'host: b\r\n', 'host: must be one host name or address, with or without a port'],
    ['GET /', 'host: a\r\n', 'host: must be one host name or address, with or without a port'],
  ])('rejects %s with "%s" added', async (line, more, message) => {
    const answer = await exchange({ port }, `${line} HTTP/1.1\r\nhost: a\r\n${more}${CLOSE}\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*\r\nx-request-id: [0-9a-f-]{36}\r\n/s);
    expect(problemOf(answer)).toMatchObject({ code: 3, message });
    expect(worker.seen).toEqual([]);
  });

  it.each(['', ' ', 'a b', 'a/b', 'user@a', 'a?b', 'a#b', 'a\\b', '[::1', 'a:b', 'a:99999', 'a%00'])(
    'rejects the host "%s"',
    async (host) => {
      const answer = await exchange({ port }, `GET / HTTP/1.1\r\nhost: ${host}\r\n${CLOSE}\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(worker.seen).toEqual([]);
    },
  );

  it.each(['TRACE', 'PROPFIND', 'M-SEARCH', 'SOURCE', 'PURGE', 'QUERY', 'SUBSCRIBE'])('rejects %s', async (method) => {
    const answer = await exchange({ port }, `${method} / HTTP/1.1\r\nhost: a\r\n${CLOSE}\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 405 /);
    expect(answer).toMatch(/\r\nallow: GET, HEAD, POST, PATCH, DELETE, OPTIONS\r\n/i);
    expect(problemOf(answer).message).toBe(`${method} is not allowed here`);
    expect(worker.seen).toEqual([]);
  });

  it.each(['FOO / HTTP/1.1', 'CONNECT b:443 HTTP/1.1', 'GET / HTTP/1.2', 'GET  HTTP/1.1', 'PRI * HTTP/2.0'])(
    'responds to %s with a single 4xx',
    async (line) => {
      expect(await exchange({ port }, `${line}\r\nhost: a\r\n${CLOSE}\r\n`)).toMatch(/^HTTP\/1\.1 4\d\d [^\r]+\r\n/);
      expect(worker.seen).toEqual([]);
    },
  );

  it('responds 503 to writes without free disk space and serves reads', async () => {
    const full = await worker.listening({ writeRefusal: (bytes) => (bytes > 10 ? 'the disk is full' : undefined) });
    const send = (line: string, bytes: number) =>
      exchange(full, `${line} HTTP/1.1\r\nhost: a\r\n${CLOSE}content-length: ${bytes}\r\n\r\n${'x'.repeat(bytes)}`);
    for (const line of ['POST /', 'PATCH /', 'PUT /', 'DELETE /', 'POST /archivist/iam/v1/appidp/token/../../v2']) {
      const answer = await send(line, 11);
      expect(answer).toMatch(/^HTTP\/1\.1 503 .*\r\nretry-after: 30\r\n/s);
      expect(problemOf(answer)).toMatchObject({ code: 14, message: 'the disk is full' });
    }
    expect(worker.seen).toEqual([]);
    const open = ['GET /', 'OPTIONS /', 'POST /archivist/iam/v1/appidp/token', 'POST /archivist/iam/v1/appidp/token?a'];
    for (const line of open) expect(await send(line, 11)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await send('POST /', 10)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('responds 413 to a length that is not an exact number, and closes the connection', async () => {
    for (const length of ['9007199254740992', '18446744073709551615']) {
      const socket = await dial({ port });
      const closed = untilClosed(socket);
      socket.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${length}\r\n\r\nabc`);
      const answer = await closed;
      expect(answer).toMatch(/^HTTP\/1\.1 413 .*\r\nconnection: close\r\n/is);
      expect(problemOf(answer)).toMatchObject({ code: 3, message: 'the body is too long' });
    }
  });

  it('responds 503 before it has read an upload that is larger than the free disk space', async () => {
    const full = await worker.listening({
      writeRefusal: (bytes) => (bytes > 2 ** 30 ? 'the disk is full' : undefined),
    });
    const socket = await dial(full);
    socket.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${2 ** 31}\r\n\r\n`);
    expect(await receives(socket, '}')).toMatch(/^HTTP\/1\.1 503 /);
    socket.destroy();
  });

  it('responds 503 while the Worker starts and after it has crashed', async () => {
    const starting = await worker.listening({ sockets: () => undefined });
    const failures: string[] = [];
    const gone = { direct: '/none', assets: '/none', control: '/none' };
    const restarting = await worker.listening({ sockets: () => gone, onFailure: (reason) => failures.push(reason) });
    const request = `POST / HTTP/1.1\r\nhost: a\r\n${CLOSE}content-length: 3\r\n\r\nabc`;
    const answers = [await exchange(starting, request), await exchange(restarting, request)];
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 503 .*\r\nretry-after: 1\r\n/s);
    expect(answers.map((answer) => problemOf(answer).message)).toEqual([
      'the service is starting',
      'the service is restarting',
    ]);
    expect(failures).toEqual(['ENOENT']);
  });

  it('closes the connection if the Worker does not finish a response', async () => {
    worker.handler = (_request, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('half');
      setImmediate(() => response.destroy());
    };
    const answer = await exchange({ port }, 'GET / HTTP/1.1\r\nhost: a\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 200 .*\r\n\r\nhalf$/s);
  });

  it('continues after clients disconnect at any point', async () => {
    worker.handler = (_request, response) => void response.end('x'.repeat(200_000));
    for (let i = 0; i < 200; i++) {
      const socket = await dial({ port });
      socket.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${i % 3}\r\n\r\nab`);
      for (let turns = i % 20; turns > 0; turns--) await turn();
      if (i % 2) socket.resetAndDestroy();
      else socket.destroy();
    }
    expect(await exchange({ port }, `GET / HTTP/1.1\r\nhost: a\r\n${CLOSE}\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('counts the requests of all addresses with the same token together', async () => {
    // While the clock stands, all clients stay active.
    const { port: own } = await worker.listening({ now: () => 0 });
    const held: ServerResponse[] = [];
    worker.handler = (_request, response) => void held.push(response);
    const ask = async (from: string, authorization: string): Promise<void> => {
      const socket = await dial({ port: own, from });
      socket.write(`GET /${from} HTTP/1.1\r\nhost: a\r\nauthorization: ${authorization}\r\n\r\n`);
    };
    const reached = () => worker.seen.length;
    await ask('127.0.0.3', 'Bearer other');
    await expect.poll(reached).toBe(1);
    for (const authorization of ['Bearer one', 'bearer one', 'BEARER  one'])
      for (const from of ['127.0.0.4', '127.0.0.5', '127.0.0.6']) await ask(from, authorization);
    await expect.poll(reached).toBe(5);
    // Another token of an address whose requests wait for their token.
    await ask('127.0.0.6', 'Bearer two');
    await expect.poll(reached).toBe(6);
    for (let ended = 1; ended <= 5; ended++) {
      held.filter(({ req }) => req.headers.authorization!.endsWith(' one'))[ended - 1]!.end();
      await expect.poll(reached).toBe(6 + ended);
    }
    for (const response of held) response.end();
  });

  it('counts requests with a small body of unknown length, as those of known length', async () => {
    const { port: own } = await worker.listening({ now: () => 0 });
    const held: ServerResponse[] = [];
    worker.handler = (_request, response) => void held.push(response);
    const send = async (from: string): Promise<void> => {
      const socket = await dial({ port: own, from });
      socket.write(`POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n${inChunks(from)}`);
    };
    const reached = () => worker.seen.length;
    await send('127.0.0.3');
    await expect.poll(reached).toBe(1);
    for (let sent = 0; sent < 6; sent++) await send('127.0.0.4');
    await send('127.0.0.5');
    await expect.poll(reached).toBe(6);
    const froms = worker.seen.map(({ body }) => body).toSorted();
    expect(froms).toEqual(['127.0.0.3', ...Array<string>(4).fill('127.0.0.4'), '127.0.0.5']);
    for (const response of held) response.end();
    await expect.poll(reached).toBe(8);
    for (const response of held) response.end();
  });

  it.each([0, 1, 2 ** 18 - 1, 2 ** 18, 2 ** 18 + 1])(
    'forwards a body of %i bytes in many chunks, and the next request of the connection',
    async (size) => {
      const body = Array.from({ length: Math.ceil(size / 5000) }, (_, i) =>
        String(i % 10).repeat(Math.min(5000, size - i * 5000)),
      );
      const chunks = body.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('');
      const head = 'POST /first HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n';
      const answers = await exchange(
        { port },
        `${head}${chunks}0\r\n\r\nGET /next HTTP/1.1\r\nhost: a\r\n${CLOSE}\r\n`,
      );
      expect(answers.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
      expect(worker.seen.map(({ line }) => line)).toEqual(['direct POST /first', 'direct GET /next']);
      expect(worker.seen[0]!.body === body.join('')).toBe(true);
    },
  );

  it('streams a large body of unknown length, from its first byte to its last', async () => {
    const [first, last] = ['a', 'b'].map((letter) => letter.repeat(300_000)) as [string, string];
    const socket = await dial({ port });
    const answer = untilClosed(socket);
    const head = `POST / HTTP/1.1\r\nhost: a\r\n${CLOSE}transfer-encoding: chunked\r\n\r\n`;
    socket.write(`${head}${first.length.toString(16)}\r\n${first}\r\n`);
    await expect.poll(() => worker.seen[0]?.body.length).toBe(first.length);
    socket.write(inChunks(last));
    expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(worker.seen.map(({ body }) => body === first + last)).toEqual([true]);
  });

  it('aborts the request of a feed to the Worker when the client disconnects', async () => {
    const closed = new Promise<void>((resolve) => {
      worker.handler = (_request, response) => response.on('close', resolve);
    });
    const socket = await dial({ port });
    socket.write('GET /events:feed HTTP/1.1\r\nhost: a\r\n\r\n');
    await expect.poll(() => worker.seen.length).toBe(1);
    socket.destroy();
    await closed;
  });

  it('rejects a path with a backslash', async () => {
    const answer = await exchange({ port }, `GET /archivist\\operator HTTP/1.1\r\nhost: a\r\n${CLOSE}\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*backslash/s);
    expect(worker.seen).toEqual([]);
  });
});

describe('draining the listener', () => {
  it('finishes requests in flight, closes idle connections, and refuses new ones', async () => {
    const draining = await worker.listening();
    const idle = await dial(draining);
    const held: ServerResponse[] = [];
    worker.handler = (_request, response) => void held.push(response);
    const [waiting, uploading] = [await dial(draining), await dial(draining)];
    const answers = [untilClosed(waiting), untilClosed(uploading)];
    waiting.write('GET /waiting HTTP/1.1\r\nhost: a\r\n\r\n');
    const part = 'a'.repeat(300_000);
    const head = 'POST /uploading HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n';
    uploading.write(`${head}${part.length.toString(16)}\r\n${part}\r\n`);
    await expect.poll(() => worker.seen.length).toBe(2);
    const drained = draining.drain(FOR_EVER);
    await untilClosed(idle);
    await expect(dial(draining)).rejects.toThrow('ECONNREFUSED');
    uploading.write('2\r\ncd\r\n0\r\n\r\n');
    await expect.poll(() => held.length).toBe(2);
    for (const response of held) response.end('ours');
    for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 200 .*\r\n\r\n(4\r\n)?ours/s);
    await drained;
    expect(worker.seen.map((each) => each.body)).toEqual(['', `${part}cd`]);
  });

  it('serves requests that have arrived before, on new and on idle connections', async () => {
    const draining = await worker.listening();
    const sockets = await Promise.all(Array.from({ length: 20 }, () => dial(draining)));
    const answers = sockets.map(untilClosed);
    // A connection whose response has not begun is closed after it, whatever arrives behind its request.
    const responses = sockets.slice(0, 10).map((socket) => once(socket, 'data'));
    for (const socket of sockets.slice(0, 10)) socket.write('GET /1 HTTP/1.1\r\nhost: a\r\n\r\n');
    await Promise.all(responses);
    for (const socket of sockets) socket.write('GET /2 HTTP/1.1\r\nhost: a\r\n\r\n');
    await draining.drain(FOR_EVER);
    const all = await Promise.all(answers);
    expect(all.map((answer) => answer.match(/HTTP\/1\.1 200 /g)?.length)).toEqual([
      ...Array.from({ length: 10 }, () => 2),
      ...Array.from({ length: 10 }, () => 1),
    ]);
  });

  it('closes a connection after a response that had begun', async () => {
    const draining = await worker.listening();
    let response: ServerResponse | undefined;
    worker.handler = (_request, begun) => {
      response = begun;
      begun.writeHead(200, { 'content-length': 8 }).write('half');
    };
    const socket = await dial(draining);
    const answer = untilClosed(socket);
    socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
    await receives(socket, 'half');
    const drained = draining.drain(FOR_EVER);
    response!.end('half');
    expect(await answer).toMatch(/halfhalf$/);
    await drained;
  });

  it('finishes the current request of a pipeline, sends connection: close, and starts no other', async () => {
    const draining = await worker.listening();
    const held: ServerResponse[] = [];
    worker.handler = (_request, response) => void held.push(response);
    const socket = await dial(draining);
    const answer = untilClosed(socket);
    socket.write('GET /1 HTTP/1.1\r\nhost: a\r\n\r\nGET /2 HTTP/1.1\r\nhost: a\r\n\r\n');
    await expect.poll(() => held.length).toBe(1);
    const drained = draining.drain(FOR_EVER);
    held[0]!.end('ours');
    expect((await answer).match(/HTTP\/1\.1 200 |connection: close/gi)).toEqual(['HTTP/1.1 200 ', 'Connection: close']);
    await drained;
    expect(held).toHaveLength(1);
  });

  it('closes connections that exceed the time limit', async () => {
    const draining = await worker.listening();
    worker.handler = () => undefined;
    const socket = await dial(draining);
    const answer = untilClosed(socket);
    socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
    await expect.poll(() => worker.seen.length).toBe(1);
    await draining.drain(1);
    expect(await answer).toBe('');
  });
});
