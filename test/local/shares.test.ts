import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { Shares } from '../../apps/server/listener/shares.ts';

/** Clients of shares with the limits 4 and 2, and a clock that the test sets. */
function opened() {
  const clock = { ms: 0 };
  const shares = new Shares({ alone: 4, beside: 2 }, () => clock.ms);
  const begun: string[] = [];
  /** What ends the requests with `!` in the Worker, in the order in which they have begun. */
  const answered: (() => void)[] = [];
  /** The first character of a name is the address of the request, what follows `@` its token. */
  const enter = (name: string, bytes = 0): (() => void) => {
    const response = Object.assign(new EventEmitter(), { destroyed: false });
    const sender = { address: name[0]!, token: name.split('@')[1] };
    void shares.enter(sender, response as unknown as ServerResponse, bytes).then((place) => {
      begun.push(name);
      if (name.includes('!')) answered.push(place.hold());
    });
    return () => void response.emit('close');
  };
  /** The requests that have begun since the last call. */
  const taken = async (): Promise<string> => {
    await new Promise(setImmediate);
    return begun.splice(0).join(' ');
  };
  return { clock, enter, taken, answered };
}

test('a client that is alone has more requests in the Worker than one beside others', async () => {
  const { enter, taken } = opened();
  const [a1, a2, a3] = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((name) => enter(name));
  expect(await taken()).toBe('a1 a2 a3 a4');
  const ends = ['b1', 'b2', 'b3'].map((name) => enter(name));
  expect(await taken()).toBe('b1 b2');
  // Those of the first client that are in the Worker end before its next one begins.
  a1!();
  a2!();
  expect(await taken()).toBe('');
  a3!();
  expect(await taken()).toBe('a5');
  ends[0]!();
  expect(await taken()).toBe('b3');
});

test('a client is alone again a second after the last request of others has ended', async () => {
  const { clock, enter, taken } = opened();
  const end = enter('b1');
  clock.ms = 500;
  end();
  clock.ms = 1500;
  const [first] = ['a1', 'a2', 'a3'].map((name) => enter(name));
  expect(await taken()).toBe('b1 a1 a2');
  clock.ms = 1501;
  first!();
  expect(await taken()).toBe('a3');
  enter('a4');
  enter('a5');
  expect(await taken()).toBe('a4 a5');
});

test('a client that ends all its requests and returns does not count as another one', async () => {
  const { enter, taken } = opened();
  for (const name of ['a1', 'a2']) enter(name)();
  ['a3', 'a4', 'a5', 'a6', 'a7'].map((name) => enter(name));
  expect(await taken()).toBe('a1 a2 a3 a4 a5 a6');
});

test('a waiting request whose connection closes does not begin', async () => {
  const { enter, taken } = opened();
  const ends = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((name) => enter(name));
  ends[4]!();
  ends[0]!();
  expect(await taken()).toBe('a1 a2 a3 a4 a6');
});

test('a request counts as one more for each 16 KiB of its body, at most as all others of the client', async () => {
  const { enter, taken } = opened();
  const [small] = [enter('a1'), enter('a2', 2 ** 14), enter('a3', 2 ** 14), enter('a4')];
  expect(await taken()).toBe('a1 a2');
  // Requests begin in their order, so a small one does not overtake.
  small!();
  expect(await taken()).toBe('a3');
  const large = enter('b1', 2 ** 20);
  enter('b2');
  expect(await taken()).toBe('b1');
  large();
  expect(await taken()).toBe('b2');
});

test("a request of a client that has gone ends with the Worker's, others when their response closes", async () => {
  const { enter, taken, answered } = opened();
  const [a1, a2] = ['a1!', 'a2!', 'a3', 'a4', 'a5', 'a6'].map((name) => enter(name));
  expect(await taken()).toBe('a1! a2! a3 a4');
  a1!();
  expect(await taken()).toBe('');
  answered[0]!();
  expect(await taken()).toBe('a5');
  answered[1]!();
  expect(await taken()).toBe('');
  a2!();
  expect(await taken()).toBe('a6');
});

test('the requests of all addresses with one token share, and wait for each other in their order', async () => {
  const { enter, taken } = opened();
  enter('o1@other');
  const [a1, b1] = ['a1@t', 'b1@t', 'a2@t', 'c1@t'].map((name) => enter(name));
  expect(await taken()).toBe('o1@other a1@t b1@t');
  // Another token of an address whose requests wait for their token.
  const c2 = enter('c2@u');
  expect(await taken()).toBe('c2@u');
  b1!();
  expect(await taken()).toBe('a2@t');
  a1!();
  expect(await taken()).toBe('c1@t');
  c2();
});

test('a request that waits for its address takes no place of its token', async () => {
  const { enter, taken } = opened();
  enter('o1@other');
  const [a1] = ['a1', 'a2', 'a3@t', 'a4@t', 'b1@t', 'b2@t', 'b3@t'].map((name) => enter(name));
  expect(await taken()).toBe('o1@other a1 a2 b1@t b2@t');
  a1!();
  expect(await taken()).toBe('');
});

test('clients without a token count as others for a token', async () => {
  const { enter, taken } = opened();
  enter('x1');
  ['a1@t', 'b1@t', 'c1@t'].map((name) => enter(name));
  expect(await taken()).toBe('x1 a1@t b1@t');
});

test('a request that waits for both of its shares and whose connection closes is forgotten by both', async () => {
  const { enter, taken } = opened();
  enter('o1@other');
  const ends = ['a1@t', 'b1@t', 'a2@t', 'c1@t'].map((name) => enter(name));
  ends[2]!();
  ends[0]!();
  expect(await taken()).toBe('o1@other a1@t b1@t c1@t');
});

test('a small request of another address does not overtake a large one of the same token', async () => {
  const { enter, taken } = opened();
  enter('o1@other');
  const a1 = enter('a1@t');
  enter('b1@t', 2 ** 20);
  enter('c1@t');
  expect(await taken()).toBe('o1@other a1@t');
  a1();
  expect(await taken()).toBe('b1@t');
});
