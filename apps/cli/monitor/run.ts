import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { toHex } from '../../../src/lib/text.ts';
import { formatVkey, type VerifierKey } from '../../../src/formats/log/note.ts';
import { treeOf as treeOfProof } from '../../../src/proof/log-entry.ts';
import type { Fetch } from '../../../src/transparency/witnesses/submission.ts';
import type { Terminal } from '../terminal.ts';
import { checkListedKeys, checkSavedProof, readSavedProof, type SavedProof } from './author-checks.ts';
import { textOfChange, type LoggedAuthorKeys } from './author-keys.ts';
import { checkLog, firstCheck, requireOrigin, SMALLER_WITHIN, type CheckResult } from './log-check.ts';
import { parseShown, vkeysAt } from './checkpoints.ts';
import { LogClient } from './client.ts';
import { checkEntries } from './entries.ts';
import { AccessDenied, Alarm, Replaced, Unavailable } from './findings.ts';
import { ReadEntries } from './identities.ts';
import { followReplacement } from './replacement.ts';
import { readState, treeOf, writeEvidence, writeState, type MonitorState } from './state.ts';
import type { TokenSource } from './token.ts';
import { UsageError } from '../command-line.ts';

/** Exit codes of the monitor. Arguments that are not valid have 2, as in all commands. */
export const EXIT = { fine: 0, failure: 1, alarm: 3 } as const;

/** With --once: attempts to check the log, and the maximum of the milliseconds between them. */
const ATTEMPTS = 3;
const PAUSE = 5_000;

export type MonitorOptions = {
  /** `base_url` of the service, without a slash at its end. */
  url: string;
  /** `public`, the UUID of a tenancy or of a log. */
  log: string;
  /** The keys that the user trusts; empty to trust those that the service names first. */
  vkeys: VerifierKey[];
  /** An absolute path. */
  state: string;
  /** Milliseconds between two checks. */
  interval: number;
  /** Milliseconds without a valid checkpoint after which the log is silent. */
  silentAfter: number;
  once: boolean;
  /** Whether all entries are read. */
  entries: boolean;
  /** Files with proofs that are compared with the entries. */
  proofs: readonly string[];
  /** The file of an access token; an absolute path, undefined when not given. */
  tokenFile: string | undefined;
};

/** What a monitor uses of its surroundings. */
export type MonitorPorts = {
  fetch: Fetch;
  tokens: TokenSource;
  now: () => Date;
  /** Waits, or until the monitor is stopped. */
  pause: (milliseconds: number) => Promise<unknown>;
  isStopped: () => boolean;
  out: Terminal;
  err: Terminal;
};

/**
 * Follows a log until there is an alarm, or until it is stopped; with `once`, checks it once. Returns the exit code.
 */
export async function runMonitor(options: MonitorOptions, ports: MonitorPorts): Promise<number> {
  const monitor = new Monitor(options, ports);
  await monitor.open();
  try {
    for (let failures = 0; !ports.isStopped();) {
      const failure = await monitor.check();
      if (ports.isStopped()) break;
      failures = failure === undefined ? 0 : failures + 1;
      if (failure !== undefined) ports.err.warn(failure);
      if (options.once && failure === undefined) return monitor.isSmaller ? EXIT.failure : EXIT.fine;
      if ((options.once && failures >= ATTEMPTS) || monitor.isUnreachable) {
        ports.err.error(`the log could not be checked: ${failure}`);
        return EXIT.failure;
      }
      await ports.pause(options.once ? Math.min(PAUSE, options.interval) : options.interval);
    }
    return EXIT.fine;
  } catch (error) {
    if (!(error instanceof Alarm)) throw error;
    await monitor.report(error);
    return EXIT.alarm;
  } finally {
    monitor.close();
  }
}

class Monitor {
  readonly #options: MonitorOptions;
  readonly #ports: MonitorPorts;
  readonly #client: LogClient;
  #state: MonitorState | undefined;
  #read: { log: string; entries: ReadEntries } | undefined;
  readonly #warned = new Set<string>();
  /** The saved proofs that were not compared yet. */
  #proofs: readonly SavedProof[];
  /** Milliseconds since the epoch: when the log was last checked, or else when the monitor began. */
  #lastGood: number;

