import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { scheduleCrons } from '../../apps/server/crons.ts';

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const [EVERY_MINUTE, HOURLY, DAILY] = ['* * * * *', '23 * * * *', '0 3 * * *'];
const NOON = Date.UTC(2026, 10, 1, 12);

const dir = mkdtempSync(join(tmpdir(), 'crons-'));
const file = join(dir, 'crons.json');
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  rmSync(file, { force: true });
});

function scheduled(last: Record<string, number> | undefined, crons = [EVERY_MINUTE, HOURLY, DAILY]) {
  if (last) writeFileSync(file, JSON.stringify(last));
  const run = vi.fn<(cron: string) => Promise<void>>(async () => undefined);
  stop = scheduleCrons({ crons, file, run });
  return {
    run,
    ran: () => run.mock.calls.map(([cron]) => cron),
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  };
}
const kept = () => JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>;

describe('scheduleCrons', () => {
  it('runs all crons at the first start and records the time', async () => {
    const { ran, pass } = scheduled(undefined);
    expect(ran()).toEqual([EVERY_MINUTE, HOURLY, DAILY]);
    await pass(0);
    expect(kept()).toEqual({ [EVERY_MINUTE]: NOON, [HOURLY]: NOON, [DAILY]: NOON });
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
  });

  it('runs at the start only the crons that were due since their last run', () => {
    const { ran } = scheduled({ [EVERY_MINUTE]: NOON, [HOURLY]: NOON - HOUR, [DAILY]: NOON - 8 * HOUR });
    expect(ran()).toEqual([HOURLY]);
  });

  it('runs a cron once after several missed runs', () => {
    const { ran } = scheduled({ [EVERY_MINUTE]: NOON - DAY, [HOURLY]: NOON - 30 * DAY, [DAILY]: NOON - 9 * HOUR - 1 });
    expect(ran()).toEqual([EVERY_MINUTE, HOURLY, DAILY]);
  });

  it('treats an unreadable file like a first start', () => {
    writeFileSync(file, '{"* * * * *":');
    expect(scheduled(undefined, [DAILY]).ran()).toEqual([DAILY]);
  });

  it('runs each cron at its scheduled times (UTC) until it is stopped', async () => {
    const { run, ran, pass } = scheduled({ [EVERY_MINUTE]: NOON, [HOURLY]: NOON, [DAILY]: NOON });
    await pass(HOUR);
    expect(ran().filter((cron) => cron === EVERY_MINUTE)).toHaveLength(60);
    expect(ran().filter((cron) => cron === HOURLY)).toHaveLength(1);
    await pass(14 * HOUR - 1);
    expect(ran()).not.toContain(DAILY);
    await pass(1);
    expect(ran()).toContain(DAILY);
    expect(kept()[DAILY]).toBe(NOON + 15 * HOUR);
    stop();
    const before = run.mock.calls.length;
    await pass(DAY);
    expect(run.mock.calls.length).toBe(before);
  });

  it('skips a run while the same cron is still running, and runs other crons concurrently', async () => {
    const { run, ran, pass } = scheduled({ [EVERY_MINUTE]: NOON, [HOURLY]: NOON }, [EVERY_MINUTE, HOURLY]);
    let end!: () => void;
    run.mockImplementationOnce(() => new Promise((resolve) => (end = resolve)));
    await pass(30 * MINUTE);
    expect(ran()).toEqual([EVERY_MINUTE, HOURLY]);
    end();
    await pass(0);
    expect(kept()).toEqual({ [EVERY_MINUTE]: NOON + 30 * MINUTE, [HOURLY]: NOON + 23 * MINUTE });
    await pass(MINUTE);
    expect(ran()).toEqual([EVERY_MINUTE, HOURLY, EVERY_MINUTE]);
  });

  it('retries a failed cron at its next scheduled time and at the next start', async () => {
    const { run, ran, pass } = scheduled({ [EVERY_MINUTE]: NOON }, [EVERY_MINUTE]);
    run.mockRejectedValueOnce(new Error('the database is gone'));
    await pass(MINUTE);
    expect(kept()).toEqual({ [EVERY_MINUTE]: NOON });
    stop();
    expect(scheduled(undefined, [EVERY_MINUTE]).ran()).toEqual([EVERY_MINUTE]);
    await pass(MINUTE);
    expect(ran()).toEqual([EVERY_MINUTE]);
    expect(kept()).toEqual({ [EVERY_MINUTE]: NOON + 2 * MINUTE });
  });

  it('continues if it cannot write its file', async () => {
    rmSync(dir, { recursive: true });
    const { ran, pass } = scheduled(undefined, [EVERY_MINUTE]);
    await pass(MINUTE);
    expect(ran()).toEqual([EVERY_MINUTE, EVERY_MINUTE]);
  });
});
