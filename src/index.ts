import { createApp } from './app.ts';
import type { Env } from './config.ts';
import { runJob, runScheduled, type Job } from './jobs/sweeps.ts';

export { AssetLedger } from './ledger/object.ts';

const app = createApp();

export default {
  fetch: (request, env, context) => app.fetch(request, env, context),
  scheduled: (controller, env) => runScheduled(controller.cron, env),
  async queue(batch, env) {
    for (const message of batch.messages) {
      await runJob(message.body, env);
      message.ack();
    }
  },
} satisfies ExportedHandler<Env, Job>;
