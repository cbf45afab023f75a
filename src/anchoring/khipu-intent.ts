import type { KhipuRecord } from '../proof/calldata.ts';

/** What a KHIPU transaction records: the creation of the asset, or the event. Both are UUIDs. */
export type KhipuIntent = { asset: string; event: string; kind: KhipuRecord['kind'] };

/** The idempotency key of a KHIPU transaction in the outbox: `#0` creates the asset, `#1` records the event. */
export const khipuIntent = (asset: string, event: string, kind: KhipuRecord['kind']): string =>
  `assets/${asset}/events/${event}#${kind === 'createAsset' ? 0 : 1}`;

/** What an intent records; undefined for one that is not of a KHIPU transaction. */
export function khipuOf(intent: string): KhipuIntent | undefined {
  const [, asset, event, number] = /^assets\/([^/]+)\/events\/([^/#]+)#([01])$/.exec(intent) ?? [];
  if (asset === undefined || event === undefined) return undefined;
  return { asset, event, kind: number === '0' ? 'createAsset' : 'recordEvent' };
}
