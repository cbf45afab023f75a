import { z } from '@hono/zod-openapi';
import { SEED_BYTES } from '../../formats/content-commitment.ts';
import { MAX_STATEMENT_BYTES } from '../../formats/statement/statement.ts';
import { fromBase64, fromCanonicalBase64 } from '../../lib/text.ts';
import { attributeProblems, attributeSize, LIMITS, type Attributes } from '../../formats/records/attributes.ts';
import { parseTimestamp } from '../../lib/time.ts';
import { PROOF_MECHANISMS, type ProofMechanism } from '../../ledger/records/event.ts';
import { BEHAVIOURS, operationProblems } from '../../ledger/records/operations.ts';
import * as schemas from '../schemas.ts';
import { INSPECTION, NEW_PUMP } from './examples.ts';
import { PROOF_MECHANISM, STORAGE_INTEGRITIES, UNSPECIFIED } from './model.ts';

/** Attributes of a request, validated by the rules of formats/records/attributes.ts. Every invalid one is reported. */
export const AttributesInput = z
  .custom<Attributes>()
  .superRefine((value, context) => {
    for (const { field, description } of attributeProblems(value, '')) {
      context.addIssue({ code: 'custom', path: field === '' ? [] : [field.slice(1)], message: description });
    }
  })
  .openapi({ type: 'object', allOf: [{ $ref: '#/components/schemas/Attributes' }] });

/** Describes why all attributes of a request together are too large; undefined if they are not. */
export function sizeProblem(maps: unknown[]): string | undefined {
  const { bytes, values } = attributeSize(maps);
  if (bytes > LIMITS.totalBytes)
    return `all attributes of a request together must have at most ${LIMITS.totalBytes} bytes`;
  if (values > LIMITS.values)
    return (
      `all attributes of a request together must have at most ${LIMITS.values} values, empty maps and lists ` +
      'included'
    );
  return undefined;
}

/** Read-only fields, which requests may contain: clients may send a record back as received. */
export const READ_ONLY = {
  asset: ['identity', 'confirmation_status', 'tracked', 'owner', 'at_time', 'tenant_identity'],
  event: [
    'identity',
    'timestamp_accepted',
    'timestamp_committed',
    'principal_accepted',
    'confirmation_status',
    'transaction_id',
    'block_number',
    'transaction_index',
    'from',
    'tenant_identity',
    'log_entry',
    'erased',
  ],
};

/** The mechanism that a request names; undefined for UNSPECIFIED, which some clients send for the default. */
export const mechanismIn = ({
  proof_mechanism: mechanism,
}: {
  proof_mechanism?: ProofMechanism | typeof UNSPECIFIED | undefined;
}): ProofMechanism | undefined => (mechanism === UNSPECIFIED ? undefined : mechanism);

/** Other unknown fields are ignored; this one is rejected because a client could rely on it to restrict access. */
const NoAccessPolicy = z
  .unknown()
  .refine((value) => value === undefined, 'cannot be set on an asset; create an access policy that matches it')
  .optional()
  .openapi({ type: 'object', description: 'Rejected with 400: access policies are resources of their own' });

export const CreateAsset = z
  .strictObject({
    behaviours: z.array(z.enum(BEHAVIOURS)).max(20).optional().openapi({
      description: 'Behaviours of the asset; `Builtin` and `AssetCreator` are always added. Default: RecordEvidence',
    }),
    attributes: AttributesInput.optional().openapi({ description: 'Attributes of the asset' }),
    proof_mechanism: z
      .enum([UNSPECIFIED, ...PROOF_MECHANISMS])
      .optional()
      .openapi({
        description:
          `${PROOF_MECHANISM}. Default, and ${UNSPECIFIED}: that of the tenancy, which is SIMPLE_HASH unless ` +
          'it was changed',
      }),
    storage_integrity: z
      .enum(STORAGE_INTEGRITIES)
      .optional()
      .openapi({
        description:
          'Deprecated in favor of `proof_mechanism`, which it must not contradict. Alone, LEDGER means ' +
          'KHIPU, and TENANT_STORAGE the default mechanism of the tenancy, or SIMPLE_HASH if that is KHIPU',
        deprecated: true,
      }),
    public: z
      .boolean()
      .optional()
      .openapi({ description: 'true: anyone can read the asset and its events without a token, permanently' }),
    chain_id: z
      .union([z.string(), z.int()])
      .optional()
      .openapi({ description: 'Id of the blockchain; only that of the deployment is accepted' }),
    access_policy: NoAccessPolicy,
  })
  .superRefine((body, context) => {
    const problem = sizeProblem([body.attributes]);
    if (problem) context.addIssue({ code: 'custom', path: ['attributes'], message: problem });
    const { storage_integrity: integrity } = body;
    const mechanism = mechanismIn(body);
    if (integrity && mechanism && (integrity === 'LEDGER') !== (mechanism === 'KHIPU')) {
      context.addIssue({
        code: 'custom',
        path: ['storage_integrity'],
        message:
          `contradicts proof_mechanism ${mechanism}: it means ` +
          `${integrity === 'LEDGER' ? 'KHIPU' : 'SIMPLE_HASH or MERKLE_LOG'}`,
      });
    }
  })
  .openapi('CreateAsset', {
    example: NEW_PUMP,
  });

