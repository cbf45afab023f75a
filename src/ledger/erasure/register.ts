import { UUID_V4, type PrincipalInfo } from '../../lib/identifiers.ts';

/**
 * An erased event in the erasure register. The register has no content of the event: only what is needed to erase it
 * again in a database that was restored to an earlier state.
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

type ErasedEvent = Pick<RegisteredErasure, 'asset' | 'event'>;

/** The event of an entry that is damaged, and why. */
export type DamagedEntry = ErasedEvent & { problem: string };

/** Events in the register, entries that are damaged, and where the next page starts; undefined at the end. */
export type RegisterPage = { erasures: RegisteredErasure[]; damaged: DamagedEntry[]; next: string | undefined };

const PREFIX = 'erasures/';
const keyOf = ({ asset, event }: ErasedEvent): string => `${PREFIX}${asset}/${event}`;

/** Whether a value is an entry of the register. */
export function isErasure(value: unknown): value is RegisteredErasure {
  if (typeof value !== 'object' || value === null) return false;
  const { format, tenant, asset, event, erasure, ...entry } = value as Record<string, unknown>;
  const ids = [tenant, asset, event, erasure].every((id) => typeof id === 'string' && UUID_V4.test(id));
  const { reason, by, accepts_unsalted_chain_hash: accepts } = entry;
  const isBy = typeof by === 'object' && by !== null;
  return format === 'erasure/1' && ids && typeof reason === 'string' && isBy && typeof accepts === 'boolean';
}

/** Parses the entry with this key. Throws an Error that says what is wrong with it. */
export function parseErasure(key: string, text: string): RegisteredErasure {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Error('it is not valid JSON', { cause });
  }
  if (!isErasure(value)) throw new Error('it is not an entry of the erasure register');
  if (keyOf(value) !== key) throw new Error(`it is the entry ${keyOf(value)}`);
  return value;
}

/**
 * The erasure register: an object of the bucket for each erased event. It is outside of the database, so that a
 * restored database does not bring erased content back (docs/operations.md). An entry is written before the commit that
 * erases.
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
  async remove(event: ErasedEvent): Promise<void> {
    await this.#bucket.delete(keyOf(event));
  }

  async has(event: ErasedEvent): Promise<boolean> {
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
    const damaged: DamagedEntry[] = [];
    for (const { key } of page.objects) {
      try {
        const entry = await this.#read(key);
        if (entry) erasures.push(entry);
      } catch (error) {
        const [asset = '', event = ''] = key.slice(PREFIX.length).split('/');
        damaged.push({ asset, event, problem: (error as Error).message });
      }
    }
    const last = page.objects.at(-1)?.key;
    return { erasures, damaged, next: page.truncated && last ? last.slice(PREFIX.length) : undefined };
  }

  /** Undefined for an entry that was removed. Throws an Error that says why it cannot be read. */
  async #read(key: string): Promise<RegisteredErasure | undefined> {
    const object = await this.#bucket.get(key);
    if (object) return parseErasure(key, await object.text());
    if (await this.#bucket.head(key)) throw new Error('its bytes are missing');
    return undefined;
  }
}
