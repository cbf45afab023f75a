import { describe, expect, it, vi } from 'vitest';
import { DiskWatch } from '../../src/local/disk.ts';

const MB = 2 ** 20;

function watching(first: number, limits: { warnMb?: number; minMb?: number } = {}) {
  const logged: [string, string, unknown][] = [];
  const free = vi.fn<(dir: string) => Promise<number>>(async () => first);
  const watch = new DiskWatch({
    dir: '/state',
    warnMb: 500,
    minMb: 64,
    ...limits,
    log: (...entry) => logged.push(entry),
    free,
  });
  const look = async (bytes: number): Promise<void> => {
    free.mockResolvedValueOnce(bytes);
    await watch.look();
  };
  return { watch, logged, free, look };
}

describe('DiskWatch', () => {
  it('refuses nothing before it has looked', () => {
    expect(watching(0).watch.refusal(2 ** 40)).toBeUndefined();
  });

  it('warns below the one limit, refuses writes below the other, and says when there is space again', async () => {
    const { watch, logged, look } = watching(0);
    const fields = (free_mb: number) => ({ free_mb, warn_mb: 500, min_mb: 64 });
    await look(500 * MB);
    expect(logged).toEqual([]);
    await look(500 * MB - 1);
    await look(400 * MB);
    expect(watch.refusal(0)).toBeUndefined();
    await look(64 * MB);
    expect(watch.refusal(0)).toBeUndefined();
    await look(64 * MB - 1);
    await look(0);
    expect(watch.refusal(0)).toBe(
      'the disk is full: less than 64 MB are free; reads continue, and writes resume when space is freed',
    );
    await look(100 * MB);
    expect(watch.refusal(0)).toBeUndefined();
    await look(500 * MB);
    expect(logged).toEqual([
      ['warn', 'the disk is almost full', fields(499)],
      ['alarm', 'the disk is full: writes are refused', fields(63)],
      ['warn', 'the disk is almost full', fields(100)],
      ['info', 'the disk has enough free space again', fields(500)],
    ]);
  });

  it('refuses a write that would leave too little', async () => {
    const { watch, look } = watching(0);
    await look(100 * MB);
    expect(watch.refusal(36 * MB)).toBeUndefined();
    expect(watch.refusal(36 * MB + 1)).toBe(
      'the disk is full: the request does not fit what is free; reads continue, and writes resume when space is freed',
    );
  });

  it('refuses only what does not fit at all when no space is kept', async () => {
    const { watch, logged, look } = watching(0, { warnMb: 0, minMb: 0 });
    await look(10);
    expect(watch.refusal(10)).toBeUndefined();
    expect(watch.refusal(11)).toMatch(/^the disk is full: the request does not fit what is free/);
    expect(logged).toEqual([]);
  });

  it('looks at the directory every second until it is stopped, and survives a look that fails', async () => {
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

  it('cannot start where the disk cannot be looked at', async () => {
    const watch = new DiskWatch({ dir: '/does/not/exist', warnMb: 1, minMb: 1, log: () => undefined });
    await expect(watch.start()).rejects.toThrow('ENOENT');
  });
});
