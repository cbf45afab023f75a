import type { Account } from './account.ts';
import { expectOk, measure, middle, type Measured } from './load.ts';
import { createAssets, EVENT } from './operations.ts';
import { median, print, verdict, type Bench } from './report.ts';

/** Assets that are evaluated, and policies that apply to all of them. */
const [ASSETS, POLICIES, BATCH] = [10_000, 20, 1000];
/** Assets that are appended to, and connections. */
const [APPENDED, CONNECTIONS] = [16, 4];
const CRON = '* * * * *';
/** The most measurements beside the job. */
const MOST_BESIDE = 12;
const GOAL = 2;

async function fill({ call }: Account): Promise<void> {
  for (let from = 0; from < ASSETS; from += BATCH) {
    const assets = Array.from({ length: BATCH }, (_, i) => ({
      behaviours: ['RecordEvidence'],
      attributes: { arc_display_name: `Machine ${from + i}`, arc_display_type: 'Machine', kind: 'evaluated' },
    }));
    expectOk(await call('POST', '/v2/assets:batch', { assets }));
  }
}

/** Policies that apply to all evaluated assets, of 20 types of events. */
async function rule({ call }: Account): Promise<void> {
  for (let i = 0; i < POLICIES; i++)
    expectOk(
      await call('POST', '/v1/compliance_policies', {
        compliance_type: 'COMPLIANCE_SINCE',
        display_name: `Rule ${i}`,
        asset_filter: [{ or: ['attributes.kind=evaluated'] }],
        event_display_type: `Inspection ${i}`,
        time_period_seconds: 2_678_400,
      }),
    );
}

const isComplete = async ({ call }: Account): Promise<boolean> => {
  const { text } = await call('GET', '/v1/compliance/assets?page_size=1');
  const list = JSON.parse(text) as { complete: boolean; evaluated_at: string | null };
  return list.complete && list.evaluated_at !== null;
};

/** Runs the job until all assets are evaluated, or nobody measures any more. */
async function evaluate(account: Account, job: { isOver: boolean }): Promise<void> {
  while (!job.isOver) {
    await account.server.cron(CRON);
    job.isOver ||= await isComplete(account);
  }
}

/** Measures appends beside the evaluation of 10,000 assets with 20 policies, compared with those before it. */
export async function measureReminders(bench: Bench): Promise<void> {
  const account = await bench.open('reminders');
  const { call } = account;
  await fill(account);
  const appended = await createAssets(call, APPENDED);
  const append = (i: number) => call('POST', `/v2/${appended[i % APPENDED]}/events`, EVENT);
  await measure(append, 500, CONNECTIONS);
  const before: Measured[] = [];
  for (let round = 0; round < bench.rounds; round++)
    before.push(await measure(append, bench.milliseconds, CONNECTIONS));
  await rule(account);
  const beside: Measured[] = [];
  const job = { isOver: false };
  const started = performance.now();
  const running = evaluate(account, job);
  while (!job.isOver && beside.length < MOST_BESIDE)
    beside.push(await measure(append, bench.milliseconds, CONNECTIONS));
  const seconds = (performance.now() - started) / 1000;
  const [states] = account.server.query<{ n: number }>('SELECT count(*) AS n FROM compliance_states');
  job.isOver = true;
  await running;
  const [quiet, own] = [middle(before), middle(beside)];
  const ratio = median(beside.map(({ p99 }) => p99)) / median(before.map(({ p99 }) => p99));
  const name = 'compliance: appends beside';
  const alone = `alone p99 ${quiet.p99.toFixed(1)} ms`;
  const all = `${states!.n} of ${ASSETS} assets with ${POLICIES} policies evaluated in ${seconds.toFixed(0)} s`;
  print(name, own, `${alone}; ratio ${ratio.toFixed(2)}  ${verdict(ratio <= GOAL, GOAL)}; ${all}`);
  bench.report.push({ name, ...own, ratio, goal: GOAL, evaluated: states!.n, seconds });
}
