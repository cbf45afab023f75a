import { z } from '@hono/zod-openapi';
import { parseTerm } from '../../core/filters.ts';
import { byteLength } from '../../core/text.ts';
import { parseUserAttribute, type Permission } from '../../access/policy.ts';

/** compat 8: lengths in characters. The others are ours: what filters there may be is looked at with every asset. */
const LIMITS = { text: 1024, filters: 20, users: 100, names: 200, permissions: 50, bytes: 100_000 } as const;
const SUBJECT = /^subjects\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A list of texts, each once and each such that `problem` finds nothing. */
const texts = (most: number, problem: (text: string) => string | undefined) =>
  z
    .array(z.string().min(1).max(LIMITS.text))
    .max(most)
    .superRefine((list, context) => {
      list.forEach((text, i) => {
        const message = list.indexOf(text) < i ? 'stands in the list twice' : problem(text);
        if (message) context.addIssue({ code: 'custom', path: [i], message });
      });
    });

const groups = (most: number, problem: (text: string) => string | undefined, description: string) =>
  z
    .array(z.strictObject({ or: texts(most, problem) }))
    .max(most)
    .refine((list) => list.flatMap(({ or }) => or).length <= most, `at most ${most} strings together`)
    .openapi({ description });

const filterProblem = (text: string): string | undefined => {
  const term = parseTerm(['attributes'], text);
  return typeof term === 'string' ? term : undefined;
};
const userProblem = (text: string): string | undefined => {
  const user = parseUserAttribute(text);
  return typeof user === 'string' ? user : undefined;
};
const names = texts(LIMITS.names, () => undefined);

const Filters = groups(
  LIMITS.filters,
  filterProblem,
  'Which assets: attributes.<name>=<value>, != or =*; all groups must hold, of each at least one string. None matches nothing',
);

const PermissionInput = z
  .strictObject({
    subjects: texts(LIMITS.names, (text) =>
      SUBJECT.test(text.toLowerCase()) ? undefined : 'must be subjects/<uuid>',
    ).nullish(),
    user_attributes: groups(
      LIMITS.users,
      userProblem,
      'Which users: email=…, subject=…, group=…, jwt_<claim>=…',
    ).nullish(),
    behaviours: names.nullish(),
    asset_attributes_read: names.nullish(),
    asset_attributes_write: names.nullish(),
    event_arc_display_type_read: names.nullish(),
    event_arc_display_type_write: names.nullish(),
    include_attributes: names.nullish(),
  })
  .transform((given): Permission => ({
    subjects: (given.subjects ?? []).map((identity) => identity.toLowerCase()),
    user_attributes: given.user_attributes ?? [],
    behaviours: given.behaviours ?? [],
    asset_attributes_read: given.asset_attributes_read ?? [],
    asset_attributes_write: given.asset_attributes_write ?? [],
    event_arc_display_type_read: given.event_arc_display_type_read ?? [],
    event_arc_display_type_write: given.event_arc_display_type_write ?? [],
    include_attributes: given.include_attributes ?? [],
  }))
  .openapi('AccessPermissionInput');

const Fields = {
  description: z.string().max(4096).optional(),
  filters: Filters.optional(),
  access_permissions: z
    .array(PermissionInput)
    .max(LIMITS.permissions)
    .refine(
      (list) => byteLength(JSON.stringify(list)) <= LIMITS.bytes,
      `at most ${LIMITS.bytes} bytes together, as JSON`,
    )
    .optional(),
};
const DisplayName = z.string().min(1).max(128);

export const CreateAccessPolicy = z
  .strictObject({ display_name: DisplayName, ...Fields })
  .openapi('CreateAccessPolicy', {
    example: {
      display_name: 'Inspectors',
      filters: [{ or: ['attributes.arc_display_type=Pump'] }],
      access_permissions: [
        {
          user_attributes: [{ or: ['jwt_role=inspector'] }],
          asset_attributes_read: ['arc_display_name', 'arc_display_type'],
          event_arc_display_type_read: ['*'],
          event_arc_display_type_write: ['Inspection'],
          behaviours: ['RecordEvidence'],
        },
      ],
    },
  });
export const PatchAccessPolicy = z
  .strictObject({ display_name: DisplayName.optional(), ...Fields })
  .openapi('PatchAccessPolicy');

const Groups = z.array(z.object({ or: z.array(z.string()) }));
export const AccessPolicy = z
  .object({
    identity: z.string().openapi({ description: 'access_policies/<uuid>' }),
    display_name: z.string(),
    description: z.string(),
    filters: Groups,
    access_permissions: z.array(
      z
        .object({
          subjects: z.array(z.string()),
          user_attributes: Groups,
          behaviours: z.array(z.string()),
          asset_attributes_read: z.array(z.string()),
          asset_attributes_write: z.array(z.string()),
          event_arc_display_type_read: z.array(z.string()),
          event_arc_display_type_write: z.array(z.string()),
          include_attributes: z.array(z.string()),
        })
        .openapi('AccessPermission'),
    ),
    tenant: z.string().openapi({ description: 'tenant/<uuid>' }),
  })
  .openapi('AccessPolicy');
