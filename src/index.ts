import { createApp } from './app.ts';
import type { Env } from './config.ts';
import { describe } from './core/describe.ts';
import { log } from './core/log.ts';
import { runJob, runScheduled, type Job } from './jobs/sweeps.ts';
import { exportedRecords } from './resources/exports/records.ts';

export {
  AssetLedger,
  BusSource,
  ChainOutbox,
  EmbeddedChain,
  EventFeed,
  LedgerWriter,
  LogSequencer,
  WebhookSender,
  WindowTimer,
} from './objects.ts';

const app = createApp();

export default {
  fetch: (request, env, context) => app.fetch(request, env, context),
  scheduled: (controller, env) => runScheduled(controller.cron, env),
  async queue(batch, env) {
    for (const message of batch.messages) {
      try {
        await runJob(message.body, env, exportedRecords);
        message.ack();
      } catch (error) {
        // Only this message is retried, so that the others of the batch do not run twice.
        log('error', 'job failed', { job: message.body.kind, error: describe(error) });
        message.retry();
      }
    }
  },
} satisfies ExportedHandler<Env, Job>;
