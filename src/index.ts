import { env as bindings, waitUntil } from 'cloudflare:workers';
import { createApp } from './app.ts';
import type { Env } from './settings/config.ts';
import { whenRaised } from './platform/alarms.ts';
import { describe } from './lib/describe.ts';
import { log } from './platform/log.ts';
import { tally } from './platform/metrics/tally.ts';
import { runJob, runScheduled, type Job } from './jobs.ts';
import { exportedRecords } from './resources/exports/records.ts';
import { flushAlarms, flushNow } from './platform/metrics/flush.ts';

export {
  AssetLedger,
  BusSource,
  ChainOutbox,
  EmbeddedChain,
  EventFeed,
  LedgerWriter,
  LogSequencer,
  WebhookSender,
  Metrics,
  WindowTimer,
} from './objects.ts';

const app = createApp();

whenRaised(() => {
  try {
    const flushed = flushAlarms(bindings as unknown as Env);
    if (flushed) waitUntil(flushed);
  } catch {
    // No request or object is active. The next flush of the isolate sends the alarm.
  }
});

export default {
  fetch: (request, env, context) => app.fetch(request, env, context),
  async scheduled(controller, env) {
    const count = (result: string): void => tally.add('evidence_cron_runs_total', [controller.cron || 'all', result]);
    try {
      await runScheduled(controller.cron, env);
      count('ok');
    } catch (error) {
      count('failed');
      throw error;
    } finally {
      await flushNow(env);
    }
  },
  async queue(batch, env) {
    for (const message of batch.messages) {
      const { kind } = message.body;
      tally.observe('evidence_job_wait_seconds', [kind], Math.max(0, Date.now() - message.timestamp.getTime()) / 1000);
      try {
        await runJob(message.body, env, exportedRecords);
        message.ack();
        tally.add('evidence_jobs_total', [kind, 'ok']);
      } catch (error) {
        log('error', 'job failed', { job: message.body.kind, error: describe(error) });
        message.retry();
        tally.add('evidence_jobs_total', [kind, 'failed']);
      }
    }
    await flushNow(env);
  },
} satisfies ExportedHandler<Env, Job>;
