import { setImmediate as settled } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { Budget, Lanes } from '../../src/platform/pacing/budget.ts';
import { ambient } from '../../src/lib/time.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const refused = { kind: 'unavailable', headers: { 'retry-after': '1' } };
const taking = (budget: Budget, bytes: number) => async () => budget.take(bytes);

test('a budget refuses requests above its limit with 503, and accepts them after bytes are released', async () => {
  const budget = new Budget('uploads', 100);
  const first = budget.take(60);
  await expect(taking(budget, 50)()).rejects.toMatchObject(refused);
  const second = budget.take(40);
  first();
  first();
  budget.take(60);
  await expect(taking(budget, 1)()).rejects.toMatchObject(refused);
  second();
  budget.take(40);
});

test('a budget accepts one request above its limit while it is empty', async () => {
  const budget = new Budget('uploads', 100);
  const all = budget.take(1000);
  await expect(taking(budget, 1)()).rejects.toMatchObject(refused);
  all();
  budget.take(1);
});

test('a budget with shares refuses a holder above its share, and accepts others', async () => {
  const budget = new Budget('batches', 100, 50);
  const first = budget.take(30, 'a');
  await expect(async () => budget.take(21, 'a')).rejects.toMatchObject(refused);
  budget.take(20, 'a');
  budget.take(50, 'b');
  await expect(async () => budget.take(1, 'c')).rejects.toMatchObject(refused);
  first();
  first();
  budget.take(30, 'c');
  await expect(async () => budget.take(1, 'a')).rejects.toMatchObject(refused);
});

test('lanes run a limited number of tasks at once, in order, and refuse tasks when the queue is full', async () => {
  const lanes = new Lanes('lists', 2, 2);
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const run = (n: number) =>
    lanes.run(() => {
      started.push(n);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const all = [run(1), run(2), run(3), run(4)];
  await expect(run(5)).rejects.toMatchObject(refused);
  await settled();
  expect(started).toEqual([1, 2]);
  ends[0]!();
  await all[0];
  await settled();
  expect(started).toEqual([1, 2, 3]);
  ends[1]!();
  await all[1];
  await settled();
  expect(started).toEqual([1, 2, 3, 4]);
  ends.forEach((end) => end());
  await Promise.all(all);
});

test('a holder has at most its share of the lanes, also when it has waited before others', async () => {
  const lanes = new Lanes('batches', 3, Infinity, 2);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string) =>
    lanes.run(() => {
      started.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    }, name[0]);
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2'].map(run);
  await settled();
  expect(started).toEqual(['a1', 'a2', 'b1']);
  ends.get('b1')!();
  await all[4];
  await settled();
  expect(started.splice(0)).toEqual(['a1', 'a2', 'b1', 'b2']);
  ends.get('a2')!();
  await all[1];
  await settled();
  expect(started).toEqual(['a3']);
  ends.get('a1')!();
  await all[0];
  await settled();
  expect(started).toEqual(['a3', 'a4']);
  for (const name of ['a3', 'a4', 'b2']) ends.get(name)!();
  await Promise.all(all);
});

test('lanes take the tasks of waiting holders in turns', async () => {
  const lanes = new Lanes('lists', 1, 10);
  const ended: string[] = [];
  const run = (holder: string, n: number) => lanes.run(async () => void ended.push(`${holder}${n}`), holder);
  await Promise.all([run('a', 1), run('a', 2), run('a', 3), run('a', 4), run('b', 1), run('c', 1), run('b', 2)]);
  expect(ended).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('a full queue of lanes refuses the newest task of the holder with most tasks in it', async () => {
  const lanes = new Lanes('lists', 1, 4);
  const ended: string[] = [];
  const run = (name: string) =>
    lanes
      .run(async () => name, name[0])
      .then(
        () => void ended.push(name),
        () => void ended.push(`${name} refused`),
      );
  await Promise.all(['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'b2', 'b3', 'c1'].map(run));
  expect(ended.filter((name) => name.endsWith('refused')).toSorted()).toEqual([
    'a3 refused',
    'a4 refused',
    'a5 refused',
    'a6 refused',
    'b3 refused',
  ]);
  expect(ended.filter((name) => !name.endsWith('refused'))).toEqual(['a1', 'a2', 'b1', 'c1', 'b2']);
});

test('lanes refuse a task that has waited for 20 s, and free a lane that nobody returns after a minute', async () => {
  const clock = vi.spyOn(ambient, 'now').mockReturnValue(0);
  const lanes = new Lanes('lists', 1, 10);
  void lanes.run(() => new Promise(() => undefined));
  const early = lanes.run(async () => 'early').catch(({ message }: Error) => message);
  clock.mockReturnValue(59_999);
  const late = lanes.run(async () => 'late');
  clock.mockReturnValue(60_000);
  expect(await lanes.run(async () => 'free')).toBe('free');
  expect(await Promise.all([early, late])).toEqual(['too many lists are in progress; try again', 'late']);
});

test('lanes refuse a task that has waited for 20 s although no lane becomes free', async () => {
  vi.useFakeTimers();
  const lanes = new Lanes('lists', 1, 10);
  void lanes.run(() => new Promise(() => undefined));
  const refusedAt = lanes.run(async () => undefined).catch(() => Date.now());
  const start = Date.now();
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await refusedAt)! - start).toBe(20_000);
});

test('a lane that was given to work that has been dropped is free after 5 s', async () => {
  vi.useFakeTimers();
  const lanes = new Lanes('lists', 1, 10);
  let end = (): void => undefined;
  const first = lanes.run(() => new Promise<void>((resolve) => (end = resolve)));
  const dropped = { ...Promise.withResolvers(), promise: new Promise(() => undefined) };
  vi.spyOn(Promise, 'withResolvers').mockReturnValueOnce(dropped);
  void lanes.run(async () => undefined);
  const next = lanes.run(async () => Date.now());
  const start = Date.now();
  await vi.advanceTimersByTimeAsync(0);
  end();
  await first;
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await next) - start).toBe(5000);
});

test('bytes that nobody returns are free after 20 minutes, and are not returned twice', () => {
  const clock = vi.spyOn(ambient, 'now').mockReturnValue(0);
  const budget = new Budget('uploads', 100);
  const first = budget.take(60);
  clock.mockReturnValue(20 * 60_000 - 1);
  expect(() => budget.take(60)).toThrow('too many uploads');
  clock.mockReturnValue(20 * 60_000);
  budget.take(60);
  first();
  expect(() => budget.take(60)).toThrow('too many uploads');
});

test('a lane is free again after its task fails', async () => {
  const lanes = new Lanes('lists', 1, 0);
  await expect(lanes.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await lanes.run(async () => 'done')).toBe('done');
});
