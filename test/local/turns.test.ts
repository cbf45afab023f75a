import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable, Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { FirstTurn, mayBeLarge, sendInTurns, Turns } from '../../apps/server/listener/turns.ts';
import { fakeWorker, type FakeWorker } from './support/fake-worker.ts';
import { dialMany, exchange } from './support/socket.ts';

const CLOSE = 'connection: close\r\n';
const MAX_TURNS = 8;

describe('turns', () => {
  it('are limited, and given to the clients that wait in rounds', () => {
    const turns = new Turns(2);
    const begun: string[] = [];
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) turns.take(name[0]!, () => begun.push(name));
    expect([begun, turns.areWanted]).toEqual([['a1', 'a2'], true]);
    for (let i = 0; i < 5; i++) turns.end();
    expect([begun, turns.areWanted]).toEqual([['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2'], false]);
    turns.end();
    turns.take('d', () => begun.push('d'));
    expect(begun.at(-1)).toBe('d');
  });

  it('end with the response, also while it waits for one', async () => {
    const turns = new Turns(1);
    const [first, second] = [transfer(turns, 1), transfer(turns, 1)];
    second.response.destroy();
    await new Promise((resolve) => second.response.once('close', resolve));
    first.response.destroy();
    await new Promise((resolve) => first.response.once('close', resolve));
    const third = transfer(turns, 1);
    await third.ended;
    expect(third.received()).toBe(64 * 1024);
  });

  it('are given to those that still wait, behind very many that have closed', async () => {
    const turns = new Turns(1);
    const first = transfer(turns, 1);
    const closed = Array.from({ length: 20_000 }, () => transfer(turns, 1).response);
    for (const response of closed) response.destroy();
    const last = transfer(turns, 1);
    await Promise.all([first.ended, last.ended]);
    expect(last.received()).toBe(64 * 1024);
  });

  it('are had by eight bodies at once, until all have been sent', async () => {
    const turns = new Turns();
    let most = 0;
    const transfers = Array.from({ length: 40 }, () => transfer(turns, 20));
    for (const { answer } of transfers)
      answer.on('data', () => {
        most = Math.max(most, transfers.filter((each) => !each.answer.isPaused() && !each.answer.readableEnded).length);
      });
    await Promise.all(transfers.map(({ ended }) => ended));
    expect(transfers.map(({ received }) => received())).toEqual(transfers.map(() => 20 * 64 * 1024));
    expect(most).toBe(MAX_TURNS);
  });
});

describe('the first turn', () => {
  const newResponse = (): ServerResponse => new Writable() as unknown as ServerResponse;

  it.each([
    ['GET', '/archivist/v1/blobs/1', true],
    ['GET', '/archivist/v2/attachments/publicassets/1/2', true],
    ['HEAD', '/archivist/v1/blobs/1', false],
    ['POST', '/archivist/v1/blobs', false],
    ['GET', '/archivist/v2/assets/1', false],
  ])('is for requests of files: %s %s', (method, path, expected) => {
    expect(mayBeLarge(method, path)).toBe(expected);
  });

  it('ends when the Worker does not respond within a second, or when the response closes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const turns = new Turns(1);
      const got: FirstTurn[] = [];
      const responses = Array.from({ length: 4 }, newResponse);
      for (const [i, response] of responses.entries())
        void FirstTurn.of(turns, `${i}`, response).then((first) => got.push(first));
      vi.advanceTimersByTime(999);
      await turn();
      expect(got).toHaveLength(1);
      vi.advanceTimersByTime(1);
      await turn();
      expect([got.length, got[0]!.handOver()]).toEqual([2, false]);
      responses[2]!.destroy();
      responses[1]!.destroy();
      await turn();
      // The third has closed while it waited.
      expect(got).toHaveLength(3);
      expect(got[2]!.handOver()).toBe(true);
      vi.advanceTimersByTime(10_000);
      responses[3]!.destroy();
      await turn();
      let hasBegun = false;
      turns.take('a', () => (hasBegun = true));
      expect(hasBegun).toBe(false);
      turns.end();
      expect(hasBegun).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });
});

/** Sends a body of `pieces` of 64 KiB, as that of a response of the Worker, to a client that reads all of it. */
function transfer(turns: Turns, pieces: number) {
  let [left, received] = [pieces, 0];
  const answer = new Readable({
    // Later, as from a socket.
    read: () => void setImmediate(() => answer.push(left-- > 0 ? Buffer.alloc(64 * 1024) : null)),
  });
  const response = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      received += chunk.length;
      setImmediate(done);
    },
  });
  const ended = new Promise((resolve) => response.once('finish', resolve));
  sendInTurns(answer as IncomingMessage, response as unknown as ServerResponse, 'a', turns);
  return { answer, response, ended, received: () => received };
}

describe('large responses', () => {
  const body = Buffer.alloc(3 * 2 ** 20, 'abcdefg');
  let worker: FakeWorker;
  let port: number;

  beforeAll(async () => {
    worker = await fakeWorker();
    ({ port } = await worker.listening());
  });
  beforeEach(() => {
    worker.reset();
    worker.handler = ({ method }, response) =>
      void response.writeHead(200, { 'content-length': body.length }).end(method === 'HEAD' ? '' : body);
  });
  afterAll(() => worker.close());

  const ask = (method: string, path = '/'): string => `${method} ${path} HTTP/1.1\r\nhost: a\r\n${CLOSE}\r\n`;
  const bodyOf = (answer: string): string => answer.slice(answer.indexOf('\r\n\r\n') + 4);

  it('arrive complete, many at once', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => exchange({ port }, ask('GET'))));
    for (const answer of answers) expect(body.equals(Buffer.from(bodyOf(answer), 'latin1'))).toBe(true);
    expect(bodyOf(await exchange({ port }, ask('HEAD')))).toBe('');
  });

  it('are not delayed by clients that do not read theirs', async () => {
    const slow = await dialMany({ port }, 30);
    for (const socket of slow) socket.pause().write(ask('GET', '/v1/blobs/2'));
    await expect.poll(() => worker.seen.length).toBe(30);
    for (const from of ['127.0.0.3', '127.0.0.4'])
      for (const path of ['/', '/v1/blobs/1'])
        expect(bodyOf(await exchange({ port, from }, ask('GET', path))).length).toBe(body.length);
    for (const socket of slow) socket.destroy();
  });
});
