import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npmStart, userEnvironment } from './npm-start.ts';
import { median, type Bench } from './report.ts';
import { freePort } from '../free-port.ts';

const STARTS = 5;
/** Maximum duration of a first start in milliseconds. */
const FIRST_GOAL = 6000;
/** Maximum duration of a later start: a multiple of a bare start, plus milliseconds. */
const LATER_GOAL = { factor: 1.5, more: 1000 };

/**
 * Measures `npm start` until its first response, with a new state directory and no bundle, and again with both.
 * Alternates with a process that starts a hello Worker on Miniflare, also until its first response.
 */
export async function measureStarts({ report }: Pick<Bench, 'report'>, starts = STARTS): Promise<void> {
  const runs: { bare: number; first: number; later: number }[] = [];
  for (let i = 0; i < starts; i++) {
    const directory = mkdtempSync(join(tmpdir(), 'bench-start-'));
    try {
      const [state, bundles, port] = [join(directory, 'state'), join(directory, 'bundles'), await freePort()];
      const bare = await bareStart();
      const first = await npmStart(state, port, bundles);
      await first.stop();
      const later = await npmStart(state, port, bundles);
      await later.stop();
      runs.push({ bare, first: first.answeredMs, later: later.answeredMs });
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  }
  const [bare, first, later] = (['bare', 'first', 'later'] as const).map((kind) =>
    median(runs.map((run) => run[kind])),
  );
  const laterGoal = LATER_GOAL.factor * bare! + LATER_GOAL.more;
  line('start: bare Miniflare', bare!, '');
  line('start: first', first!, goal(first!, FIRST_GOAL));
  line('start: later', later!, goal(later!, laterGoal));
  report.push({
    name: 'start',
    bareMs: bare,
    firstMs: first,
    firstGoalMs: FIRST_GOAL,
    laterMs: later,
    laterGoalMs: laterGoal,
  });
}

const goal = (milliseconds: number, limit: number): string =>
  `goal ${(limit / 1000).toFixed(2)} s: ${milliseconds <= limit ? 'met' : 'MISSED'}`;

const line = (name: string, milliseconds: number, more: string): void =>
  console.log(`${name.padEnd(30)}${(milliseconds / 1000).toFixed(2).padStart(6)} s  ${more}`);

/** Returns the milliseconds from the command to the response of a hello Worker. */
async function bareStart(): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, [join(import.meta.dirname, 'processes', 'hello.ts')], {
    env: userEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve());
    child.once('exit', () => reject(new Error('the hello Worker did not start')));
  });
  const milliseconds = performance.now() - started;
  await ended;
  return milliseconds;
}
