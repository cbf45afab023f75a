import { raise } from '../../platform/alarms.ts';
import type { Config } from '../../settings/config.ts';
import { derivedUuid, PUBLIC_SCOPE } from '../../lib/identifiers.ts';
import { tally } from '../../platform/metrics/tally.ts';
import { fromHex, toHex } from '../../lib/text.ts';
import { ambient, formatMicros, nowMicros, type Micros } from '../../lib/time.ts';
import { encodeGenesis, encodeKeys } from '../../formats/log/entry.ts';
import { emptyRoot } from '../../formats/log/tree.ts';
import { seededOf } from '../../ledger/records/rows.ts';
import type { Database } from '../../platform/database/database.ts';
import { DatabaseRestored } from '../../platform/database/restored.ts';
import { keyChangesAfter, takeWithKeyChanges } from './author-key-leaves.ts';
import { LogAppender, type LogPorts, type AppendOutcome } from './appender.ts';
import { logAppend, openedRow, type OpenedLog, type NewSignatures } from './log-appends.ts';
import { entryKeys, signingKeys, signTree, type SigningKeys } from './keys.ts';
import { leafOf, leafOfKeys, type LogLeaf } from './leaf.ts';
import { MapSchedule, uncoveredAfter } from './map-schedule.ts';
import { signersOf, type SequencerRecord, type SequencerStorage } from './sequencer-record.ts';
import type { CurrentLog, LogWriterCalls } from './writer-logs.ts';
import { newLog, signedTree, type LogHead, type SequencerState, type TreeHead } from './sequencing.ts';
import { fullTiles } from './tile-writing.ts';
import { TreeRows } from './tree-rows.ts';

/** Milliseconds after which the keys are read again, because they may have changed. */
const KEYS_KEPT = 60_000;

/** Public paths of the logs, below the base address. The origin of a log is the address without the scheme. */
export const originOf = ({ baseUrl }: Config, id: string): string =>
  `${baseUrl.slice(baseUrl.indexOf('//') + 2)}/v1/logs/${id}`;

/** The id of the first log of a scope in an epoch, or of the one that replaces another one. */
const logId = (scope: string, epoch: string, previous = ''): string => derivedUuid('log', scope, epoch, previous);

/** Appends the events of one scope to its log, and starts another log when the log has ended. One call at a time. */
export class ScopeSequencer {
  readonly #scope: string;
  readonly #db: Database;
  readonly #config: Config;
  readonly #writer: LogWriterCalls;
  readonly #storage: SequencerStorage;
  readonly #appended: (log: string, size: number) => void;
  #appender: { log: string; appender: LogAppender<LogLeaf, NewSignatures> } | undefined;
  /** When the events that were taken last were accepted, by their commit number. */
  readonly #accepted = new Map<number, Micros>();
  #keys: { all: SigningKeys[]; readAt: number } | undefined;
  readonly #maps: MapSchedule;

  /** `appended` is called with the size that a log has after an append. */
  constructor(
    scope: string,
    db: Database,
    config: Config,
    writer: LogWriterCalls,
    storage: SequencerStorage,
    appended: (log: string, size: number) => void = () => undefined,
  ) {
    this.#scope = scope;
    this.#db = db;
    this.#config = config;
    this.#writer = writer;
    this.#storage = storage;
    this.#appended = appended;
    this.#maps = new MapSchedule(db, config.completenessSeconds);
  }

  /** When the map of the log is to be continued, in milliseconds; undefined: it covers all events. */
  get mapDueAt(): number | undefined {
    const record = this.#storage.get();
    return record && this.#maps.dueAt(record);
  }

