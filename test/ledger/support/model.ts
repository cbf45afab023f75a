/* oxlint-disable vitest/no-standalone-expect -- called inside tests */
import { expect } from 'vitest';
import type { Attributes } from '../../../src/formats/records/attributes.ts';
import type { Command, AssetInput, EventInput, Outcome } from '../../../src/ledger/append/commands.ts';
import type { AssetSequencer } from '../../../src/ledger/append/asset-sequencer.ts';
import type { Fault, LocalD1 } from './d1.ts';
import { Ledger, type Caller } from './ledger.ts';
import type { Writer } from './writer.ts';

const DAY_MS = 86_400_000;
/** The maximum time that a commit waits for the clock. */
const CLOCK_WAIT_MS = 2000;

/** The time of a run: only commands and waiting sequencers advance it. */
export type Clock = { ms: number };

/** The expected state of an asset: the accepted commands in their order, and the keys in use. */
type Expected = {
  log: { id: string; command: Command }[];
  keys: Map<string, { event: string; fingerprint: string; ms: number }>;
  lastMs: number;
};

/** The kind of an error, the id of an event, or the asset of a creation. */
function nameOf(outcome: Outcome): string {
  if ('error' in outcome) return outcome.error.kind;
  return 'event' in outcome ? outcome.event.id : `creation ${outcome.asset.id}`;
}

/** One asset under test with two sequencers, and its model. */
export class Subject {
  readonly ledger: Ledger;
  readonly #clock: Clock;
  readonly #sequencers: AssetSequencer[] = [];
  readonly #writers: Writer[] = [];
  readonly #faults: (Fault | undefined)[] = [];
  #isOvertaking = false;
  readonly #expected: Expected = { log: [], keys: new Map(), lastMs: 0 };
  /** Requests that were sent with a key, and the last request. */
  readonly keyed: Command[] = [];
  last: Command | undefined;

  constructor(d1: LocalD1, caller: Caller, clock: Clock, creationKey: string | undefined, khipu: boolean) {
    this.ledger = new Ledger(d1, caller, creationKey, khipu ? 'KHIPU' : 'SIMPLE_HASH');
    this.#clock = clock;
    this.evict(0);
    this.evict(1);
  }

  get exists(): boolean {
    return this.#expected.log.length > 0;
  }

