import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Env } from '../../src/settings/config.ts';
import { databaseOf, databaseReport } from '../../src/ledger/append/writer-client.ts';
import { submit } from '../../src/ledger/append/ledger-client.ts';

const UNKNOWN =
  'the outcome of a write is unknown: it may have been stored. Repeat it only with its Idempotency-Key, or read first';
const never = (): Promise<never> => new Promise(() => undefined);
/** Objects whose timers stand still, so that no call returns. */
const hanging = { idFromName: (name: string) => name, get: () => ({ compare: never, observe: never, submit: never }) };
const DB = {
  prepare: () => ({ bind: () => ({}) }),
  batch: async () => [{ results: [{}], meta: { rows_read: 0, rows_written: 0 } }],
};
const env = { LEDGER_WRITER: hanging, ASSET_LEDGER: hanging, DB } as unknown as Env;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'log').mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it.each([
  [
    'the comparison for /healthz',
    () => databaseReport(env),
    5,
    'the ledger writer has not responded within 5 seconds: changes wait for it',
    '5',
  ],
  [
    'a command',
    () => submit(env, { spent: () => undefined }, { asset: 'a' } as never),
    30,
    `the ledger of this asset has not responded within 30 seconds; ${UNKNOWN}`,
    '1',
  ],
  [
    'an audited change',
    () => databaseOf(env).batchAcknowledged([]),
    30,
    `the ledger writer has not acknowledged the change; ${UNKNOWN}`,
    '1',
  ],
] as const)('responds 503 to %s when an object does not respond', async (_what, act, seconds, message, retryAfter) => {
  let failure: unknown;
  const failed = act().catch((error: unknown) => (failure = error));
  await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
  expect(failure).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  await failed;
  expect(failure).toMatchObject({ kind: 'unavailable', message, headers: { 'retry-after': retryAfter } });
});
