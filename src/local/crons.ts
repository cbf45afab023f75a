import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { Cron } from 'croner';

export type CronOptions = {
  /** The cron expressions (UTC) of wrangler.toml. */
  crons: readonly string[];
  /** A file that keeps when each ran last, so that one that was missed runs at the next start. */
  file: string;
  /** Runs one; resolves when it has ended. */
  run: (cron: string) => Promise<void>;
  now?: () => Date;
};

/**
 * Runs Cron Triggers while the service runs, each no more than once at a time. At the start, those that were due since
 * they last ran (all of them, at the first start) run at once. Returns what stops them.
 */
export function scheduleCrons({ crons, file, run, now = () => new Date() }: CronOptions): () => void {
  const last = readLast(file);
  const running = new Set<string>();
  const fire = async (cron: string): Promise<void> => {
    if (running.has(cron)) return;
    running.add(cron);
    try {
      await run(cron);
      last[cron] = now().getTime();
      writeLast(file, last);
    } catch {
      // A sweep that fails is in the service's own log, and the next turn tries again.
    } finally {
      running.delete(cron);
    }
  };
  const jobs = crons.map((cron) => {
    const job = new Cron(cron, { timezone: 'UTC', unref: true }, () => fire(cron));
    const due = job.nextRun(new Date(last[cron] ?? 0));
    if (due !== null && due <= now()) void fire(cron);
    return job;
  });
  return () => {
    for (const job of jobs) job.stop();
  };
}

function readLast(file: string): Record<string, number> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>;
  } catch {
    return {};
  }
}

function writeLast(file: string, last: Record<string, number>): void {
  try {
    writeFileSync(`${file}.tmp`, JSON.stringify(last), { mode: 0o600 });
    renameSync(`${file}.tmp`, file);
  } catch {
    // A full disk: a cron may run once more than needed.
  }
}
