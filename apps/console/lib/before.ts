import type { Attributes } from '../../../src/formats/records/attributes.ts';
import { formatMicros, parseTimestamp } from '../../../src/lib/time.ts';
import { api, ApiError } from './api.ts';
import { valuesByAsset } from './values-by-asset.ts';

/**
 * The key of the state of an asset just before an event was accepted. `accepted`: RFC 3339 in UTC, with microseconds.
 */
export const stateKey = (asset: string, accepted: string): string => `${asset} ${justBefore(accepted)}`;

/** The attributes of assets before events; undefined if they could not be read, empty before the creation. */
export const states = valuesByAsset(async (key): Promise<Attributes | undefined> => {
  const [uuid = '', at_time = ''] = key.split(' ');
  try {
    return (await api.get('/v2/assets/{uuid}', { params: { path: { uuid }, query: { at_time } } })).attributes;
  } catch (error) {
    return error instanceof ApiError && error.status === 404 ? {} : undefined;
  }
});

/** The time a microsecond before an RFC 3339 time; texts that are not such a time unchanged. */
export function justBefore(text: string): string {
  const time = parseTimestamp(text);
  return time ? formatMicros(time.us - 1) : text;
}
