import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, test } from 'vitest';
import { changesIn, type BusMessage } from '../../src/features/devices/azure/messages.ts';
import { twinAttributes } from '../../src/features/devices/azure/twin.ts';
import { isEarlier, lastChanges } from '../../src/features/devices/last-changes.ts';

const routed = (body: string, more: Record<string, string> = {}): BusMessage => ({
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

it.each([
  ['a body of another type', routed('[1]')],
  ['a device with a lone surrogate', routed('{}', { deviceid: '"\\ud800"' })],
  ['a device with a line feed', routed('{}', { deviceid: '"a\\nb"' })],
  ['a device that is too long', routed('{}', { deviceid: `"${'d'.repeat(129)}"` })],
  ['a device that is not a string', routed('{}', { deviceid: '{"a":1}'.repeat(50) })],
  ['an invalid time', routed('{}', { operationtimestamp: '"yesterday"' })],
  ['the name of a property of all objects as the operation', routed('{}', { optype: '"constructor"' })],
  ['deep nesting', { headers: {}, body: '['.repeat(100_000) + ']'.repeat(100_000) }],
  ['an unpaired surrogate', { headers: {}, body: '\ud800' }],
])('a message that cannot be parsed is counted, without an exception: %s', (_name, message) => {
  expect(changesIn(message)).toEqual({ changes: [], unreadable: 1 });
});

test('several events in a message are parsed independently, and invalid ones are counted', () => {
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

test('telemetry is not a change', () => {
  const message = { headers: { 'iothub-message-source': 'Telemetry' }, body: '{"temperature": 1}' };
  expect(changesIn(message)).toEqual({ changes: [], unreadable: 0 });
});

test('attributes of any twin can be stored', () => {
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

test('changes are ordered by number, and by time across a lifecycle change', () => {
  const at = (order: string, time?: number) => ({ order, at: time });
  const lifecycle = [{ sign: '-' as const, at: 20 }];
  expect(isEarlier(at('4', 9), at('5', 8), [])).toBe(true);
  expect(isEarlier(at('5', 8), at('4', 9), [])).toBe(false);
  expect(isEarlier(at('9', 10), at('2', 30), lifecycle)).toBe(true);
  expect(isEarlier(at('2', 30), at('9', 10), lifecycle)).toBe(false);
  expect(isEarlier(at('2', 30), at('3', 31), lifecycle)).toBe(true);
  expect(isEarlier(at('', 1), at('', 2), [])).toBe(true);
  expect(isEarlier(at('', undefined), at('5', 2), [])).toBe(false);
  expect(isEarlier(at('5', 5), at('5', 5), lifecycle)).toBe(false);
  // Without a number, before and across a lifecycle change.
  expect(isEarlier(at('', 2), at('', 1), [])).toBe(false);
  expect(isEarlier(at('5', 1), at('', 2), [])).toBe(true);
  expect(isEarlier(at('', undefined), at('5', undefined), [])).toBe(false);
  expect(isEarlier(at('', 10), at('', 30), lifecycle)).toBe(true);
  // A change at the time of a lifecycle change counts as after it.
  expect(isEarlier(at('9', 10), at('2', 20), lifecycle)).toBe(true);
  expect(isEarlier(at('9', 20), at('2', 30), lifecycle)).toBe(false);
});

describe('the last changes of a device', () => {
  /** The last changes in the storage of an object. */
  function opened() {
    const db = new DatabaseSync(':memory:');
    const exec = (query: string, ...values: string[]) => {
      const rows = db.prepare(query).all(...values);
      return { toArray: () => rows };
    };
    return lastChanges({ exec } as never);
  }

  it('contain the latest change of each attribute of each asset', () => {
    const { accept } = opened();
    expect(accept('a', 'x', { order: '5', at: 5 })).toBe(true);
    expect(accept('a', 'x', { order: '4', at: 6 })).toBe(false);
    expect(accept('a', 'y', { order: '4', at: 6 })).toBe(true);
    expect(accept('b', 'x', { order: '4', at: 6 })).toBe(true);
    // The rejected change was not stored, and a repeated change is not an earlier one.
    expect(accept('a', 'x', { order: '5', at: undefined })).toBe(true);
    expect(accept('a', 'x', { order: '', at: undefined })).toBe(true);
  });

  it('contain each lifecycle change once, ordered by time, a deletion before a creation at the same time', () => {
    const { accept, addLifecycle } = opened();
    addLifecycle('a', { sign: '+', at: 9 });
    addLifecycle('a', { sign: '+', at: 5 });
    addLifecycle('a', { sign: '+', at: 5 });
    const lifecycle = addLifecycle('a', { sign: '-', at: 5 });
    expect(lifecycle.map(({ sign, at }) => `${sign}${at}`)).toEqual(['-5', '+5', '+9']);
    expect(addLifecycle('b', { sign: '+', at: 1 })).toHaveLength(1);
    expect(accept('a', 'x', { order: '1', at: 6 })).toBe(true);
    expect(accept('a', 'x', { order: '7', at: 4 })).toBe(false);
  });

  it('contain at most the last 32 lifecycle changes', () => {
    const { addLifecycle } = opened();
    for (let at = 1; at <= 40; at++) addLifecycle('a', { sign: '+', at });
    const lifecycle = addLifecycle('a', { sign: '-', at: 41 });
    expect([lifecycle.length, lifecycle[0]!.at]).toEqual([32, 10]);
  });
});
