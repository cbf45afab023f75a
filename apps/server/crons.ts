import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { Cron } from 'croner';

export type CronOptions = {
  /** The cron expressions (UTC) of wrangler.toml. */
  crons: readonly string[];
  /** A file with the time of each last run, so that missed runs are made up at the next start. */
  file: string;
  /** Runs a Cron Trigger. Resolves when it has finished. */
  run: (cron: string) => Promise<void>;
  now?: () => Date;
};

/**
 * Runs Cron Triggers while the service runs. A Cron Trigger never runs concurrently with itself. Those that became due
 * while the service was stopped (at the first start: all) run at once. Returns a function that stops the schedule.
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
      // The Worker logs a failed sweep, and the next run retries it.
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
    // A full disk: a Cron Trigger may run once more than needed.
  }
}