export const TimestampText = z
  .string()
  .refine(
    (text) => parseTimestamp(text) !== undefined,
    'must be an RFC 3339 time from the year 0001 to 2254, such as 2026-11-21T08:46:00Z',
  );

const DeclaredPrincipal = z.strictObject({
  issuer: z.string().max(1024).nullish().openapi({ description: 'Address of the identity provider that knows them' }),
  subject: z.string().max(1024).nullish().openapi({ description: 'Their id at the identity provider' }),
  display_name: z.string().max(1024).nullish().openapi({ description: 'Their name' }),
  email: z.string().max(1024).nullish().openapi({ description: 'Their e-mail address' }),
});

const MAX_DIGITS = Math.ceil(MAX_STATEMENT_BYTES / 3) * 4;

const base64 = (description: string) =>
  z
    .string()
    .max(MAX_DIGITS)
    .refine((text) => fromCanonicalBase64(text) !== undefined, 'must be base64')
    .openapi({ description });

/** The statement of the author in a request that records an event. */
export const AuthorStatement = z
  .strictObject({
    signature: base64('COSE_Sign1 of a signing key of the caller, with a detached payload, base64'),
    payload: base64('The payload: a map in deterministic CBOR, base64'),
    seed: z
      .string()
      .refine((text) => fromBase64(text)?.length === SEED_BYTES, `must be base64url of ${SEED_BYTES} bytes`)
      .openapi({
        description:
          'The seed of the commitments in the payload, base64url of 32 random bytes. No response contains it',
      }),
  })
  .openapi('AuthorStatement');

export const CreateEvent = z
  .strictObject({
    operation: z.string().min(1).max(1024).openapi({
      description: 'What happened: an operation of `behaviour`, such as `Record` of RecordEvidence',
    }),
    behaviour: z.string().min(1).max(1024).openapi({
      description: 'Behaviour that the operation belongs to, such as `RecordEvidence`',
    }),
    event_attributes: AttributesInput.optional().openapi({ description: 'Attributes of the event itself' }),
    asset_attributes: AttributesInput.optional().openapi({
      description: 'Attributes to set on the asset; those not named keep their values',
    }),
    timestamp_declared: TimestampText.optional().openapi({
      description: 'When the event happened (RFC 3339). Default: the time of acceptance',
      format: 'date-time',
    }),
    principal_declared: DeclaredPrincipal.optional().openapi({
      description: 'Who did it. Default: the caller',
    }),
    author_statement: AuthorStatement.optional().openapi({
      description:
        'What the author signs, if the event is signed: `timestamp_declared` is then required. The same statement ' +
        'sent again, at any later time, returns the first event. 403 if the key is not a valid one of the caller',
    }),
  })
  .superRefine((body, context) => {
    const named = body.operation !== '' && body.behaviour !== '';
    for (const { field, description } of !named
      ? []
      : operationProblems(body.operation, body.behaviour, body.event_attributes ?? {})) {
      context.addIssue({ code: 'custom', path: field.split('.'), message: description });
    }
    const problem = sizeProblem([body.event_attributes, body.asset_attributes]);
    // Both count: the field that is too large alone is named, or else the first.
    const field = sizeProblem([body.asset_attributes]) ? 'asset_attributes' : 'event_attributes';
    if (problem) context.addIssue({ code: 'custom', path: [field], message: problem });
  })
  .openapi('CreateEvent', {
    example: INSPECTION,
  });

export const EraseEvent = z
  .strictObject({
    reason: schemas.filledText(
      1000,
      'Why the event is erased. It is recorded in an event of the asset, so everyone who may read the ' +
        'asset can read it, and it can never be deleted',
    ),
    accept_unsalted_chain_hash: z
      .boolean()
      .optional()
      .openapi({
        description:
          'Required to be true for events whose chain hash is of the first version (ASSETCHAINV1): it has no ' +
          'salt and stays, so operators can test guesses of the content with it. Ignored for other events',
      }),
  })
  .openapi('EraseEvent', { example: { reason: 'request of the person concerned' } });
