import { HOME_LOCATION, LABELS } from '../../../src/formats/records/attribute-labels.ts';

/**
 * What a column becomes: `skip`, an attribute by its name, or `location`, the home location by the name of a location.
 */
export type ColumnTarget = { kind: 'skip' | 'location' } | { kind: 'attribute'; name: string };

/** Attributes that have a choice of their own. */
export const CHOICES = ['arc_display_name', 'arc_display_type', 'arc_serial_number', 'arc_description'] as const;

/** The attribute that a target sets; undefined if it sets none. */
export function attributeOf(target: ColumnTarget): string | undefined {
  if (target.kind === 'location') return HOME_LOCATION;
  return target.kind === 'attribute' ? target.name : undefined;
}

/** A target for people. */
export const targetLabel = (target: ColumnTarget): string => {
  const name = attributeOf(target);
  return name === undefined ? 'not imported' : (LABELS.get(name) ?? name);
};
