import { z } from '@hono/zod-openapi';
import { COMPLIANCE_TYPES, parseAssertion, REQUIRED } from '../../compliance/policy.ts';
import { parseTerm } from '../../core/filters.ts';

/** compat 14: lengths in characters. How many filters and assertions there may be is ours. */
const LIMITS = { displayName: 1024, description: 4096, type: 1024, text: 1024, groups: 20, texts: 20 } as const;
/** A thousand years, in seconds. */
const MAX_SECONDS = 31_556_952_000;

/** Alternatives, of which each text must be such that `problem` finds nothing. */
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
          }),
      }),
    )
    .max(LIMITS.groups)
    .openapi({ description });

const problemOf = (parsed: unknown): string | undefined => (typeof parsed === 'string' ? parsed : undefined);

/** 64-bit integers come as numbers or as text (compat 1.1). 0 stands for none: so a policy shows what its type does not use. */
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

export const CreateCompliancePolicy = z
  .strictObject({
    compliance_type: z.enum(COMPLIANCE_TYPES),
    display_name: z.string().min(1).max(LIMITS.displayName),
    description: z.string().max(LIMITS.description).optional(),
    asset_filter: groups(
      (text) => problemOf(parseTerm(['attributes'], text)),
      'Which assets: attributes.<name>=<value>, != or =*; all groups must hold. None: all assets',
    ).optional(),
    event_display_type: z.string().max(LIMITS.type).optional(),
    closing_event_display_type: z.string().max(LIMITS.type).optional(),
    time_period_seconds: wholeSeconds.optional(),
    dynamic_window: wholeSeconds.optional(),
    dynamic_variability: deviations.optional(),
    richness_assertions: groups(
      (text) => problemOf(parseAssertion(text)),
      'What its attributes must be: <name><operator><value>; all groups must hold, of each any assertion',
    ).optional(),
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
    // Also where other fields are wrong, so that one answer names all.
    { when: ({ value }) => typeof value === 'object' && value !== null },
  )
  .openapi('CreateCompliancePolicy', {
    example: {
      compliance_type: 'COMPLIANCE_SINCE',
      display_name: 'Inspected each day',
      event_display_type: 'Inspection',
      time_period_seconds: '86400',
      asset_filter: [{ or: ['attributes.arc_display_type=Pump'] }],
    },
  });

const Groups = z.array(z.object({ or: z.array(z.string()) }));
export const CompliancePolicySchema = z
  .object({
    identity: z.string().openapi({ description: 'compliance_policies/<uuid>' }),
    compliance_type: z.enum(COMPLIANCE_TYPES),
    display_name: z.string(),
    description: z.string(),
    asset_filter: Groups,
    event_display_type: z.string(),
    closing_event_display_type: z.string(),
    time_period_seconds: z.string().openapi({ format: 'int64' }),
    dynamic_window: z.string().openapi({ format: 'int64' }),
    dynamic_variability: z.number(),
    richness_assertions: Groups,
  })
  .openapi('CompliancePolicy');

const Statement = z.object({ compliance_policy_identity: z.string(), compliant: z.boolean(), reason: z.string() });
export const Compliance = z
  .object({
    compliant: z.boolean(),
    compliance: z.array(Statement),
    compliant_at: z.string(),
    next_page_token: z.string(),
  })
  .openapi('Compliance');
