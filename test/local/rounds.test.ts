import { expect, test } from 'vitest';
import { Rounds } from '../../apps/server/listener/rounds.ts';

test('one of each client begins in each round, in order, and other events are processed between', async () => {
  const rounds = new Rounds();
  const begun: string[] = [];
  for (const name of ['a1', 'a2', 'a3', 'b1'])
    rounds.add(name[0]!, () => {
      begun.push(name);
      // What is added in a round begins in a later one.
      if (name === 'b1') rounds.add('b', () => begun.push('b2'));
    });
  expect(begun).toEqual([]);
  const seen: string[] = [];
  for (let i = 0; i < 4; i++) {
    await new Promise(setImmediate);
    seen.push(begun.splice(0).join(' '));
  }
  expect(seen).toEqual(['a1 b1', 'a2 b2', 'a3', '']);
});

test('a round waits a limited number of iterations of the event loop for further clients', async () => {
  const rounds = new Rounds();
  const begunIn: number[] = [];
  let turn = 0;
  for (let i = 0; i < 3; i++) rounds.add('a', () => begunIn.push(turn));
  for (; turn < 140; turn++) {
    if (turn < 130) rounds.postpone();
    await new Promise(setImmediate);
  }
  expect(begunIn).toEqual([64, 129, 130]);
});
