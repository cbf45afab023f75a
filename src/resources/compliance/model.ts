import { z } from '@hono/zod-openapi';
import { COMPLIANCE_TYPES, parseAssertion, REQUIRED } from '../../features/compliance/policy.ts';
import { parseTerm } from '../../formats/records/filters.ts';
import { NextPageToken } from '../../http/paging.ts';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { compliancePolicies as table } from '../../features/compliance/tables.ts';
import { field, fields } from '../../http/fields.ts';
import { uuidOf } from '../../lib/identifiers.ts';
import { TimestampText } from '../assets/requests.ts';
import { exampleOf, INSPECTED } from '../examples.ts';
import { displayName, identity } from '../fields.ts';
import * as schemas from '../schemas.ts';

/** Maximum lengths in characters (docs/api/compatibility.md), and maximum numbers of groups and of their strings. */
const LIMITS = { displayName: 1024, description: 4096, type: 1024, text: 1024, groups: 20, texts: 20 } as const;
/** A thousand years, in seconds. */
const MAX_SECONDS = 31_556_952_000;

/** Groups of alternatives. `problem` returns what is wrong with a string, if anything. */
const groups = (problem: (text: string) => string | undefined) =>
  z
    .array(
      z.strictObject({
        or: z
          .array(z.string().min(1).max(LIMITS.text))
          .min(1)
          .max(LIMITS.texts)
          .superRefine((list, context) => {
            list.forEach((text, i) => {
              const message = problem(text);
              if (message) context.addIssue({ code: 'custom', path: [i], message });
            });
          })
          .openapi({ description: 'Alternatives: at least one must hold' }),
      }),
    )
    .max(LIMITS.groups);

const problemOf = (parsed: unknown): string | undefined => (typeof parsed === 'string' ? parsed : undefined);

/** A 64-bit integer: a number or a string. 0 means that the field is not set, as in responses. */
const wholeSeconds = z
  .union([z.number(), z.string().regex(/^\d{1,15}$/, 'must be a whole number of seconds')])
  .transform(Number)
  .refine(
    (n) => Number.isInteger(n) && n >= 0 && n <= MAX_SECONDS,
    `must be a whole number of seconds, at most ${MAX_SECONDS}`,
  )
  .openapi({ type: 'string', format: 'int64' });
const deviations = z
  .union([z.number(), z.string().regex(/^\d{1,15}(?:\.\d{1,15})?$/, 'must be a number')])
  .transform(Number)
  .refine((n) => Number.isFinite(n) && n >= 0 && n <= 1e6, 'must be a number, at most 1000000')
  .openapi({ type: 'number' });

const isNone = (value: unknown): boolean =>
  value === undefined || value === '' || value === 0 || (Array.isArray(value) && value.length === 0);

/** A field that only some types use: empty in policies of others, as existing clients expect. */
const eventType = <C extends SQLiteColumn>(column: C, description: string) => ({
  column,
  description,
  request: z.string().max(LIMITS.type),
  empty: '',
});
const seconds = <C extends SQLiteColumn>(column: C, description: string) => ({
  column,
  description,
  request: wholeSeconds,
  response: (text: string) => schemas.text(text, { format: 'int64' }),
  toJson: String,
  empty: 0,
});

