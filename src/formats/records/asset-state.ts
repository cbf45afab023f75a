import type { AttributeMap, Attributes, AttributeValue } from './attributes.ts';

/** The event attribute with the attachments that an Attach event appends to those of the asset. */
export const ATTACHMENTS_APPENDED = 'arc_append_attachments';
/** The event attribute with the behaviour that an Add or Remove event changes. */
export const BEHAVIOUR_NAME = 'arc_behaviour_name';

/** The part of an asset that events change. */
export type AssetState = { behaviours: string[]; attributes: Attributes; tracked: boolean };

/** The part of an event that changes an asset. */
export type StateChange = {
  operation: string;
  behaviour: string;
  eventAttributes: Attributes;
  assetAttributes: Attributes;
};

/** All asset attributes that an event sets: those that it names, and the attachments that an Attach event appends. */
export function changesOf(state: AssetState, event: StateChange): Attributes {
  if (event.operation !== 'Attach') return event.assetAttributes;
  const appended = listOf(event.eventAttributes[ATTACHMENTS_APPENDED]);
  if (appended.length === 0) return event.assetAttributes;
  const before = listOf(event.assetAttributes['arc_attachments'] ?? state.attributes['arc_attachments']);
  return { ...event.assetAttributes, arc_attachments: [...before, ...appended] };
}

const listOf = (value: AttributeValue | undefined): AttributeMap[] => (Array.isArray(value) ? value : []);

/** The state after an event. */
export function apply(state: AssetState, event: StateChange): AssetState {
  const next = { ...state, attributes: { ...state.attributes, ...changesOf(state, event) } };
  if (event.behaviour !== 'Builtin') return next;
  const named = event.eventAttributes[BEHAVIOUR_NAME];
  switch (event.operation) {
    case 'StartTracking':
      return { ...next, tracked: true };
    case 'StopTracking':
      return { ...next, tracked: false };
    case 'Add':
      return { ...next, behaviours: [...new Set([...state.behaviours, String(named)])] };
    case 'Remove':
      return { ...next, behaviours: state.behaviours.filter((behaviour) => behaviour !== named) };
    default:
      return next;
  }
}
