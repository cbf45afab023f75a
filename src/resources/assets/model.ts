import { z } from '@hono/zod-openapi';
import { attributeProblems, attributeSize, LIMITS, type Attributes } from '../../formats/records/attributes.ts';
import { parseTimestamp } from '../../lib/time.ts';
import { listOf } from '../../http/paging.ts';
import { PROOF_MECHANISMS, type ProofMechanism } from '../../ledger/records/event.ts';
import { BEHAVIOURS, operationProblems } from '../../ledger/records/operations.ts';
import { exampleOf, ID } from '../examples.ts';
import * as schemas from '../schemas.ts';
import { ASSET, EVENT, INSPECTION, NEW_PUMP } from './examples.ts';

/** The values that filters accept. Records of this service are PENDING, CONFIRMED or FAILED. */
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
export const ASSET_ORDERS = [...ORDERS, 'at_time', 'DISPLAY_NAME'] as const;
export const EVENT_ORDERS = [...ORDERS, 'timestamp_declared'] as const;
/** The proof mechanism of requests that leave the choice to the service. */
export const UNSPECIFIED = 'PROOF_MECHANISM_UNSPECIFIED';
export const STORAGE_INTEGRITIES = ['TENANT_STORAGE', 'LEDGER'] as const;

const StringMap = z.record(z.string(), z.string());
export const AttributesSchema = z
  .record(z.string(), z.union([z.string(), StringMap, z.array(StringMap)]))
  .openapi('Attributes', {
    description: 'Attributes by name. A value is a string, a map of strings, or a list of maps of strings.',
    example: { arc_display_type: 'Pump' },
  });

/** Attributes of a request, validated by the rules of core/attributes.ts. Every invalid one is reported. */
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

const CONFIRMATIONS = ['PENDING', 'CONFIRMED', 'FAILED'] as const;
const CONFIRMATION =
  'PENDING at first. A SIMPLE_HASH record is CONFIRMED as soon as it is stored, a KHIPU record when its ' +
  'transaction is mined, a MERKLE_LOG record when a signed checkpoint of the log includes it. FAILED if ' +
  'verification finds that it does not match the ledger';
const PROOF_MECHANISM =
  'How events can be proven: SIMPLE_HASH anchors all events of a time window on the blockchain with one ' +
  'hash, KHIPU records each event in a transaction of its own, MERKLE_LOG relies on the transparency log ' +
  'that includes it';

export const Asset = z
  .object({
    identity: schemas.text('Identity of the asset: `assets/<uuid>`, in public responses `publicassets/<uuid>`'),
    behaviours: schemas.texts('Behaviours of the asset; the Builtin operations `Add` and `Remove` change them'),
    attributes: AttributesSchema.openapi({
      description: 'Current attributes, or those at `at_time`; names that start with `arc_` have a defined meaning',
    }),
    confirmation_status: z.enum(CONFIRMATIONS).openapi({ description: CONFIRMATION }),
    tracked: z
      .enum(['TRACKED', 'NOT_TRACKED'])
      .openapi({ description: 'NOT_TRACKED after StopTracking: lists omit the asset unless they ask for it' }),
    owner: schemas.wallet('the tenancy that owns the asset'),
    at_time: schemas.timestamp('Time that the attributes are from: that of the last event, or the time asked for'),
    storage_integrity: z.enum(STORAGE_INTEGRITIES).openapi({
      description: 'Deprecated, see `proof_mechanism`: LEDGER is KHIPU, TENANT_STORAGE is SIMPLE_HASH or MERKLE_LOG',
    }),
    proof_mechanism: z.enum(PROOF_MECHANISMS).openapi({ description: PROOF_MECHANISM }),
    chain_id: schemas.text('Id of the blockchain that the events are recorded on'),
    public: z
      .boolean()
      .openapi({ description: 'Whether anyone can read the asset without a token; fixed at creation' }),
    tenant_identity: schemas.tenantIdentity,
  })
  .openapi('Asset', {
    example: ASSET,
  });

