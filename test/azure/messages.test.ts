import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, test } from 'vitest';
import { changesIn, type Message } from '../../src/azure/messages.ts';
import { twinAttributes } from '../../src/azure/twin.ts';
import { deviceMemory, isEarlier } from '../../src/devices/memory.ts';

const routed = (body: string, more: Record<string, string> = {}): Message => ({
  headers: {
    hubname: '"hub"',
    deviceid: '"device"',
    operationtimestamp: '"2026-01-01T00:00:00Z"',
    'iothub-message-schema': '"twinChangeNotification"',
    optype: '"updateTwin"',
    ...more,
  },
  body,
});

describe('a message that is no change is unreadable, and breaks nothing', () => {
  it.each([
    ['a body of another kind', routed('[1]')],
    ['a device with a lone surrogate', routed('{}', { deviceid: '"\\ud800"' })],
    ['a device with a line feed', routed('{}', { deviceid: '"a\\nb"' })],
    ['a device that is too long', routed('{}', { deviceid: `"${'d'.repeat(129)}"` })],
    ['a device that is no text', routed('{}', { deviceid: '{"a":1}'.repeat(50) })],
    ['a time that is none', routed('{}', { operationtimestamp: '"yesterday"' })],
    ['an operation of every object', routed('{}', { optype: '"constructor"' })],
    ['deep nesting', { headers: {}, body: '['.repeat(100_000) + ']'.repeat(100_000) }],
    ['half a character', { headers: {}, body: '\ud800' }],
  ])('%s', (_name, message) => {
    expect(changesIn(message)).toEqual({ changes: [], unreadable: 1 });
  });
});

test('of several events those that can be read are, and the others are counted', () => {
  const good = {
    eventType: 'Microsoft.Devices.DeviceConnected',
    subject: 'devices/a',
    data: { hubName: 'Hub' },
    eventTime: '2026-01-01T00:00:00Z',
  };
  const body = JSON.stringify([null, good, { ...good, eventTime: 'x' }, { ...good, data: {} }, []]);
  const { changes, unreadable } = changesIn({ headers: {}, body });
  expect([changes.length, unreadable]).toEqual([1, 4]);
  expect(changes[0]).toMatchObject({ kind: 'connected', hub: 'hub', device: 'a', order: undefined });
});

test('telemetry tells of no change', () => {
  const message = { headers: { 'iothub-message-source': 'Telemetry' }, body: '{"temperature": 1}' };
  expect(changesIn(message)).toEqual({ changes: [], unreadable: 0 });
});

test('attributes of a twin can be kept whatever is in it', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`) as unknown;
  const list = JSON.parse('['.repeat(30_000) + ']'.repeat(30_000)) as unknown;
  const long = { [`${'n'.repeat(1018)}😀`]: `${'v'.repeat(4095)}😀`, '\u0000\ud800': '\udfff\u0000', 'a.b[]': 'c' };
  const out = twinAttributes({ tags: { deep, list, ...long }, properties: { reported: deep } });
  for (const [name, value] of Object.entries(out)) {
    expect(name.isWellFormed() && (value as string).isWellFormed()).toBe(true);
    expect(name.length).toBeLessThanOrEqual(1024);
    expect(name).not.toMatch(/\p{Cc}|\.|\[\]$/u);
  }
  expect(Object.keys(out).length).toBeGreaterThan(2);
});

test('numbers order the changes of one life, moments those of several', () => {
  const at = (order: string, moment?: number) => ({ order, at: moment });
  const turns = [{ sign: '-' as const, at: 20 }];
  expect(isEarlier(at('4', 9), at('5', 8), [])).toBe(true);
  expect(isEarlier(at('5', 8), at('4', 9), [])).toBe(false);
  expect(isEarlier(at('9', 10), at('2', 30), turns)).toBe(true);
  expect(isEarlier(at('2', 30), at('9', 10), turns)).toBe(false);
  expect(isEarlier(at('2', 30), at('3', 31), turns)).toBe(true);
  expect(isEarlier(at('', 1), at('', 2), [])).toBe(true);
  expect(isEarlier(at('', undefined), at('5', 2), [])).toBe(false);
  expect(isEarlier(at('5', 5), at('5', 5), turns)).toBe(false);
  // Without a number, within one life and between two.
  expect(isEarlier(at('', 2), at('', 1), [])).toBe(false);
  expect(isEarlier(at('5', 1), at('', 2), [])).toBe(true);
  expect(isEarlier(at('', undefined), at('5', undefined), [])).toBe(false);
  expect(isEarlier(at('', 10), at('', 30), turns)).toBe(true);
  // What happens at the moment of a turn is of the life that begins.
  expect(isEarlier(at('9', 10), at('2', 20), turns)).toBe(true);
  expect(isEarlier(at('9', 20), at('2', 30), turns)).toBe(false);
});

describe('what is remembered of a device', () => {
  /** A memory in a storage as an object has it. */
  function memory() {
    const db = new DatabaseSync(':memory:');
    const exec = (query: string, ...values: string[]) => {
      const rows = db.prepare(query).all(...values);
      return { toArray: () => rows };
    };
    return deviceMemory({ exec } as never);
  }

  it('is the latest change of each attribute of each asset', () => {
    const { takes } = memory();
    expect(takes('a', 'x', { order: '5', at: 5 })).toBe(true);
    expect(takes('a', 'x', { order: '4', at: 6 })).toBe(false);
    expect(takes('a', 'y', { order: '4', at: 6 })).toBe(true);
    expect(takes('b', 'x', { order: '4', at: 6 })).toBe(true);
    // The one that was refused has left no trace; the same once more is no earlier one.
    expect(takes('a', 'x', { order: '5', at: undefined })).toBe(true);
    expect(takes('a', 'x', { order: '', at: undefined })).toBe(true);
  });

  it('is each turn once, in the order in which they were, an end before a beginning of the same moment', () => {
    const { takes, turned } = memory();
    turned('a', { sign: '+', at: 9 });
    turned('a', { sign: '+', at: 5 });
    turned('a', { sign: '+', at: 5 });
    const turns = turned('a', { sign: '-', at: 5 });
    expect(turns.map(({ sign, at }) => `${sign}${at}`)).toEqual(['-5', '+5', '+9']);
    expect(turned('b', { sign: '+', at: 1 })).toHaveLength(1);
    expect(takes('a', 'x', { order: '1', at: 6 })).toBe(true);
    expect(takes('a', 'x', { order: '7', at: 4 })).toBe(false);
  });

  it('is no more than the last 32 turns', () => {
    const { turned } = memory();
    for (let at = 1; at <= 40; at++) turned('a', { sign: '+', at });
    const turns = turned('a', { sign: '-', at: 41 });
    expect([turns.length, turns[0]!.at]).toEqual([32, 10]);
  });
});
