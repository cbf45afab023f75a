import { z } from '@hono/zod-openapi';
import { parseTerm } from '../../formats/records/filters.ts';
import { byteLength } from '../../lib/text.ts';
import { parseUserAttribute, type Permission } from '../../access/policy.ts';
import { accessPolicies as table } from '../../access/tables.ts';
import { field, fields } from '../../http/fields.ts';
import { displayName, identity, tenant } from '../fields.ts';
import * as schemas from '../schemas.ts';

/**
 * `text` is the maximum number of characters (docs/api/compatibility.md). The others limit the cost, because every
 * asset is matched with every filter.
 */
const LIMITS = { text: 1024, filters: 20, users: 100, names: 200, permissions: 50, bytes: 100_000 } as const;
const SUBJECT = /^subjects\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A list of distinct strings. `problem` returns what is wrong with a string, if anything. */
const texts = (most: number, problem: (text: string) => string | undefined) =>
  z
    .array(z.string().min(1).max(LIMITS.text))
    .max(most)
    .superRefine((list, context) => {
      list.forEach((text, i) => {
        const message = list.indexOf(text) < i ? 'is in the list twice' : problem(text);
        if (message) context.addIssue({ code: 'custom', path: [i], message });
      });
    });

const groups = (most: number, problem: (text: string) => string | undefined) =>
  z
    .array(
      z.strictObject({ or: texts(most, problem).openapi({ description: 'Alternatives: at least one must hold' }) }),
    )
    .max(most)
    .refine(
      (list) => list.flatMap(({ or }) => or).length <= most,
      `must contain at most ${most} strings in all groups together`,
    );

const filterProblem = (text: string): string | undefined => {
  const term = parseTerm(['attributes'], text);
  return typeof term === 'string' ? term : undefined;
};
const userProblem = (text: string): string | undefined => {
  const user = parseUserAttribute(text);
  return typeof user === 'string' ? user : undefined;
};
const names = texts(LIMITS.names, () => undefined);

const FILTERS =
  'Which assets the policy applies to. Each string is `attributes.<name>=<value>`, ' +
  '`attributes.<name>!=<value>` or `attributes.<name>=*`. All groups must hold, of each group at least one ' +
  'string';
const SUBJECTS = 'Organizations that get these permissions (OBAC): identities `subjects/<uuid>`';
const USERS =
  'Users of the tenancy that get these permissions (ABAC): `email=…`, `subject=…`, `group=…` or ' +
  '`jwt_<claim>=…`. All groups must hold, of each group at least one string';
/** What each list of names grants; `*` stands for all names. */
const GRANTS = {
  behaviours: 'Behaviours with which they may create events',
  asset_attributes_read: 'Names of the asset attributes that they may read',
  asset_attributes_write: 'Names of the asset attributes that they may set',
  event_arc_display_type_read: 'Values of `arc_display_type` of the events that they may read',
  event_arc_display_type_write: 'Values of `arc_display_type` of the events that they may create',
  include_attributes: 'Names of further asset attributes that they may read',
} as const;
const granted = (name: keyof typeof GRANTS) =>
  names.nullish().openapi({ description: `${GRANTS[name]}; \`*\` is all` });

const PermissionInput = z
  .strictObject({
    subjects: texts(LIMITS.names, (text) => (SUBJECT.test(text.toLowerCase()) ? undefined : 'must be subjects/<uuid>'))
      .nullish()
      .openapi({ description: SUBJECTS }),
    user_attributes: groups(LIMITS.users, userProblem).nullish().openapi({ description: USERS }),
    behaviours: granted('behaviours'),
    asset_attributes_read: granted('asset_attributes_read'),
    asset_attributes_write: granted('asset_attributes_write'),
    event_arc_display_type_read: granted('event_arc_display_type_read'),
    event_arc_display_type_write: granted('event_arc_display_type_write'),
    include_attributes: granted('include_attributes'),
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

const INSPECTORS = {
  user_attributes: [{ or: ['jwt_role=inspector'] }],
  behaviours: ['RecordEvidence'],
  asset_attributes_read: ['arc_display_name', 'arc_display_type'],
  event_arc_display_type_read: ['*'],
  event_arc_display_type_write: ['Inspection'],
};

const AccessPermission = z
  .object({
    subjects: schemas.texts(SUBJECTS),
    user_attributes: schemas.groupsOf(USERS, 'string'),
    behaviours: schemas.texts(GRANTS.behaviours),
    asset_attributes_read: schemas.texts(GRANTS.asset_attributes_read),
    asset_attributes_write: schemas.texts(GRANTS.asset_attributes_write),
    event_arc_display_type_read: schemas.texts(GRANTS.event_arc_display_type_read),
    event_arc_display_type_write: schemas.texts(GRANTS.event_arc_display_type_write),
    include_attributes: schemas.texts(GRANTS.include_attributes),
  })
  .openapi('AccessPermission');

export const accessPolicy = fields(
  table,
  {
    identity: identity('access_policies', 'the policy'),
    display_name: field({ column: table.displayName, ...displayName('the policy'), example: 'Inspectors' }),
    description: field({
      column: table.description,
      description: 'What the policy is for',
      request: z.string().max(4096),
      empty: '',
      filter: true,
      example: 'Inspectors read pumps and record inspections',
    }),
    filters: field({
      column: table.filters,
      description: `${FILTERS}. An empty list matches no asset.`,
      request: groups(LIMITS.filters, filterProblem),
      response: () => schemas.groupsOf(FILTERS, 'string'),
      empty: [],
      example: [{ or: ['attributes.arc_display_type=Pump'] }],
    }),
    access_permissions: field({
      column: table.accessPermissions,
      description: 'Permissions on the matching assets, each for some organizations and users',
      request: z
        .array(PermissionInput)
        .max(LIMITS.permissions)
        .refine(
          (list) => byteLength(JSON.stringify(list)) <= LIMITS.bytes,
          `must have at most ${LIMITS.bytes} bytes as JSON`,
        ),
      response: (description: string) => z.array(AccessPermission).openapi({ description }),
      empty: [],
      example: [INSPECTORS],
      responseExample: [{ subjects: [], ...INSPECTORS, asset_attributes_write: [], include_attributes: [] }],
    }),
    tenant,
  },
  { name: 'AccessPolicy', patchExample: { description: 'Inspectors of pumps' } },
);
