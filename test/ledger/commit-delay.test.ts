import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CommitDelay } from '../../src/platform/pacing/commit-delay.ts';
import { DatabaseWriter } from '../../src/ledger/append/database-writer.ts';
import type { Committer } from '../../src/ledger/append/committer.ts';
import type { Proposal } from '../../src/ledger/append/proposal.ts';

/** Milliseconds of a commit here. */
const COMMIT = 10;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Commits without a database, and the numbers of proposals in each. */
function openCommits() {
  const sizes: number[] = [];
  const commit: Committer['commit'] = async (proposals) => {
    sizes.push(proposals.length);
    await after(COMMIT);
    return proposals.map(() => ({ result: 'committed' }));
  };
  const writer = new DatabaseWriter({} as never, {} as never, { commit }, () => undefined);
  return { writer, sizes };
}

const proposalOf = (asset: string): Proposal =>
  ({ asset, tenant: 't', payer: 't', events: 1, firstAcceptedUs: 1, keys: [], rows: {} }) as unknown as Proposal;

/** A client that writes to its asset again and again: `pause` milliseconds after each response. */
async function write(writer: DatabaseWriter, asset: string, times: number, pause: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    await after(pause);
    await writer.commit(proposalOf(asset));
  }
}

/** Waits until everything is finished, and returns the milliseconds that it has taken. */
async function finish(work: Promise<unknown>): Promise<number> {
  const started = Date.now();
  let ended = 0;
  void work.then(() => (ended = Date.now()));
  await vi.advanceTimersByTimeAsync(60_000);
  return ended - started;
}

test('commits the next requests of clients that were in one commit together again', async () => {
  const { writer, sizes } = openCommits();
  await finish(Promise.all(Array.from({ length: 32 }, (_, n) => write(writer, `asset ${n}`, 10, 1 + (n % 3)))));
  // Nobody is expected when the first one arrives.
  expect(sizes).toEqual([1, 31, ...Array.from({ length: 9 }, () => 32)]);
});

test('does not delay the commits of a client that writes alone', async () => {
  const { writer, sizes } = openCommits();
  const spent = await finish(write(writer, 'asset', 10, 5));
  expect(sizes).toEqual(Array.from({ length: 10 }, () => 1));
  expect(spent).toBe(10 * (5 + COMMIT));
});

test('waits three milliseconds once for clients that do not return', async () => {
  const { writer, sizes } = openCommits();
  await finish(Promise.all(Array.from({ length: 32 }, (_, n) => write(writer, `asset ${n}`, 1, 1))));
  expect(sizes).toEqual([1, 31]);
  const spent = await finish(write(writer, 'asset', 10, 5));
  expect(sizes).toEqual([1, 31, ...Array.from({ length: 10 }, () => 1)]);
  expect(spent).toBe(3 + 10 * (5 + COMMIT));
});

test('delays a commit for at most 20 milliseconds while others arrive', async () => {
  const delay = new CommitDelay();
  delay.committed(1000);
  let arrived = 1;
  const arriving = setInterval(() => (arrived += 1), 2);
  const spent = await finish(delay.wait(() => arrived).finally(() => clearInterval(arriving)));
  expect(spent).toBe(20);
});
