/**
 * The entry point of the Worker on one machine: the product (src/index.ts) with local replacements for some bindings of
 * the platform, and a control entry point that is never public.
 */
import worker from '../../src/index.ts';
import { record, type Raised } from '../../src/platform/alarms.ts';
import { revealBy } from '../../src/platform/hidden-cause.ts';
import { passLines } from '../../src/http/observe.ts';
import { flushNow } from '../../src/platform/metrics/flush.ts';
import { configOf, type Env } from '../../src/settings/config.ts';
import { writerOf } from '../../src/ledger/append/writer-client.ts';
import type { RegisteredErasure } from '../../src/ledger/erasure/register.ts';
import { registerErasures } from '../../src/features/blobs/erasures.ts';
import type { Job } from '../../src/jobs.ts';
import { control, type ControlEnv } from './control.ts';
import { LINE_HEADER } from './line-header.ts';
import { InMemoryRateLimit } from './rate-limit.ts';

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
} from '../../src/objects.ts';

/** The bindings that the launcher adds to those of wrangler.toml. */
export interface LocalEnv extends Env, ControlEnv {
  /** The rate limits of wrangler.toml: binding -> limit and period in seconds. */
  LOCAL_RATE_LIMITS: Record<string, { limit: number; period: number }>;
  /** Stores mail instead of sending it. Without it, no mail service is available. */
  LOCAL_MAIL?: Fetcher;
  /** Responds with the cause of an error of the runtime: `http://causes/REFERENCE`. */
  LOCAL_CAUSES: Fetcher;
}

const local = new WeakMap<LocalEnv, Env>();

/** Returns the environment of the product. Created once, because the configuration is cached by it. */
function productEnv(env: LocalEnv): Env {
  const known = local.get(env);
  if (known) return known;
  const limits = Object.entries(env.LOCAL_RATE_LIMITS).map(([name, rate]) => [name, new InMemoryRateLimit(rate)]);
  const mail = env.LOCAL_MAIL && { EMAIL: mailTo(env.LOCAL_MAIL) };
  const made: Env = { ...env, ...Object.fromEntries(limits), ...mail };
  local.set(env, made);
  revealBy(async (reference) => (await env.LOCAL_CAUSES.fetch(`http://causes/${reference}`)).text());
  return made;
}

function mailTo(keeper: Fetcher): SendEmail {
  return {
    async send(message: unknown) {
      const response = await keeper.fetch('http://mail/', { method: 'POST', body: JSON.stringify(message) });
      if (!response.ok) throw new Error(`the mail could not be written: ${await response.text()}`);
      return { messageId: await response.text() };
    },
  } as unknown as SendEmail;
}

const lines = new WeakMap<Request, string>();

passLines((request, line) => {
  // A header cannot be longer or have other characters: only messages of errors may.
  const passes = request.headers.has(LINE_HEADER) && /^[ -~]{1,4000}$/.test(line);
  if (passes) lines.set(request, line);
  return passes;
});

const product = {
  async fetch(request, env, context) {
    const response = await worker.fetch(request, productEnv(env), context);
    const line = lines.get(request);
    if (line !== undefined) response.headers.set(LINE_HEADER, line);
    return response;
  },
  scheduled: (controller, env) => worker.scheduled(controller, productEnv(env)),
  queue: (batch, env) => worker.queue(batch, productEnv(env)),
} satisfies ExportedHandler<LocalEnv, Job>;

export default product;

/** The product without the static assets in front of it. */
export const direct = { fetch: product.fetch } satisfies ExportedHandler<LocalEnv>;

const controlEntry = {
  fetch: (request, env) =>
    control(request, env, {
      scheduled: (cron) =>
        worker.scheduled({ cron, scheduledTime: Date.now(), noRetry: () => undefined }, productEnv(env)),
      check: () => void configOf(productEnv(env)),
      erase: (erasures) =>
        registerErasures(productEnv(env), JSON.parse(erasures) as RegisteredErasure[], 'npm run restore'),
      alarm: async (alarms) => {
        for (const { name, fields } of JSON.parse(alarms) as Pick<Raised, 'name' | 'fields'>[]) record(name, fields);
        await flushNow(productEnv(env));
      },
      clock: () => writerOf(productEnv(env)).clock(),
    }),
} satisfies ExportedHandler<LocalEnv>;
export { controlEntry as control };
