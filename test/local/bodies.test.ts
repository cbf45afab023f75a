import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { smallBody } from '../../apps/server/listener/bodies.ts';

const PIECE = Buffer.alloc(200_000);
/** Pieces that do not fit into what one client may have in memory (16 MiB). */
const TOO_MANY = 90;

/** A request whose body is chunked, and its response. */
function exchange(): { request: PassThrough & IncomingMessage; response: ServerResponse } {
  const request = Object.assign(new PassThrough(), { headers: { 'transfer-encoding': 'chunked' } });
  return { request: request as never, response: new EventEmitter() as ServerResponse };
}

/** Reads a body that has ended. */
async function bodyOf(bytes: Buffer, client: string): Promise<{ body: unknown; response: ServerResponse }> {
  const { request, response } = exchange();
  request.end(bytes);
  return { body: await smallBody(request, response, client), response };
}

describe('a small body', () => {
  it('counts against what its client may have in memory until its response closes', async () => {
    const responses: ServerResponse[] = [];
    for (;;) {
      const { body, response } = await bodyOf(PIECE, 'a');
      responses.push(response);
      if (body === 'full') break;
      expect(PIECE.equals(body as Buffer)).toBe(true);
      expect(responses.length).toBeLessThan(TOO_MANY);
    }
    const other = await bodyOf(PIECE, 'b');
    expect(PIECE.equals(other.body as Buffer)).toBe(true);
    for (const response of [...responses, other.response]) response.emit('close');
    const again = await bodyOf(PIECE, 'a');
    expect(PIECE.equals(again.body as Buffer)).toBe(true);
    again.response.emit('close');
  });

  it('does not count, and is not passed on, if it arrives after its response has closed', async () => {
    let results = 0;
    for (let i = 0; i < TOO_MANY; i++) {
      const { request, response } = exchange();
      void smallBody(request, response, 'a').then(() => (results += 1));
      response.emit('close');
      request.resume().end(PIECE);
      await turn();
    }
    expect(results).toBe(0);
    const { body, response } = await bodyOf(PIECE, 'a');
    expect(PIECE.equals(body as Buffer)).toBe(true);
    response.emit('close');
  });
});
