import { z } from '@hono/zod-openapi';
import { FIELD_KINDS, fieldProblems, type TemplateField } from '../../formats/records/templates.ts';
import { field, fields } from '../../http/fields.ts';
import { displayName, identity, tenant } from '../fields.ts';
import * as schemas from '../schemas.ts';
import { templates as table } from './table.ts';

/** Maximum lengths in characters, maximum numbers, and the characters of all fields as JSON. */
const LIMITS = {
  description: 4096,
  type: 1024,
  types: 20,
  fields: 50,
  name: 1024,
  title: 128,
  help: 1024,
  choice: 256,
  choices: 50,
  json: 30_000,
} as const;

const ABOUT = {
  name: 'Attribute of the event that has the value',
  display_name: 'What people see instead of the name; empty: the name',
  kind:
    'What the field takes: a text, a number, a date (YYYY-MM-DD), one of `choices`, `yes` or `no`, or a photo, ' +
    'which is attached',
  choices: 'The texts to choose from; only of the kind CHOICE',
  required: 'Whether people must fill it in, or attach the photo',
  help: 'What people read below the field',
  asset_attribute: 'Attribute of the asset that gets the value as well; empty: none',
};

const Given = z
  .strictObject({
    name: z.string().min(1).max(LIMITS.name).openapi({ description: ABOUT.name }),
    display_name: z.string().max(LIMITS.title).optional().openapi({ description: ABOUT.display_name }),
    kind: z.enum(FIELD_KINDS).openapi({ description: ABOUT.kind }),
    choices: z
      .array(z.string().min(1).max(LIMITS.choice))
      .max(LIMITS.choices)
      .optional()
      .openapi({ description: ABOUT.choices }),
    required: z.boolean().optional().openapi({ description: ABOUT.required }),
    help: z.string().max(LIMITS.help).optional().openapi({ description: ABOUT.help }),
    asset_attribute: z.string().max(LIMITS.name).optional().openapi({ description: ABOUT.asset_attribute }),
  })
  .openapi('CreateTemplateField');

/** A field with everything that a request may leave out. */
const whole = (given: z.infer<typeof Given>): TemplateField => ({
  name: given.name,
  display_name: given.display_name ?? '',
  kind: given.kind,
  choices: given.choices ?? [],
  required: given.required ?? false,
  help: given.help ?? '',
  asset_attribute: given.asset_attribute ?? '',
});

const GivenFields = z
  .array(Given)
  .max(LIMITS.fields)
  .superRefine((list, context) => {
    const all = list.map(whole);
    for (const { field: at, description } of fieldProblems(all)) {
      const [i, part] = at.split('.');
      context.addIssue({ code: 'custom', path: [Number(i), part!], message: description });
    }
    if (sizeOf(all) > LIMITS.json)
      context.addIssue({ code: 'custom', message: `must have at most ${LIMITS.json} characters as JSON together` });
  });

const Shown = z
  .object({
    name: schemas.text(ABOUT.name),
    display_name: schemas.text(ABOUT.display_name),
    kind: z.enum(FIELD_KINDS).openapi({ description: ABOUT.kind }),
    choices: schemas.texts(ABOUT.choices),
    required: schemas.boolean(ABOUT.required),
    help: schemas.text(ABOUT.help),
    asset_attribute: schemas.text(ABOUT.asset_attribute),
  })
  .openapi('TemplateField');

/** The characters of parts of a template as JSON. */
export const sizeOf = (parts: unknown): number => JSON.stringify(parts).length;

const CONDITION: TemplateField = {
  name: 'condition',
  display_name: 'Condition',
  kind: 'CHOICE',
  choices: ['good', 'worn', 'out of service'],
  required: true,
  help: 'Out of service if it leaks',
  asset_attribute: 'condition',
};
const PHOTO: TemplateField = {
  name: 'plate',
  display_name: 'Photo of the type plate',
  kind: 'PHOTO',
  choices: [],
  required: true,
  help: '',
  asset_attribute: '',
};

export const template = fields(
  table,
  {
    identity: identity('templates', 'the template'),
    display_name: field({ column: table.displayName, ...displayName('the template'), example: 'Inspection of a pump' }),
    description: field({
      column: table.description,
      description: 'What the template is for, shown to people who choose one',
      request: z.string().max(LIMITS.description),
      empty: '',
      example: 'Once a month, while the pump runs',
    }),
    asset_display_types: field({
      column: table.assetDisplayTypes,
      description: 'Values of `arc_display_type` of the assets that the template is for; empty: all assets',
      request: z.array(z.string().min(1).max(LIMITS.type)).max(LIMITS.types),
      response: (description: string) => schemas.texts(description),
      empty: [],
      example: ['Pump'],
    }),
    event_display_type: field({
      column: table.eventDisplayType,
      description: 'Value of `arc_display_type` of the events that are recorded with the template',
      request: z.string().min(1).max(LIMITS.type),
      filter: true,
      example: 'Inspection',
    }),
    fields: field({
      column: table.fields,
      description: 'What people fill in, in this order',
      request: GivenFields,
      response: (description: string) => z.array(Shown).openapi({ description }),
      toColumn: (given) => given.map(whole),
      toJson: (all) => all,
      empty: [],
      example: [CONDITION, PHOTO],
    }),
    tenant,
  },
  { name: 'Template', patchExample: { description: 'Once a week, while the pump runs' } },
);
