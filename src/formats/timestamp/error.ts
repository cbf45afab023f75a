import { plain } from '../../lib/text.ts';

const MAX_MESSAGE = 300;

/** A time stamp, or the response of an authority, is not valid. The message is one line. */
export class TimestampError extends Error {
  constructor(message: string) {
    super(plain(message).slice(0, MAX_MESSAGE));
    this.name = 'TimestampError';
  }
}
