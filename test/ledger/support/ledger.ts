/* oxlint-disable vitest/no-standalone-expect -- called inside tests */
import { expect } from 'vitest';
import type { Attributes } from '../../../src/formats/records/attributes.ts';
import { canonicalJson, sha256Hex } from '../../../src/lib/digest.ts';
import { derivedUuid } from '../../../src/lib/identifiers.ts';
import { nowMicros } from '../../../src/lib/time.ts';
import type { Command, EventInput, Outcome } from '../../../src/ledger/append/commands.ts';
import type { EventRecord, ProofMechanism } from '../../../src/ledger/records/event.ts';
import { RememberedCallers } from '../../../src/ledger/append/asset-memory.ts';
import { AssetSequencer } from '../../../src/ledger/append/asset-sequencer.ts';
import { verifyAsset } from '../../../src/ledger/verify/verify.ts';
import { Database } from '../../../src/platform/database/database.ts';
import type { Fault, Kind, LocalD1 } from './d1.ts';
import { CONFIG, Writer, WriterStorage, type CallFault, type PutFault } from './writer.ts';

const ISSUER = 'appidp';

export type Caller = Command['author']['caller'];
/** A sequencer, or an object with one. */
type Committer = Pick<AssetSequencer, 'commit'>;
type Request = { key?: string; event?: string; by?: Caller };

/** Adds an administrator application to a tenant (a new one unless named). */
export async function newCaller(d1: LocalD1, tenant?: string): Promise<Caller> {
  const caller = { tenant: tenant ?? crypto.randomUUID(), issuer: ISSUER, subject: crypto.randomUUID() };
  await d1.rows(
    [
      `INSERT OR IGNORE INTO tenants (id, display_name, wallet_address, wallet_public_key, first_application,
      created_us)
      VALUES (?, 'Tenant', '0x5284e740A744F075E402f7fB0c4485532ddf4Af8', '04', ?, 1)`,
      caller.tenant,
      caller.subject,
    ],
    [
      `INSERT INTO applications (id, tenant, display_name, custom_claims, secret_hash, secret_from_us,
      secret_until_us, created_us)
      VALUES (?, ?, 'Application', '{}', '', 0, 0, 1)`,
      caller.subject,
      caller.tenant,
    ],
    [
      `INSERT INTO administrators (tenant, issuer, subject, display_name, email, position)
      VALUES (?1, ?2, ?3, '', '', (SELECT count(*) FROM administrators WHERE tenant = ?1))`,
      caller.tenant,
      ISSUER,
      caller.subject,
    ],
  );
  return caller;
}

/** Revokes a caller's rights and keeps the application. */
export const demote = (d1: LocalD1, caller: Caller) =>
  d1.rows(['DELETE FROM administrators WHERE tenant = ? AND subject = ?', caller.tenant, caller.subject]);

/** An attribute that names a blob. */
export const attachmentOf = (blob: string) => ({
  arc_attribute_type: 'arc_attachment',
  arc_blob_identity: `blobs/${blob}`,
  arc_blob_hash_value: 'ab'.repeat(32),
});

/** Adds the row of a blob. */
export const storeBlobRow = (d1: LocalD1, blob: string, tenant = 'any') =>
  d1.rows([
    `INSERT INTO blobs (id, tenant, sha256, size, mime_type, declared_type, file_name, accepted_us, issuer, subject)
    VALUES (?, ?, ?, 1, '', '', '', 1, '', '')`,
    blob,
    tenant,
    'ab'.repeat(32),
  ]);

/** Faults of a sequencer and its writer: in their D1 batches, in the calls between them, in the writer's storage. */
export type Faults = { batch?: Fault; call?: CallFault; put?: PutFault };

/**
 * The ledger of one asset under test. Its sequencers, concurrent or one after the other, have a writer each, and their
 * writers share a storage. It records all commands and what was acknowledged.
 */
export class Ledger {
  readonly d1: LocalD1;
  readonly caller: Caller;
  readonly asset: string;
  /** The storage of the writers. */
  storage = new WriterStorage();
  /** The end of the last window of the tenant's anchors. */
  closedUs = 0;
  readonly #proofMechanism: ProofMechanism;
  readonly #creationKey: string | undefined;
  readonly #asked = new Set<string>();
  readonly #acknowledged = new Map<string, EventRecord | undefined>();
  #lastN = 0;

  /** `creationKey` is the Idempotency-Key of the creation; the asset's id is derived from it. */
  constructor(d1: LocalD1, caller: Caller, creationKey?: string, proofMechanism: ProofMechanism = 'SIMPLE_HASH') {
    this.d1 = d1;
    this.caller = caller;
    this.#proofMechanism = proofMechanism;
    this.#creationKey = creationKey;
    this.asset =
      creationKey === undefined
        ? crypto.randomUUID()
        : derivedUuid('asset', caller.tenant, caller.issuer, caller.subject, creationKey);
  }

