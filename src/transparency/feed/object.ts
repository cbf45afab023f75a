import { DurableObject } from 'cloudflare:workers';
import { readTogether } from '../../access/together.ts';
import { unauthenticated } from '../../access/errors.ts';
import { TenantScope, type Scope } from '../../access/scope.ts';
import type { Env } from '../../settings/config.ts';
import { retryLater, ServiceError } from '../../lib/errors.ts';
import { PUBLIC_SCOPE } from '../../lib/identifiers.ts';
import { ambient } from '../../lib/time.ts';
import type { EventConditions } from '../../ledger/lists/event-conditions.ts';
import { envOfObject } from '../../platform/cells/cells.ts';
import { databaseOf } from '../../ledger/append/writer-client.ts';
import { sequencerOf } from '../sequencer/log-clients.ts';
import type { StreamRequest, Waiting } from './calls.ts';
import { NewEntries } from './new-entries.ts';
import { Hub, type FeedAudience } from './hub.ts';
import type { Position } from './position.ts';
import { entriesFor, feedRange } from './reading.ts';
import { StreamSink } from './sink.ts';

/** Milliseconds after which a stream ends also if its token is valid for longer. */
const LONGEST = 3_600_000;
/** Requests that wait for events at once: of a tenancy, or of all anonymous callers together; and of one holder. */
const MAX_WAITING = 64;
/** Of one address, for anonymous callers. */
const MAX_WAITING_PER_ADDRESS = 4;
/** Limits of what is read at once for the streams of one audience: events, entries that are looked at, bytes. */
const RANGE = { events: 500, entries: 500, bytes: 128 * 1024 };

/** Makes the conditions of a query, as a request gives it. */
export type ConditionsOf = (scope: Scope, query: object, filters: [string, string][]) => EventConditions;

type Reader = FeedAudience & { scope: TenantScope; conditions: EventConditions };

/** The streams and waiting requests of one scope: a tenancy, or all public events. It stores nothing. */
export class FeedHub extends DurableObject<Env> {
  readonly #conditionsOf: ConditionsOf;
  /** The waiting requests of each holder, and what stops each of them. */
  readonly #waiting = new Map<string, number>();
  readonly #stops = new Map<string, AbortController>();
  #newEntries: NewEntries | undefined;
  #hub: Hub<Reader> | undefined;

  constructor(ctx: DurableObjectState, env: Env, conditionsOf: ConditionsOf) {
    super(ctx, envOfObject(env, ctx));
    this.#conditionsOf = conditionsOf;
  }

  /** See calls.ts. */
  override async fetch(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const scope = searchParams.get('scope')!;
    try {
      if (pathname === '/stream') return await this.#stream(await request.json(), request.signal);
      if (pathname === '/wait') return Response.json({ hasGrown: await this.#wait(scope, await request.json()) });
      this.#stops.get(((await request.json()) as { id: string }).id)?.abort();
      return Response.json({});
    } catch (error) {
      if (error instanceof ServiceError) return Response.json(error.toData(), { status: 400 });
      throw error;
    }
  }

  async #stream(
    { caller, query, filters, from, expires, requestId }: StreamRequest,
    signal: AbortSignal,
  ): Promise<Response> {
    const scope = new TenantScope(databaseOf(this.env), caller, 'member', requestId);
    const key = JSON.stringify([caller, query, filters]);
    const audience = { key, scope, conditions: this.#conditionsOf(scope, query, filters) };
    const last = ambient.now() + LONGEST;
    const until =
      expires <= last
        ? { at: expires, error: unauthenticated('the token has expired') }
        : { at: last, error: tooOld() };
    let release = (): void => undefined;
    const sink = new StreamSink(() => release());
    release = await this.#hubOf(caller.tenant).open({ audience, from, until, requestId }, sink);
    signal.addEventListener('abort', release, { once: true });
    if (signal.aborted) release();
    return new Response(sink.readable);
  }

  async #wait(scope: string, { from, milliseconds, holder, id }: Waiting): Promise<boolean> {
    const growth = this.#newEntriesOf(scope);
    const own = this.#waiting.get(holder) ?? 0;
    const isPublic = scope === PUBLIC_SCOPE;
    if (isPublic && own >= MAX_WAITING_PER_ADDRESS) throw tooManyWaiting(`the address has ${own}`);
    if (this.#stops.size >= MAX_WAITING)
      throw tooManyWaiting(`${isPublic ? 'anonymous callers have' : 'the tenancy has'} ${MAX_WAITING}`);
    this.#waiting.set(holder, own + 1);
    const stop = new AbortController();
    this.#stops.set(id, stop);
    try {
      return await growth.grown(from, milliseconds, stop.signal);
    } finally {
      this.#stops.delete(id);
      const left = this.#waiting.get(holder)! - 1;
      if (left === 0) this.#waiting.delete(holder);
      else this.#waiting.set(holder, left);
    }
  }

  #newEntriesOf(scope: string): NewEntries {
    this.#newEntries ??= new NewEntries((known, milliseconds) =>
      sequencerOf(this.env, scope).grown(known, milliseconds),
    );
    return this.#newEntries;
  }

  #hubOf(tenant: string): Hub<Reader> {
    const growth = this.#newEntriesOf(tenant);
    this.#hub ??= new Hub<Reader>({
      read: (readers, from) => this.#read(readers, from),
      grown: (from, milliseconds) => growth.grown(from, milliseconds),
      later: (milliseconds, call) => {
        const timer = setTimeout(call, milliseconds);
        return () => clearTimeout(timer);
      },
    });
    return this.#hub;
  }

  async #read(readers: readonly Reader[], from: Position) {
    const ranges = readers.map(({ scope, conditions }) =>
      feedRange(scope, { from, conditions, ...RANGE, entries: entriesFor(conditions, RANGE.entries) }),
    );
    const found = await readTogether(
      databaseOf(this.env),
      readers.map(({ scope }, i) => ({ scope, statements: ranges[i]!.statements })),
    );
    return found.map((rows, i) => {
      if (rows instanceof ServiceError) return rows;
      try {
        return ranges[i]!.pageOf(rows);
      } catch (error) {
        if (error instanceof ServiceError) return error;
        throw error;
      }
    });
  }
}

const tooOld = (): ServiceError => retryLater('unavailable', 'a stream lasts one hour; open another one', 1);

const tooManyWaiting = (who: string): ServiceError =>
  retryLater('rate_limited', `${who} requests that wait for events, the most that are allowed; try again`, 5);
