import type { Attributes } from '../core/attributes.ts';
import type { Violation } from '../core/errors.ts';

/** Behaviours that assets can have (spec, Asset; compat 9.2). The first two stand for every asset. */
export const BEHAVIOURS = [
  'Builtin',
  'AssetCreator',
  'RecordEvidence',
  'Attachments',
  'Firmware',
  'Maintenance',
  'LocationUpdate',
] as const;

/** operation -> behaviours with which a client may create it (compat 10.2). NewAsset is the service's own. */
const PAIRS: Record<string, readonly string[]> = {
  Record: ['RecordEvidence'],
  Attach: ['Attachments'],
  StartTracking: ['Builtin'],
  StopTracking: ['Builtin'],
  Add: ['Builtin'],
  Remove: ['Builtin'],
  Update: ['Firmware', 'LocationUpdate'],
  MaintenanceRequired: ['Maintenance'],
  MaintenancePerformed: ['Maintenance'],
};

/** The behaviours with which events of an operation can exist. */
export const behavioursOf = (operation: string): readonly string[] =>
  operation === 'NewAsset' ? ['AssetCreator'] : Object.hasOwn(PAIRS, operation) ? PAIRS[operation]! : [];

/** Attachments that an Attach event adds to the asset's own. */
export const ATTACHMENTS_APPENDED = 'arc_append_attachments';
/** The behaviour that Add and Remove name. */
export const BEHAVIOUR_NAME = 'arc_behaviour_name';

/** Why this event cannot be: an unknown operation/behaviour pair, or attributes that its operation needs. */
export function operationProblems(operation: string, behaviour: string, eventAttributes: Attributes): Violation[] {
  const behaviours = Object.hasOwn(PAIRS, operation) ? PAIRS[operation] : undefined;
  if (!behaviours?.includes(behaviour)) {
    const allowed = Object.entries(PAIRS).flatMap(([o, bs]) => bs.map((b) => `${o}/${b}`));
    return [
      {
        field: behaviours ? 'behaviour' : 'operation',
        description: `operation and behaviour must be one of ${allowed.join(', ')}`,
      },
    ];
  }
  if (operation === 'Attach' && !Array.isArray(eventAttributes[ATTACHMENTS_APPENDED])) {
    return [
      { field: `event_attributes.${ATTACHMENTS_APPENDED}`, description: 'Attach needs a list of attachments here' },
    ];
  }
  if (operation === 'Add' || operation === 'Remove') {
    const named = eventAttributes[BEHAVIOUR_NAME];
    const open: readonly string[] = BEHAVIOURS.slice(2);
    if (typeof named !== 'string' || !open.includes(named)) {
      return [{ field: `event_attributes.${BEHAVIOUR_NAME}`, description: `must be one of ${open.join(', ')}` }];
    }
  }
  return [];
}
