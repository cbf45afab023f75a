import { describe } from '../../lib/describe.ts';
import { retryLater, ServiceError } from '../../lib/errors.ts';
import { log } from '../../platform/log.ts';
import { ambient } from '../../lib/time.ts';
import { endFrame, eventFrame, OPENING, positionFrame, PROBE } from './frames.ts';
import type { Position } from './position.ts';
import type { FeedPage } from './reading.ts';

/** Streams of one scope at once. */
export const MAX_STREAMS = 32;
/** Milliseconds after which a stream without events checks the rights of its caller and tells the client its cursor. */
export const HEARTBEAT = 15_000;
/** Milliseconds after which a stream whose client does not read ends. */
const STALLED = 30_000;

/** Milliseconds between two reads of a log that has not grown, and until a write has found who has disconnected. */
const PAUSE = 250;

/** Who reads what. Streams with the same key have the same caller, filters and conditions, and share reads. */
export type FeedAudience = { key: string };

/** Where the text of a stream goes. */
export interface Sink {
  /** Returns whether there is room for more. */
  send(text: string): boolean;
  /** Resolves when there is room. */
  ready(): Promise<void>;
  close(): void;
}

export interface HubPorts<A extends FeedAudience> {
  /**
   * Reads what each audience may see of the log after a position, all in one transaction. Rejects if it cannot be read.
   */
  read(audiences: readonly A[], from: Position): Promise<(FeedPage | ServiceError)[]>;
  /** Resolves to true when the log may have entries after a position, and to false after some milliseconds. */
  grown(from: Position, milliseconds: number): Promise<boolean>;
  /** Calls back after some milliseconds, unless the returned function is called before. */
  later(milliseconds: number, call: () => void): () => void;
}

/** What a stream begins with. `until`: the time in milliseconds at which it ends, with the error that it ends with. */
export type Opening<A> = {
  audience: A;
  from: Position;
  until: { at: number; error: ServiceError };
  requestId: string;
};

type Stream<A> = Opening<A> & {
  sink: Sink;
  /** All events before it were sent. */
  position: Position;
  /** Whether the last read of its own reached the end of the log. */
  isCaughtUp: boolean;
  sentAt: number;
  cancels: (() => void)[];
};

/**
 * The streams of one scope. A stream that is behind reads its own pages. Streams at the end of the log are live: they
 * are fed by one read of all that was appended, whatever their number, in which the rights of each caller are read
 * again.
 */
export class Hub<A extends FeedAudience> {
  readonly #ports: HubPorts<A>;
  readonly #streams = new Set<Stream<A>>();
  readonly #live = new Set<Stream<A>>();
  /** Live streams have what is before it. */
  #head: Position = { log: '', index: 0 };
  #isFeeding = false;
  #probing: Promise<void> | undefined;

  constructor(ports: HubPorts<A>) {
    this.#ports = ports;
  }

  /** The number of open streams. */
  get size(): number {
    return this.#streams.size;
  }