export const Event = z
  .object({
    identity: schemas.text(
      'Identity of the event: `assets/<uuid>/events/<uuid>`, in public responses `publicassets/<uuid>/events/<uuid>`',
    ),
    asset_identity: schemas.text('Identity of the asset that the event belongs to'),
    event_attributes: AttributesSchema.openapi({ description: 'Attributes of the event itself' }),
    asset_attributes: AttributesSchema.openapi({ description: 'Attributes that the event sets on its asset' }),
    operation: schemas.text('What happened, such as `Record`; the service itself records `NewAsset`'),
    behaviour: schemas.text('Behaviour that the operation belongs to, such as `RecordEvidence` or `Builtin`'),
    timestamp_declared: schemas.text(
      'When the event happened, as the client declared it; the time of acceptance if it declared none (RFC 3339, UTC)',
      { format: 'date-time' },
    ),
    timestamp_accepted: schemas.timestamp('When the service accepted the event'),
    timestamp_committed: schemas.timestamp(
      'When the event was confirmed: stored (SIMPLE_HASH), mined (KHIPU) or appended to the log ' +
        '(MERKLE_LOG); 1970-01-01T00:00:00Z until then',
    ),
    principal_declared: z
      .object(schemas.principal)
      .openapi({ description: 'Who did it, as the client declared it; the caller if it declared nobody' }),
    principal_accepted: z
      .object(schemas.principal)
      .openapi({ description: 'Who created the event, by their token; blank in public responses' }),
    confirmation_status: z.enum(CONFIRMATIONS).openapi({ description: CONFIRMATION }),
    transaction_id: schemas.text(
      'Hash of the transaction that recorded the event on the blockchain: that of its anchor (SIMPLE_HASH) ' +
        'or its own (KHIPU); empty until then, and for MERKLE_LOG',
    ),
    block_number: schemas.integer('Number of the block with the transaction; 0 until then'),
    transaction_index: schemas.integer('Index of the transaction in its block'),
    from: schemas.wallet('the tenancy that created the event'),
    tenant_identity: schemas.tenantIdentity,
    log_entry: z
      .object({
        log: schemas.text('UUID of the log: that of the tenancy, in public responses that of all public events', {
          format: 'uuid',
          example: ID.logs,
        }),
        index: schemas.integer('Index of the entry in the log', 12),
        size: schemas.integer('Size of the latest signed tree of the log, which includes the entry', 13),
      })
      .optional()
      .openapi({
        description:
          'Where the transparency log has the event. Only in the response to a read of one event, if its ' +
          'mechanism is MERKLE_LOG and the log includes it',
      }),
    erased: z
      .object({
        timestamp: schemas.timestamp('When the event was erased', '2026-11-21T10:15:00.123456Z'),
        principal: z.object(schemas.principal).openapi({ description: 'Who erased it; blank in public responses' }),
        reason: schemas.text('Why, in the words of the administrator', { example: 'request of the person concerned' }),
        event_identity: schemas.text('Identity of the event that records the erasure'),
      })
      .optional()
      .openapi({
        description:
          'How the event was erased. Only in erased events, whose attributes and principals are empty and ' +
          'cannot be recovered',
      }),
  })
  .openapi('AssetEvent', {
    example: EVENT,
  });

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

export const AssetList = listOf('assets', Asset).openapi('AssetList');
export const AssetMatches = listOf('assets', Asset)
  .extend({
    complete: schemas.boolean(
      'Whether every asset that matches was found. false: a word has more matches than one search reads',
      true,
    ),
  })
  .openapi('AssetMatches');
export const EventList = listOf('events', Event).openapi('EventList');
export const PublicUrl = z
  .object({
    publicurl: schemas.text('Address at which anyone can read the public record', {
      format: 'uri',
      example: `https://evidence.example.com/archivist/public${exampleOf('assets')}`,
    }),
  })
  .openapi('PublicUrl');

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