export const compliancePolicy = fields(
  table,
  {
    identity: identity('compliance_policies', 'the policy'),
    compliance_type: field({
      column: table.complianceType,
      description:
        'Rule of the policy. SINCE: the last event is recent enough. CURRENT_OUTSTANDING: every event has ' +
        'a closing event. PERIOD_OUTSTANDING: each was closed in time. DYNAMIC_TOLERANCE: no duration ' +
        'differs too much from the mean. RICHNESS: attributes have required values.',
      request: z.enum(COMPLIANCE_TYPES),
      response: (description: string) => z.enum(COMPLIANCE_TYPES).openapi({ description }),
      filter: true,
      example: 'COMPLIANCE_SINCE',
    }),
    display_name: field({
      column: table.displayName,
      ...displayName('the policy', LIMITS.displayName),
      example: 'Inspected every month',
    }),
    description: field({
      column: table.description,
      description: 'What the policy is for',
      request: z.string().max(LIMITS.description),
      empty: '',
      filter: true,
      example: 'Pumps are inspected at least every 31 days',
    }),
    asset_filter: field({
      column: table.assetFilter,
      description:
        'Which assets the policy applies to. Each string is `attributes.<name>=<value>`, ' +
        '`attributes.<name>!=<value>` or `attributes.<name>=*`; all groups must hold. Empty: all assets.',
      request: groups((text) => problemOf(parseTerm(['attributes'], text))),
      response: (description: string) => schemas.groupsOf(description, 'string'),
      empty: [],
      example: [{ or: ['attributes.arc_display_type=Pump'] }],
    }),
    event_display_type: field({
      ...eventType(table.eventDisplayType, 'Value of `arc_display_type` of the events that the policy is about'),
      example: 'Inspection',
    }),
    closing_event_display_type: field(
      eventType(
        table.closingEventDisplayType,
        'Value of `arc_display_type` of the events that close them; pairs have the same `arc_correlation_value`',
      ),
    ),
    time_period_seconds: field({
      ...seconds(
        table.timePeriodSeconds,
        'SINCE: maximum age of the last event. PERIOD_OUTSTANDING: maximum time between a pair. Seconds',
      ),
      example: '2678400',
    }),
    dynamic_window: field(
      seconds(table.dynamicWindow, 'DYNAMIC_TOLERANCE: how far back pairs are taken into account, in seconds'),
    ),
    dynamic_variability: field({
      column: table.dynamicVariability,
      description: 'DYNAMIC_TOLERANCE: accepted deviation from the mean duration, in standard deviations',
      request: deviations,
      response: (description: string) => z.number().openapi({ description }),
      empty: 0,
    }),
    richness_assertions: field({
      column: table.richnessAssertions,
      description:
        'RICHNESS: assertions `<attribute><operator><value>` with one of = != > < >= <=; all groups must hold',
      request: groups((text) => problemOf(parseAssertion(text))),
      response: (description: string) => schemas.groupsOf(description, 'assertion'),
      empty: [],
    }),
  },
  {
    name: 'CompliancePolicy',
    check: (body, refuse) => {
      const type = body['compliance_type'] as (typeof COMPLIANCE_TYPES)[number];
      if (!COMPLIANCE_TYPES.includes(type)) return;
      for (const name of REQUIRED[type]) if (isNone(body[name])) refuse(name, `is required for ${type}`);
    },
  },
);

const Statement = z.object({
  compliance_policy_identity: schemas.identityOf('compliance_policies', 'the policy'),
  compliant: schemas.boolean('Whether the asset is compliant with this policy', true),
  reason: schemas.text('Why the asset is not compliant; empty where it is', { example: '' }),
});
export const Compliance = z
  .object({
    compliant: schemas.boolean(
      'Whether the asset is compliant with all policies, including those on other pages',
      true,
    ),
    compliance: z.array(Statement).openapi({ description: 'The result for each policy that applies to the asset' }),
    compliant_at: schemas.timestamp('The time at which compliance was determined', INSPECTED),
    next_page_token: NextPageToken,
  })
  .openapi('Compliance');

/** A time, or null. */
const nullableTime = (description: string) =>
  z
    .string()
    .nullable()
    .openapi({ description: `${description} (RFC 3339, UTC)`, format: 'date-time' });

const HIDDEN = 'null too if the caller may not read what the policy is about';

