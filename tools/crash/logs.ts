import { setTimeout as sleep } from 'node:timers/promises';
import { fromHex, toHex } from '../../src/lib/text.ts';
import { rootOf } from '../../src/formats/log/tree.ts';
import { statePaths } from '../../apps/server/state/directory.ts';
import { reading, storesIn } from '../../apps/server/state/stores.ts';
import { PATIENCE } from '../../test/support/patience.ts';

type LogRow = { number: number; id: string; size: number; root: string };

/** Follows the logs of a service over restarts, as a monitor does, in the database of the service. */
export class LogWatch {
  readonly #database: string;
  readonly #seen = new Map<string, LogRow>();

  constructor(state: string) {
    this.#database = storesIn(statePaths(state).data).database;
  }

  /**
   * Waits until the log of the only tenancy has all events. Throws if that takes too long, if another log has replaced
   * one, or if a log does not continue what was seen before.
   */
  async follow(events: number): Promise<void> {
    for (let started = Date.now(); ; await sleep(50)) {
      const logs = this.#rows<LogRow>('SELECT number, id, size, lower(hex(root)) AS root FROM logs');
      if (logs.length === 1 && logs[0]!.size === events + 1) return this.#compare(logs[0]!);
      if (Date.now() - started > PATIENCE)
        throw new Error(`${events} events are not in their log after ${PATIENCE} ms: ${JSON.stringify(logs)}`);
    }
  }

  /** The tenancy of the log. */
  get tenancy(): string {
    return this.#rows<{ scope: string }>('SELECT scope FROM logs')[0]!.scope;
  }

  #compare(log: LogRow): void {
    const leaves = this.#rows<{ hash: string }>(
      `SELECT lower(hex(hash)) AS hash FROM log_leaves WHERE log = ${log.number} ORDER BY "index"`,
    ).map(({ hash }) => fromHex(hash));
    const before = this.#seen.get(log.id) ?? (this.#seen.size === 0 ? undefined : [...this.#seen.values()][0]!);
    if (before && before.id !== log.id) throw new Error(`the log ${before.id} was replaced by ${log.id}`);
    for (const { size, root } of [log, ...(before ? [before] : [])])
      if (toHex(rootOf(leaves.slice(0, size))) !== root)
        throw new Error(`the log ${log.id} does not have the root ${root} at ${size}`);
    this.#seen.set(log.id, log);
  }

  #rows<T>(sql: string): T[] {
    return (reading(this.#database, (database) => database.prepare(sql).all()) ?? []) as unknown as T[];
  }
}