  /**
   * Ends a log, which an operator has decided, if it is still the current one. Returns its last signed tree. The next
   * run starts the log that replaces it.
   */
  async end(id: string): Promise<TreeHead | undefined> {
    const record = this.#storage.get();
    if (record?.log.id !== id) return undefined;
    this.#appender = undefined;
    if (record.stored.ended) return record.stored.ended;
    const { epoch } = await this.#writer.readLog(this.#scope);
    if (epoch === '') throw new DatabaseRestored();
    const { size, root } = signedTree(record.stored);
    const ended: SequencerState<LogLeaf> = {
      ...record.stored,
      epoch,
      ended: { size, root },
      version: record.stored.version + 1,
    };
    if (!this.#storage.replace(record, { ...record, stored: ended })) return this.end(id);
    return ended.ended;
  }

  /** Appends all events that wait. Rejects if a call fails, or the log cannot be appended to; run it again later. */
  run(): Promise<void> {
    return this.#appendAll((appender) => appender.run());
  }

  /** As `run`. When nothing is left, also deletes the last bundle from the storage. */
  settle(): Promise<void> {
    return this.#appendAll((appender) => appender.settle());
  }

  async #appendAll(appended: (to: LogAppender<LogLeaf, NewSignatures>) => Promise<AppendOutcome>): Promise<void> {
    for (;;) {
      const record = this.#storage.get() ?? (await this.#firstRecord());
      if (!record) throw new Error('the database lacks acknowledged changes');
      const { log: opened, stored } = record;
      const isNew = stored.tree.size === 0 && !stored.bundle && !stored.ended;
      if (isNew && opened.previous) await this.#writer.openLog(this.#scope, openedRow(opened, stored.epoch));
      const outcome = await appended(this.#appenderOf(opened));
      if (outcome === 'stopped') throw new Error('the log cannot be appended to');
      if (outcome === 'idle') return this.#tellSize();
      await this.#replaceLog();
    }
  }

  /** The size when nothing is left to append: after a restart it may be the first to be known. */
  #tellSize(): void {
    const record = this.#storage.get();
    if (record && signedTree(record.stored).size > 0) this.#appended(record.log.id, signedTree(record.stored).size);
  }

  #appenderOf(opened: OpenedLog): LogAppender<LogLeaf, NewSignatures> {
    if (this.#appender?.log !== opened.id)
      this.#appender = { log: opened.id, appender: new LogAppender(this.#portsOf(opened)) };
    return this.#appender.appender;
  }

  /** Stores that the scope has a log: that of the database, if the storage was lost. Undefined after a restore. */
  async #firstRecord(): Promise<SequencerRecord | undefined> {
    const { log: found, epoch } = await this.#writer.readLog(this.#scope);
    if (epoch === '') return undefined;
    const keys = [found?.key ?? (await this.#currentKeys()).number];
    const log = found ? openedOf(found) : this.#newLog(epoch, undefined);
    const record: SequencerRecord = { log, keys, stored: newLog(), uncovered: found ? undefined : null };
    this.#storage.replace(undefined, record);
    return this.#storage.get();
  }

  /** After the log has ended: the next one names its last tree. */
  async #replaceLog(): Promise<void> {
    const record = this.#storage.get()!;
    const { log: old, stored } = record;
    if (!stored.ended) return;
    const { size, root } = stored.ended;
    const previous = { log: old.id, origin: old.origin, size, root: toHex(root) };
    this.#storage.replace(record, {
      log: this.#newLog(stored.epoch, previous),
      keys: [(await this.#currentKeys()).number],
      stored: { ...newLog(), epoch: stored.epoch, version: stored.version + 1 },
      uncovered: null,
    });
  }