  constructor(options: MonitorOptions, ports: MonitorPorts) {
    this.#options = options;
    this.#ports = ports;
    this.#client = new LogClient(options.url, ports.fetch, ports.tokens);
    this.#lastGood = ports.now().getTime();
    this.#proofs = options.proofs.map(readSavedProof);
  }

  /** Reads the state file. Throws an Error for the user if it is damaged, and a UsageError if it is of another log. */
  async open(): Promise<void> {
    const { url, log, vkeys, state: file, once } = this.#options;
    const state = await readState(file);
    if (!state) return;
    if (state.url !== url || state.name !== log)
      throw new UsageError(`--state: ${file} is about the log ${state.name} of ${state.url}: choose another file`);
    const trusted = new Set(state.keys.flatMap((period) => period.vkeys));
    const given = vkeys.filter(({ name }) => name === state.origin).map(formatVkey);
    if (given.length > 0 && !given.some((vkey) => trusted.has(vkey)))
      throw new UsageError(`--vkey: ${file} trusts other keys of this log: ${[...trusted].join(', ')}`);
    this.#state = state;
    // A monitor that runs all the time counts from its start, because it does not know about the time before.
    if (once) this.#lastGood = Math.min(this.#lastGood, Date.parse(state.valid_at));
    const evidence = `${basename(file)}.alarm-`;
    for (const name of readdirSync(dirname(file)).filter((each) => each.startsWith(evidence)))
      this.#ports.err.warn(`there was an alarm before: ${join(dirname(file), name)}`);
  }

  /** Whether the log shows a smaller tree than before. */
  get isSmaller(): boolean {
    return this.#state?.smaller !== undefined;
  }

  /** Whether the log could not be checked a single time for so long that it would be silent. */
  get isUnreachable(): boolean {
    return !this.#state && this.#silentFor() >= this.#options.silentAfter;
  }

