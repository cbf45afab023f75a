import { sizeOf, type Proposal } from './proposal.ts';

/** Limits of one commit. D1 limits a parameter to 2 MB. */
const COMMIT = { events: 256, characters: 1_000_000 };

/** A proposal that waits for a commit. */
export type Waiting = { proposal: Proposal };

/**
 * The proposals that wait for a commit, by the tenants that pay for them. Each commit takes one proposal of each tenant
 * in turn until it is full, so that a tenant with many proposals does not delay the others.
 */
export class FairShare<W extends Waiting> {
  /** The tenant that comes first in the next commit is the first one. */
  readonly #queues = new Map<string, W[]>();

  get isEmpty(): boolean {
    return this.#queues.size === 0;
  }

  add(waiting: W): void {
    const { payer } = waiting.proposal;
    const queue = this.#queues.get(payer);
    if (queue) queue.push(waiting);
    else this.#queues.set(payer, [waiting]);
  }

  /** The earliest accepted time of the events of a scope that wait; Infinity if none do. */
  earliest(isIn: (proposal: Proposal) => boolean): number {
    let earliest = Infinity;
    for (const queue of this.#queues.values())
      for (const { proposal } of queue) if (isIn(proposal)) earliest = Math.min(earliest, proposal.firstAcceptedUs);
    return earliest;
  }

  /**
   * Removes and returns the proposals of the next commit: at least one if any waits, at most one for each asset and for
   * each idempotency key. Those that do not fit wait for the next one.
   */
  take(): W[] {
    const taken: W[] = [];
    const used = new Set<string>();
    const left = { ...COMMIT };
    const fits = ({ proposal }: W): boolean =>
      (taken.length === 0 || (proposal.events <= left.events && sizeOf(proposal) <= left.characters)) &&
      ![proposal.asset, ...proposal.keys].some((name) => used.has(name));
    const turns = [...this.#queues];
    for (let more = true; more;) {
      more = false;
      for (const [payer, queue] of turns) {
        const index = queue.findIndex(fits);
        if (index < 0) continue;
        const [waiting] = queue.splice(index, 1) as [W];
        taken.push(waiting);
        for (const name of [waiting.proposal.asset, ...waiting.proposal.keys]) used.add(name);
        left.events -= waiting.proposal.events;
        left.characters -= sizeOf(waiting.proposal);
        if (queue.length === 0) this.#queues.delete(payer);
        more = true;
      }
    }
    // The next commit starts with another tenant.
    const first = turns.find(([payer]) => this.#queues.has(payer));
    if (first) {
      this.#queues.delete(first[0]);
      this.#queues.set(...first);
    }
    return taken;
  }
}
