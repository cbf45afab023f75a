import { retryLater } from '../../lib/errors.ts';
import { sizeOf, type Proposal } from './proposal.ts';

/**
 * Limits of one commit: D1 limits a parameter to 2 MB, and all proposals of a commit wait for its slowest. Where
 * several tenants write, commits are smaller, because the next proposal of each waits for the whole one before it.
 */
const COMMIT = { events: { alone: 256, shared: 64 }, characters: 600_000 };
/** Commits after which a tenant without proposals no longer counts. */
const RECENT = 8;
/** Limits of the proposals that wait, in characters: of all tenants, and of one. */
const WAITING = { all: 32_000_000, each: 8_000_000 };
/** Proposals of a tenant that a commit looks at for one that fits. */
const LOOKED_AT = 32;

type Queue<T> = { waiting: { item: T; proposal: Proposal; size: number }[]; characters: number };

/** The numbers of tenancies, proposals and events that wait for a commit, and the size of the proposals. */
export type PendingProposals = { tenancies: number; proposals: number; events: number; characters: number };

/**
 * The proposals that wait for a commit, by the tenants that pay for them. Each commit takes one proposal of each tenant
 * in turn until it is full, so that a tenant with many proposals does not delay the others. `T` goes with a proposal.
 */
export class FairShare<T> {
  /** The tenant that comes first in the next commit is the first one. */
  readonly #queues = new Map<string, Queue<T>>();
  #characters = 0;
  #proposals = 0;
  #events = 0;
  /** The tenants of the latest commits, one list for each. */
  readonly #recent: string[][] = [];

  get isEmpty(): boolean {
    return this.#queues.size === 0;
  }

  /** What waits. */
  get size(): PendingProposals {
    const { size: tenancies } = this.#queues;
    return { tenancies, proposals: this.#proposals, events: this.#events, characters: this.#characters };
  }

  /** Throws 429 if the tenant has too many proposals that wait, and 503 if all tenants together do. */
  add(proposal: Proposal, item: T): void {
    const size = sizeOf(proposal);
    const queue = this.#queues.get(proposal.payer) ?? { waiting: [], characters: 0 };
    if (queue.characters > 0 && queue.characters + size > WAITING.each)
      throw retryLater('rate_limited', 'too many events of the tenancy are waiting; try again', 1);
    if (this.#characters > 0 && this.#characters + size > WAITING.all)
      throw retryLater('unavailable', 'too many events are waiting; try again', 1);
    this.#queues.set(proposal.payer, queue);
    queue.waiting.push({ item, proposal, size });
    queue.characters += size;
    this.#characters += size;
    this.#proposals += 1;
    this.#events += proposal.events;
  }

  /** The earliest accepted time of the events that wait and are in a scope; Infinity without such events. */
  earliest(isIn: (proposal: Proposal) => boolean): number {
    let earliest = Infinity;
    for (const { waiting } of this.#queues.values())
      for (const { proposal } of waiting) if (isIn(proposal)) earliest = Math.min(earliest, proposal.firstAcceptedUs);
    return earliest;
  }

  /**
   * Removes and returns the proposals of the next commit: at least one if any waits, at most one for each asset and for
   * each idempotency key. Those that do not fit wait for the next one.
   */
  take(): { proposal: Proposal; item: T }[] {
    const taken: { proposal: Proposal; item: T }[] = [];
    const used = new Set<string>();
    const left = { events: COMMIT.events[this.#isShared ? 'shared' : 'alone'], characters: COMMIT.characters };
    const fits = (proposal: Proposal, size: number): boolean =>
      (taken.length === 0 || (proposal.events <= left.events && size <= left.characters)) &&
      !used.has(proposal.asset) &&
      !proposal.keys.some((key) => used.has(key));
    const turns = [...this.#queues];
    for (let more = true; more && left.events > 0;) {
      more = false;
      for (const [payer, queue] of turns) {
        const index = queue.waiting.slice(0, LOOKED_AT).findIndex(({ proposal, size }) => fits(proposal, size));
        if (index < 0) continue;
        const [{ proposal, item, size }] = queue.waiting.splice(index, 1) as [Queue<T>['waiting'][number]];
        taken.push({ proposal, item });
        for (const name of [proposal.asset, ...proposal.keys]) used.add(name);
        left.events -= proposal.events;
        left.characters -= size;
        queue.characters -= size;
        this.#characters -= size;
        this.#proposals -= 1;
        this.#events -= proposal.events;
        if (queue.waiting.length === 0) this.#queues.delete(payer);
        more = true;
      }
    }
    this.#startWithAnother(turns);
    this.#recent.push([...new Set(taken.map(({ proposal }) => proposal.payer))]);
    if (this.#recent.length > RECENT) this.#recent.shift();
    return taken;
  }

  /** Whether several tenants have proposals that wait, or had some in the latest commits. */
  get #isShared(): boolean {
    return new Set([...this.#queues.keys(), ...this.#recent.flat()]).size > 1;
  }

  /** Moves the tenant that came first in this commit to the end. */
  #startWithAnother([first]: [string, Queue<T>][]): void {
    if (!first || !this.#queues.delete(first[0])) return;
    this.#queues.set(...first);
  }
}
