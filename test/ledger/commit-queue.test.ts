import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Command, Outcome } from '../../src/ledger/append/commands.ts';
import { CommitQueue } from '../../src/ledger/append/commit-queue.ts';
import type { Proposal } from '../../src/ledger/append/proposal.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const proposalOf = (asset: string, of: Partial<Proposal> = {}): Proposal =>
  ({ asset, tenant: 't', payer: 't', events: 1, firstAcceptedUs: 1, keys: [], rows: {}, ...of }) as Proposal;
const commandTo = (asset: string, event: string): Command =>
  ({
    kind: 'append',
    asset,
    event,
    input: {},
    author: { caller: { tenant: 't', issuer: 'i', subject: 's' } },
  }) as never;

/**
 * Commits of 10 ms without a database: `commits` has the assets of each, and `decided` the events of each decision. An
 * asset whose name starts with `read` needs 5 ms to decide, and one that starts with `broken` throws.
 */
function open() {
  const commits: string[][] = [];
  const decided: string[][] = [];
  const queue: CommitQueue = new CommitQueue({
    db: {} as never,
    committer: {
      commit: async (proposals) => {
        commits.push(proposals.map(({ asset }) => asset));
        await after(10);
        return proposals.map(() => ({ result: 'committed' }));
      },
    },
    carryOut: async (asset, commands) => {
      decided.push(commands.map(({ event }) => event));
      if (asset.startsWith('read')) await after(5);
      if (asset.startsWith('broken')) throw new Error('broken');
      await queue.commit(proposalOf(asset, { events: commands.length }));
      return commands.map(({ event }): Outcome => ({ event: { id: event } as never }));
    },
    onCommitted: () => undefined,
  });
  return { queue, commits, decided };
}

test('commits what was decided at once together, and what needs a read afterwards', async () => {
  const { queue, commits } = open();
  const assets = ['one', 'read', 'two'];
  const outcomes = assets.map((asset) => queue.submit(commandTo(asset, `event of ${asset}`)));
  await vi.advanceTimersByTimeAsync(40);
  expect(await Promise.all(outcomes)).toEqual(assets.map((asset) => ({ event: { id: `event of ${asset}` } })));
  expect(commits).toEqual([['one', 'two'], ['read']]);
});

test('decides the commands of an asset together that arrive while others of it are being committed', async () => {
  const { queue, commits, decided } = open();
  const first = queue.submit(commandTo('one', '1'));
  await vi.advanceTimersByTimeAsync(1);
  const later = ['2', '3', '4'].map((event) => queue.submit(commandTo('one', event)));
  await vi.advanceTimersByTimeAsync(40);
  await Promise.all([first, ...later]);
  expect(decided).toEqual([['1'], ['2', '3', '4']]);
  expect(commits).toEqual([['one'], ['one']]);
});

test('an asset whose commands cannot be decided gets an unknown outcome, and others are committed', async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  const { queue, commits } = open();
  const outcomes = ['broken', 'one'].map((asset) => queue.submit(commandTo(asset, asset)));
  await vi.advanceTimersByTimeAsync(20);
  expect(await Promise.all(outcomes)).toEqual([
    { error: expect.objectContaining({ kind: 'unavailable' }) },
    { event: { id: 'one' } },
  ]);
  expect(commits).toEqual([['one']]);
});

test('the earliest accepted time of the decided events of a scope is known until they are committed', async () => {
  const { queue } = open();
  for (const [asset, tenant, firstAcceptedUs] of [
    ['one', 'a', 30],
    ['two', 'a', 20],
    ['three', 'b', 10],
  ] as const)
    void queue.commit(proposalOf(asset, { tenant, firstAcceptedUs }));
  const earliestOf = (tenant?: string): number =>
    queue.earliest((one) => tenant === undefined || one.tenant === tenant);
  expect([earliestOf('a'), earliestOf(), earliestOf('c')]).toEqual([20, 10, Infinity]);
  await vi.advanceTimersByTimeAsync(1);
  expect(earliestOf()).toBe(Infinity);
});

test('a commit has at most one proposal of each asset and each idempotency key', async () => {
  const { queue, commits } = open();
  for (const [asset, ...keys] of [['one', 'k', 'l'], ['two', 'm', 'l'], ['three', 'm'], ['one'], ['four']] as const)
    void queue.commit(proposalOf(asset, { keys: [...keys] }));
  await vi.advanceTimersByTimeAsync(60);
  expect(commits).toEqual([
    ['one', 'three', 'four'],
    ['two', 'one'],
  ]);
});

test('a commit has at most 256 events and 600,000 characters, unless one proposal has more', async () => {
  const { queue, commits } = open();
  const rows = (characters: number) => ({ events: 'x'.repeat(characters) }) as Proposal['rows'];
  for (let n = 0; n < 3; n++) void queue.commit(proposalOf(`events ${n}`, { events: 100 }));
  for (let n = 0; n < 3; n++) void queue.commit(proposalOf(`characters ${n}`, { rows: rows(250_000) }));
  void queue.commit(proposalOf('large', { rows: rows(2_000_000) }));
  await vi.advanceTimersByTimeAsync(100);
  expect(commits).toEqual([
    ['events 0', 'events 1', 'characters 0', 'characters 1'],
    ['events 2', 'characters 2'],
    ['large'],
  ]);
});
