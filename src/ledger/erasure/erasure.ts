import type { Attributes } from '../../formats/records/attributes.ts';
import { BLANK_PRINCIPAL, type AssetFamily, type PrincipalInfo } from '../../lib/identifiers.ts';
import { formatMicros, type Micros } from '../../lib/time.ts';

/*
 * An erased event has lost its content: attributes, principals and seed. Its row has no principal, which every other
 * event has, so that reads look for the erasure only in rows of erased events.
 */

/** The attributes of an event that records an erasure: the identity of the erased event, and the reason. */
export const ERASED_EVENT = 'arc_erased_event';
export const ERASURE_REASON = 'arc_erasure_reason';

/** The match key of an attribute version whose event was erased. No value has it: it is longer than a plain key. */
export const ERASED_KEY = 'erased:'.padEnd(71, '-');

/** How an event was erased. */
export type Erased = {
  us: Micros;
  by: PrincipalInfo;
  reason: string;
  /** The id of the event of the same asset that records the erasure. */
  event: string;
};

/** The attributes of the event that records the erasure of the event `id` of an asset. */
export const erasureAttributes = (asset: string, id: string, reason: string): Attributes => ({
  arc_display_type: 'Erasure',
  [ERASED_EVENT]: `assets/${asset}/events/${id}`,
  [ERASURE_REASON]: reason,
});

/** The erasure as the API shows it, to the public without the principal. */
export const erasedJson = ({ us, by, reason, event }: Erased, asset: string, family: AssetFamily) => ({
  timestamp: formatMicros(us),
  principal: family === 'publicassets' ? BLANK_PRINCIPAL : by,
  reason,
  event_identity: `${family}/${asset}/events/${event}`,
});
