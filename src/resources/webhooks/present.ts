import type { z } from '@hono/zod-openapi';
import { formatSeconds, nowMicros } from '../../lib/time.ts';
import type { Webhook as Row } from '../../features/webhooks/tables.ts';
import type { Webhook } from './model.ts';

/** The representation of a webhook, without its secret. */
export const present = (row: Row, now = nowMicros()): z.infer<typeof Webhook> => ({
  identity: `webhooks/${row.id}`,
  display_name: row.displayName,
  url: row.url,
  filters: row.filters,
  enabled: row.enabled,
  application: `applications/${row.application}`,
  secret: '',
  previous_secret_valid_until: now < row.previousUntilUs ? formatSeconds(row.previousUntilUs) : null,
  disabled_reason: row.disabledReason,
  disabled_at: row.disabledUs === null ? null : formatSeconds(row.disabledUs),
  created_at: formatSeconds(row.createdUs),
});
