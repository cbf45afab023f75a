import { problemBody, type ServiceError } from '../../lib/errors.ts';
import { formatCursor, type Position } from './position.ts';
import { cursorAfter, type FeedItem, type FeedPage } from './reading.ts';

/*
 * Server-Sent Events (HTML Living Standard, section 9.2). The JSON of an event has no line break.
 */

/** The first lines of a stream: a client that loses the connection reconnects after a second. */
export const OPENING = 'retry: 1000\n\n';

/** A comment, which clients ignore. */
export const PROBE = ':\n\n';

/** An event of the log. Its id is the cursor after it. */
export const eventFrame = (page: FeedPage, item: FeedItem): string =>
  `id: ${cursorAfter(page, item)}\ndata: ${item.json.text}\n\n`;

/** Tells the client its cursor and that the stream is alive; clients dispatch no event for it. */
export const positionFrame = (position: Position): string =>
  position.log === '' ? PROBE : `id: ${formatCursor(position)}\n\n`;

/** The last lines of a stream that the service ends: why, as the body of an error. */
export const endFrame = (error: ServiceError, requestId: string): string =>
  `event: end\ndata: ${JSON.stringify(problemBody(error, requestId))}\n\n`;
