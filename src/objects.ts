/**
 * The Durable Object classes of the Worker, under the names that wrangler.toml binds. A class that needs an area above
 * its own gets it here.
 */
import { anchorCommits } from './anchoring/objects.ts';
import type { Env } from './config.ts';
import { FeedHub } from './eventfeed/object.ts';
import { feedConditions } from './resources/assets/feedquery.ts';
import { webhookConditions } from './resources/webhooks/filters.ts';
import { LogWriter } from './transparency/logwriter.ts';
import { WebhookObject } from './webhooks/object.ts';

export { ChainOutbox, WindowTimer } from './anchoring/objects.ts';
export { EmbeddedChain } from './chain/embedded/object.ts';
export { BusSource } from './devices/source.ts';
export { AssetLedger } from './ledger/write/object.ts';
export { Metrics } from './metrics/object.ts';
export { LogSequencer } from './transparency/object.ts';

export class EventFeed extends FeedHub {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, feedConditions);
  }
}

export class WebhookSender extends WebhookObject {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, webhookConditions);
  }
}

export class LedgerWriter extends LogWriter {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, anchorCommits(env));
  }
}
