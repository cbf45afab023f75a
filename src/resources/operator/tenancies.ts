import { z } from '@hono/zod-openapi';
import type { Config } from '../../settings/config.ts';
import { uuidOf } from '../../lib/identifiers.ts';
import { MANIFEST_FILE } from '../../formats/exports/format.ts';
import { formatSeconds } from '../../lib/time.ts';
import { readForOperator, startExport, type OperatorExport } from '../../features/exports/operator.ts';
import { sealAddress } from '../../http/address.ts';
import { operation, type Operation } from '../../http/operation.ts';
import {
  changeTenancy,
  listTenancies,
  readTenancy,
  type TenancyRow,
  type Transition,
} from '../../access/identity/lifecycle.ts';
import * as schemas from '../schemas.ts';
import { operator } from './group.ts';

const DAY_US = 86_400_000_000;
/** Tenancies in one response. */
const LISTED = 100;

const at = (what: string) =>
  z
    .string()
    .nullable()
    .openapi({ description: `${what}; null: never`, example: null, format: 'date-time' });

const OperatedTenancy = z
  .object({
    tenant_identity: schemas.identityOf('tenant', 'the tenancy'),
    display_name: schemas.text('Name of the tenancy', { example: 'Harbour works' }),
    state: z.enum(['ACTIVE', 'SUSPENDED', 'DELETING', 'DELETED']).openapi({
      description:
        'SUSPENDED: records can be read and not changed, and no token is issued. DELETING: suspended, and ' +
        'deleted at `delete_at`',
      example: 'ACTIVE',
    }),
    created_at: schemas.timestamp('When it was created', '2026-11-21T10:15:00Z'),
    suspended_at: at('When it was suspended'),
    delete_at: at('When its deletion begins, or has begun'),
    deleted_at: at('When its deletion was complete'),
    usage: z.record(z.string(), z.int()).openapi({
      description: 'How much of each quota is used; quotas of which nothing was ever used are omitted',
      example: { assets: 42, blob_bytes: 1_048_576 },
    }),
    log_entries: schemas.integer('Size of its log: one entry for each event, and one for each key change', 1042),
  })
  .openapi('OperatedTenancy');

const ListOfTenancies = z
  .object({
    tenants: z.array(OperatedTenancy).openapi({ description: `At most ${LISTED} tenancies, by identity` }),
    next: schemas.text('Text to send as `after` to continue; empty at the end', { example: '' }),
  })
  .openapi('OperatedTenancyList');

const TenancyExport = z
  .object({
    identity: schemas.identity('exports', 'the export'),
    tenant_identity: schemas.identityOf('tenant', 'the tenancy'),
    status: schemas.text('Status of the export', { example: 'STATUS_PENDING' }),
    error_message: schemas.text('Why it failed; else empty', { example: '' }),
    manifest_sha256: schemas.text('SHA-256 of the manifest; empty until the export is finished', { example: '' }),
    download_url: schemas.text('Address of the manifest for an hour; empty until the export is finished', {
      example: '',
    }),
  })
  .openapi('OperatedExport');

const time = (us: number | null): string | null => (us === null ? null : formatSeconds(us));

function stateOf(row: TenancyRow): z.infer<typeof OperatedTenancy>['state'] {
  if (row.deletedUs !== null) return 'DELETED';
  if (row.deleteUs !== null) return 'DELETING';
  return row.suspendedUs === null ? 'ACTIVE' : 'SUSPENDED';
}

const shown = (row: TenancyRow): z.infer<typeof OperatedTenancy> => ({
  tenant_identity: `tenant/${row.id}`,
  display_name: row.displayName,
  state: stateOf(row),
  created_at: formatSeconds(row.createdUs),
  suspended_at: time(row.suspendedUs),
  delete_at: time(row.deleteUs),
  deleted_at: time(row.deletedUs),
  usage: JSON.parse(row.usage) as Record<string, number>,
  log_entries: row.entries,
});

async function shownExport(row: OperatorExport, config: Config): Promise<z.infer<typeof TenancyExport>> {
  const isFinished = row.status === 'FINISHED';
  const token = isFinished ? await sealAddress(config.keys, `exports/${row.id}`, row.caller) : '';
  return {
    identity: `exports/${row.id}`,
    tenant_identity: `tenant/${row.tenant}`,
    status: `STATUS_${row.status}`,
    error_message: row.errorMessage,
    manifest_sha256: isFinished ? row.manifestSha256 : '',
    download_url: token && `${config.baseUrl}/v1/exports/${row.id}/files/${MANIFEST_FILE}?token=${token}`,
  };
}