const Result = z
  .object({
    compliance_policy_identity: schemas.identityOf('compliance_policies', 'the policy'),
    compliant: schemas.boolean('Whether the asset is compliant with this policy'),
    reason: schemas.text('Why the asset was not compliant when it was evaluated; empty where it is'),
    since: nullableTime(`Since when this has been evaluated; ${HIDDEN}, or for an earlier time`),
    due_at: nullableTime(
      `Until when the asset is compliant if nothing is recorded, or was; null: no period of the policy runs; ${HIDDEN}`,
    ),
  })
  .openapi('ComplianceResult');

const Actor = z
  .object({
    user_identity: schemas.identityOf('users', 'the person'),
    display_name: schemas.displayName('the person', 'Ines Pector'),
  })
  .openapi('ComplianceActor');

const ListedAsset = z
  .object({
    asset_identity: schemas.identityOf('assets', 'the asset'),
    display_name: schemas.text('Its `arc_display_name`; empty if there is none that the caller may read'),
    display_type: schemas.text('Its `arc_display_type`; empty if there is none that the caller may read'),
    compliant: schemas.boolean('Whether the asset is compliant with all policies that apply to it'),
    due_at: nullableTime('The earliest `due_at` of the policies that it does not meet, or of all if it meets them'),
    evaluated_at: schemas.timestamp('When the asset was evaluated last', INSPECTED),
    compliance: z.array(Result).openapi({ description: 'The result of each policy that applies to the asset' }),
    may_record: schemas.boolean('Whether the caller may record what one of these policies asks for'),
    who_must_act: z.array(Actor).openapi({
      description:
        'People who may record it by access policies, at most 10 of the first 200 of the tenancy. Administrators may ' +
        'always and are not listed. Empty for callers who are neither administrators nor auditors',
    }),
  })
  .openapi('ComplianceOfAsset');

export const ComplianceList = z
  .object({
    assets: z.array(ListedAsset).openapi({ description: 'The assets of this page' }),
    evaluated_at: nullableTime(
      'All events, due dates and policies up to this time are considered; null: the first evaluation is not complete',
    ),
    complete: schemas.boolean('Whether all assets have been evaluated for the policies of now', true),
    next_page_token: NextPageToken,
  })
  .openapi('ComplianceList', {
    example: {
      assets: [
        {
          asset_identity: exampleOf('assets'),
          display_name: 'Pump 3',
          display_type: 'Pump',
          compliant: false,
          due_at: INSPECTED,
          evaluated_at: INSPECTED,
          compliance: [
            {
              compliance_policy_identity: exampleOf('compliance_policies'),
              compliant: false,
              reason: 'Duration 2678401s exceeds limit 2678400s',
              since: INSPECTED,
              due_at: INSPECTED,
            },
          ],
          may_record: true,
          who_must_act: [{ user_identity: exampleOf('users'), display_name: 'Ines Pector' }],
        },
      ],
      evaluated_at: INSPECTED,
      complete: true,
      next_page_token: '',
    },
  });

export const ComplianceQuery = {
  compliant: z
    .enum(['true', 'false'])
    .optional()
    .openapi({ description: 'Only assets that are compliant, or only those that are not' }),
  due_before: TimestampText.optional().openapi({
    description:
      'Only assets that are not compliant, or will not be at this time if nothing is recorded (RFC 3339). Assets ' +
      'whose due dates the caller may not read are not selected by them.',
    format: 'date-time',
  }),
  policy: z
    .string()
    .refine((text) => uuidOf('compliance_policies', text) !== undefined, 'must be compliance_policies/<uuid>')
    .optional()
    .openapi({ description: 'Identity of a policy: only assets to which it applies, and only its results' }),
  may_record: z
    .enum(['true'])
    .optional()
    .openapi({ description: 'true: only assets on which the caller may record what a policy asks for' }),
  compliant_at: TimestampText.optional().openapi({
    description:
      'The compliance at this earlier time (RFC 3339). A page then evaluates at most 20 assets, in the order ' +
      'of their identities, and can be empty although further ones follow. A time in the future means now.',
    format: 'date-time',
  }),
};
