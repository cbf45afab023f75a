import { z } from '@hono/zod-openapi';
import { reopenWindows, scopeNamed } from '../../anchoring/reopen.ts';
import { deleteErasedBlobs } from '../../blobs/erased.ts';
import { notFound } from '../../core/errors.ts';
import { uuidOf } from '../../core/identity.ts';
import { ambient, formatSeconds } from '../../core/time.ts';
import { operation } from '../../http/operation.ts';
import { createTenant, setKhipu } from '../../identity/tenants.ts';
import { writerOf } from '../../ledger/writer.ts';
import {
  FIRST_ERASURE,
  parseErasurePosition,
  verifyErasures,
  type ErasurePosition,
  type ErasuresChecked,
} from '../../ledger/verify/erasures.ts';
import { verifyMany } from '../../ledger/verify/fsck.ts';
import { endLog, rotateLogKeys } from '../../transparency/administration.ts';
import { formatPosition, parsePosition, verifyLogs } from '../../transparency/verify.ts';
import { exampleOf, hashLike, ID } from '../examples.ts';
import * as fields from '../fields.ts';
import { operator } from './group.ts';
import { readiness } from './readiness.ts';
import { tenancies } from './tenancies.ts';
import { testAlarm } from './testalarm.ts';

const common = { group: operator, method: 'post', auth: 'operator', permission: 'none', rate: 'token' } as const;

const Identity = (collection: 'tenant' | 'assets') =>
  z.string().refine((text) => uuidOf(collection, text) !== undefined, `must be ${collection}/<version 4 uuid>`);

const NewTenant = z
  .strictObject({
    display_name: z.string().min(1).max(128).openapi({ description: 'Name of the tenancy, shown to people' }),
    tenant_identity: z
      .string()
      .refine((text) => uuidOf('tenant', text) !== undefined, 'must be tenant/<version 4 uuid>')
      .optional()
      .openapi({ description: 'Identity of the tenancy, `tenant/<uuid>`. Default: chosen by the service' }),
  })
  .openapi('NewTenant', { example: { display_name: 'Harbour works' } });
const CreatedTenant = z
  .object({
    base_url: fields.text('Base address of the API', {
      format: 'uri',
      example: 'https://evidence.example.com/archivist',
    }),
    tenant_identity: fields.identityOf('tenant', 'the tenancy'),
    client_id: fields.text('Client id of its administrator application', { format: 'uuid', example: ID.applications }),
    client_secret: fields.text('Secret of that application, which no other response contains', {
      example: '<CLIENT_SECRET>',
    }),
  })
  .openapi('CreatedTenant');

const TenantSettings = z
  .strictObject({
    khipu: z.enum(['on', 'off', 'default']).openapi({
      description:
        'Whether the tenancy may create KHIPU assets. default: on with the embedded chain, off with an external one',
    }),
  })
  .openapi('TenantSettings', { example: { khipu: 'on' } });

const KHIPU = { on: true, off: false, default: null } as const;

const Fsck = z
  .strictObject({
    tenant_identity: Identity('tenant').optional().openapi({ description: 'Only assets of this tenancy' }),
    after: z
      .string()
      .refine(
        (text) =>
          uuidOf('assets', text) !== undefined ||
          parsePosition(text) !== undefined ||
          parseErasurePosition(text) !== undefined,
        'must be `next` of the previous response',
      )
      .optional()
      .openapi({ description: 'Where to continue: `next` of the previous response' }),
    events: z
      .int()
      .min(1)
      .max(1_000_000)
      .optional()
      .openapi({ description: 'Stop after the asset that reaches this number of checked events. Default: 50000' }),
    register_erasures: z.boolean().optional().openapi({
      description:
        'Add erased events that the erasure register lacks to it, instead of reporting them: only after the register was lost',
    }),
  })
  .openapi('Fsck', { example: { tenant_identity: exampleOf('tenant'), events: 50_000 } });
const FsckResult = z
  .object({
    assets: fields.integer('Number of assets that were checked', 1),
    events: fields.integer('Number of events that were checked', 2),
    logs: fields.integer('Number of logs that were checked completely', 0),
    entries: fields.integer('Number of entries of logs that were checked', 0),
    erasures: fields
      .integer('Number of erasures of the register that were checked', 1)
      .optional()
      .openapi({ description: 'Number of erasures of the register that were checked, if there are any' }),
    findings: z
      .array(
        z.object({
          identity: fields.text('What is wrong: an asset, a tenancy, a log, or the `database` as a whole', {
            example: exampleOf('assets'),
          }),
          sequence: fields.integer(
            'Number of the event in its asset, or index of the entry in its log; 0 if the finding is about neither',
            2,
          ),
          problem: fields.text('The problem that was found', { example: 'the event is missing' }),
        }),
      )
      .openapi({ description: 'What is wrong; empty if nothing is', example: [] }),
    next: fields.text('Text to send as `after` to continue; empty at the end', { example: '' }),
  })
  .openapi('FsckResult');

