/** How tenancies are placed on databases: at random, or where the least is written when they are created. */
export type Placement = 'random' | 'least loaded';

export type Model = {
  tenancies: number;
  databases: number;
  placement: Placement;
  /** Events that arrive each second, of all tenancies. */
  eventsPerSecond: number;
  /** Exponent of Zipf's law: the tenancy of rank r writes in proportion to 1 / r^skew. */
  skew: number;
  /** Seconds that are simulated. */
  seconds: number;
  /** Milliseconds of a commit, and of each event in it. */
  commitMs: number;
  eventMs: number;
  /** The maximum number of events of a commit. */
  batch: number;
  /** One tenancy of median size writes this many events each second, in the second quarter of the time. */
  burst: number;
  seed: number;
};

export type Percentiles = { p50: number; p99: number };

export type Outcome = {
  /** Milliseconds from the arrival of an event until its commit has ended, of all events but those of the burst. */
  latency: Percentiles;
  /** The same for the events of other tenancies on the database of the burst, while it lasts. */
  besideBurst: Percentiles;
  /** The p99 of the database with the highest one. */
  worst: number;
  /** The events of the database that gets most, divided by the mean of all. */
  balance: number;
  /** What arrives at the database that gets most, divided by what its writer can commit in full batches. */
  busiest: number;
  /** Events that were not committed at the end. */
  waiting: number;
};

/** A generator of numbers in [0, 1) (mulberry32): the same seed gives the same numbers. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Events each second of each tenancy, in the order in which the tenancies are created. */
function ratesOf({ tenancies, eventsPerSecond, skew }: Model, random: () => number): number[] {
  const weights = Array.from({ length: tenancies }, (_, rank) => 1 / (rank + 1) ** skew);
  const sum = weights.reduce((a, b) => a + b, 0);
  for (let i = weights.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [weights[i], weights[j]] = [weights[j]!, weights[i]!];
  }
  return weights.map((weight) => (weight / sum) * eventsPerSecond);
}

/** The database of each tenancy, and what each database gets. */
function place({ databases, placement }: Model, rates: readonly number[], random: () => number) {
  const loads = Array.from({ length: databases }, () => 0);
  const databaseOf = rates.map((rate) => {
    const chosen = placement === 'random' ? Math.floor(random() * databases) : loads.indexOf(Math.min(...loads));
    loads[chosen]! += rate;
    return chosen;
  });
  return { databaseOf, loads };
}

type Arrival = { at: number; tenancy: number };

/** Arrivals of one tenancy, at random (a Poisson process), from a time to another one, in milliseconds. */
function arrivals(tenancy: number, rate: number, from: number, until: number, random: () => number): Arrival[] {
  const found: Arrival[] = [];
  const next = (at: number): number => at + (-Math.log(1 - random()) / rate) * 1000;
  for (let at = next(from); at < until; at = next(at)) found.push({ at, tenancy });
  return found;
}

type Committed = Arrival & { latency: number };

/** Commits what has arrived at one database: one commit at a time, tenancies in turn. */
function commitAll(arrived: readonly Arrival[], { commitMs, eventMs, batch, seconds }: Model) {
  const queues = new Map<number, Arrival[]>();
  const committed: Committed[] = [];
  let [next, now] = [0, 0];
  while (now < seconds * 1000) {
    while (next < arrived.length && arrived[next]!.at <= now) {
      const event = arrived[next++]!;
      const queue = queues.get(event.tenancy);
      if (queue) queue.push(event);
      else queues.set(event.tenancy, [event]);
    }
    const taken: Arrival[] = [];
    while (taken.length < batch && queues.size > 0)
      for (const [tenancy, queue] of Array.from(queues)) {
        if (taken.length === batch) break;
        taken.push(queue.shift()!);
        // Behind all others, so that the next commit starts with them.
        queues.delete(tenancy);
        if (queue.length > 0) queues.set(tenancy, queue);
      }
    if (taken.length === 0) {
      if (next >= arrived.length) break;
      now = arrived[next]!.at;
      continue;
    }
    now += commitMs + eventMs * taken.length;
    for (const event of taken) committed.push({ ...event, latency: now - event.at });
  }
  return { committed, waiting: arrived.length - committed.length };
}

function percentiles(values: readonly number[]): Percentiles {
  const sorted = Float64Array.from(values).sort();
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}

/** Simulates tenancies on databases with one writer each. The same model has the same outcome. */
export function simulate(model: Model): Outcome {
  const random = generator(model.seed);
  const rates = ratesOf(model, random);
  const { databaseOf, loads } = place(model, rates, random);
  const end = model.seconds * 1000;
  const bursting = rates.indexOf(rates.toSorted((a, b) => a - b)[Math.floor(rates.length / 2)]!);
  const [from, until] = [end / 4, end / 2];
  const arrived = loads.map((): Arrival[] => []);
  for (const [tenancy, rate] of rates.entries())
    arrived[databaseOf[tenancy]!]!.push(...arrivals(tenancy, rate, 0, end, random));
  arrived[databaseOf[bursting]!]!.push(...arrivals(bursting, model.burst, from, until, random));
  const results = arrived.map((events) =>
    commitAll(
      events.toSorted((a, b) => a.at - b.at),
      model,
    ),
  );
  const others = results.map(({ committed }) => committed.filter(({ tenancy }) => tenancy !== bursting));
  const beside = others[databaseOf[bursting]!]!.filter(({ at }) => at >= from && at < until);
  const latenciesOf = (events: readonly Committed[]): number[] => events.map(({ latency }) => latency);
  return {
    latency: percentiles(latenciesOf(others.flat())),
    besideBurst: percentiles(latenciesOf(beside)),
    worst: Math.max(...others.map((events) => percentiles(latenciesOf(events)).p99)),
    balance: (Math.max(...loads) * loads.length) / loads.reduce((a, b) => a + b, 0),
    busiest: (Math.max(...loads) / model.batch) * ((model.commitMs + model.eventMs * model.batch) / 1000),
    waiting: results.reduce((sum, { waiting }) => sum + waiting, 0),
  };
}
