import { joinBytes } from '../../../src/lib/bytes.ts';
import { encodeBundle } from '../../../src/formats/log/bundle.ts';
import { formatCheckpoint } from '../../../src/formats/log/checkpoint.ts';
import { encodeEventEntry, encodeGenesis, encodeKeys, type PreviousLog } from '../../../src/formats/log/entry.ts';
import { formatNote, formatVkey, SIGNATURE_TYPES, verifierKey } from '../../../src/formats/log/note.ts';
import { signNote, type NoteSigner } from '../../../src/formats/log/note-signatures.ts';
import { TILE_WIDTH, type Tile } from '../../../src/formats/log/tiles.ts';
import { CompactRange, leafHash, type HashReader } from '../../../src/formats/log/tree.ts';
import { toHex } from '../../../src/lib/text.ts';
import { ed25519Signer } from '../../core/transparency/support/keys.ts';

/** A key of logs in tests: the same public key signs for any origin. */
export const keyFor = (origin: string, seed: string): Promise<NoteSigner> => ed25519Signer(origin, seed.repeat(32));

export const vkeyOf = ({ name, publicKey }: NoteSigner): string =>
  formatVkey(verifierKey(name, SIGNATURE_TYPES.ed25519, publicKey));

const CREATED = '2026-11-22T00:00:00.000000Z';

/** A log in memory whose entries the test chooses. All hashes and the roots of all sizes are kept. */
export class TestLog {
  readonly id: string;
  readonly origin: string;
  readonly entries: Uint8Array[] = [];
  readonly roots: Uint8Array[] = [];
  readonly #levels: Uint8Array[][] = [];
  readonly #range = new CompactRange();

  constructor(id: string, host = 'log.example') {
    this.id = id;
    this.origin = `${host}/archivist/v1/logs/${id}`;
    this.roots.push(this.#range.root());
  }

  get size(): number {
    return this.entries.length;
  }

  append(...entries: Uint8Array[]): this {
    for (const entry of entries) {
      this.#range.append(leafHash(entry), ({ level, index }, hash) => {
        (this.#levels[level] ??= [])[index] = hash;
      });
      this.entries.push(entry);
      this.roots.push(this.#range.root());
    }
    return this;
  }

  genesis(
    signer: NoteSigner,
    { previous, origin = this.origin }: { previous?: PreviousLog; origin?: string } = {},
  ): this {
    const keys = [{ vkey: vkeyOf(signer) }];
    return this.append(encodeGenesis({ log: this.id, origin, tenant_identity: '', created: CREATED, keys, previous }));
  }

  /** Appends a change to the key of this signer. */
  changeKeys(signer: NoteSigner): this {
    return this.append(encodeKeys({ log: this.id, created: CREATED, keys: [{ vkey: vkeyOf(signer) }] }));
  }

  /** Appends events with these numbers. */
  events(...numbers: number[]): this {
    return this.append(...numbers.map((n) => eventBytes(this.id, n)));
  }

  /** Appends events until the log has this size. */
  growTo(size: number): this {
    while (this.size < size) this.events(this.size);
    return this;
  }

  /** Another log with the same id and the first entries of this one. */
  fork(size: number): TestLog {
    return new TestLog(this.id).append(...this.entries.slice(0, size));
  }

  readonly read: HashReader = async (subtrees) =>
    subtrees.map(({ level, index }) => {
      const hash = this.#levels[level]?.[index];
      if (!hash) throw new RangeError(`the subtree ${index} of level ${level} does not exist`);
      return hash;
    });

  /** The bytes of a tile or a bundle, undefined if the log does not have it. */
  tile({ level, index, width }: Tile): Uint8Array | undefined {
    const all = level === 'entries' ? this.entries : (this.#levels[8 * level] ?? []);
    const items = all.slice(index * TILE_WIDTH, index * TILE_WIDTH + width);
    if (items.length !== width) return undefined;
    return level === 'entries' ? encodeBundle(items) : joinBytes(items);
  }

  /** The end of this log, for the genesis of the next one. */
  end(size = this.size): PreviousLog {
    return { log: this.id, origin: this.origin, size, root: toHex(this.roots[size]!) };
  }

  async note(size: number, ...signers: NoteSigner[]): Promise<string> {
    const text = formatCheckpoint({ origin: this.origin, size, root: this.roots[size]!, extensions: [] });
    return formatNote({ text, signatures: await Promise.all(signers.map((signer) => signNote(text, signer))) });
  }
}

/** The entry of event number `n` in a log. `asset`: the UUID of its asset. */
export const eventBytes = (log: string, n: number, asset = '11111111-1111-4111-8111-111111111111'): Uint8Array =>
  encodeEventEntry({
    log,
    identity: `publicassets/${asset}/events/${String(n).padStart(12, '0')}`,
    asset_identity: `publicassets/${asset}`,
    tenant_identity: 'tenant/22222222-2222-4222-8222-222222222222',
    operation: 'Record',
    behaviour: 'RecordEvidence',
    timestamp_declared: '2026-11-22T00:00:00Z',
    timestamp_accepted: '2026-11-22T00:00:00.000000Z',
    from: '',
    sequence: n + 1,
    proof_mechanism: 'MERKLE_LOG',
    public: true,
    chain_commitment: '0'.repeat(64),
    content_commitment: '1'.repeat(64),
  });