const AcceptedLoss = z
  .object({
    epoch: fields.text('Epoch of the database from now on', { example: '3f0c2a9be1d84c5f9a7be0d1c2b3a495' }),
    acknowledged: fields.integer('Number of the last change that was acknowledged', 1042),
    found: fields.integer('Number of the last change that the database has', 980),
    accepted: fields.boolean('Whether changes were missing, so that a new epoch has started', true),
  })
  .openapi('AcceptedLoss');

const ReopenWindows = z
  .strictObject({
    scope: z
      .string()
      .refine((text) => scopeNamed(text) !== undefined, 'must be tenant/<version 4 uuid> or public')
      .openapi({
        description: 'Whose windows: those of a tenancy, `tenant/<uuid>`, or of all public events, `public`',
      }),
  })
  .openapi('ReopenWindows', { example: { scope: exampleOf('tenant') } });
const ReopenedWindows = z
  .object({
    reopened: z
      .array(
        z.object({
          start_time: fields.timestamp('Start of the window, inclusive', '2026-11-21T10:15:00Z'),
          end_time: fields.timestamp('End of the window, exclusive', '2026-11-21T10:20:00Z'),
          transaction_id: fields.text('Hash of the former anchor transaction; empty if none was final', {
            example: '',
          }),
        }),
      )
      .openapi({ description: 'The windows that were removed' }),
  })
  .openapi('ReopenedWindows');

const EndLog = z
  .strictObject({ reason: z.string().min(1).max(1000).openapi({ description: 'Why the log cannot continue' }) })
  .openapi('EndLog', { example: { reason: 'rows of the log were damaged by a failed disk' } });
const EndedLog = z
  .object({
    log: fields.text('UUID of the log', { format: 'uuid', example: ID.tenant }),
    size: fields.integer('Size of its last signed tree', 1042),
    root: fields.text('Root of that tree, in hexadecimal', { example: hashLike('5d') }),
  })
  .openapi('EndedLog');

const RotatedLogKeys = z
  .object({
    number: fields.integer('Number of the keys, from 1', 2),
    from: fields.timestamp('From when they sign', '2026-11-21T10:15:00Z'),
  })
  .openapi('RotatedLogKeys');

