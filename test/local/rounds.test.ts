import { expect, test } from 'vitest';
import { Rounds, SLICE } from '../../apps/server/listener/rounds.ts';

test('one of each client begins in each round, in order, and other events are processed between', async () => {
  const rounds = new Rounds();
  const begun: string[] = [];
  for (const name of ['a1', 'a2', 'a3', 'b1'])
    rounds.add(name[0]!, SLICE, () => {
      begun.push(name);
      // What is added in a round begins in a later one.
      if (name === 'b1') rounds.add('b', SLICE, () => begun.push('b2'));
    });
  expect(begun).toEqual([]);
  const seen: string[] = [];
  for (let i = 0; i < 4; i++) {
    await new Promise(setImmediate);
    seen.push(begun.splice(0).join(' '));
  }
  expect(seen).toEqual(['a1 b1', 'a2 b2', 'a3', '']);
});

test('small inputs of one client begin in the same round, up to a number', async () => {
  const rounds = new Rounds();
  let begun = 0;
  for (let i = 0; i < 20; i++) rounds.add('a', 1, () => (begun += 1));
  await new Promise(setImmediate);
  expect(begun).toBe(8);
  await new Promise(setImmediate);
  expect(begun).toBe(16);
});

test('a round waits a limited number of iterations of the event loop for further clients', async () => {
  const rounds = new Rounds();
  const begunIn: number[] = [];
  let turn = 0;
  for (let i = 0; i < 3; i++) rounds.add('a', SLICE, () => begunIn.push(turn));
  for (; turn < 140; turn++) {
    if (turn < 130) rounds.postpone();
    await new Promise(setImmediate);
  }
  expect(begunIn).toEqual([64, 129, 130]);
});
