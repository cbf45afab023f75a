/** The size of the database at a time in milliseconds. */
export type Sample = { at: number; bytes: number };

/**
 * How full the database is. `growth`: bytes a day, and `fullAt`: when it reaches its limit, in milliseconds; undefined
 * if not known.
 */
export type Capacity = {
  bytes: number;
  limit: number;
  used: number;
  growth: number | undefined;
  fullAt: number | undefined;
};

/** Shares of the limit from which on the operator is warned, and an alarm is raised. */
export const CAPACITY_WARN = 0.7;
export const CAPACITY_ALARM = 0.85;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The time between two samples that are kept, and the time for which they are kept. */
const EVERY = 6 * HOUR;
const KEPT = 14 * DAY;
/** The shortest time over which growth is measured. */
const SHORTEST = HOUR;
/** The latest date that is computed: ten years. */
const LATEST = 3650 * DAY;

/**
 * Adds a sample, oldest first. The newest one is replaced until it is old enough to be kept. Samples of the future are
 * dropped.
 */
export function addSample(samples: readonly Sample[], sample: Sample): Sample[] {
  const kept = samples.filter(({ at }) => at > sample.at - KEPT && at <= sample.at);
  const [before, last] = [kept.at(-2), kept.at(-1)];
  const isEarly = before !== undefined && last !== undefined && last.at - before.at < EVERY;
  return [...(isEarly ? kept.slice(0, -1) : kept), sample];
}

/** How full a database of this size is, and when it is full if it grows as it did since the oldest sample. */
export function capacityOf(samples: readonly Sample[], now: Sample, limit: number): Capacity {
  const [first] = samples;
  const span = first ? now.at - first.at : 0;
  const growth = first && span >= SHORTEST ? Math.round(((now.bytes - first.bytes) / span) * DAY) : undefined;
  const left = growth !== undefined && growth > 0 ? (Math.max(0, limit - now.bytes) / growth) * DAY : Infinity;
  return {
    bytes: now.bytes,
    limit,
    used: now.bytes / limit,
    growth,
    fullAt: left <= LATEST ? Math.round(now.at + left) : undefined,
  };
}
