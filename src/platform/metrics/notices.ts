import type { AlarmName, Raised } from '../alarms.ts';

/** How the operator is told. */
export type Channel = 'webhook' | 'mail';

/** What the operator is told: alarms of one name, `since` the last time that they were told of it. */
export type Notice = { id: string; alarm: AlarmName; count: number; at: number; fields: Record<string, unknown> };

/** A notice to send by a channel. */
export type Sending = { channel: Channel; notice: Notice };

/**
 * Of one alarm: what was told last, the number of alarms since, the last of these while a channel was set, and the
 * channels by which the notice is to be sent.
 */
export type NoticeState = {
  noticedAt: number;
  count: number;
  latest?: { at: number; fields: Record<string, unknown> } | undefined;
  notice: Notice | undefined;
  due: Partial<Record<Channel, { attempts: number; at: number }>>;
};

/** Where the states of alarms are stored; a write is durable before anything that follows it is seen outside. */
export interface NoticeStore {
  get(alarm: AlarmName): NoticeState | undefined;
  put(alarm: AlarmName, state: NoticeState): void;
  all(): [AlarmName, NoticeState][];
}

/**
 * Attempts to send a notice by a channel, and the pause after the first one. Each further pause is four times as long.
 */
const ATTEMPTS = 5;
const PAUSE = 30_000;
const pauseAfter = (attempts: number): number => PAUSE * 4 ** (attempts - 1);
/** Milliseconds between two notices of the test alarm. */
const TEST_EVERY = 10_000;

/**
 * Decides which alarms the operator is told: of each name at most one notice in a period, with the number of alarms
 * since the one before. Alarms within the period are in the notice at its end. A notice is leased to the queue, and
 * sent again later until its sending was confirmed or has failed five times.
 */
export class Notices {
  readonly #store: NoticeStore;
  readonly #newId: () => string;

  constructor(store: NoticeStore, newId: () => string) {
    this.#store = store;
    this.#newId = newId;
  }

  /** Adds alarms. `channels`: those that are set; without any, alarms are only counted. */
  add(alarms: readonly Raised[], channels: readonly Channel[]): void {
    for (const { name, count, at, fields } of alarms) {
      const before = this.#store.get(name) ?? { noticedAt: -Infinity, count: 0, notice: undefined, due: {} };
      const latest = channels.length === 0 ? before.latest : { at, fields };
      this.#store.put(name, { ...before, count: before.count + count, latest });
    }
  }

  /**
   * Returns what is to be sent now. Each is returned again after a pause, unless it is settled. `repeatMs`: the period
   * between two notices of a name.
   */
  take(now: number, channels: readonly Channel[], repeatMs: number): Sending[] {
    const taken: Sending[] = [];
    for (const [name, state] of this.#store.all()) {
      const { due, notice, ...rest } = this.#renewed(name, state, now, channels, repeatMs) ?? state;
      const ready = Object.entries(due).filter(([, { at }]) => at <= now);
      if (!notice || ready.length === 0) continue;
      const next = { ...due };
      for (const [channel, { attempts }] of ready as [Channel, { attempts: number; at: number }][]) {
        next[channel] = { attempts: attempts + 1, at: now + pauseAfter(attempts + 1) };
        taken.push({ channel, notice });
      }
      this.#store.put(name, { ...rest, notice, due: next });
    }
    return taken;
  }

  /** The state with a new notice, if there are alarms to tell and the period is over. */
  #renewed(
    name: AlarmName,
    { noticedAt, count, latest, notice, due }: NoticeState,
    now: number,
    channels: readonly Channel[],
    repeatMs: number,
  ): NoticeState | undefined {
    const period = name === 'test-alarm' ? TEST_EVERY : repeatMs;
    // After the clock was corrected, the last notice may be in the future.
    const isRecent = now - noticedAt < period && now >= noticedAt;
    if (!latest || isRecent || channels.length === 0) return undefined;
    // Of a notice that is replaced before it was confirmed.
    const untold = Object.keys(due).length > 0 ? (notice?.count ?? 0) : 0;
    return {
      noticedAt: now,
      count: 0,
      latest: undefined,
      notice: { id: this.#newId(), alarm: name, count: count + untold, ...latest },
      due: Object.fromEntries(channels.map((channel) => [channel, { attempts: 0, at: now }])),
    };
  }

  /**
   * After an attempt to send a notice. If it has failed, the pause begins now. Returns whether it is sent again later.
   * Ignores notices that were replaced.
   */
  settle({ channel, notice: { alarm, id } }: Sending, isSent: boolean, now: number): boolean {
    const state = this.#store.get(alarm);
    const due = state?.due[channel];
    if (!state || state.notice?.id !== id || !due) return false;
    if (!isSent && due.attempts < ATTEMPTS) {
      const next = { ...due, at: now + pauseAfter(due.attempts) };
      this.#store.put(alarm, { ...state, due: { ...state.due, [channel]: next } });
      return true;
    }
    const { [channel]: _settled, ...others } = state.due;
    this.#store.put(alarm, { ...state, due: others });
    return false;
  }
}
