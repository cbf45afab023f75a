import { z } from '@hono/zod-openapi';
import { attributeProblems, attributeSize, LIMITS, type Attributes } from '../../core/attributes.ts';
import { parseTimestamp } from '../../core/time.ts';
import { PROOF_MECHANISMS } from '../../ledger/event.ts';
import { BEHAVIOURS, operationProblems } from '../../ledger/operations.ts';

/** compat 9.1: what filters accept; records here are PENDING, CONFIRMED or FAILED. */
export const CONFIRMATION_STATUSES = [
  'CONFIRMATION_STATUS_UNSPECIFIED',
  'PENDING',
  'CONFIRMED',
  'FAILED',
  'STORED',
  'COMMITTED',
  'UNEQUIVOCAL',
] as const;
export const ORDERS = ['DEFAULT', 'SIMPLEHASHV1', 'SIMPLEHASHV2'] as const;
export const STORAGE_INTEGRITIES = ['TENANT_STORAGE', 'LEDGER'] as const;

const StringMap = z.record(z.string(), z.string());
export const AttributesSchema = z
  .record(z.string(), z.union([z.string(), StringMap, z.array(StringMap)]))
  .openapi('Attributes', { description: 'Name to a string, a map of strings, or a list of maps of strings' });

/** Attributes on their way in: checked by the rules of compat 9.3, with every bad one named. */
export const AttributesInput = z
  .custom<Attributes>()
  .superRefine((value, context) => {
    for (const { field, description } of attributeProblems(value, '')) {
      context.addIssue({ code: 'custom', path: field === '' ? [] : [field.slice(1)], message: description });
    }
  })
  .openapi({ type: 'object', allOf: [{ $ref: '#/components/schemas/Attributes' }] });

/** Why all attributes of one request together are too many (compat 9.3), if they are. */
export function sizeProblem(maps: unknown[]): string | undefined {
  const { bytes, values } = attributeSize(maps);
  if (bytes > LIMITS.totalBytes) return `all attributes of a request have at most ${LIMITS.totalBytes} bytes together`;
  if (values > LIMITS.values) return `all attributes of a request have at most ${LIMITS.values} values together`;
  return undefined;
}

export const Asset = z
  .object({
    identity: z.string(),
    behaviours: z.array(z.string()),
    attributes: AttributesSchema,
    confirmation_status: z.enum(['PENDING', 'CONFIRMED', 'FAILED']),
    tracked: z.enum(['TRACKED', 'NOT_TRACKED']),
    owner: z.string(),
    at_time: z.string(),
    storage_integrity: z.enum(STORAGE_INTEGRITIES),
    proof_mechanism: z.enum(PROOF_MECHANISMS),
    chain_id: z.string(),
    public: z.boolean(),
    tenant_identity: z.string(),
  })
  .openapi('Asset');

const PrincipalShape = { issuer: z.string(), subject: z.string(), display_name: z.string(), email: z.string() };
export const Event = z
  .object({
    identity: z.string(),
    asset_identity: z.string(),
    event_attributes: AttributesSchema,
    asset_attributes: AttributesSchema,
    operation: z.string(),
    behaviour: z.string(),
    timestamp_declared: z.string(),
    timestamp_accepted: z.string(),
    timestamp_committed: z.string(),
    principal_declared: z.object(PrincipalShape),
    principal_accepted: z.object(PrincipalShape),
    confirmation_status: z.enum(['PENDING', 'CONFIRMED', 'FAILED']),
    transaction_id: z.string(),
    block_number: z.int(),
    transaction_index: z.int(),
    from: z.string(),
    tenant_identity: z.string(),
  })
  .openapi('Event');

export const AssetList = z.object({ assets: z.array(Asset), next_page_token: z.string() }).openapi('AssetList');
export const EventList = z.object({ events: z.array(Event), next_page_token: z.string() }).openapi('EventList');
export const PublicUrl = z.object({ publicurl: z.string() }).openapi('PublicUrl');

/** It would decide who reads the asset, so it is not ignored as other unknown fields are. */
const NoAccessPolicy = z
  .unknown()
  .refine((value) => value === undefined, 'cannot be set on an asset; create an access policy that matches it')
  .optional()
  .openapi({ type: 'object', description: 'Cannot be set: 400' });

export const CreateAsset = z
  .strictObject({
    behaviours: z.array(z.enum(BEHAVIOURS)).max(20).optional(),
    attributes: AttributesInput.optional(),
    proof_mechanism: z.enum(PROOF_MECHANISMS).optional(),
    storage_integrity: z
      .enum(STORAGE_INTEGRITIES)
      .optional()
      .openapi({ description: 'Deprecated: proof_mechanism replaces it' }),
    public: z.boolean().optional(),
    chain_id: z.union([z.string(), z.int()]).optional(),
    access_policy: NoAccessPolicy,
  })
  .superRefine((body, context) => {
    const problem = sizeProblem([body.attributes]);
    if (problem) context.addIssue({ code: 'custom', path: ['attributes'], message: problem });
    const implied = body.storage_integrity && (body.storage_integrity === 'LEDGER' ? 'KHIPU' : 'SIMPLE_HASH');
    if (implied && body.proof_mechanism && implied !== body.proof_mechanism) {
      context.addIssue({
        code: 'custom',
        path: ['storage_integrity'],
        message: `contradicts proof_mechanism ${body.proof_mechanism}; it means ${implied}`,
      });
    }
  })
  .openapi('CreateAsset', {
    example: {
      behaviours: ['RecordEvidence'],
      attributes: { arc_display_name: 'Traffic light 101', arc_display_type: 'Traffic light' },
    },
  });

export const TimestampText = z
  .string()
  .refine((text) => parseTimestamp(text) !== undefined, 'must be an ISO 8601 time such as 2026-11-21T08:46:00Z');

const DeclaredPrincipal = z.strictObject({
  issuer: z.string().max(1024).nullish(),
  subject: z.string().max(1024).nullish(),
  display_name: z.string().max(1024).nullish(),
  email: z.string().max(1024).nullish(),
});

export const CreateEvent = z
  .strictObject({
    operation: z.string().min(1).max(1024),
    behaviour: z.string().min(1).max(1024),
    event_attributes: AttributesInput.optional(),
    asset_attributes: AttributesInput.optional(),
    timestamp_declared: TimestampText.optional(),
    principal_declared: DeclaredPrincipal.optional(),
  })
  .superRefine((body, context) => {
    const named = body.operation !== '' && body.behaviour !== '';
    for (const { field, description } of !named
      ? []
      : operationProblems(body.operation, body.behaviour, body.event_attributes ?? {})) {
      context.addIssue({ code: 'custom', path: field.split('.'), message: description });
    }
    const problem = sizeProblem([body.event_attributes, body.asset_attributes]);
    if (problem) context.addIssue({ code: 'custom', path: ['event_attributes'], message: problem });
  })
  .openapi('CreateEvent', {
    example: {
      operation: 'Record',
      behaviour: 'RecordEvidence',
      event_attributes: { arc_display_type: 'Inspection', arc_description: 'Lamp replaced' },
      asset_attributes: { lamp: 'LED' },
    },
  });
