import { ATTACHMENTS_APPENDED, BEHAVIOUR_NAME } from '../../formats/records/asset-state.ts';
import type { Attributes } from '../../formats/records/attributes.ts';
import type { Violation } from '../../lib/errors.ts';

/** Behaviours that assets can have. Every asset has the first two. */
export const BEHAVIOURS = [
  'Builtin',
  'AssetCreator',
  'RecordEvidence',
  'Attachments',
  'Firmware',
  'Maintenance',
  'LocationUpdate',
] as const;

/** The operation and the behaviour of the events that record erasures. */
export const ERASE = { operation: 'Erase', behaviour: 'Builtin' } as const;

/** operation -> behaviours with which a client may create it. Only the service creates NewAsset and Erase. */
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

/** The behaviours that events of an operation can have. */
export function behavioursOf(operation: string): readonly string[] {
  if (operation === 'NewAsset') return ['AssetCreator'];
  if (operation === ERASE.operation) return [ERASE.behaviour];
  return Object.hasOwn(PAIRS, operation) ? PAIRS[operation]! : [];
}

/**
 * Validation errors of an event: an unknown pair of operation and behaviour, or missing attributes of its operation.
 */
export function operationProblems(operation: string, behaviour: string, eventAttributes: Attributes): Violation[] {
  const behaviours = Object.hasOwn(PAIRS, operation) ? PAIRS[operation] : undefined;
  if (!behaviours?.includes(behaviour)) {
    const allowed = Object.entries(PAIRS).flatMap(([o, bs]) => bs.map((b) => `${o}/${b}`));
    return [
      {
        field: behaviours ? 'behaviour' : 'operation',
        description: `must be, as operation/behaviour, one of ${allowed.join(', ')}`,
      },
    ];
  }
  if (operation === 'Attach' && !Array.isArray(eventAttributes[ATTACHMENTS_APPENDED])) {
    return [
      {
        field: `event_attributes.${ATTACHMENTS_APPENDED}`,
        description: 'must be a list of attachments for operation Attach',
      },
    ];
  }
  if (operation === 'Add' || operation === 'Remove') {
    const named = eventAttributes[BEHAVIOUR_NAME];
    const changeable: readonly string[] = BEHAVIOURS.slice(2);
    if (typeof named !== 'string' || !changeable.includes(named)) {
      return [{ field: `event_attributes.${BEHAVIOUR_NAME}`, description: `must be one of ${changeable.join(', ')}` }];
    }
  }
  return [];
}
