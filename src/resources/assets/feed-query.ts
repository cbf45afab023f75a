import { z } from '@hono/zod-openapi';
import type { Scope } from '../../access/scope.ts';
import { parseCursor } from '../../transparency/feed/position.ts';
import type { EventConditions } from '../../ledger/lists/event-conditions.ts';
import { Event } from './model.ts';
import { EVENT_CURSOR } from './examples.ts';
import { EVENT_QUERY, eventConditions } from './event-queries.ts';

/** Seconds that a request may wait for events. */
const LONGEST_WAIT = 25;

const { order_by: _, ...FILTERS } = EVENT_QUERY;

const integer = (max: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/, { error: `must be an integer from 0 to ${max}`, abort: true })
    .refine((text) => Number(text) <= max, `must be an integer from 0 to ${max}`)
    .optional();

/** Query parameters of a feed: those of event lists without their order and pages, and its own. */
export const FEED_QUERY = {
  cursor: z
    .string()
    .refine((text) => parseCursor(text) !== undefined, 'must be a next_cursor or an event id of this feed')
    .optional()
    .openapi({
      description:
        '`next_cursor` of the page before, or the id of an event of a stream. Empty or absent: the first ' +
        'event of the log. It does not depend on the other parameters.',
      example: EVENT_CURSOR,
    }),
  wait: integer(LONGEST_WAIT).openapi({
    type: 'integer',
    description: `Seconds to wait if no event follows the cursor, up to ${LONGEST_WAIT}. Streams ignore it.`,
    example: 20,
  }),
  page_size: integer(9_999_999_999).openapi({
    type: 'integer',
    description:
      'Maximum number of events of the page. A value above the maximum of the deployment is reduced to ' +
      'that maximum; 0 selects the default. Streams ignore it.',
    example: 100,
  }),
  ...FILTERS,
};

export type FeedQuery = { [K in keyof typeof FEED_QUERY]: z.infer<(typeof FEED_QUERY)[K]> };

/** The conditions of a query of a feed. Throws 400 for filters that are not valid. */
export const feedConditions = (scope: Scope, query: object, filters: [string, string][]): EventConditions =>
  eventConditions(scope, query as FeedQuery, filters);

export const EventPage = z
  .object({
    events: z
      .array(Event)
      .openapi({ description: 'Events in the order of the log. A page can be empty before the end of the log' }),
    next_cursor: z.string().openapi({
      description:
        'Cursor after this page. If it is the one of the request, there is no further event yet. Empty ' +
        'while the log has no entries',
      example: EVENT_CURSOR,
    }),
  })
  .openapi('EventPage');
