import { vi } from 'vitest';
import { toHex } from '../../../src/lib/text.ts';
import { parseCheckpoint } from '../../../src/formats/log/checkpoint.ts';
import { Committer } from '../../../src/ledger/append/committer.ts';
import { DatabaseWriter } from '../../../src/ledger/append/database-writer.ts';
import { StateKeeper } from '../../../src/ledger/append/state-keeper.ts';
import type { Proposal } from '../../../src/ledger/append/proposal.ts';
import { AssetSequencer } from '../../../src/ledger/append/asset-sequencer.ts';
import { RememberedCallers } from '../../../src/ledger/append/asset-memory.ts';
import { PUBLIC_SCOPE } from '../../../src/lib/identifiers.ts';
import { Database } from '../../../src/platform/database/database.ts';
import { DatabaseRestored } from '../../../src/platform/database/restored.ts';
import { LogAppends } from '../../../src/transparency/sequencer/log-appends.ts';
import type { Later, FeedPosition } from '../../../src/transparency/sequencer/feed.ts';
import { ScopeSequencer } from '../../../src/transparency/sequencer/scope-sequencer.ts';
import type { SequencerRecord, SequencerStorage } from '../../../src/transparency/sequencer/sequencer-record.ts';
import { newKeys, readKeys } from '../../../src/transparency/sequencer/keys.ts';
import { FIRST_LOG, parsePosition, verifyLogs } from '../../../src/transparency/reads/verify.ts';
import type { TreeHead } from '../../../src/transparency/sequencer/sequencing.ts';
import { WriterLogs, type LogWriterCalls } from '../../../src/transparency/sequencer/writer-logs.ts';
import type { Fault, LocalD1 } from '../../ledger/support/d1.ts';
import { newCaller, type Caller } from '../../ledger/support/ledger.ts';
import { CONFIG, WriterStorage } from '../../ledger/support/writer.ts';
import { auditComplete, auditLogs, type Rows } from './audit.ts';
import { auditMaps, type AuditedMaps } from './map-audit.ts';

/** Runs an input or output of the logs, or makes it fail. `name` is what it does. */
export type LogFault = <T>(name: string, run: () => Promise<T>) => Promise<T>;

/** Milliseconds between two reads of the feed. */
const PACE = 2;

type Writer = { writer: DatabaseWriter; logs: WriterLogs; isStopped: boolean };
type Asset = { id: string; caller: Caller; isPublic: boolean; created: boolean };

/**
 * A ledger writer, and the sequencers of logs with two instances each, over a real D1: what the Durable Objects do, in
 * this process. Every batch, call and write to the storage of the logs can fail. It records what was signed, and throws
 * if two roots are signed for a size of a log.
 */
export class Deployment {
  readonly d1: LocalD1;
  readonly #fault: LogFault;
  readonly #acknowledged = new WriterStorage();
  #writerBefore: Writer | undefined;
  /** The storage of the feed and of the sequencers. */
  #progress: FeedPosition | undefined;
  readonly records = new Map<string, SequencerRecord>();
  #writer: Writer;
  #sequencers = new Map<string, { sequencer: ScopeSequencer; running: Promise<void> | undefined; again: boolean }[]>();
  readonly assets: Asset[] = [];
  /** By origin and size. */
  readonly signed = new Map<string, string>();
  readonly largest = new Map<string, number>();
  error: Error | undefined;
  /** The rows that each statement of each commit has written. */
  readonly written: number[][] = [];
  #turn = 0;
  /** What was started before a kill, or before the end, has no effect on the database or the storage any more. */
  #life = 0;
  #isKilled = false;

  /** As `COMPLETENESS_SECONDS`. */
  completenessSeconds: number;

  constructor(d1: LocalD1, fault: LogFault = (_name, run) => run(), completenessSeconds = 0) {
    this.d1 = d1;
    this.completenessSeconds = completenessSeconds;
    this.#fault = fault;
    this.#writer = this.#newWriter();
    this.#watchSignatures();
  }

  readonly read: Rows = async (sql) => (await this.d1.rows([sql]))[0]!.map(texts);

  /** Adds a tenancy with a private and a public asset. */
  async addTenancy(): Promise<Caller> {
    const caller = await newCaller(this.d1);
    for (const isPublic of [false, true])
      this.assets.push({ id: crypto.randomUUID(), caller, isPublic, created: false });
    return caller;
  }

