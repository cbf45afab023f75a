import { backoff } from '../ambient.ts';
import { assetPath, eventPath, keyed, unexpected, type ServiceCaller } from '../caller.ts';
import { EvidenceError } from '../errors.ts';
import { listOf, type List } from '../paging.ts';
import { signedEvidence, type SignedEvidence, type EventSigner } from '../signing.ts';
import type { Event, NewEvent, QueryOf, RecordSettings, RequestSettings } from '../types.ts';

/** Filters of a list of events. Names of `attribute_filters` have a prefix, such as `event_attributes.inspector`. */
export type EventFilters = Omit<QueryOf<'/v2/assets/-/events'>, 'page_token'>;

/** What to record. `operation` and `behaviour` are those of evidence unless they are given. */
export type Evidence = Omit<NewEvent, 'operation' | 'behaviour'> & Partial<Pick<NewEvent, 'operation' | 'behaviour'>>;

export type FeedOptions = {
  /** Where to resume: the cursor of the last batch that was processed. Default: the service decides. */
  cursor?: string;
  /** Seconds for which the service waits for new events, 0 to 25. Default: 25. */
  wait?: number;
  /** Whether to continue when no more events exist. Default: true. */
  follow?: boolean;
  signal?: AbortSignal;
};

/** Events of the feed, in its order, and the cursor after them. */
export type FeedBatch = { events: Event[]; cursor: string };

const OF_EVIDENCE = { operation: 'Record', behaviour: 'RecordEvidence' };

/** Milliseconds of the first and of the longest wait between two reads while something is awaited. */
const POLL = { base: 250, max: 5000 };
/** An empty response that is faster than this, in milliseconds, did not wait for events. */
const TOO_FAST = 500;
/** Milliseconds within which a response must arrive, in addition to the time that the service waits. */
const BEYOND_WAIT = 30_000;

/** Events: what happened to an asset. */
export class Events {
  readonly #caller: ServiceCaller;

  constructor(caller: ServiceCaller) {
    this.#caller = caller;
  }

  /**
   * Signs an event of an asset `assets/<uuid>`, for `record`: sent again at any later time, it returns the first event.
   * `timestamp_declared`: by default now. `checkpoint`: the last one that the author has seen of the log of the tenancy
   * (`proofs.checkpoint`), which shows that they signed after it. Sends nothing.
   */
  async sign(
    asset: string,
    event: Evidence,
    signer: EventSigner,
    { checkpoint }: { checkpoint?: string | Uint8Array } = {},
  ): Promise<SignedEvidence> {
    const { uuid } = assetPath(asset);
    const timestamp_declared = new Date(this.#caller.transport.options.clock.now()).toISOString();
    return signedEvidence(`assets/${uuid}`, { ...OF_EVIDENCE, timestamp_declared, ...event }, signer, checkpoint);
  }

  /** Records an event of an asset. A repetition after a lost response records no second one. */
  async record(asset: string, event: Evidence, settings: RecordSettings = {}): Promise<Event> {
    const body: NewEvent = { ...OF_EVIDENCE, ...event };
    return this.#caller.json('POST', `${assetPath(asset).path}/events`, {
      ...(settings.recordId === undefined ? keyed(settings) : settings),
      body,
    });
  }

  /** Reads an event `assets/<uuid>/events/<uuid>`, or without a token one of a public asset (`publicassets/…`). */
  async get(identity: string, settings: RequestSettings = {}): Promise<Event> {
    const { path, anonymous } = eventPath(identity);
    return this.#caller.json('GET', path, { ...settings, anonymous });
  }

  /** Lists the events of an asset, or with `-` of all assets, the newest first. */
  list(asset: string, filters: EventFilters = {}, settings: RequestSettings = {}): List<Event> {
    const { path, anonymous } = asset === '-' ? { path: '/v2/assets/-', anonymous: false } : assetPath(asset);
    return listOf(this.#caller, `${path}/events`, 'events', { ...settings, anonymous, query: filters });
  }

  /**
   * Iterates over the events that the caller may read, in the order in which they were committed, and waits for new
   * ones. Keep the cursor of a batch after you have processed it: with it, another iteration resumes after the batch.
   */
  async *feed({ cursor, wait = 25, follow = true, signal }: FeedOptions = {}): AsyncGenerator<FeedBatch> {
    const { clock, random } = this.#caller.transport.options;
    let at = cursor;
    for (let idle = 0; ;) {
      const started = clock.now();
      const { events, next_cursor: next } = await this.#caller.json<{ events: Event[]; next_cursor: string }>(
        'GET',
        '/v2/assets/-/events:feed',
        {
          query: { cursor: at, wait: follow ? wait : 0 },
          timeout: wait * 1000 + BEYOND_WAIT,
          ...(signal ? { signal } : {}),
        },
      );
      if (!Array.isArray(events) || typeof next !== 'string') throw unexpected('events and next_cursor');
      at = next;
      if (events.length > 0) {
        idle = 0;
        yield { events, cursor: next };
        continue;
      }
      if (!follow) return;
      if (clock.now() - started < TOO_FAST) await clock.sleep(backoff(idle++, POLL.base, POLL.max, random), signal);
    }
  }

  /**
   * Waits until an event is confirmed, and returns it. Rejects with DEADLINE_EXCEEDED after `timeout` milliseconds
   * (default: two minutes), and with FAILED_PRECONDITION if its verification failed.
   */
  async confirmed(
    identity: string,
    { timeout = 120_000, signal }: { timeout?: number; signal?: AbortSignal } = {},
  ): Promise<Event> {
    return polled(
      this.#caller,
      async () => {
        const event = await this.get(identity, signal ? { signal } : {});
        if (event.confirmation_status === 'FAILED')
          throw new EvidenceError('FAILED_PRECONDITION', `${identity} does not match the ledger`);
        return event.confirmation_status === 'CONFIRMED' ? event : undefined;
      },
      { what: `${identity} was not confirmed`, timeout, signal },
    );
  }
}

/** Repeats `read` until it returns a value, with growing waits. Rejects with DEADLINE_EXCEEDED after `timeout` ms. */
export async function polled<T>(
  { transport }: ServiceCaller,
  read: () => Promise<T | undefined>,
  { what, timeout, signal }: { what: string; timeout: number; signal?: AbortSignal | undefined },
): Promise<T> {
  const { clock, random } = transport.options;
  const end = clock.now() + timeout;
  for (let attempt = 0; ; attempt++) {
    const value = await read();
    if (value !== undefined) return value;
    const left = end - clock.now();
    if (left <= 0) throw new EvidenceError('DEADLINE_EXCEEDED', `${what} within ${timeout} ms`);
    await clock.sleep(Math.min(left, backoff(attempt, POLL.base, POLL.max, random)), signal);
  }
}
