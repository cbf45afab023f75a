import type { Violation } from '../../lib/errors.ts';
import { attributeProblems, LIMITS, type AttributeMap, type Attributes } from './attributes.ts';

/*
 * Templates of events: what the service, the console and the command line share. A template helps a person to record
 * an event of one type. The service does not compare events with templates.
 */

/** What a field takes. A photo is a file that is attached; every other value is a text. */
export const FIELD_KINDS = ['TEXT', 'NUMBER', 'DATE', 'CHOICE', 'YES_NO', 'PHOTO'] as const;

/** A field of a template. `name`: the attribute of the event that it records. */
export type TemplateField = {
  name: string;
  /** What people see instead of the name; empty: the name. */
  display_name: string;
  kind: (typeof FIELD_KINDS)[number];
  /** Of a CHOICE; otherwise empty. */
  choices: string[];
  required: boolean;
  help: string;
  /** The attribute of the asset that the value becomes as well; empty: none. */
  asset_attribute: string;
};

/** What a template says, as the API returns it. */
export type TemplateContent = {
  display_name: string;
  asset_display_types: string[];
  event_display_type: string;
  fields: TemplateField[];
};

/** The attribute with the type of the event, which the template itself states. */
const TYPE = 'arc_display_type';

/** Whether a template is for assets of a display type. */
export const suits = (
  { asset_display_types: types }: Pick<TemplateContent, 'asset_display_types'>,
  type: string,
): boolean => types.length === 0 || types.includes(type);

/** What people see of a field. */
export const titleOf = ({ name, display_name: title }: Pick<TemplateField, 'name' | 'display_name'>): string =>
  title === '' ? name : title;

/** The values of the field of kind YES_NO. */
export const YES_NO = ['yes', 'no'] as const;

/** The choices of a field, also of YES_NO; undefined if it takes other values. */
export function choicesOf({ kind, choices }: Pick<TemplateField, 'kind' | 'choices'>): readonly string[] | undefined {
  if (kind === 'YES_NO') return YES_NO;
  return kind === 'CHOICE' ? choices : undefined;
}

/** Finite decimal numbers, such as 7, -0.5 and 1.5e3. */
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;

/** What is wrong with the value of a field, undefined for nothing. An empty value is one that is left out. */
export function valueProblem(field: TemplateField, value: string): string | undefined {
  if (value === '') return field.required ? 'is required' : undefined;
  const choices = choicesOf(field);
  if (choices && !choices.includes(value)) return `must be one of ${choices.join(', ')}`;
  if (field.kind === 'NUMBER' && !NUMBER.test(value)) return 'must be a number, such as 7 or 1.5';
  if (field.kind === 'DATE' && !isDate(value)) return 'must be a date, such as 2026-11-21';
  return value.length > LIMITS.value ? `must have at most ${LIMITS.value} characters` : undefined;
}

/** Whether a text is a day of the calendar as YYYY-MM-DD. */
function isDate(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  return at !== undefined && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/**
 * The attributes of an event that was recorded by a template, and the changes to its asset. `values`: texts by the
 * names of the fields; `photos`: attachments by these names. What is empty is left out.
 */
export function recordedBy(
  { event_display_type: type, fields }: Pick<TemplateContent, 'event_display_type' | 'fields'>,
  values: Record<string, string>,
  photos: Record<string, AttributeMap> = {},
): { event_attributes: Attributes; asset_attributes: Attributes } {
  const given = fields.flatMap(({ name, kind, asset_attribute }) => {
    const value = kind === 'PHOTO' ? own(photos, name) : own(values, name);
    return value === undefined || value === '' ? [] : [{ name, asset_attribute, value }];
  });
  return {
    event_attributes: { [TYPE]: type, ...Object.fromEntries(given.map(({ name, value }) => [name, value])) },
    asset_attributes: Object.fromEntries(
      given.flatMap(({ asset_attribute: name, value }) => (name === '' ? [] : [[name, value]])),
    ),
  };
}

const own = <T>(map: Record<string, T>, name: string): T | undefined =>
  Object.hasOwn(map, name) ? map[name] : undefined;

/** What is wrong with the fields of a template together, and with their names. Pure. */
export function fieldProblems(fields: readonly TemplateField[]): Violation[] {
  return fields.flatMap((field, i) => {
    const { name, kind, choices, asset_attribute: sets } = field;
    const earlier = fields.slice(0, i);
    const problems: [part: string, description: string | undefined][] = [
      ['name', nameProblem(name) ?? (name === TYPE ? 'is the type, which event_display_type states' : undefined)],
      ['name', earlier.some((each) => each.name === name) ? 'is the name of an earlier field' : undefined],
      ['asset_attribute', sets === '' ? undefined : nameProblem(sets)],
      [
        'asset_attribute',
        sets !== '' && earlier.some((each) => each.asset_attribute === sets) ? 'is set by an earlier field' : undefined,
      ],
      ['choices', kind === 'CHOICE' && choices.length === 0 ? 'must have at least one choice' : undefined],
      ['choices', kind !== 'CHOICE' && choices.length > 0 ? 'only fields of the kind CHOICE have choices' : undefined],
      ['choices', new Set(choices).size < choices.length ? 'must not have the same choice twice' : undefined],
    ];
    return problems.flatMap(([part, description]) =>
      description === undefined ? [] : [{ field: `${i}.${part}`, description }],
    );
  });
}

const nameProblem = (name: string): string | undefined => attributeProblems({ [name]: '' }, '')[0]?.description;