  /**
   * Opens a stream. The returned function releases it, when its client has disconnected. Rejects with 429 for too many.
   */
  async open(opening: Opening<A>, sink: Sink): Promise<() => void> {
    if (this.#streams.size >= MAX_STREAMS) await (this.#probing ??= this.#probe());
    if (this.#streams.size >= MAX_STREAMS) throw tooManyStreams();
    const { from, until } = opening;
    const sentAt = ambient.now();
    const stream: Stream<A> = { ...opening, sink, position: from, isCaughtUp: false, sentAt, cancels: [] };
    this.#streams.add(stream);
    stream.cancels.push(this.#ports.later(Math.max(0, until.at - sentAt), () => this.#end(stream, until.error)));
    sink.send(OPENING);
    void this.#catchUp(stream);
    return () => this.#release(stream);
  }

  /**
   * Writes to all streams, because only then may the platform report that a client has disconnected, and waits for
   * that.
   */
  async #probe(): Promise<void> {
    for (const { sink } of this.#streams) sink.send(PROBE);
    await this.#pause();
    this.#probing = undefined;
  }

  /** Reads pages for a stream until it is at the end of the log. */
  async #catchUp(stream: Stream<A>): Promise<void> {
    try {
      while (await this.#hasRoom(stream)) {
        if (this.#join(stream)) return;
        const [page] = await this.#ports.read([stream.audience], stream.position);
        if (!this.#streams.has(stream)) return;
        if (page instanceof ServiceError) return this.#end(stream, page);
        this.#deliver(stream, page!);
        stream.isCaughtUp = page!.next.index >= page!.size;
      }
    } catch (error) {
      this.#fail([stream], error);
    }
  }

  /** Waits until a stream has room. Returns whether it is still open. */
  async #hasRoom(stream: Stream<A>): Promise<boolean> {
    const cancel = this.#ports.later(STALLED, () => this.#end(stream, notRead()));
    stream.cancels.push(cancel);
    await stream.sink.ready();
    cancel();
    stream.cancels = stream.cancels.filter((each) => each !== cancel);
    return this.#streams.has(stream);
  }

  /** Makes a stream live if it has all that the live ones have. */
  #join(stream: Stream<A>): boolean {
    if (!stream.isCaughtUp) return false;
    if (this.#live.size === 0 && !this.#isFeeding) this.#head = stream.position;
    if (isBehind(stream.position, this.#head)) return false;
    this.#live.add(stream);
    void this.#feed();
    return true;
  }

  /** Feeds the live streams while there are any. */
  async #feed(): Promise<void> {
    if (this.#isFeeding) return;
    this.#isFeeding = true;
    try {
      while (this.#live.size > 0) {
        const from = this.#head;
        const hasGrown = await this.#ports.grown(from, HEARTBEAT);
        const asked = [...new Map([...this.#live].map(({ audience }) => [audience.key, audience])).values()];
        if (asked.length > 0) this.#feedPages(from, asked, await this.#ports.read(asked, from));
        if (hasGrown && this.#head === from) await this.#pause();
      }
    } catch (error) {
      this.#fail([...this.#live], error);
    } finally {
      this.#isFeeding = false;
    }
  }

  /** Limits the reads of a log that is said to have grown, and has not, as while it is being replaced. */
  #pause(): Promise<void> {
    return new Promise((resolve) => void this.#ports.later(PAUSE, resolve));
  }

  #feedPages(from: Position, asked: readonly A[], found: readonly (FeedPage | ServiceError)[]): void {
    const pages = new Map(asked.map(({ key }, i) => [key, found[i]!]));
    for (const page of found)
      if (!(page instanceof ServiceError) && isBehind(this.#head, page.next)) this.#head = page.next;
    for (const stream of this.#live) {
      const page = pages.get(stream.audience.key);
      if (page instanceof ServiceError && stream.position.log === from.log) this.#end(stream, page);
      else if (page instanceof ServiceError) this.#leave(stream);
      else if ((page && !this.#deliver(stream, page)) || isBehind(stream.position, this.#head)) this.#leave(stream);
    }
  }

  /** Lets a stream that cannot keep up, or that joined during a read, read its own pages. */
  #leave(stream: Stream<A>): void {
    this.#live.delete(stream);
    stream.isCaughtUp = false;
    void this.#catchUp(stream);
  }

  /** Sends what a stream does not have yet of a page. Returns whether there is room for more. */
  #deliver(stream: Stream<A>, page: FeedPage): boolean {
    const { position, sink } = stream;
    const isSame = position.log === page.next.log;
    const items = page.items.filter(({ index }) => !isSame || index >= position.index);
    if (!isSame || position.index < page.next.index) stream.position = page.next;
    const now = ambient.now();
    const isHeartbeat = items.length === 0;
    if (isHeartbeat && now - stream.sentAt < HEARTBEAT - 1000) return true;
    const text = isHeartbeat ? positionFrame(stream.position) : items.map((item) => eventFrame(page, item)).join('');
    stream.sentAt = now;
    return sink.send(text);
  }

  #fail(streams: readonly Stream<A>[], error: unknown): void {
    if (!(error instanceof ServiceError)) log('warn', 'an event feed could not be read', { error: describe(error) });
    const known = error instanceof ServiceError ? error : retryLater('unavailable', 'the feed could not be read', 1);
    for (const stream of streams) this.#end(stream, known);
  }

  #end(stream: Stream<A>, error: ServiceError): void {
    if (!this.#release(stream)) return;
    stream.sink.send(endFrame(error, stream.requestId));
    stream.sink.close();
  }

  #release(stream: Stream<A>): boolean {
    for (const cancel of stream.cancels.splice(0)) cancel();
    this.#live.delete(stream);
    return this.#streams.delete(stream);
  }
}

/** Whether a position lacks entries that another one has. One of a log that does not exist yet lacks those of a log. */
const isBehind = (position: Position, other: Position): boolean =>
  position.log === other.log ? position.index < other.index : position.log === '';

const tooManyStreams = (): ServiceError =>
  retryLater(
    'rate_limited',
    `the tenancy has ${MAX_STREAMS} open streams of events, the most that are allowed; close one, or read pages`,
    5,
  );

const notRead = (): ServiceError => retryLater('unavailable', 'the stream was not read for 30 seconds', 1);