export default [
  operation(
    {
      ...common,
      id: 'createTenant',
      path: '/operator/v1/tenants',
      summary: 'Create a tenancy with an administrator application',
      description:
        'The response is the only one that contains the secret. A repeated `tenant_identity` creates nothing and regenerates the secret.',
      statuses: [200, 400, 401, 404, 409],
      body: NewTenant,
      response: CreatedTenant,
    },
    async ({ scope, config, body, requestId }) => {
      const tenant = uuidOf('tenant', body.tenant_identity ?? '') ?? ambient.uuid();
      const made = await createTenant(scope, config, tenant, body.display_name, requestId);
      return {
        json: {
          base_url: config.baseUrl,
          tenant_identity: `tenant/${made.tenant}`,
          client_id: made.clientId,
          client_secret: made.clientSecret,
        },
      };
    },
  ),
  operation(
    {
      ...common,
      id: 'updateTenant',
      method: 'patch',
      path: '/operator/v1/tenants/{uuid}',
      summary: 'Set whether a tenancy may create KHIPU assets',
      description:
        'Existing assets are not affected. If the tenancy may no longer create KHIPU assets and KHIPU was its default, the default is SIMPLE_HASH again.',
      statuses: [200, 401, 404],
      body: TenantSettings,
      response: TenantSettings,
    },
    async ({ scope, config, params, body, requestId }) => {
      if (!(await setKhipu(scope, config, params['uuid']!, KHIPU[body.khipu], requestId)))
        throw notFound(`tenant/${params['uuid']}`);
      return { json: body };
    },
  ),
  operation(
    {
      ...common,
      id: 'fsck',
      path: '/operator/v1/fsck',
      summary: 'Check ledgers',
      description:
        'Checks hash chains, current states, index rows, quota counts, logs, and whether the database has all acknowledged changes. Erases the events again that are in the erasure register and have content, because the database was restored. One request checks a limited number of events; continue with `next`.',
      statuses: [200, 400, 401, 404],
      body: Fsck,
      response: FsckResult,
    },
    async ({ env, config, scope, body, requestId }) => {
      const tenant = uuidOf('tenant', body.tenant_identity ?? '');
      const limit = body.events ?? 50_000;
      const registers = body.register_erasures === true;
      const checkErasures = async (at: ErasurePosition): Promise<ErasuresChecked> => {
        const checked = await verifyErasures(env, config, scope, { tenant, from: at, registers, requestId });
        await deleteErasedBlobs(env);
        return checked;
      };
      const erasure = parseErasurePosition(body.after ?? '');
      if (erasure) return { json: { assets: 0, events: 0, logs: 0, entries: 0, ...(await checkErasures(erasure)) } };
      const from = parsePosition(body.after ?? '');
      if (from) {
        const checked = await verifyLogs(scope, { tenant, from, entries: limit });
        if (checked.next || checked.findings.length > 0) return { json: { assets: 0, events: 0, ...checked } };
        const { erasures, ...more } = await checkErasures(FIRST_ERASURE);
        return { json: { assets: 0, events: 0, ...checked, ...(erasures > 0 ? { erasures } : {}), ...more } };
      }
      const after = uuidOf('assets', body.after ?? '');
      const { next, ...checked } = await verifyMany(env, scope, { tenant, after, events: limit });
      return {
        json: { ...checked, logs: 0, entries: 0, next: next || formatPosition({ log: 0, index: 0 }) },
      };
    },
  ),
  operation(
    {
      ...common,
      id: 'acceptLoss',
      path: '/operator/v1/database:accept-loss',
      summary: 'Accept that the database has lost changes',
      description:
        'For use after a backup was restored that lacks acknowledged changes: the service continues from what the database has, in a new epoch, and the lost changes stay lost. Does nothing if no change is missing.',
      statuses: [200, 401, 404],
      response: AcceptedLoss,
    },
    async ({ env }) => {
      const { epoch, acknowledged, found, accepted } = await writerOf(env).acceptLoss();
      return { json: { epoch, acknowledged, found, accepted } };
    },
  ),
  operation(
    {
      ...common,
      id: 'reopenWindows',
      path: '/operator/v1/windows:reopen',
      summary: 'Remove anchor windows that end in the future',
      description:
        'For use after the clock was fast: until such a window ends, no events are accepted in its scope. The events are anchored again; a former anchor stays on the blockchain, and the log names it. Does nothing if no window ends in the future.',
      statuses: [200, 400, 401, 404],
      body: ReopenWindows,
      response: ReopenedWindows,
    },
    async ({ env, scope, body }) => {
      const windows = await reopenWindows(env, scope, scopeNamed(body.scope)!);
      return {
        json: {
          reopened: windows.map(({ startUs, endUs, transaction }) => ({
            start_time: formatSeconds(startUs),
            end_time: formatSeconds(endUs),
            transaction_id: transaction,
          })),
        },
      };
    },
  ),
  operation(
    {
      ...common,
      id: 'endLog',
      path: '/operator/v1/logs/{uuid}:end',
      summary: 'End a log that cannot continue',
      description:
        'For a log whose stored leaves were damaged, so that the service has stopped it with an alarm. Another log replaces it; its first entry names the last size and root that were signed. Verifiers see the break. Responds with 404 for a log that has ended.',
      statuses: [200, 400, 401, 404],
      body: EndLog,
      response: EndedLog,
    },
    async ({ env, scope, params, body, requestId }) => ({
      json: { log: params['uuid']!, ...(await endLog(env, scope, params['uuid']!, body.reason, requestId)) },
    }),
  ),
  operation(
    {
      ...common,
      id: 'rotateLogKeys',
      path: '/operator/v1/log-keys:rotate',
      summary: 'Replace the keys that sign logs',
      description:
        'Within a minute, each log names the new keys in an entry with its next event; the checkpoint of that entry is signed by the old and the new key. Call it regularly, or when a key may be known to others.',
      statuses: [200, 401, 404],
      response: RotatedLogKeys,
    },
    async ({ scope, config, requestId }) => {
      const { number, fromUs } = await rotateLogKeys(scope, config, requestId);
      return { json: { number, from: formatSeconds(fromUs) } };
    },
  ),
  readiness,
  testAlarm,
  ...tenancies,
];
