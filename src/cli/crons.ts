import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_DIR } from './arguments.ts';

/** The daily blob scan, which only a deployment (or a person) triggers. */
const DAILY_SCAN = '0 3 * * *';
const MINUTE = 60_000;

/** The cron expressions of the sweeps: every trigger of a wrangler.toml but the daily scan. */
export function sweepCrons(toml: string): string[] {
  const list = /^\s*crons\s*=\s*\[([^\]]*)\]/m.exec(toml)?.[1] ?? '';
  const crons = list.replace(/^\s*#.*$/gm, '').matchAll(/"([^"]*)"|'([^']*)'/g);
  return [...crons].map((match) => match[1] ?? match[2]!).filter((cron) => cron !== DAILY_SCAN);
}

/**
 * Fires the sweeps of the project's wrangler.toml now and every minute, one after the other; the
 * runtime underneath does not do it by itself. A round that takes longer swallows the next.
 */
export function fireSweeps(origin: string): void {
  const crons = sweepCrons(readFileSync(join(PROJECT_DIR, 'wrangler.toml'), 'utf8'));
  let running = false;
  const round = async () => {
    if (running) return;
    running = true;
    for (const cron of crons) {
      const query = new URLSearchParams({ cron });
      const address = `${origin}/cdn-cgi/local/scheduled?${query}`;
      // A sweep that fails is in the service's own log, and the next round tries again.
      await fetch(address, { signal: AbortSignal.timeout(MINUTE) }).catch(() => undefined);
    }
    running = false;
  };
  setInterval(() => void round(), MINUTE).unref();
  void round();
}