  /**
   * A new sequencer with a new writer, as after an eviction of both: they know only what the database and the
   * storage of the writer have. Earlier writers do not see what later ones write there.
   */
  sequencer(faults: Faults = {}, seen: Kind[] = []): AssetSequencer {
    return this.sequencerOf(this.writer(faults, seen), faults, seen);
  }

  /** A new writer. `seen` records the kinds of its batches. */
  writer({ batch, put }: Faults = {}, seen: Kind[] = []): Writer {
    return new Writer(this.d1.d1(batch, seen), this.storage.open('stale', put));
  }

  /** A new sequencer with this writer. */
  sequencerOf(writer: Writer, { batch, call }: Faults = {}, seen: Kind[] = []): AssetSequencer {
    const db = new Database(this.d1.d1(batch, seen), 'primary', undefined, (state) => writer.acknowledge(state));
    let n = 0;
    const commit: typeof writer.commit = (proposal) => {
      const run = () => writer.commit(proposal);
      return call ? call({ n: ++n }, run) : run();
    };
    return new AssetSequencer(db, CONFIG, this.asset, commit, new RememberedCallers());
  }

  /**
   * Closes a window of the tenant's anchors, as the closing job does: no event is accepted before its end from then on.
   */
  async closeWindow(endUs: number): Promise<void> {
    await this.d1.rows([
      `INSERT INTO anchors (scope, start_us, end_us, status, count, hash, intent)
      VALUES (?, ?, ?, 'closing', 0, '', '')`,
      this.caller.tenant,
      this.closedUs,
      endUs,
    ]);
    this.closedUs = endUs;
  }

