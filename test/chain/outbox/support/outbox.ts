import { DatabaseSync } from 'node:sqlite';
import { vi } from 'vitest';
import { Outbox, type Intent } from '../../../../src/anchoring/chain/outbox/outbox.ts';
import type { OutboxSettings } from '../../../../src/anchoring/chain/outbox/chain-node.ts';
import type { FinalTransaction } from '../../../../src/anchoring/chain/outbox/report.ts';
import { Signer } from '../../../../src/anchoring/chain/outbox/signer.ts';
import { OutboxStore, type Outgoing } from '../../../../src/anchoring/chain/outbox/store.ts';
import { HttpTransport, type ChainTransport } from '../../../../src/formats/ethereum/transport.ts';
import { CHAIN_ID, KEY, type Anvil } from './anvil.ts';

export const SETTINGS: OutboxSettings = {
  confirmations: 3,
  sealed: false,
  inFlight: 16,
  pollMs: 1000,
  resendMs: 3000,
  stuckMs: 60_000,
};

const TO = '0xB858Dd8325D7aE3d0900d2e0C2Ccc3FaF354f298';

/** Intent number n. Its input is unique. */
export const intent = (n: number): Intent => ({ intent: `intent ${n}`, to: TO, input: inputOf(n) });
export const inputOf = (n: number): string => `0xa7ea3ea7${n.toString(16).padStart(64, '0')}`;
export const intents = (count: number, from = 0): Intent[] => Array.from({ length: count }, (_, i) => intent(from + i));

/** The storage of an object on the SQLite of Node. Each statement commits. */
export function sqlStorage(database = new DatabaseSync(':memory:')): SqlStorage {
  const exec = (query: string, ...bindings: (string | number | null)[]) => {
    const rows = database.prepare(query).all(...bindings);
    return { toArray: () => rows, one: () => rows[0], [Symbol.iterator]: () => rows.values() };
  };
  return { exec } as unknown as SqlStorage;
}

/** Replaces the call to the node (`ask`) by its own result or error. */
export type Fault = (method: string, params: readonly unknown[], ask: () => Promise<unknown>) => Promise<unknown>;

export type Bench = ReturnType<typeof outboxOn>;

/**
 * An outbox on a node, with a clock that the test moves. Reports are stored by intent. `fault`, while set, intercepts
 * every call to the node. `restart` simulates a crash: only the storage remains.
 */
export function outboxOn(node: { url: string }, settings: Partial<OutboxSettings> = {}) {
  const sql = sqlStorage();
  const http = new HttpTransport(node.url);
  const bench = {
    now: 1_800_000_000_000,
    fault: undefined as Fault | undefined,
    /** Called before each report. Throws to simulate a database that is away. */
    onReport: undefined as (() => void) | undefined,
    reported: new Map<string, FinalTransaction>(),
    reports: 0,
    calls: [] as string[],
    outbox: undefined as unknown as Outbox,
    restart: () => {
      bench.outbox = new Outbox(
        new OutboxStore(sql),
        transport,
        new Signer(KEY, String(CHAIN_ID)),
        { ...SETTINGS, ...settings },
        async (transactions) => {
          bench.onReport?.();
          bench.reports += 1;
          for (const each of transactions) bench.reported.set(each.intent, each);
        },
      );
    },
    submit: (...items: Intent[]) => bench.outbox.submit(items),
    /** Ticks, one polling interval apart. */
    tick: async (times = 1): Promise<number | undefined> => {
      let next: number | undefined;
      for (let i = 0; i < times; i++) {
        bench.now += SETTINGS.pollMs;
        next = await bench.outbox.tick(bench.now);
      }
      return next;
    },
    wait: (milliseconds: number) => (bench.now += milliseconds),
    rows: (): (Outgoing & { intent: string })[] => {
      const store = new OutboxStore(sql);
      return (['mined', 'sent', 'waiting'] as const).flatMap((state) => store.inState(state, 1000));
    },
    /** The reported transactions, newest first. */
    done: () => new OutboxStore(sql).reportedBefore(Infinity, 1000),
    states: () => bench.rows().map(({ state }) => state),
  };
  const transport: ChainTransport = {
    request: async <T>(method: string, params: readonly unknown[]): Promise<T> => {
      bench.calls.push(method);
      const ask = () => http.request<T>(method, params);
      return (bench.fault ? bench.fault(method, params, ask) : ask()) as Promise<T>;
    },
  };
  bench.restart();
  return bench;
}

/** Mines and ticks until the outbox is empty. Throws where that needs too many blocks. */
export async function drain(bench: Bench, node: Anvil, blocks = 60): Promise<void> {
  for (let i = 0; i < blocks; i++) {
    if ((await bench.tick()) === undefined) return;
    await node.mine();
  }
  throw new Error(`left: ${JSON.stringify(bench.rows())}`);
}

/** The log lines of a level since the mock was installed. */
export function logged(level: string): Record<string, unknown>[] {
  const lines = vi.mocked(console.log).mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>);
  return lines.filter((line) => line['level'] === level);
}