  /** Records events of an asset: its creation first. Returns whether all were acknowledged. */
  async record(asset: Asset, events = 1): Promise<boolean> {
    const { writer, logs } = this.#writer;
    const db = new Database(this.#openD1(), 'primary', undefined, async (state) => {
      if (!(await writer.observe(state))) throw new DatabaseRestored();
    });
    const commit = (proposal: Proposal) => writer.commit(proposal);
    const sequencer = new AssetSequencer(db, CONFIG, asset.id, commit, new RememberedCallers());
    const author = { caller: asset.caller, requestId: 'request', applicationIssuer: CONFIG.issuer };
    const creation = {
      behaviours: ['RecordEvidence'],
      attributes: {},
      public: asset.isPublic,
      proofMechanism: 'SIMPLE_HASH',
      chainId: '1',
    };
    const event = {
      operation: 'Record',
      behaviour: 'RecordEvidence',
      eventAttributes: { n: 'event' },
      assetAttributes: {},
      declared: undefined,
      principalDeclared: undefined,
    };
    const commands = Array.from({ length: events }, (_, n) => ({
      author,
      asset: asset.id,
      event: crypto.randomUUID(),
      key: undefined,
      fingerprint: '',
      ...(asset.created || n > 0 ? { kind: 'append', input: event } : { kind: 'create', input: creation }),
    }));
    const outcomes = await sequencer.commit(commands as never);
    const isDone = outcomes.every((outcome) => !('error' in outcome));
    asset.created ||= isDone;
    logs.changed();
    return isDone;
  }

  /** Replaces the writer, as after an eviction. The one before continues until it is replaced again, or the end. */
  restartWriter(): void {
    if (this.#writerBefore) this.#writerBefore.isStopped = true;
    this.#writerBefore = this.#writer;
    this.#writer = this.#newWriter();
    this.#writer.logs.changed();
  }

  /** Replaces the sequencers, as `restartWriter`. */
  restartSequencers(): void {
    this.#sequencers = new Map();
  }

  /** Ends the deployment. Its database can be used by another one then. */
  close(): void {
    this.#life += 1;
    for (const writer of [this.#writer, this.#writerBefore]) if (writer) writer.isStopped = true;
  }

  /** Ends what is under way, as when the process is killed, and starts with the stored state. */
  kill(): void {
    this.close();
    this.#isKilled = true;
    this.#writer = this.#newWriter();
    this.#writerBefore = undefined;
    this.restartSequencers();
  }

  async acceptLoss(): Promise<boolean> {
    const { writer, logs } = this.#writer;
    const { accepted } = await writer.acceptLoss();
    if (accepted) {
      logs.reset();
      // The state of assets may be that of before; they are read again.
      const known = new Set((await this.read('SELECT id FROM assets')).map(({ id }) => id));
      for (const asset of this.assets) asset.created = known.has(asset.id);
    }
    return accepted;
  }

  /** Adds keys, which sign from now on. */
  async rotateKeys(): Promise<void> {
    const db = this.#database('operator');
    const last = (await readKeys(db)).at(-1)!.number;
    await db.batch((await newKeys(db, CONFIG.keys, last)) as never);
  }

  /** Ends a log, as the operator does. */
  async end(scope: string, id: string): Promise<TreeHead | undefined> {
    const ended = await this.#newSequencer(scope).end(id);
    this.restartSequencers();
    // As the object does: another instance may append at the same time, and the next wake repeats what failed.
    if (ended) await this.#wake(scope).catch(() => undefined);
    return ended;
  }

  /** Calls every sequencer, as the sweeps and alarms do. */
  async sweep(): Promise<void> {
    this.#writer.logs.changed();
    const scopes = new Set(this.records.keys());
    // As `sweepLogs`: a kill can lose the calls of a sequencer whose log does not exist yet.
    if (this.#isKilled)
      for (const { scope } of await this.read(`SELECT t.id AS scope FROM events e JOIN tenants t ON t.number = e.tenant
        UNION SELECT '${PUBLIC_SCOPE}' FROM events WHERE public = 1`))
        scopes.add(scope);
    await Promise.allSettled([...scopes].map((scope) => this.#wake(scope)));
  }

  /** Repeats the sweep until each event is in its logs, and nothing else is. */
  async complete(): Promise<Awaited<ReturnType<typeof auditComplete>>> {
    let last: unknown;
    for (let round = 0; round < 200; round++) {
      await this.sweep();
      if (this.error) throw this.error;
      try {
        return await auditComplete(this.read);
      } catch (error) {
        last = error;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
    throw last;
  }

  /** Repeats the sweep until a map covers each event of the current logs. */
  async covered(): Promise<Map<string, AuditedMaps>> {
    const logs = await this.complete();
    // New sequencers do not wait after a map that could not be continued.
    this.restartSequencers();
    for (let round = 0; round < 200; round++) {
      const maps = await auditMaps(this.read);
      if ([...logs.values()].every(({ id }) => maps.get(id)!.isCovered)) {
        await this.fsck();
        return maps;
      }
      await this.sweep();
      if (this.error) throw this.error;
    }
    throw new Error('a log has events that no map covers');
  }

  /** When the map of a log is due next, in milliseconds; Infinity: not before another event. */
  mapDueAt(scope: string): number {
    return Math.min(
      ...(this.#sequencers.get(scope) ?? []).map(({ sequencer }) => sequencer.mapDueAt ?? Infinity),
      Infinity,
    );
  }

  /**
   * Throws what the check of the operator finds in the logs, their maps and their stored pages. `entries`: how many one
   * call checks.
   */
  async fsck(entries = 1_000_000): Promise<void> {
    for (let from = FIRST_LOG, next = ''; ; from = parsePosition(next)!) {
      const checked = await verifyLogs(new Database(this.d1.d1()), { tenant: undefined, from, entries });
      if (checked.findings.length > 0) throw new Error(`fsck: ${JSON.stringify(checked.findings)}`);
      ({ next } = checked);
      if (next === '') return;
    }
  }

  audit(): Promise<Awaited<ReturnType<typeof auditLogs>>> {
    return auditLogs(this.read);
  }

  #newWriter(): Writer {
    const db = this.#database('writer');
    const keeper = new StateKeeper(db, this.#acknowledged.open());
    const appends = new LogAppends();
    const writer = new DatabaseWriter(
      db,
      keeper,
      new Committer(this.#database('commit', this.written), CONFIG, keeper),
      () => undefined,
      appends,
    );
    const progress = {
      get: () => this.#progress,
      put: (stored: FeedPosition) => void (this.#progress = stored),
    };
    const later: Later = (run) => void setTimeout(() => opened.isStopped || run(), PACE);
    const logs = new WriterLogs(writer, appends, progress, (scope) => this.#wake(scope), later);
    const opened: Writer = { writer, logs, isStopped: false };
    return opened;
  }

  /**
   * The database until the deployment is closed: what is under way then has no effect on it, as when a process ends.
   */
  #openD1(fault: Fault = (_batch, run) => run()): D1Database {
    const life = this.#life;
    const never = new Promise<D1Result[]>(() => undefined);
    return this.d1.d1((batch, run) => fault(batch, async () => (life === this.#life ? run() : never)));
  }

  #database(name: string, written?: number[][]): Database {
    return new Database(
      this.#openD1(async (_batch, run) => {
        const results = await this.#fault(`batch of the ${name}`, run);
        written?.push(results.map(({ meta }) => meta.rows_written));
        return results;
      }),
      'primary',
      undefined,
      async (state) => {
        this.#writer.writer.keeper.observe(state);
      },
    );
  }

  /** As the Durable Object of the scope: one of its two instances appends. */
  async #wake(scope: string): Promise<void> {
    await this.#fault('wake', async () => {
      let instances = this.#sequencers.get(scope);
      if (!instances) {
        instances = [0, 1].map(() => ({ sequencer: this.#newSequencer(scope), running: undefined, again: false }));
        this.#sequencers.set(scope, instances);
      }
      const instance = instances[(this.#turn += 1) % 2]!;
      instance.again = true;
      instance.running ??= (async () => {
        while (instance.again) {
          instance.again = false;
          // Every third time, the bundle is deleted, as by an alarm.
          await (this.#turn % 3 === 0 ? instance.sequencer.settle() : instance.sequencer.run());
        }
      })().finally(() => (instance.running = undefined));
      await instance.running;
    });
  }

  #newSequencer(scope: string): ScopeSequencer {
    const call = <K extends keyof LogWriterCalls>(name: K): LogWriterCalls[K] =>
      ((...given: unknown[]) =>
        this.#fault(name, () => (this.#writer.logs[name] as any)(...given))) as LogWriterCalls[K];
    const calls = {
      readLog: call('readLog'),
      takeEvents: call('takeEvents'),
      openLog: call('openLog'),
      append: call('append'),
    };
    const config = { ...CONFIG, completenessSeconds: this.completenessSeconds };
    return new ScopeSequencer(scope, this.#database('sequencer'), config, calls, this.#storageOf(scope));
  }

  #storageOf(scope: string): SequencerStorage {
    const life = this.#life;
    return {
      get: () => this.records.get(scope),
      replace: (before, next) => {
        if (life !== this.#life) return false;
        const found = this.records.get(scope);
        if (found?.log.id !== before?.log.id || found?.stored.version !== before?.stored.version) return false;
        this.records.set(scope, next);
        return true;
      },
    };
  }

  /** Every signature of a checkpoint passes here. */
  #watchSignatures(): void {
    const sign = crypto.subtle.sign.bind(crypto.subtle);
    vi.spyOn(crypto.subtle, 'sign').mockImplementation(async (algorithm, key, data) => {
      if (algorithm === 'Ed25519') this.#checkSigned(new TextDecoder().decode(data as Uint8Array));
      return sign(algorithm as never, key, data);
    });
  }

  #checkSigned(text: string): void {
    const { origin, size, root } = parseCheckpoint(text);
    const name = `${origin} ${size}`;
    const known = this.signed.get(name);
    if (known !== undefined && known !== toHex(root)) this.error ??= new Error(`two roots were signed for ${name}`);
    if (known === undefined && (this.largest.get(origin) ?? 0) > size)
      this.error ??= new Error(`a smaller tree was signed: ${name}`);
    this.signed.set(name, toHex(root));
    this.largest.set(origin, Math.max(size, this.largest.get(origin) ?? 0));
  }
}

/** BLOBs come as lists of bytes. */
const texts = (row: Record<string, any>): Record<string, any> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, Array.isArray(value) ? toHex(Uint8Array.from(value)) : value]),
  );
