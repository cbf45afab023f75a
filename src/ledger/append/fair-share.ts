import { retryLater } from '../../lib/errors.ts';

/** An append that waits for a commit. `payer`: the tenancy whose share of a commit it uses. */
export type WaitingAppend = {
  asset: string;
  payer: string;
  /** The idempotency key with its caller: appends with the same key are never in one commit. */
  key: string | undefined;
  characters: number;
};

/**
 * Limits of one commit: D1 limits a parameter to 2 MB, and all appends of a commit wait for its slowest. Where several
 * tenants write, commits are smaller, because the next append of each waits for the whole one before it.
 */
export const COMMIT = { events: { alone: 256, shared: 64 }, characters: 600_000 };
/** Commits after which a tenant without appends no longer counts. */
const RECENT = 8;
/** Limits of the appends that wait: of one asset, and in characters also of one tenant and of all. */
const WAITING = { events: 2000, ofAsset: 4_000_000, ofTenant: 8_000_000, all: 16_000_000 };
/** Appends of a tenant that a commit looks at for one that fits. */
const LOOKED_AT = 32;

type Size = { events: number; characters: number };
type Queue<T> = Size & { waiting: T[] };

/** The numbers of tenancies, assets and events that wait for a commit, and the characters of the events. */
export type PendingAppends = Size & { tenancies: number; assets: number };

/**
 * The appends that wait for a commit, by the tenants that pay for them. Each commit takes one append of each tenant in
 * turn until it is full, so that a tenant with many appends does not delay the others.
 */
export class FairShare<T extends WaitingAppend> {
  /** The tenant that comes first in the next commit is the first one. */
  readonly #queues = new Map<string, Queue<T>>();
  readonly #assets = new Map<string, Size>();
  readonly #all: Size = { events: 0, characters: 0 };
  /** The tenants of the latest commits, one list for each. */
  readonly #recent: string[][] = [];

  /** What waits. */
  get size(): PendingAppends {
    return { ...this.#all, tenancies: this.#queues.size, assets: this.#assets.size };
  }

  /** Whether `take` returns an append. */
  hasAppend(isBusy: (asset: string) => boolean): boolean {
    for (const asset of this.#assets.keys()) if (!isBusy(asset)) return true;
    return false;
  }

  /** Throws 429 if too many appends of the asset or of the tenant wait, and 503 if too many of all tenants do. */
  add(append: T): void {
    const { asset, payer, characters } = append;
    const ofAsset = this.#assets.get(asset) ?? { events: 0, characters: 0 };
    const queue = this.#queues.get(payer) ?? { events: 0, characters: 0, waiting: [] };
    const exceeds = (held: Size, limit: number): boolean => held.events > 0 && held.characters + characters > limit;
    if (ofAsset.events >= WAITING.events || exceeds(ofAsset, WAITING.ofAsset))
      throw retryLater('rate_limited', 'the ledger of this asset is busy', 1);
    if (exceeds(queue, WAITING.ofTenant))
      throw retryLater('rate_limited', 'too many events of the tenancy are waiting; try again', 1);
    if (exceeds(this.#all, WAITING.all))
      throw retryLater('unavailable', 'too many appends are in progress; try again', 1);
    this.#queues.set(payer, queue);
    this.#assets.set(asset, ofAsset);
    queue.waiting.push(append);
    for (const size of [ofAsset, queue, this.#all]) {
      size.events += 1;
      size.characters += characters;
    }
  }

  /**
   * Removes and returns the appends of the next commit, at most one with each idempotency key and none of a busy asset.
   * Those that do not fit wait for the next one.
   */
  take(isBusy: (asset: string) => boolean = () => false): T[] {
    const taken: T[] = [];
    const keys = new Set<string>();
    const left = { events: COMMIT.events[this.#isShared ? 'shared' : 'alone'], characters: COMMIT.characters };
    const fits = ({ asset, key, characters }: T): boolean =>
      (taken.length === 0 || characters <= left.characters) && !isBusy(asset) && !(key !== undefined && keys.has(key));
    const turns = [...this.#queues];
    for (let more = true; more && left.events > 0;) {
      more = false;
      for (const [payer, queue] of turns) {
        const index = left.events > 0 ? queue.waiting.slice(0, LOOKED_AT).findIndex(fits) : -1;
        if (index < 0) continue;
        const [append] = queue.waiting.splice(index, 1) as [T];
        taken.push(append);
        if (append.key !== undefined) keys.add(append.key);
        left.events -= 1;
        left.characters -= append.characters;
        this.#remove(append, queue);
        if (queue.events === 0) this.#queues.delete(payer);
        more = true;
      }
    }
    this.#startWithAnother(turns);
    this.#recent.push([...new Set(taken.map(({ payer }) => payer))]);
    if (this.#recent.length > RECENT) this.#recent.shift();
    return taken;
  }

  #remove({ asset, characters }: T, queue: Queue<T>): void {
    const ofAsset = this.#assets.get(asset)!;
    for (const size of [ofAsset, queue, this.#all]) {
      size.events -= 1;
      size.characters -= characters;
    }
    if (ofAsset.events === 0) this.#assets.delete(asset);
  }

  /** Whether several tenants have appends that wait, or had some in the latest commits. */
  get #isShared(): boolean {
    return new Set([...this.#queues.keys(), ...this.#recent.flat()]).size > 1;
  }

  /** Moves the tenant that came first in this commit to the end. */
  #startWithAnother([first]: [string, Queue<T>][]): void {
    if (!first || !this.#queues.delete(first[0])) return;
    this.#queues.set(...first);
  }
}
