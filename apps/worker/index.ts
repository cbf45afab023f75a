/**
 * The entry point of the Worker on one machine: the product (src/index.ts) with local replacements for some bindings of
 * the platform, and a control entry point that is never public.
 */
import worker from '../../src/index.ts';
import * as objects from '../../src/objects.ts';
import { record, type Raised } from '../../src/platform/alarms.ts';
import { revealBy } from '../../src/platform/hidden-cause.ts';
import { FIRST_CELL } from '../../src/platform/cells/cells.ts';
import { Cell } from '../../src/platform/database/cell/cell.ts';
import { CellDatabase } from '../../src/platform/database/cell/cell-database.ts';
import { flushNow } from '../../src/platform/metrics/flush.ts';
import { installPacing } from '../../src/platform/pacing/pacing.ts';
import { Turn } from '../../src/platform/pacing/turn.ts';
import { configOf, type Env } from '../../src/settings/config.ts';
import { writerOf } from '../../src/ledger/append/writer-client.ts';
import type { RegisteredErasure } from '../../src/ledger/erasure/register.ts';
import { registerErasures } from '../../src/features/blobs/erasures.ts';
import type { Job } from '../../src/jobs.ts';
import { control } from './control.ts';
import { LINE_HEADER } from './line-header.ts';
import { InMemoryRateLimit } from './rate-limit.ts';

/** The bindings that the launcher adds to those of wrangler.toml. */
export interface LocalEnv extends Env {
  /** The class `Cell`, whose object `DB` is the database. Without it, the database is the D1 of the local runtime. */
  CELL?: DurableObjectNamespace<Cell>;
  /** The names of further cells, such as `DB_1`. */
  LOCAL_CELLS?: string[];
  /** The rate limits of wrangler.toml: binding -> limit and period in seconds. */
  LOCAL_RATE_LIMITS: Record<string, { limit: number; period: number }>;
  /** Sends mail, or writes it to files. Without it, no mail service is available. */
  LOCAL_MAIL?: Fetcher;
  /** Responds with the cause of an error of the runtime: `http://causes/REFERENCE`. */
  LOCAL_CAUSES: Fetcher;
}

/** The cells as objects of the class `Cell`. */
const cellsOf = (cells: DurableObjectNamespace<Cell>, names: readonly string[]): Record<string, CellDatabase> =>
  Object.fromEntries(names.map((name) => [name, new CellDatabase(cells, name)]));

const local = new WeakMap<LocalEnv, Env>();

/** Returns the environment of the product. Created once, because the configuration is cached by it. */
function productEnv(env: LocalEnv): Env {
  const known = local.get(env);
  if (known) return known;
  const limits = Object.entries(env.LOCAL_RATE_LIMITS).map(([name, rate]) => [name, new InMemoryRateLimit(rate)]);
  const mail = env.LOCAL_MAIL && { EMAIL: mailTo(env.LOCAL_MAIL) };
  const databases = env.CELL && cellsOf(env.CELL, [FIRST_CELL, ...(env.LOCAL_CELLS ?? [])]);
  const made: Env = { ...env, ...Object.fromEntries(limits), ...mail, ...databases };
  local.set(env, made);
  revealBy(async (reference) => (await env.LOCAL_CAUSES.fetch(`http://causes/${reference}`)).text());
  return made;
}

function mailTo(keeper: Fetcher): SendEmail {
  return {
    async send(message: unknown) {
      const response = await keeper.fetch('http://mail/', { method: 'POST', body: JSON.stringify(message) });
      if (!response.ok) throw new Error(await response.text());
      return { messageId: await response.text() };
    },
  } as unknown as SendEmail;
}

type ObjectClass = new (ctx: DurableObjectState, env: Env) => object;

/** The class of an object, with the environment of the product. */
function withProductEnv<Class extends ObjectClass>(object: Class): Class {
  const Base: ObjectClass = object;
  return class extends Base {
    constructor(ctx: DurableObjectState, env: Env) {
      super(ctx, productEnv(env as LocalEnv));
    }
  } as Class;
}

export { Cell };
export const AssetLedger = withProductEnv(objects.AssetLedger);
export const BusSource = withProductEnv(objects.BusSource);
export const ChainOutbox = withProductEnv(objects.ChainOutbox);
export const EmbeddedChain = withProductEnv(objects.EmbeddedChain);
export const EventFeed = withProductEnv(objects.EventFeed);
export const LedgerWriter = withProductEnv(objects.LedgerWriter);
export const LogSequencer = withProductEnv(objects.LogSequencer);
export const Metrics = withProductEnv(objects.Metrics);
export const WebhookSender = withProductEnv(objects.WebhookSender);
export const WindowTimer = withProductEnv(objects.WindowTimer);

const turn = new Turn();
const lines = new WeakMap<Request, string>();

installPacing({
  turn: (of) => turn.next(of),
  rest: (milliseconds) => turn.rest(milliseconds),
  passLine: (request, line) => {
    // A header cannot be longer or have other characters: only messages of errors may.
    const passes = request.headers.has(LINE_HEADER) && /^[ -~]{1,4000}$/.test(line);
    if (passes) lines.set(request, line);
    return passes;
  },
});

const product = {
  async fetch(request, env, context) {
    turn.begin();
    const response = await worker.fetch(request, productEnv(env), context);
    const line = lines.get(request);
    if (line !== undefined) response.headers.set(LINE_HEADER, line);
    return response;
  },
  scheduled: (controller, env) => turn.ofJob(() => worker.scheduled(controller, productEnv(env))),
  queue: (batch, env) => turn.ofJob(() => worker.queue(batch, productEnv(env))),
} satisfies ExportedHandler<LocalEnv, Job>;

export default product;

/** The product without the static assets in front of it. */
export const direct = { fetch: product.fetch } satisfies ExportedHandler<LocalEnv>;

const controlEntry = {
  fetch: (request, env) =>
    control(request, productEnv(env), {
      scheduled: (cron) => product.scheduled({ cron, scheduledTime: Date.now(), noRetry: () => undefined }, env),
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