const common = { group: operator, auth: 'operator', permission: 'none', rate: 'token' } as const;
const path = '/operator/v1/tenants';

const transition = (change: Transition, id: string, summary: string, description: string): Operation =>
  operation(
    {
      ...common,
      id,
      method: 'post',
      path: `${path}/{uuid}:${change}`,
      summary,
      description,
      statuses: [200, 401, 404, 409],
      response: OperatedTenancy,
    },
    async ({ scope, config, params, requestId }) => ({
      json: shown(await changeTenancy(scope, params['uuid']!, change, config.deletionDays * DAY_US, requestId)),
    }),
  );

/** The life cycle of tenancies. */
export const tenancies: Operation[] = [
  operation(
    {
      ...common,
      id: 'listTenants',
      method: 'get',
      path,
      summary: 'List tenancies with their state and usage',
      description: `Returns at most ${LISTED} tenancies; continue with \`next\`.`,
      statuses: [200, 400, 401, 404],
      query: {
        after: z
          .string()
          .refine((text) => uuidOf('tenant', text) !== undefined, 'must be `next` of the previous response')
          .optional()
          .openapi({ description: '`next` of the previous response' }),
      },
      response: ListOfTenancies,
    },
    async ({ inEachCell, query }) => {
      const after = uuidOf('tenant', query.after ?? '') ?? '';
      const rows = (await inEachCell((db) => listTenancies(db, after, LISTED + 1))).flat();
      const part = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)).slice(0, LISTED);
      return {
        json: { tenants: part.map(shown), next: rows.length > LISTED ? `tenant/${part.at(-1)!.id}` : '' },
      };
    },
  ),
  operation(
    {
      ...common,
      id: 'getTenant',
      method: 'get',
      path: `${path}/{uuid}`,
      summary: 'Read a tenancy with its state and usage',
      description: 'As in the list.',
      statuses: [200, 401, 404],
      response: OperatedTenancy,
    },
    async ({ scope, params }) => ({ json: shown(await readTenancy(scope, params['uuid']!)) }),
  ),
  transition(
    'suspend',
    'suspendTenant',
    'Suspend a tenancy',
    'Its records can be read as before, also by partners and the public, and nobody changes them: writes ' +
      'respond with 403. No token is issued to its applications; tokens that exist can read until they ' +
      'expire. Its logs and anchors continue. Does nothing if it is suspended.',
  ),
  transition(
    'resume',
    'resumeTenant',
    'Resume a suspended tenancy',
    'Does nothing if the tenancy is not suspended. Responds with 409 if it was deleted or will be.',
  ),
  transition(
    'delete',
    'deleteTenant',
    'Delete a tenancy after a waiting period',
    'Suspends the tenancy, and deletes it after `TENANCY_DELETION_DAYS`: its people, applications, ' +
      'policies, webhooks, sources and exports. Its evidence stays: assets, events, files, logs and audit ' +
      'entries. Does nothing if the deletion was requested before.',
  ),
  transition(
    'undelete',
    'undeleteTenant',
    'Cancel the deletion of a tenancy',
    'The tenancy stays suspended. Responds with 409 once the deletion has begun.',
  ),
  operation(
    {
      ...common,
      id: 'exportTenant',
      method: 'post',
      path: `${path}/{uuid}:export`,
      summary: 'Export the records of a tenancy',
      description:
        'Starts the same job as an administrator of the tenancy, with the rights of one of them, also ' +
        'while the tenancy is suspended. Read the export until it is finished. Responds with 409 if the ' +
        'tenancy has no administrator, and with 429 while an export is running.',
      statuses: [200, 400, 401, 404, 409, 429],
      body: z
        .strictObject({
          blobs: z.boolean().optional().openapi({ description: 'Whether it has files. Default: false' }),
        })
        .openapi('ExportTenant', { example: { blobs: true } }),
      optionalBody: true,
      response: TenancyExport,
    },
    async ({ scope, env, config, params, body, requestId }) => {
      const id = await startExport(scope, params['uuid']!, body.blobs ?? false, requestId);
      await env.JOBS.send({ kind: 'export', id });
      return { json: await shownExport(await readForOperator(scope, id), config) };
    },
  ),
  operation(
    {
      ...common,
      id: 'getTenantExport',
      method: 'get',
      path: '/operator/v1/exports/{uuid}',
      summary: 'Read an export of a tenancy',
      description: 'The address of the manifest leads to all files: replace its name with theirs.',
      statuses: [200, 401, 404],
      response: TenancyExport,
    },
    async ({ scope, config, params }) => ({
      json: await shownExport(await readForOperator(scope, params['uuid']!), config),
    }),
  ),
];
