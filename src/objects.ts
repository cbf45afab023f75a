/**
 * The Durable Object classes of the Worker, under the names that wrangler.toml binds. A class that needs an area above
 * its own gets it here.
 */
import { anchorCommits } from './anchoring/objects.ts';
import type { Env } from './settings/config.ts';
import { FeedHub } from './transparency/feed/object.ts';
import { feedConditions } from './resources/assets/feed-query.ts';
import { webhookConditions } from './resources/webhooks/filters.ts';
import { WriterObject } from './transparency/sequencer/writer-object.ts';
import { WebhookObject } from './features/webhooks/object.ts';

export { ChainOutbox, WindowTimer } from './anchoring/objects.ts';
export { EmbeddedChain } from './anchoring/chain/embedded/object.ts';
export { BusSource } from './features/devices/source.ts';
export { AssetLedger } from './ledger/append/ledger-object.ts';
export { Metrics } from './platform/metrics/object.ts';
export { LogSequencer } from './transparency/sequencer/sequencer-object.ts';

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

export class LedgerWriter extends WriterObject {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, anchorCommits);
  }
}
