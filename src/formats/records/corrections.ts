import type { Attributes } from './attributes.ts';

/** The event attribute with the identity of the event that this event corrects: `assets/<uuid>/events/<uuid>`. */
export const CORRECTS = 'arc_corrects_event_identity';

const EVENT = /^(assets\/[0-9a-f-]{36})\/events\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The identity of the event that an event of `asset` says it corrects; undefined for none, and for an event of another
 * asset: authors can write any text, and whoever may record on the asset decides what it says.
 */
export function correctedEvent(asset: string, attributes: Attributes): string | undefined {
  const value = Object.hasOwn(attributes, CORRECTS) ? attributes[CORRECTS] : undefined;
  if (typeof value !== 'string') return undefined;
  return EVENT.exec(value)?.[1] === asset ? value : undefined;
}

/**
 * The corrections among events of `asset` (`assets/<uuid>`), by the UUID of the event that they correct, in the order
 * of `events`.
 */
export function correctionsByEvent<E extends { event_attributes: Attributes }>(
  asset: string,
  events: Iterable<E>,
): Map<string, E[]> {
  const corrections = new Map<string, E[]>();
  for (const event of events) {
    const uuid = correctedEvent(asset, event.event_attributes)?.replace(/^.*\//, '');
    if (uuid !== undefined) corrections.set(uuid, [...(corrections.get(uuid) ?? []), event]);
  }
  return corrections;
}
