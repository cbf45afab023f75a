import { describe, expect, it, vi } from 'vitest';
import { DiskWatch } from '../../apps/server/disk.ts';
import { seeAlarm } from '../support/alarms.ts';

const MB = 2 ** 20;

function watching(first: number, limits: { warnMb?: number; minMb?: number } = {}) {
  const logged: [string, string, unknown][] = [];
  const free = vi.fn<(dir: string) => Promise<number>>(async () => first);
  const watch = new DiskWatch({
    dir: '/state',
    warnMb: 500,
    minMb: 64,
    largest: 50 * MB,
    ...limits,
    log: (...entry) => logged.push(entry),
    alarm: (name, fields) => {
      seeAlarm(name);
      logged.push(['alarm', name, fields]);
    },
    free,
  });
  const check = async (bytes: number): Promise<void> => {
    free.mockResolvedValueOnce(bytes);
    await watch.check();
  };
  return { watch, logged, free, check };
}

describe('DiskWatch', () => {
  it('refuses no write before the first check', () => {
    expect(watching(0).watch.refusal(2 ** 40)).toBeUndefined();
  });

  it('warns below warnMb, refuses writes below minMb, and logs when there is enough space again', async () => {
    const { watch, logged, check } = watching(0);
    const fields = (free_mb: number) => ({ free_mb, warn_mb: 500, min_mb: 64 });
    await check(500 * MB);
    expect(logged).toEqual([]);
    await check(500 * MB - 1);
    await check(400 * MB);
    expect(watch.refusal(0)).toBeUndefined();
    await check(64 * MB);
    expect(watch.refusal(0)).toBeUndefined();
    await check(64 * MB - 1);
    await check(0);
    expect(watch.refusal(0)).toBe(
      'the disk is full: less than 64 MB are free; reads continue, and writes resume when space is freed',
    );
    await check(100 * MB);
    expect(watch.refusal(0)).toBeUndefined();
    await check(500 * MB);
    expect(logged).toEqual([
      ['warn', 'the disk is almost full', fields(499)],
      ['alarm', 'disk-full', fields(63)],
      ['warn', 'the disk is almost full', fields(100)],
      ['info', 'the disk has enough free space again', fields(500)],
    ]);
  });

  it('refuses a write that would leave less free space than minMb', async () => {
    const { watch, check } = watching(0);
    await check(100 * MB);
    expect(watch.refusal(36 * MB)).toBeUndefined();
    expect(watch.refusal(36 * MB + 1)).toBe(
      'the disk is full: the request is larger than the free space; reads continue, and writes resume when space ' +
        'is freed',
    );
  });

  it('leaves a write that is larger than any accepted one to the Worker', async () => {
    const { watch, check } = watching(0);
    await check(114 * MB);
    expect(watch.refusal(2 ** 50)).toBeUndefined();
    await check(113 * MB);
    expect(watch.refusal(2 ** 50)).toContain('larger than the free space');
  });

  it('refuses only writes larger than the free space if minMb is 0', async () => {
    const { watch, logged, check } = watching(0, { warnMb: 0, minMb: 0 });
    await check(10);
    expect(watch.refusal(10)).toBeUndefined();
    expect(watch.refusal(11)).toMatch(/^the disk is full: the request is larger than the free space/);
    expect(logged).toEqual([]);
  });

  it('checks the disk every second until it is stopped, and continues after a failed check', async () => {
    vi.useFakeTimers();
    try {
      const { watch, logged, free } = watching(500 * MB);
      await watch.start();
      expect(free.mock.calls).toEqual([['/state']]);
      free.mockRejectedValueOnce(new Error('EIO')).mockResolvedValueOnce(0);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(watch.refusal(0)).toBeUndefined();
      await vi.advanceTimersByTimeAsync(1_000);
      expect(watch.refusal(0)).toMatch(/^the disk is full/);
      expect(logged).toHaveLength(1);
      watch.stop();
      await vi.advanceTimersByTimeAsync(10_000);
      expect(free).toHaveBeenCalledTimes(3);
    } finally {
      vi.useRealTimers();
    }
  });

  it('checks ten times a second while space is scarce', async () => {
    vi.useFakeTimers();
    try {
      const { watch, free } = watching(499 * MB);
      await watch.start();
      await vi.advanceTimersByTimeAsync(500);
      expect(free).toHaveBeenCalledTimes(6);
      free.mockResolvedValue(500 * MB);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(free).toHaveBeenCalledTimes(7);
      watch.stop();
    } finally {
      vi.useRealTimers();
    }
  });

  it('does not start if the disk cannot be checked', async () => {
    const watch = new DiskWatch({
      dir: '/does/not/exist',
      warnMb: 1,
      minMb: 1,
      largest: 1,
      log: () => undefined,
      alarm: () => undefined,
    });
    await expect(watch.start()).rejects.toThrow('ENOENT');
  });
});