  /** Replaces sequencer `i` and its writer with new ones. */
  evict(i: number): void {
    this.#faults[i] = undefined;
    const batch: Fault = (each, run) => (this.#faults[i] ?? ((_, go) => go()))(each, run);
    this.#writers[i] = this.ledger.writer({ batch });
    this.#sequencers[i] = this.ledger.sequencerOf(this.#writers[i], { batch });
  }

  /** Sets a fault for the batches of the next operation of sequencer `i`; they are counted from 1 again. */
  inject(i: number, fault: Fault): void {
    let n = 0;
    this.#faults[i] = (batch, run) => fault({ kind: batch.kind, n: ++n }, run);
  }

  /**
   * Lets sequencer `i` append just before batch `n` of the next operation of the other one. That one waits
   * meanwhile, so it does not overtake in turn: both would wait for ever.
   */
  overtake(i: number, n: number, command: () => Command): void {
    this.inject(1 - i, async (batch, run) => {
      if (batch.n === n && this.exists && !this.#isOvertaking) {
        this.#isOvertaking = true;
        await this.#carryOut(i, command()).finally(() => (this.#isOvertaking = false));
      }
      return run();
    });
  }

  /** Compares the database as every minute: none of these commands and faults is taken for a restore. */
  async compare(i: number): Promise<void> {
    const isFaulty = this.#faults[i] !== undefined;
    const report = await this.#writers[i]!.compare().catch((error: unknown) => {
      if (!isFaulty) throw error;
    });
    this.#faults[i] = undefined;
    expect(report?.restored ?? false).toBe(false);
  }

  /** Submits a command to sequencer `i`, and compares the outcome with the model. */
  async send(i: number, command: Command): Promise<void> {
    this.last = command;
    if (command.key !== undefined && command.kind === 'append') this.keyed.push(command);
    await this.#carryOut(i, command);
    await this.hold();
  }

  async #carryOut(i: number, command: Command): Promise<void> {
    const wanted = this.#predict(command);
    const late = this.#expected.lastMs - this.#clock.ms > CLOCK_WAIT_MS;
    const faulty = this.#faults[i] !== undefined;
    const [outcome] = await this.ledger.submit(this.#sequencers[i]!, command);
    this.#faults[i] = undefined;
    const rows = await this.ledger.holds(`after ${command.kind}`);
    const event = rows.find((row) => row['id'] === command.event);
    if ('error' in outcome! && outcome.error.kind === 'unavailable' && (faulty || late)) {
      // The caller does not know the outcome: the event may be stored, once.
      if (event && !this.#has(command.event)) this.#accept(command, event['us']);
    } else {
      this.#holdOutcome(outcome!, wanted, command);
      if (wanted === command.event && !this.#has(wanted)) this.#accept(command, event!['us']);
    }
  }

  /** The expected outcome: the id of the event, or the kind of error. */
  #predict(command: Command): string {
    if (command.kind === 'append' && !this.exists) return 'not_found';
    if (this.#has(command.event)) return command.event;
    const used = command.key === undefined ? undefined : this.#keyOf(command.key);
    if (used) return used.fingerprint === command.fingerprint ? used.event : 'conflict';
    return command.kind === 'create' && this.exists ? 'conflict' : command.event;
  }

  /** The use of a key that is still remembered. */
  #keyOf(key: string) {
    const used = this.#expected.keys.get(key);
    return used && this.#clock.ms - used.ms < DAY_MS ? used : undefined;
  }

  /** Whether repeating it cannot create a second event: the ledger still has its key, or never accepted it. */
  repeatable(command: Command): boolean {
    if (this.#has(command.event) || (command.key !== undefined && this.#keyOf(command.key))) return true;
    return !this.#expected.log.some((entry) => entry.command.fingerprint === command.fingerprint);
  }

  #has(id: string): boolean {
    return this.#expected.log.some((entry) => entry.id === id);
  }

  #accept(command: Command, us: number): void {
    this.#expected.log.push({ id: command.event, command });
    this.#expected.lastMs = Math.floor(us / 1000);
    if (command.key !== undefined) {
      const { event, fingerprint } = command;
      this.#expected.keys.set(command.key, { event, fingerprint, ms: this.#clock.ms });
    }
  }

  #holdOutcome(outcome: Outcome, wanted: string, command: Command): void {
    const got = nameOf(outcome);
    const isError = !wanted.includes('-');
    const said = 'error' in outcome ? outcome.error.message : '';
    expect(got, said).toBe(command.kind === 'create' && !isError ? `creation ${this.ledger.asset}` : wanted);
  }

  /** Compares D1 with the model: the same events in the same order, and the state that they result in. */
  async hold(): Promise<void> {
    const rows = await this.ledger.holds();
    expect(rows.map((row) => row['id'])).toEqual(this.#expected.log.map(({ id }) => id));
    if (!this.exists) return;
    const [assets] = await this.ledger.d1.rows([
      'SELECT tracked, behaviours, attributes FROM assets WHERE id = ?',
      this.ledger.asset,
    ]);
    const { tracked, behaviours, attributes } = assets![0]!;
    expect({ tracked: tracked === 1, behaviours: JSON.parse(behaviours), attributes: JSON.parse(attributes) }).toEqual(
      this.#state(),
    );
  }

  #state() {
    const { input } = this.#expected.log[0]!.command as Command & { input: AssetInput };
    let tracked = true;
    let behaviours = input.behaviours;
    const attributes: Attributes = { ...input.attributes };
    for (const { command } of this.#expected.log.slice(1)) {
      const event = command.input as EventInput;
      const { arc_append_attachments: attached, arc_behaviour_name: named } = event.eventAttributes;
      Object.assign(attributes, event.assetAttributes);
      if (event.operation === 'Attach')
        attributes['arc_attachments'] = [...((attributes['arc_attachments'] ?? []) as []), ...(attached as [])];
      if (event.operation === 'StartTracking') tracked = true;
      if (event.operation === 'StopTracking') tracked = false;
      if (event.operation === 'Remove' || event.operation === 'Add') {
        const kept = behaviours.filter((behaviour) => behaviour !== named);
        if (event.operation === 'Remove') behaviours = kept;
        else if (kept.length === behaviours.length) behaviours = [...behaviours, named as string];
      }
    }
    return { tracked, behaviours, attributes };
  }
}