  #newLog(epoch: string, previous: OpenedLog['previous']): OpenedLog {
    const id = logId(this.#scope, epoch, previous?.log);
    return { id, scope: this.#scope, origin: originOf(this.#config, id), createdUs: nowMicros(), previous };
  }

  #portsOf(opened: OpenedLog): LogPorts<LogLeaf, NewSignatures> {
    /** Throws if another instance has replaced the log meanwhile. */
    const record = (): SequencerRecord => {
      const found = this.#storage.get();
      if (found?.log.id !== opened.id) throw new Error('the log was replaced by another one');
      return found;
    };
    const isPublic = opened.scope === PUBLIC_SCOPE;
    return {
      load: async () => record().stored,
      store: async (next) => {
        const before = record();
        return (
          before.stored.version === next.version - 1 &&
          this.#storage.replace(before, {
            ...before,
            keys: signersOf(before, next),
            keyChanges: keyChangesAfter(before, next),
            stored: next,
            uncovered: uncoveredAfter(before, next),
          })
        );
      },
      readRow: async () => {
        const { log: found, epoch } = await this.#writer.readLog(opened.scope);
        return found?.id === opened.id ? found : { size: 0, root: emptyRoot(), epoch, appendedIn: '' };
      },
      takeLeaves: async (after) => {
        const taken = await takeWithKeyChanges(this.#writer, this.#db, record(), after);
        const { enrolments, rows, revocations, epoch } = taken;
        for (const { number, acceptedUs } of rows) this.#accepted.set(number, acceptedUs);
        const leaves = rows.map((row) =>
          leafOf({ ...seededOf(row), seed: fromHex(row.seed.toLowerCase()) }, row.number, { id: opened.id, isPublic }),
        );
        const of = record();
        const map = epoch === of.stored.epoch ? await this.#maps.leaf(of) : undefined;
        const isAppended = leaves.length + enrolments.length + revocations.length > 0 || map !== undefined;
        const changed = isAppended && after > 0 ? await this.#changedKeys(of) : [];
        // First: the index of the entry of a map is the size that it covers.
        return { leaves: [...(map ? [map] : []), ...changed, ...enrolments, ...leaves, ...revocations], epoch };
      },
      genesis: async () => this.#genesis(opened, record().keys[0]!),
      sign: (tree) => this.#sign(opened, tree, record().keys),
      append: async (stored, signatures) => {
        const rows = new TreeRows(this.#db, opened.id);
        const tiles = await fullTiles(stored.tree, stored.bundle!.leaves, (...range) => rows.level(...range));
        const append = logAppend(opened, stored.tree, stored.bundle!, { epoch: stored.epoch, signatures, tiles });
        if (!(await this.#writer.append(append))) throw new Error('the append was refused, or its outcome is unknown');
        this.#appended(opened.id, stored.bundle!.tree.size);
        this.#observeDelays(stored.bundle!.leaves);
      },
      readTree: (row, size) => this.#readTree(opened, row, size),
      alarm: (problem) => raise('log-stopped', { scope: opened.scope, log: opened.id, problem }),
    };
  }

  /** Counts for the metrics how long the events of a bundle have waited for their receipts. */
  #observeDelays(leaves: readonly LogLeaf[]): void {
    const labels = [this.#scope === PUBLIC_SCOPE ? 'public' : 'tenancy'];
    for (const { event } of leaves) {
      const acceptedUs = event === undefined ? undefined : this.#accepted.get(event);
      if (acceptedUs !== undefined)
        tally.observe('evidence_receipt_delay_seconds', labels, Math.max(0, nowMicros() - acceptedUs) / 1_000_000);
    }
    this.#accepted.clear();
  }

  async #genesis({ id, scope, origin, createdUs, previous }: OpenedLog, number: number): Promise<LogLeaf> {
    const entry = encodeGenesis({
      log: id,
      origin,
      tenant_identity: scope === PUBLIC_SCOPE ? '' : `tenant/${scope}`,
      created: formatMicros(createdUs),
      keys: entryKeys(await this.#keysOf(number), origin),
      previous,
    });
    return leafOfKeys(entry, number);
  }

  /** The entry that names new keys, if the last tree was signed by others. */
  async #changedKeys({ log: { id, origin }, keys }: SequencerRecord): Promise<LogLeaf[]> {
    const current = await this.#currentKeys();
    if (current.number === keys[0]) return [];
    const entry = encodeKeys({ log: id, created: formatMicros(current.fromUs), keys: entryKeys(current, origin) });
    return [leafOfKeys(entry, current.number)];
  }

  async #sign({ origin }: OpenedLog, tree: TreeHead, [number, before]: number[]): Promise<NewSignatures> {
    return signTree(
      origin,
      tree,
      await this.#keysOf(number!),
      before === undefined ? undefined : await this.#keysOf(before),
    );
  }

  async #readTree(opened: OpenedLog, row: LogHead, size: number) {
    const rows = new TreeRows(this.#db, opened.id);
    return {
      edge: await rows.edge(row.size),
      cursor: await rows.cursor(),
      signedRoot: await rows.root(row.size, size),
    };
  }

  async #currentKeys(): Promise<SigningKeys> {
    if (!this.#keys || ambient.now() - this.#keys.readAt > KEYS_KEPT) await this.#readKeys();
    return this.#keys!.all.at(-1)!;
  }

  async #keysOf(number: number): Promise<SigningKeys> {
    const find = (): SigningKeys | undefined => this.#keys?.all.find((keys) => keys.number === number);
    if (!find()) await this.#readKeys();
    const found = find();
    if (!found) throw new Error(`the database does not have the keys ${number} of logs`);
    return found;
  }

  async #readKeys(): Promise<void> {
    this.#keys = { all: await signingKeys(this.#db, this.#config.keys), readAt: ambient.now() };
  }
}

const openedOf = ({ id, scope, origin, createdUs, previous }: CurrentLog): OpenedLog => ({
  id,
  scope,
  origin,
  createdUs,
  previous,
});
