import { toHex, utf8 } from '../../../src/lib/text.ts';
import { CompactRange, emptyRoot, leafHash, rootOf } from '../../../src/formats/log/tree.ts';
import { LogAppender, type LogPorts } from '../../../src/transparency/sequencer/appender.ts';
import {
  newLog,
  type TreeLeaf,
  type SequencerState,
  type TreeHead,
} from '../../../src/transparency/sequencer/sequencing.ts';

/** How an input or output fails. A call that is late takes effect later, after its caller has got an error. */
export const FAULTS = ['none', 'lost', 'failed but persisted', 'late', 'crash before', 'crash after'] as const;
export type Fault = (typeof FAULTS)[number];

export type Action =
  /** The next input or output of an instance. */
  | { do: 'step'; instance: number; fault: Fault }
  | { do: 'commit events'; count: number }
  | { do: 'late call' }
  | { do: 'restore'; back: number }
  | { do: 'accept the loss' }
  | { do: 'lose the storage' };

type NamedLeaf = TreeLeaf & { name: string };
type LogTable = TreeHead & { appendedIn: string; leaves: NamedLeaf[] };
type Database = { epoch: string; events: { number: number; name: string }[]; logs: Map<string, LogTable> };
/** A log of the tenancy, with the end of the log that it replaces, as text and in parts. */
type NamedLog = { log: string; previous: string; ended: { log: string; size: number; root: string } | undefined };
/** A call of an instance to its storage or to the database, until it is answered. */
type Call = { what: string; run: () => unknown; resolve: (result: never) => void; reject: (error: Failure) => void };
/** An instance, with the call that it waits for. */
type Instance = { call: Call | undefined; onCall: (() => void) | undefined };

/** The maximum number of leaves of an append: small, so that there are many. */
const MAX_LEAVES = 3;
const NO_ROW: LogTable = { size: 0, root: emptyRoot(), appendedIn: '', leaves: [] };

/** A call that fails. Every other error is a failure of the test. */
class Failure extends Error {}

/**
 * A simulated deployment: a database with the events of one tenancy, the ledger writer before it, and two instances
 * of the sequencer of the tenancy's log. An instance runs until its next call; `run` decides when that happens and
 * how it fails.
 */
export class World {
  database: Database = { epoch: 'epoch 0', events: [], logs: new Map() };
  /** The root that was signed, of each log and size. */
  readonly signed = new Map<string, Map<number, string>>();
  /** The steps that stopped or recovered a log. */
  readonly alarms: string[] = [];
  /** The kinds of calls that instances have made. */
  readonly calls = new Set<string>();
  /** The storage of the sequencer of each log. */
  readonly #storage = new Map<string, SequencerState<NamedLeaf>>();
  /** Whether the database lacks changes that the ledger writer has acknowledged. */
  #isRestored = false;
  #epochs = 0;
  #names = 0;
  #snapshots: Database[] = [copyOf(this.database)];
  readonly #late: Call[] = [];
  readonly #instances: Instance[] = [0, 1].map(() => this.#start());
  /** An error of an instance that is not the failure of a call. */
  #error: unknown;

  async run(action: Action): Promise<void> {
    if (action.do === 'step') await this.#step(action.instance, action.fault);
    else if (action.do === 'commit events') this.#commitEvents(action.count);
    else if (action.do === 'late call') this.#lateCall();
    else if (action.do === 'restore') this.#restore(action.back);
    else if (action.do === 'accept the loss') this.#acceptLoss();
    else this.#loseStorage();
  }

