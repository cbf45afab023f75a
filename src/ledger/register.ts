import type { PrincipalInfo } from '../core/identity.ts';

/**
 * An erased event in the erasure register. The register has no content of the event: only what is needed to erase it again
 * in a database that was restored to an earlier state.
 */
export type RegisteredErasure = {
  format: 'erasure/1';
  /** Ids. `erasure`: of the event that records the erasure. */
  tenant: string;
  asset: string;
  event: string;
  erasure: string;
  reason: string;
  by: PrincipalInfo;
  /** Whether it was accepted that an unsalted chain hash stays. */
  accepts_unsalted_chain_hash: boolean;
};

/** Events in the register, and where the next page starts; undefined at the end. */
export type RegisterPage = { erasures: RegisteredErasure[]; next: string | undefined };

const PREFIX = 'erasures/';
const keyOf = ({ asset, event }: Pick<RegisteredErasure, 'asset' | 'event'>): string => `${PREFIX}${asset}/${event}`;

/**
 * The erasure register: an object of the bucket for each erased event. It is outside of the database, so that a restored
 * database does not bring erased content back (docs/operations.md). An entry is written before the commit that erases.
 */
export class ErasureRegister {
  readonly #bucket: R2Bucket;

  constructor(bucket: R2Bucket) {
    this.#bucket = bucket;
  }

  /** Stores an entry; replaces the one of the same event. */
  async put(entry: RegisteredErasure): Promise<void> {
    await this.#bucket.put(keyOf(entry), JSON.stringify(entry));
  }

  /** Removes the entry of an event that was not erased. */
  async remove(event: Pick<RegisteredErasure, 'asset' | 'event'>): Promise<void> {
    await this.#bucket.delete(keyOf(event));
  }

  async has(event: Pick<RegisteredErasure, 'asset' | 'event'>): Promise<boolean> {
    return (await this.#bucket.head(keyOf(event))) !== null;
  }

  /** The next `limit` entries after `after` (empty: from the start), in the order of assets and events. */
  async list(after: string, limit: number): Promise<RegisterPage> {
    const page = await this.#bucket.list({
      prefix: PREFIX,
      limit,
      ...(after === '' ? {} : { startAfter: `${PREFIX}${after}` }),
    });
    const erasures: RegisteredErasure[] = [];
    for (const { key } of page.objects) {
      const object = await this.#bucket.get(key);
      if (object) erasures.push(await object.json<RegisteredErasure>());
    }
    const last = page.objects.at(-1)?.key;
    return { erasures, next: page.truncated && last ? last.slice(PREFIX.length) : undefined };
  }
}
