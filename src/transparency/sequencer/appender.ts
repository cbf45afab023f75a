import {
  nextStep,
  recovered,
  settled,
  signedTree,
  withBundle,
  type TreeLeaf,
  type LogHead,
  type SequencerState,
  type TreeHead,
} from './sequencing.ts';

/**
 * What the sequencer of a log reads and writes. A call that rejects may have had its effect, and may still have it
 * later. The rules in sequencing.ts say what `store`, `readRow`, `takeLeaves` and `append` must guarantee.
 */
export interface LogPorts<L extends TreeLeaf, Signatures> {
  load(): Promise<SequencerState<L>>;
  /** Compare-and-set. Returns false if the storage does not have the version before. */
  store(next: SequencerState<L>): Promise<boolean>;
  /** Reads the row through the ledger writer. */
  readRow(): Promise<LogHead>;
  /** The first leaves after a commit number, through the ledger writer, and the epoch of the database. */
  takeLeaves(after: number): Promise<{ leaves: readonly L[]; epoch: string }>;
  /** The first leaf of the log. Always the same one. */
  genesis(): Promise<L>;
  sign(tree: TreeHead): Promise<Signatures>;
  /** Appends the stored bundle through the ledger writer. Rejects if it is refused, or if the outcome is unknown. */
  append(stored: SequencerState<L>, signatures: Signatures): Promise<void>;
  /** The right edge and the cursor of the tree of the row, and the root that its first `size` leaves have. */
  readTree(row: LogHead, size: number): Promise<Parameters<typeof recovered>[2]>;
  /** Tells the operator. */
  alarm(message: string): void;
}

/** `idle`: nothing is left to append. `ended`: another log replaces this one. `stopped`: run it again later. */
export type AppendOutcome = 'idle' | 'ended' | 'stopped';

/** Appends leaves to a log. Call `run` when events were committed, and regularly; one call at a time. */
export class LogAppender<L extends TreeLeaf, Signatures> {
  readonly #ports: LogPorts<L, Signatures>;
  /** What the storage had last, and the row at that time. Undefined: not known. */
  #stored: SequencerState<L> | undefined;
  #row: LogHead | undefined;

  constructor(ports: LogPorts<L, Signatures>) {
    this.#ports = ports;
  }

  /** Appends all leaves that wait. Rejects with the error of a call; run it again later. */
  async run(): Promise<AppendOutcome> {
    try {
      for (;;) {
        const outcome = await this.#takeStep();
        if (outcome) return outcome;
      }
    } catch (error) {
      this.#forget();
      throw error;
    }
  }

  /** As `run`. When nothing is left, also deletes the last bundle from the storage. */
  async settle(): Promise<AppendOutcome> {
    const outcome = await this.run();
    const stored = this.#stored;
    if (outcome === 'idle' && stored?.bundle) await this.#store(settled(stored));
    return outcome;
  }

  async #takeStep(): Promise<AppendOutcome | undefined> {
    const ports = this.#ports;
    const stored = (this.#stored ??= await ports.load());
    const step = nextStep(stored, this.#row);
    switch (step.do) {
      case 'nothing':
        return 'ended';
      case 'read the row': {
        const row = await ports.readRow();
        this.#stored = await ports.load();
        // Another instance may have stored and appended a bundle meanwhile.
        if (this.#stored.version === stored.version) this.#row = row;
        return undefined;
      }
      case 'store':
        return this.#store(step.next);
      case 'append': {
        const { size, root } = signedTree(stored);
        await ports.append(stored, await ports.sign({ size, root }));
        this.#row = { size, root, epoch: stored.epoch, appendedIn: stored.epoch };
        return undefined;
      }
      case 'take leaves': {
        const { leaves, epoch } = await ports.takeLeaves(step.after);
        if (epoch !== stored.epoch) {
          this.#row = undefined;
          return undefined;
        }
        if (leaves.length === 0) return 'idle';
        return this.#store(
          withBundle(stored, signedTree(stored).size === 0 ? [await ports.genesis(), ...leaves] : leaves),
        );
      }
      case 'recover': {
        ports.alarm('the storage of the sequencer of a log is behind its row');
        const next = recovered(stored, step.row, await ports.readTree(step.row, signedTree(stored).size));
        return next ? this.#store(next) : this.#stop('the log does not continue what was signed');
      }
      case 'stop':
        return this.#stop(step.why);
    }
  }

  async #store(next: SequencerState<L>): Promise<undefined> {
    if (await this.#ports.store(next)) this.#stored = next;
    else this.#forget();
  }

  #stop(why: string): AppendOutcome {
    this.#ports.alarm(why);
    this.#forget();
    return 'stopped';
  }

  #forget(): void {
    this.#stored = undefined;
    this.#row = undefined;
  }
}