  #command(kind: 'create' | 'append', input: object, request: Request): Command {
    const caller = request.by ?? this.caller;
    const body = kind === 'create' ? ['create', input] : ['append', this.asset, input];
    return {
      kind,
      author: { caller, requestId: 'request', applicationIssuer: CONFIG.issuer },
      asset: this.asset,
      event: request.event ?? crypto.randomUUID(),
      key: kind === 'create' ? this.#creationKey : request.key,
      fingerprint: sha256Hex(canonicalJson(body)),
      input,
    } as Command;
  }

  /** The command that `createAsset` sends. */
  creation(attributes: Attributes = { colour: 'red' }, request: Request = {}): Command {
    const input = {
      behaviours: ['RecordEvidence', 'Attachments'],
      attributes,
      proofMechanism: this.#proofMechanism,
      public: false,
      chainId: CONFIG.chainId,
    };
    return this.#command('create', input, request);
  }

  /** The command that `appendEvent` sends; each has its own `n`. */
  append(input: Partial<EventInput> = {}, request: Request = {}): Command {
    const n = String(++this.#lastN);
    const event: EventInput = {
      operation: 'Record',
      behaviour: 'RecordEvidence',
      assetAttributes: { last: n, [`a${this.#lastN % 3}`]: { n } },
      declared: undefined,
      principalDeclared: undefined,
      ...input,
      eventAttributes: { n, ...input.eventAttributes },
    };
    return this.#command('append', event, request);
  }

  /** The command of an append with a Record-Id. */
  named(input: Partial<EventInput> = {}): Command {
    return { ...this.append(input), namedBy: 'Record-Id' };
  }

  /** The same request, repeated by the client: the same body and key, another event id unless it has a Record-Id. */
  again(command: Command): Command {
    return command.namedBy ? { ...command } : { ...command, event: crypto.randomUUID() };
  }

  /** Submits the commands to a sequencer, and records what it acknowledges. */
  async submit(sequencer: Committer, ...commands: Command[]): Promise<Outcome[]> {
    for (const { event } of commands) this.#asked.add(event);
    const outcomes = await sequencer.commit(commands);
    commands.forEach((command, i) => {
      const outcome = outcomes[i]!;
      if ('event' in outcome) {
        this.#acknowledged.set(outcome.event.id, outcome.event);
        const latest = Math.max(nowMicros(), this.closedUs) + 1000;
        expect(outcome.event.acceptedUs, 'ahead of the clock').toBeLessThan(latest);
      }
      if ('asset' in outcome) {
        expect(outcome.asset).toMatchObject({ id: this.asset, tenant: command.author.caller.tenant });
        this.#acknowledged.set('creation', undefined);
      }
    });
    return outcomes;
  }

  /** As `submit`; every command must be acknowledged. */
  async succeed(sequencer: Committer, ...commands: Command[]): Promise<Outcome[]> {
    const outcomes = await this.submit(sequencer, ...commands);
    expect(outcomes.filter((outcome) => 'error' in outcome)).toEqual([]);
    return outcomes;
  }

  /**
   * Checks all invariants, which hold between any two steps. `where` is part of failure messages. Returns the events'
   * rows.
   */
  async holds(where = ''): Promise<Record<string, any>[]> {
    const { findings } = await verifyAsset(new Database(this.d1.d1()), this.asset);
    expect(findings, where).toEqual([]);
    const [events, assets, keys, usage, salts] = await this.d1.rows(
      [
        `SELECT seq, id, number, accepted_us AS us, committed_us, lower(hex(hash)) AS hash, confirmation,
        event_attributes ->> 'n' AS n
          FROM events WHERE asset = (SELECT number FROM assets WHERE id = ?) ORDER BY seq`,
        this.asset,
      ],
      ['SELECT seq, head_us, lower(hex(head_hash)) AS head_hash, confirmation FROM assets WHERE id = ?', this.asset],
      ['SELECT key, event FROM idempotency WHERE asset = ?', this.asset],
      [
        `SELECT coalesce((SELECT used FROM usage WHERE tenant = ?1 AND resource = 'assets'), 0) AS used,
          (SELECT count(*) FROM assets WHERE tenant = (SELECT number FROM tenants WHERE id = ?1)) AS assets`,
        this.caller.tenant,
      ],
      [
        `SELECT seq, salt, event_hash, submitted FROM khipu_events WHERE asset = (SELECT number FROM assets
        WHERE id = ?) ORDER BY seq`,
        this.asset,
      ],
    );
    const rows = events!;
    // Each KHIPU event has its own salt from its commit on.
    const salted = this.#proofMechanism === 'KHIPU' ? rows : [];
    expect(salts, `salts ${where}`).toEqual(
      salted.map(({ seq }) => ({ seq, salt: expect.stringMatching(/^[0-9a-f]{64}$/), event_hash: '', submitted: 0 })),
    );
    expect(new Set(salts!.map(({ salt }) => salt)).size, `salts ${where}`).toBe(salted.length);
    expect(usage![0]!['used'], `usage ${where}`).toBe(usage![0]!['assets']);
    expect(
      rows.map((row) => row['seq']),
      where,
    ).toEqual(rows.map((_, i) => i + 1));
    expect(assets!.length, where).toBe(rows.length > 0 ? 1 : 0);
    const last = rows.at(-1);
    const [head] = assets!;
    if (last && head) {
      // The last event in the table, which may be after the head.
      expect([head['seq'], head['head_us'], head['head_hash']], `head ${where}`).toEqual([
        last['seq'],
        last['us'],
        last['hash'],
      ]);
      // A SIMPLE_HASH event is confirmed by the commit that stores it.
      const isSimple = this.#proofMechanism === 'SIMPLE_HASH';
      expect(head['confirmation'], where).toBe(isSimple ? 'CONFIRMED' : 'PENDING');
      for (const row of rows) {
        expect(row['confirmation'], `event ${row['seq']} ${where}`).toBe(isSimple ? 'CONFIRMED' : 'PENDING');
        if (isSimple) expect(row['committed_us'], where).toBeGreaterThanOrEqual(row['us']);
        else expect(row['committed_us'], where).toBeNull();
      }
    }
    // Commit numbers increase with the sequence number, and in the order of the commits.
    const commits = rows.map((row) => this.d1.commitOf(row['id']) ?? Number.NaN);
    for (let i = 1; i < rows.length; i++) {
      expect(rows[i]!['us'], where).toBeGreaterThan(rows[i - 1]!['us']);
      expect(rows[i]!['number'], where).toBeGreaterThan(rows[i - 1]!['number']);
      expect(commits[i], where).toBeGreaterThanOrEqual(commits[i - 1]!);
    }
    const ids = new Map(rows.map((row) => [row['id'] as string, row]));
    expect(ids.size, `ids ${where}`).toBe(rows.length);
    for (const id of ids.keys()) expect(this.#asked.has(id), `nobody asked for ${id} ${where}`).toBe(true);
    const ns = rows.slice(1).map((row) => row['n']);
    expect(new Set(ns).size, `twice the same request ${where}`).toBe(ns.length);
    let acknowledged = 0;
    for (const [id, event] of this.#acknowledged) {
      const row = event ? ids.get(id) : rows[0];
      expect(row, `acknowledged and gone: ${id} ${where}`).toBeDefined();
      if (event) expect([row!['seq'], row!['us'], row!['hash']]).toEqual([event.seq, event.acceptedUs, event.hash]);
      acknowledged = Math.max(acknowledged, this.d1.commitOf(row!['id'])!);
    }
    // The stored state includes every commit that was acknowledged; otherwise a restore would not be detected.
    expect(this.storage.acknowledged?.counter ?? 0, `stored as acknowledged ${where}`).toBeGreaterThanOrEqual(
      acknowledged,
    );
    expect(new Set(keys!.map((row) => row['event'])).size, `keys ${where}`).toBe(keys!.length);
    for (const row of keys!) expect(ids.has(row['event']), `key ${row['key']} without its event ${where}`).toBe(true);
    return rows;
  }
}