  /** Checks the log. Returns why it could not be checked, undefined if it was. Throws an Alarm. */
  async check(): Promise<string | undefined> {
    try {
      const checked = await this.#checked();
      this.#state = checked.state;
      if (this.#client.refusesTiles)
        this.#warnOnce(
          'the service refuses tiles of this log, which are for its administrators and auditors: only ' +
            'checkpoints are checked, by the proofs of the service',
        );
      await writeState(this.#options.state, checked.state);
      if (this.#options.entries && checked.relation !== 'smaller') await this.#checkEntries(checked.state);
      this.#lastGood = this.#ports.now().getTime();
      return undefined;
    } catch (error) {
      if (!(error instanceof Unavailable || error instanceof Replaced)) throw error;
      // A request that was aborted is no evidence about the log.
      if (!this.#ports.isStopped() && this.#state && this.#silentFor() >= this.#options.silentAfter) {
        const since = new Date(this.#lastGood).toISOString();
        throw new Alarm('silent', `the log has not shown a valid checkpoint since ${since}: ${error.message}`);
      }
      return error.message;
    }
  }

  async #checked(): Promise<CheckResult> {
    const [before, now] = [this.#state, this.#ports.now()];
    const { url, log: name, vkeys } = this.#options;
    if (!before) {
      const checked = await firstCheck(this.#client, { url, name, vkeys }, now, (trusted) => this.#warnKeys(trusted));
      this.#print(checked, undefined);
      return checked;
    }
    try {
      const checked = await checkLog(this.#client, before, now);
      requireOrigin(vkeys, name, [before.origin, ...(before.earlier ?? [])]);
      this.#print(checked, before);
      return checked;
    } catch (error) {
      if (!(error instanceof Replaced)) throw error;
      const replacement = await followReplacement(this.#client, before, error, vkeys, now);
      requireOrigin(vkeys, name, [replacement.state.origin, ...(replacement.state.earlier ?? [])]);
      const { size, root } = replacement.previous;
      const end = `ended with size ${size}, root ${toHex(root)}`;
      this.#ports.err.warn(`the log ${before.origin} ${end}, and was replaced by ${replacement.state.origin}`);
      this.#print(replacement, undefined);
      return replacement;
    }
  }

  async #checkEntries(state: MonitorState): Promise<void> {
    const { log, origin, checkpoint, keys } = state;
    if (this.#read?.log !== log) {
      this.#read?.entries.close();
      this.#read = { log, entries: new ReadEntries(`${this.#options.state}.entries.sqlite`, log) };
    }
    const { entries } = this.#read;
    const tree = treeOf(state);
    const before = entries.progress.size;
    const of = { log, origin, tree, note: checkpoint, vkeys: vkeysAt(keys, tree.size) };
    await checkEntries(this.#client, of, entries, (size, changes) => {
      this.#lastGood = this.#ports.now().getTime();
      for (const change of changes) this.#ports.out.done(textOfChange(change));
      if (size < tree.size) this.#ports.out.progress(`Reading entries: ${size} of ${tree.size}`);
    });
    if (before < tree.size) this.#ports.out.done(`entries ${before} to ${tree.size - 1} are valid`);
    await this.#checkAuthors(state, entries.authorKeys);
  }

  /** Compares what the service says about the keys of authors with the entries, which were read. */
  async #checkAuthors({ log, origin, earlier = [], checkpoint, name }: MonitorState, keys: LoggedAuthorKeys) {
    const of = { log, tree: parseShown(checkpoint, origin), note: checkpoint };
    for (const saved of this.#proofs) {
      const shown = treeOfProof(saved.proof.checkpoint);
      const isOfEarlier = earlier.includes(shown.origin);
      if (shown.origin !== origin && !isOfEarlier)
        throw new UsageError(`--proof: ${saved.file} is of the log ${shown.origin}, not of ${origin}`);
      if (shown.size > of.tree.size && !isOfEarlier) continue;
      if (isOfEarlier) this.#ports.err.warn(`${saved.file} is of a log that was replaced, and was not compared`);
      else await checkSavedProof(this.#client, of, keys, saved);
      this.#proofs = this.#proofs.filter((each) => each !== saved);
    }
    if (name === 'public') return;
    try {
      await checkListedKeys(this.#client, keys, checkpoint, this.#ports.now());
    } catch (error) {
      if (!(error instanceof AccessDenied)) throw error;
      this.#warnOnce('the service refuses the list of signing keys, which was not compared with the entries');
    }
  }

  #print({ state, relation, size }: CheckResult, before: MonitorState | undefined): void {
    const { out, err } = this.#ports;
    const tree = `size ${size}, root ${toHex(treeOf(state).root)}`;
    if (relation === 'first') out.done(`${state.origin}: ${tree}`);
    if (relation === 'larger') out.done(`${tree}: continues size ${treeOf(before!).size}`);
    if (relation === 'same' && this.#options.once) out.done(`${tree}: unchanged`);
    if (relation === 'smaller') {
      const limit = `an alarm follows if it stays smaller for ${SMALLER_WITHIN / 1000} seconds`;
      err.warn(`size ${size} is smaller than size ${treeOf(state).size} before; ${limit}`);
    }
    for (const { from, vkeys } of before ? state.keys.slice(before.keys.length) : [])
      out.done(`from size ${from}, the log is signed by ${vkeys.join(', ')}`);
  }

  #warnKeys(vkeys: readonly string[]): void {
    this.#warnOnce(
      'no key was given with --vkey, so the keys that the service names now are trusted. Compare them with a ' +
        'copy from ' +
        `another source: ${vkeys.join(', ')}`,
    );
  }

  /** Prints a warning that is not about a single attempt. */
  #warnOnce(message: string): void {
    if (this.#warned.has(message)) return;
    this.#warned.add(message);
    this.#ports.err.warn(message);
  }

  #silentFor(): number {
    return this.#ports.now().getTime() - this.#lastGood;
  }

  /** Writes the evidence of an alarm and prints it. */
  async report(alarm: Alarm): Promise<void> {
    const file = await writeEvidence(this.#options.state, this.#ports.now(), alarm, this.#state);
    this.#ports.err.error(`ALARM (${alarm.kind}): ${alarm.message}. The evidence is in ${file}`);
  }

  close(): void {
    this.#read?.entries.close();
  }
}
