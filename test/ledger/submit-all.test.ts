import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Principal } from '../../src/access/principal.ts';
import type { Env } from '../../src/settings/config.ts';
import { rateExceeded } from '../../src/http/rate-limit.ts';
import { submitAll } from '../../src/ledger/append/batch-client.ts';
import { addition } from '../../src/ledger/append/ledger-client.ts';
import type { Command, Outcome } from '../../src/ledger/append/commands.ts';

const AUTHOR = {
  caller: { tenant: 't', issuer: 'i', subject: 's' } as never,
  requestId: 'r',
  applicationIssuer: 'a',
};
const append = (asset: string, n: number, note = ''): Command =>
  addition(
    AUTHOR,
    asset,
    {
      operation: String(n),
      behaviour: 'RecordEvidence',
      eventAttributes: { note },
      assetAttributes: {},
      declared: undefined,
      principalDeclared: undefined,
    },
    {},
  );
const numberOf = (command: Command): number => Number((command.input as { operation: string }).operation);
const stored = (command: Command): Outcome => ({ event: { seq: numberOf(command) } as never });

/** A namespace of ledgers that answer with `answer`. Records the calls, and how many there were at once. */
function ledgers(answer: (asset: string, commands: readonly Command[]) => Outcome[]) {
  const seen = { calls: [] as [asset: string, numbers: number[]][], atOnce: [] as number[] };
  let running = 0;
  const get = (asset: string) => ({
    submitMany: async (commands: readonly Command[]): Promise<Outcome[]> => {
      seen.calls.push([asset, commands.map(numberOf)]);
      seen.atOnce.push(++running);
      await setImmediate();
      running -= 1;
      return answer(asset, commands);
    },
  });
  const env = { ASSET_LEDGER: { idFromName: (name: string) => name, get } } as unknown as Env;
  return { env, seen };
}

const spent: number[] = [];
/** The scope of a caller who may have rights on the assets that `hasRight` accepts. */
const writerOf = (hasRight: (asset: string) => boolean, auditor = false) => ({
  spent: (ms: number) => void spent.push(ms),
  reachable: (assets: readonly string[]) => assets.filter(hasRight).map((id) => ({ id })) as never,
  read: (...statements: readonly unknown[]) => Promise.resolve(statements) as never,
  principal: () => Promise.resolve({ auditor } as Principal),
});
const writer = writerOf(() => true);

test('commands of many assets call at most 8 objects at once, and have their outcomes in order', async () => {
  const { env, seen } = ledgers((_asset, commands) => commands.map(stored));
  const commands = Array.from({ length: 1000 }, (_, n) => append(`asset ${n % 100}`, n));
  const outcomes = await submitAll(env, writer, commands);
  expect(outcomes).toEqual(commands.map(stored));
  expect(Math.max(...seen.atOnce)).toBe(8);
  expect(seen.calls).toHaveLength(100);
  for (const [asset, numbers] of seen.calls)
    expect(numbers).toEqual(Array.from({ length: 10 }, (_, i) => Number(asset.slice(6)) + i * 100));
  expect(spent).toHaveLength(seen.calls.length);
});

test('commands of one asset are sent in calls of at most 200 and 400,000 characters, one by one', async () => {
  const { env, seen } = ledgers((_asset, commands) => commands.map(stored));
  const many = Array.from({ length: 450 }, (_, n) => append('many', n));
  const long = Array.from({ length: 5 }, (_, n) => append('long', n, 'x'.repeat(n === 4 ? 500_000 : 150_000)));
  expect(await submitAll(env, writer, [...many, ...long])).toEqual([...many, ...long].map(stored));
  const sizes = (asset: string): number[] => seen.calls.filter(([of]) => of === asset).map(([, { length }]) => length);
  expect(sizes('many')).toEqual([200, 200, 50]);
  expect(sizes('long')).toEqual([2, 2, 1]);
});

test('later commands of the same asset are not sent after a temporary error, and have the same error', async () => {
  const busy = { error: rateExceeded('api').toData() };
  const wrong: Outcome = { error: { kind: 'invalid', message: 'wrong' } };
  const { env, seen } = ledgers((asset, commands) => {
    const refusal = asset === 'busy' ? busy : wrong;
    return commands.map((command, i) => (i === 199 ? refusal : stored(command)));
  });
  const commands = Array.from({ length: 600 }, (_, n) => append(n % 2 ? 'busy' : 'calm', n));
  const outcomes = await submitAll(env, writer, commands);
  const of = (remainder: number): Outcome[] => outcomes.filter((_, n) => n % 2 === remainder);
  expect(of(0).map((outcome) => 'error' in outcome)).toEqual(of(0).map((_, i) => i === 199));
  expect(of(1).map((outcome) => 'error' in outcome)).toEqual(of(1).map((_, i) => i >= 199));
  expect(of(1).slice(199)).toEqual(
    of(1)
      .slice(199)
      .map(() => busy),
  );
  expect(seen.calls.map(([asset]) => asset).toSorted()).toEqual(['busy', 'calm', 'calm']);
});

test('four objects are called at once at most while ledgers refuse, and 8 again once they accept', async () => {
  const refused: Outcome = { error: { kind: 'forbidden', message: 'no' } };
  const { env, seen } = ledgers((asset, commands) =>
    commands.map((command) => (Number(asset) < 50 ? refused : stored(command))),
  );
  const commands = Array.from({ length: 100 }, (_, n) => append(String(n), n));
  const outcomes = await submitAll(env, writer, commands);
  expect(outcomes).toEqual(commands.map((command, n) => (n < 50 ? refused : stored(command))));
  expect(seen.calls.map(([asset]) => Number(asset))).toEqual(commands.map((_, n) => n));
  expect(Math.max(...seen.atOnce.slice(20, 50))).toBe(4);
  expect(Math.max(...seen.atOnce.slice(60))).toBe(8);
});

test('a ledger that cannot be reached is 503 for its commands only', async () => {
  const { env } = ledgers((asset, commands) => {
    if (asset === 'lost') throw new Error('the connection was lost');
    return commands.map(stored);
  });
  const commands = [append('lost', 0), append('found', 1), append('lost', 2)];
  const outcomes = await submitAll(env, writer, commands);
  expect(outcomes[1]).toEqual(stored(commands[1]!));
  for (const outcome of [outcomes[0], outcomes[2]])
    expect(outcome).toMatchObject({ error: { kind: 'unavailable', headers: { 'retry-after': '1' } } });
});

test('appends to assets on which the caller has no right, and all commands of an auditor, call no object', async () => {
  const { env, seen } = ledgers((_asset, commands) => commands.map(stored));
  const commands = [append('own', 0), append('foreign', 1), append('own', 2), append('unknown', 3)];
  const created = { ...commands[3]!, kind: 'create' } as Command;
  const refused = (kind: string, message: string) => ({ error: expect.objectContaining({ kind, message }) });
  expect(
    await submitAll(
      env,
      writerOf((asset) => asset === 'own'),
      [...commands, created],
    ),
  ).toEqual([
    stored(commands[0]!),
    refused('not_found', 'assets/foreign does not exist'),
    stored(commands[2]!),
    refused('not_found', 'assets/unknown does not exist'),
    stored(created),
  ]);
  expect(seen.calls).toEqual([
    ['own', [0, 2]],
    ['unknown', [3]],
  ]);
  seen.calls.length = 0;
  const auditors = await submitAll(
    env,
    writerOf(() => true, true),
    [...commands, created],
  );
  expect(auditors).toEqual([...commands, created].map(() => refused('forbidden', expect.stringContaining('auditor'))));
  expect(seen.calls).toEqual([]);
});
