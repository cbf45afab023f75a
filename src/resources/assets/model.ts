import { z } from '@hono/zod-openapi';
import { listOf } from '../../http/paging.ts';
import { PROOF_MECHANISMS } from '../../ledger/records/event.ts';
import { exampleOf, ID } from '../examples.ts';
import * as schemas from '../schemas.ts';
import { ASSET, EVENT } from './examples.ts';

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

const CONFIRMATIONS = ['PENDING', 'CONFIRMED', 'FAILED'] as const;
const CONFIRMATION =
  'PENDING at first. A SIMPLE_HASH record is CONFIRMED as soon as it is stored, a KHIPU record when its ' +
  'transaction is mined, a MERKLE_LOG record when a signed checkpoint of the log includes it. FAILED if ' +
  'verification finds that it does not match the ledger';
export const PROOF_MECHANISM =
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
