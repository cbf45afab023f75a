import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { SLICE, type Rounds } from './rounds.ts';

/** Pipelined requests of a connection that wait for an earlier response. */
const MAX_WAITING = 8;
/** Milliseconds in which a client can read what ends its connection. */
const LINGER = 1000;
/** Bytes of a body that may wait unread. Few, because each chunk of it takes a hundred times its bytes. */
const UNREAD = 1024;

const NOTHING = Buffer.alloc(0);

/**
 * A connection of a client, as the HTTP server sees it. The server parses what has arrived in slices, each of which
 * waits for its round, because it parses all that it is given at once: 64 KiB can have 10,000 chunks or 2,500 requests.
 */
export class ClientConnection extends Duplex {
  readonly remoteAddress: string;
  readonly #socket: Socket;
  readonly #rounds: Rounds;
  readonly #client: unknown;
  /** What has arrived and has not been passed on. Nothing more is read before it has. */
  #input: Buffer = NOTHING;
  #isWanted = false;
  /** The least number of the next bytes that belong to a body of known length, whose cost does not depend on them. */
  #body = 0;
  #isClosing = false;
  /** The latest request, and the number of those that wait. */
  #last: { response: ServerResponse; closed: Promise<unknown> } | undefined;
  #waiting = 0;

  /** `client`: for whom its slices count, by default for this connection. */
  constructor(socket: Socket, rounds: Rounds, client?: unknown) {
    super({ readableHighWaterMark: UNREAD, decodeStrings: false });
    this.remoteAddress = socket.remoteAddress ?? '';
    this.#socket = socket;
    this.#rounds = rounds;
    this.#client = client ?? this;
    socket.on('data', (input: Buffer) => {
      socket.pause();
      this.#input = input;
      if (this.#isWanted) this.#schedule();
    });
    socket.on('end', () => this.push(null));
    socket.on('timeout', () => this.emit('timeout'));
    socket.on('error', (error) => this.destroy(error));
    socket.on('close', () => this.destroy());
  }

  static of(request: IncomingMessage): ClientConnection {
    return request.socket as Duplex as ClientConnection;
  }

  /** Whether its requests are not answered any more. */
  get isClosing(): boolean {
    return this.#isClosing || this.destroyed;
  }

  /** The response to the latest request if it has not been sent yet. */
  get pendingResponse(): ServerResponse | undefined {
    const last = this.#last?.response;
    return last === undefined || last.writableFinished || last.destroyed ? undefined : last;
  }

  /** Emits `timeout` after so many milliseconds without progress. */
  setTimeout(milliseconds: number): this {
    this.#socket.setTimeout(milliseconds);
    return this;
  }

  /**
   * Calls `handle` for one request at a time. Pipelined requests wait for the earlier response, so that a client that
   * does not read its responses does not occupy the Worker; they are dropped if that response ends the connection. With
   * too many waiting requests it is closed, because they are kept in memory.
   */
  inTurn({ headers }: IncomingMessage, response: ServerResponse, handle: () => void): void {
    // Its head was in the latest slice.
    this.#body = Number(headers['content-length'] ?? 0) - SLICE;
    const before = this.#last;
    const closed = new Promise((resolve) => response.once('close', resolve));
    if (before !== undefined && this.#waiting === MAX_WAITING) return void this.destroy();
    this.#last = { response, closed };
    if (before === undefined) return handle();
    this.#waiting += 1;
    void before.closed.then(() => {
      this.#waiting -= 1;
      // No response can follow one that ends the connection.
      if (before.response.shouldKeepAlive && !response.destroyed && !response.headersSent) handle();
    });
  }

  /** Passes on nothing more of what arrives. The connection ends behind the response that is being sent. */
  stopReading(): void {
    this.#isClosing = true;
  }

  override _read(): void {
    this.#isWanted = true;
    if (this.#input.length > 0) this.#schedule();
    else this.#socket.resume();
  }

  #schedule(): void {
    this.#isWanted = false;
    const slice = this.#input.subarray(0, Math.max(SLICE, this.#body));
    this.#rounds.add(this.#client, slice.length, () => {
      if (this.isClosing) return;
      this.#input = this.#input.subarray(slice.length);
      this.#body -= slice.length;
      this.push(slice);
    });
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, encoding, done);
  }

  override _writev(chunks: { chunk: Buffer; encoding: BufferEncoding }[], done: (error?: Error | null) => void): void {
    this.#socket.cork();
    for (const [i, { chunk, encoding }] of chunks.entries())
      this.#socket.write(chunk, encoding, i === chunks.length - 1 ? done : undefined);
    this.#socket.uncork();
  }

  /**
   * Closes the connection only after the client has closed its side or had time to read: the system resets a connection
   * that is closed before all of its input is read, and a reset discards what the client has not read yet (RFC 9112
   * section 9.6).
   */
  override _final(done: () => void): void {
    const closing = setTimeout(() => this.destroy(), LINGER);
    this.once('close', () => clearTimeout(closing));
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }
}
