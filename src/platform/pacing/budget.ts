import { retryLater, type ServiceError } from '../../lib/errors.ts';
import { ambient } from '../../lib/time.ts';
import { pacing } from './pacing.ts';

/**
 * Milliseconds after which a reservation or a lane is free although nobody has returned it, and a lane that was given
 * to waiting work that has not begun. The platform drops the work of a client that has disconnected, at the latest
 * after 30 s, and then no code of it runs.
 */
const LOST = { reservation: 20 * 60_000, lane: 60_000, turn: 5000 };
/** Milliseconds that work may wait for a lane. */
const LONGEST_WAIT = 20_000;

type Reservation = { holder: string; bytes: number; since: number };

/** Limits the memory that one kind of work holds in an isolate, which has 128 MB in total. */
export class Budget {
  readonly #of: string;
  readonly #bytes: number;
  readonly #share: number;
  /** The oldest first. */
  readonly #reservations = new Set<Reservation>();
  readonly #shares = new Map<string, number>();
  #held = 0;

  /** `of` is the plural name of the work, for the error. `share` is the part of `bytes` that one holder may reserve. */
  constructor(of: string, bytes: number, share = bytes) {
    this.#of = of;
    this.#bytes = bytes;
    this.#share = share;
  }

  /**
   * Reserves bytes for a holder until the returned function is called. Throws 503 if they do not fit beside those that
   * are already reserved; a reservation always succeeds when there is no other.
   */
  take(bytes: number, holder = ''): () => void {
    const now = ambient.now();
    for (const reservation of this.#reservations) {
      if (reservation.since > now - LOST.reservation) break;
      this.#release(reservation);
    }
    const own = this.#shares.get(holder) ?? 0;
    const isFull = this.#held > 0 && this.#held + bytes > this.#bytes;
    if (isFull || (own > 0 && own + bytes > this.#share)) throw tooMany(this.#of);
    const reservation = { holder, bytes, since: now };
    this.#reservations.add(reservation);
    this.#add(holder, bytes);
    return () => this.#release(reservation);
  }

  #release(reservation: Reservation): void {
    if (this.#reservations.delete(reservation)) this.#add(reservation.holder, -reservation.bytes);
  }

  #add(holder: string, bytes: number): void {
    this.#held += bytes;
    const own = (this.#shares.get(holder) ?? 0) + bytes;
    if (own > 0) this.#shares.set(holder, own);
    else this.#shares.delete(holder);
  }
}

/** `begun`: false until waiting work runs that was given the lane. */
type Running = { holder: string; since: number; begun: boolean };
type Waiting = { since: number; begin: (running: Running) => void; refuse: (error: ServiceError) => void };

/**
 * Runs at most `lanes` pieces of work at once, `share` of them for one holder, and queues the rest. The holders that
 * wait take turns. Requests that have arrived are let in before a piece of work.
 * Throws 503 if `waiting` are already queued, for the newest work of the holder with most of them; and for work that
 * has waited for 20 s.
 */
export class Lanes {
  readonly #of: string;
  readonly #lanes: number;
  readonly #waiting: number;
  readonly #share: number;
  /** The oldest first. */
  readonly #running = new Set<Running>();
  /** By holder, in the order of their turns. */
  readonly #queues = new Map<string, Waiting[]>();
  #queued = 0;

  constructor(of: string, lanes: number, waiting: number, share = lanes) {
    this.#of = of;
    this.#lanes = lanes;
    this.#waiting = waiting;
    this.#share = share;
  }

  async run<T>(work: () => Promise<T>, holder = ''): Promise<T> {
    this.#freeLost();
    this.#beginWaiting();
    let running: Running;
    if (this.#hasLane(holder)) running = this.#begin(holder);
    else {
      const { lane, timer } = this.#queue(holder);
      try {
        running = await lane;
      } finally {
        clearInterval(timer);
      }
    }
    running.begun = true;
    try {
      await pacing.turn('lane');
      return await work();
    } finally {
      this.#running.delete(running);
      this.#beginWaiting();
    }
  }

  #hasLane(holder: string): boolean {
    const own = [...this.#running].filter((running) => running.holder === holder).length;
    return this.#running.size < this.#lanes && own < this.#share;
  }

  #begin(holder: string): Running {
    const running = { holder, since: ambient.now(), begun: false };
    this.#running.add(running);
    return running;
  }

  #queue(holder: string): { lane: Promise<Running>; timer: ReturnType<typeof setInterval> } {
    const queue = this.#queues.get(holder) ?? [];
    if (this.#queued >= this.#waiting) this.#makeRoom(queue.length);
    this.#queues.set(holder, queue);
    this.#queued += 1;
    const { promise: lane, resolve: begin, reject: refuse } = Promise.withResolvers<Running>();
    const waiting: Waiting = { since: ambient.now(), begin, refuse };
    queue.push(waiting);
    // Another request gives the lane, and the runtime cancels a request that waits without I/O of its own as one that
    // hangs.
    const timer = setInterval(() => {
      this.#freeLost();
      this.#beginWaiting();
      if (waiting.since <= ambient.now() - LONGEST_WAIT && this.#leave(holder, waiting)) refuse(tooMany(this.#of));
    }, LOST.turn);
    return { lane, timer };
  }

  /** Takes waiting work out of its queue. Returns false if it has had its turn. */
  #leave(holder: string, waiting: Waiting): boolean {
    const queue = this.#queues.get(holder);
    const at = queue?.indexOf(waiting) ?? -1;
    if (!queue || at < 0) return false;
    queue.splice(at, 1);
    this.#queued -= 1;
    if (queue.length === 0) this.#queues.delete(holder);
    return true;
  }

  #freeLost(): void {
    const now = ambient.now();
    for (const running of this.#running)
      if (running.since <= now - (running.begun ? LOST.lane : LOST.turn)) this.#running.delete(running);
  }

  /**
   * Refuses the newest work of the longest queue. Throws if the caller's queue, which has `own` work, would be the
   * longest.
   */
  #makeRoom(own: number): void {
    let longest: Waiting[] = [];
    for (const queue of this.#queues.values()) if (queue.length > longest.length) longest = queue;
    if (longest.length <= own + 1) throw tooMany(this.#of);
    this.#queued -= 1;
    longest.pop()!.refuse(tooMany(this.#of));
  }

  /** Gives free lanes to the holders whose turn it is; a holder who gets one comes last. */
  #beginWaiting(): void {
    const now = ambient.now();
    for (const [holder, queue] of this.#queues) {
      if (this.#running.size >= this.#lanes) return;
      if (!this.#hasLane(holder)) continue;
      const { since, begin, refuse } = queue.shift()!;
      this.#queued -= 1;
      this.#queues.delete(holder);
      // A map visits entries that are added while it is iterated.
      if (queue.length > 0) this.#queues.set(holder, queue);
      if (since > now - LONGEST_WAIT) begin(this.#begin(holder));
      else refuse(tooMany(this.#of));
    }
  }
}

const tooMany = (of: string): ServiceError => retryLater('unavailable', `too many ${of} are in progress; try again`, 1);