  /** Ends all faults, and runs both instances until nothing changes any more. */
  async settle(): Promise<void> {
    while (this.#late.length > 0) this.#lateCall();
    this.#acceptLoss();
    const state = (): string =>
      [...this.#storage, ...this.database.logs]
        .map(([id, of]) => `${id} ${'size' in of ? of.size : of.version}`)
        .join();
    for (let rounds = 0, before: string | undefined; before !== state(); rounds++) {
      if (rounds === 1000) throw new Error('the sequencer does not come to an end');
      before = state();
      for (let step = 0; step < 60; step++) await this.#step(step % 2, 'none');
    }
  }

  /**
   * The logs of the tenancy: the first one, and each one that replaced the one before it, with what its genesis
   * names.
   */
  logs(): NamedLog[] {
    const logs: NamedLog[] = [{ log: 'log of epoch 0', previous: 'none', ended: undefined }];
    for (;;) {
      const { log } = logs.at(-1)!;
      const { ended, epoch } = this.#storage.get(log) ?? newLog();
      if (!ended) return logs;
      const head = { log, size: ended.size, root: toHex(ended.root) };
      logs.push({ log: `log of ${epoch}`, previous: `${log} of ${head.size} leaves, ${head.root}`, ended: head });
    }
  }

  #start(): Instance {
    const instance: Instance = { call: undefined, onCall: undefined };
    void this.#operate(instance);
    return instance;
  }

  /** What a Durable Object does: appends, and starts again after a while or after an error. */
  async #operate(instance: Instance): Promise<void> {
    let current: { log: string; appender: LogAppender<NamedLeaf, void> } | undefined;
    let runs = 0;
    for (;;)
      try {
        await this.#call(instance, 'wait', () => undefined);
        const { log } = this.logs().at(-1)!;
        if (current?.log !== log) current = { log, appender: new LogAppender(this.#portsOf(instance, log)) };
        // Every third time, the bundle is deleted, as by an alarm.
        await ((runs += 1) % 3 === 0 ? current.appender.settle() : current.appender.run());
      } catch (error) {
        if (!(error instanceof Failure)) this.#error ??= error;
      }
  }

  /** Answered by `#step`. An instance that has crashed gets no answer. */
  #call<T>(instance: Instance, what: string, run: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      instance.call = { what, run, resolve, reject };
      instance.onCall?.();
    });
  }

  async #step(n: number, fault: Fault): Promise<void> {
    const instance = this.#instances[n]!;
    if (!instance.call) await new Promise<void>((resolve) => (instance.onCall = resolve));
    const { what, run, resolve, reject } = instance.call!;
    instance.call = undefined;
    this.calls.add(what);
    if (fault === 'late') this.#late.push({ what, run, resolve, reject });
    let result: unknown;
    try {
      if (['none', 'failed but persisted', 'crash after'].includes(fault)) result = run();
      if (fault !== 'none') throw new Failure(`${what}: ${fault}`);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      result = error;
    }
    if (fault.startsWith('crash')) this.#instances[n] = this.#start();
    else if (result instanceof Failure) reject(result);
    else resolve(result as never);
    const running = this.#instances[n]!;
    if (!running.call) await new Promise<void>((called) => (running.onCall = called));
    if (this.#error) throw this.#error;
  }

  #portsOf(instance: Instance, log: string): LogPorts<NamedLeaf, void> {
    const call = <T>(what: string, run: () => T): Promise<T> => this.#call(instance, what, run);
    return {
      load: () => call('load', () => this.#storage.get(log) ?? newLog<NamedLeaf>()),
      store: (next) => call('store', () => this.#store(log, next)),
      readRow: () =>
        call('read the row', () => {
          const { size, root, appendedIn } = this.database.logs.get(log) ?? NO_ROW;
          return { size, root, appendedIn, epoch: this.#epoch() };
        }),
      takeLeaves: (after) => call('take leaves', () => ({ epoch: this.#epoch(), leaves: this.#leavesAfter(after) })),
      genesis: async () => ({ name: this.#genesis(log), hash: leafHash(utf8(this.#genesis(log))), event: undefined }),
      sign: (tree) => call('sign', () => this.#sign(log, tree)),
      append: (stored) => call('append', () => this.#append(log, stored)),
      readTree: (row, size) => call('read the tree', () => this.#treeOf(log, row.size, size)),
      alarm: (message) => void this.alarms.push(message),
    };
  }

  /** Compare-and-set. */
  #store(log: string, next: SequencerState<NamedLeaf>): boolean {
    const isExpected = (this.#storage.get(log)?.version ?? 0) === next.version - 1;
    if (isExpected) this.#storage.set(log, next);
    return isExpected;
  }

  /** The ledger writer reads rows and leaves, because it knows whether the database lacks changes. */
  #epoch(): string {
    return this.#isRestored ? '' : this.database.epoch;
  }

  #leavesAfter(after: number): NamedLeaf[] {
    return this.database.events
      .filter(({ number }) => number > after)
      .slice(0, MAX_LEAVES)
      .map(({ number, name }) => ({ name, hash: leafHash(utf8(name)), event: number }));
  }

  #append(log: string, { tree, bundle, epoch }: SequencerState<NamedLeaf>): void {
    const row = this.database.logs.get(log) ?? NO_ROW;
    if (this.#isRestored || this.database.epoch !== epoch || !isSame(row, tree)) throw new Failure('refused');
    const all = [...row.leaves, ...bundle!.leaves];
    if (new Set(all.map(({ name }) => name)).size < all.length) throw new Error('a leaf is in the log twice');
    if (all[0]!.name !== this.#genesis(log)) throw new Error('the first leaf is not a genesis');
    this.database.logs.set(log, { size: bundle!.tree.size, root: bundle!.tree.root, appendedIn: epoch, leaves: all });
    this.#snapshot();
  }

  #sign(log: string, { size, root }: TreeHead): void {
    const signed = this.signed.get(log) ?? new Map<number, string>();
    this.signed.set(log, signed);
    if ((signed.get(size) ?? toHex(root)) !== toHex(root)) throw new Error(`two roots are signed for the size ${size}`);
    if (!signed.has(size) && Math.max(0, ...signed.keys()) > size) throw new Error(`a smaller tree is signed: ${size}`);
    const stored = this.#storage.get(log)?.bundle?.tree;
    if (!signed.has(size) && !(stored && isSame(stored, { size, root }))) throw new Error('the bundle is not stored');
    signed.set(size, toHex(root));
  }

  #genesis(id: string): string {
    const { previous } = this.logs().find(({ log }) => log === id)!;
    return `genesis of ${id}, after ${previous}`;
  }

  /** What `recovered` needs, as it is read from the leaves and tiles of the log. */
  #treeOf(log: string, size: number, signedSize: number) {
    const leaves = this.database.logs.get(log)!.leaves.slice(0, size);
    const range = new CompactRange();
    for (const { hash } of leaves) range.append(hash);
    const cursor = leaves.findLast(({ event }) => event !== undefined)?.event ?? 0;
    return { edge: range.edge, cursor, signedRoot: rootOf(leaves.slice(0, signedSize).map(({ hash }) => hash)) };
  }

  #commitEvents(count: number): void {
    if (this.#isRestored) return;
    for (let n = 0; n < count; n++) {
      // After a restore, numbers are used again.
      const number = (this.database.events.at(-1)?.number ?? 0) + 1;
      this.database.events.push({ number, name: `event ${this.#names++}` });
    }
    this.#snapshot();
  }

  #lateCall(): void {
    try {
      this.#late.shift()?.run();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
  }

  #snapshot(): void {
    this.#snapshots.push(copyOf(this.database));
  }

  #restore(back: number): void {
    const kept = Math.max(1, this.#snapshots.length - back);
    this.#isRestored ||= kept < this.#snapshots.length;
    this.#snapshots = this.#snapshots.slice(0, kept);
    this.database = copyOf(this.#snapshots.at(-1)!);
  }

  /** No call is under way: a bundle that takes effect after the loss stops the log, because the next one differs. */
  #loseStorage(): void {
    while (this.#late.length > 0) this.#lateCall();
    this.#storage.clear();
    for (const n of this.#instances.keys()) this.#instances[n] = this.#start();
  }

  #acceptLoss(): void {
    if (!this.#isRestored) return;
    this.#isRestored = false;
    this.database.epoch = `epoch ${++this.#epochs}`;
    this.#snapshot();
  }
}

const isSame = (a: TreeHead, b: TreeHead): boolean => a.size === b.size && toHex(a.root) === toHex(b.root);

/** Leaves are never changed. */
function copyOf({ epoch, events, logs }: Database): Database {
  return { epoch, events: [...events], logs: new Map(logs) };
}
