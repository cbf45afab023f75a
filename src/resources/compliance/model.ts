import { z } from '@hono/zod-openapi';
import { COMPLIANCE_TYPES, parseAssertion, REQUIRED } from '../../features/compliance/policy.ts';
import { parseTerm } from '../../formats/records/filters.ts';
import { NextPageToken } from '../../http/paging.ts';
import { exampleOf, INSPECTED } from '../examples.ts';
import * as schemas from '../schemas.ts';

/** Maximum lengths in characters (docs/api/compatibility.md), and maximum numbers of groups and of their strings. */
const LIMITS = { displayName: 1024, description: 4096, type: 1024, text: 1024, groups: 20, texts: 20 } as const;
/** A thousand years, in seconds. */
const MAX_SECONDS = 31_556_952_000;

/** Groups of alternatives. `problem` returns what is wrong with a string, if anything. */
const groups = (problem: (text: string) => string | undefined, description: string) =>
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
    .max(LIMITS.groups)
    .openapi({ description });

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

/** What each field means, in requests and responses. */
const SAID = {
  compliance_type:
    'Rule of the policy. SINCE: the last event is recent enough. CURRENT_OUTSTANDING: every event has a closing event. PERIOD_OUTSTANDING: each was closed in time. DYNAMIC_TOLERANCE: no duration differs too much from the mean. RICHNESS: attributes have required values.',
  description: 'What the policy is for',
  asset_filter:
    'Which assets the policy applies to. Each string is `attributes.<name>=<value>`, `attributes.<name>!=<value>` or `attributes.<name>=*`; all groups must hold. Empty: all assets.',
  event_display_type: 'Value of `arc_display_type` of the events that the policy is about',
  closing_event_display_type:
    'Value of `arc_display_type` of the events that close them; pairs have the same `arc_correlation_value`',
  time_period_seconds: 'SINCE: maximum age of the last event. PERIOD_OUTSTANDING: maximum time between a pair. Seconds',
  dynamic_window: 'DYNAMIC_TOLERANCE: how far back pairs are taken into account, in seconds',
  dynamic_variability: 'DYNAMIC_TOLERANCE: accepted deviation from the mean duration, in standard deviations',
  richness_assertions:
    'RICHNESS: assertions `<attribute><operator><value>` with one of = != > < >= <=; all groups must hold',
};
const EXAMPLE = {
  compliance_type: 'COMPLIANCE_SINCE',
  display_name: 'Inspected every month',
  description: 'Pumps are inspected at least every 31 days',
  asset_filter: [{ or: ['attributes.arc_display_type=Pump'] }],
  event_display_type: 'Inspection',
  time_period_seconds: '2678400',
};

export const CreateCompliancePolicy = z
  .strictObject({
    compliance_type: z.enum(COMPLIANCE_TYPES).openapi({ description: SAID.compliance_type }),
    display_name: z
      .string()
      .min(1)
      .max(LIMITS.displayName)
      .openapi({ description: 'Name of the policy, shown to people' }),
    description: z.string().max(LIMITS.description).optional().openapi({ description: SAID.description }),
    asset_filter: groups((text) => problemOf(parseTerm(['attributes'], text)), SAID.asset_filter).optional(),
    event_display_type: z.string().max(LIMITS.type).optional().openapi({ description: SAID.event_display_type }),
    closing_event_display_type: z
      .string()
      .max(LIMITS.type)
      .optional()
      .openapi({ description: SAID.closing_event_display_type }),
    time_period_seconds: wholeSeconds.optional().openapi({ description: SAID.time_period_seconds }),
    dynamic_window: wholeSeconds.optional().openapi({ description: SAID.dynamic_window }),
    dynamic_variability: deviations.optional().openapi({ description: SAID.dynamic_variability }),
    richness_assertions: groups((text) => problemOf(parseAssertion(text)), SAID.richness_assertions).optional(),
  })
  .superRefine(
    (body, context) => {
      const given = body as Record<string, unknown>;
      if (!COMPLIANCE_TYPES.includes(body.compliance_type)) return;
      for (const field of REQUIRED[body.compliance_type]) {
        if (isNone(given[field]))
          context.addIssue({ code: 'custom', path: [field], message: `is required for ${body.compliance_type}` });
      }
    },
    // Also runs if other fields are invalid, so that one response names all of them.
    { when: ({ value }) => typeof value === 'object' && value !== null },
  )
  .openapi('CreateCompliancePolicy', {
    example: EXAMPLE,
  });

export const CompliancePolicySchema = z
  .object({
    identity: schemas.identity('compliance_policies', 'the policy'),
    compliance_type: z.enum(COMPLIANCE_TYPES).openapi({ description: SAID.compliance_type }),
    display_name: schemas.displayName('the policy'),
    description: schemas.text(SAID.description),
    asset_filter: schemas.groupsOf(SAID.asset_filter, 'string'),
    event_display_type: schemas.text(SAID.event_display_type),
    closing_event_display_type: schemas.text(SAID.closing_event_display_type),
    time_period_seconds: schemas.text(SAID.time_period_seconds, { format: 'int64' }),
    dynamic_window: schemas.text(SAID.dynamic_window, { format: 'int64' }),
    dynamic_variability: z.number().openapi({ description: SAID.dynamic_variability }),
    richness_assertions: schemas.groupsOf(SAID.richness_assertions, 'assertion'),
  })
  .openapi('CompliancePolicy', {
    example: {
      identity: exampleOf('compliance_policies'),
      ...EXAMPLE,
      closing_event_display_type: '',
      dynamic_window: '0',
      dynamic_variability: 0,
      richness_assertions: [],
    },
  });

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
