import type { z } from '@hono/zod-openapi';
import { asc, eq, sql } from 'drizzle-orm';
import type { TenantScope } from '../../access/scope.ts';
import { readers, subjects } from '../../access/tables.ts';
import { invalid, notFound } from '../../lib/errors.ts';
import { refuseForeign, revised } from '../../http/revision.ts';
import { operation } from '../../http/operation.ts';
import { assert, retryUnchanged } from '../../platform/database/conditions.ts';
import { locations } from './group.ts';
import { LocationPermissions, parseReader, PatchLocationPermissions, type Reader } from './model.ts';
import { locations as table } from './table.ts';

const common = {
  group: locations,
  path: `${locations.path}/{uuid}/permissions`,
  auth: 'bearer',
  permission: 'administrator',
  rate: 'api',
  response: LocationPermissions,
} as const;
const STATUSES = [200, 401, 403, 404, 429];

const present = (id: string, identities: string[]): z.infer<typeof LocationPermissions> => ({
  location_identity: `locations/${id}`,
  permissions: { subject_identities: identities },
});

/** The condition that a subject has one of these ids. */
const among = (ids: string[]) => sql`${subjects.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** Reads a location, its readers, and which of `ids` are subjects of the tenancy. Throws 404 or 403. */
async function read(scope: TenantScope, id: string, ids: string[] = []) {
  const [rows, shared, known] = await scope.read(
    scope.rows(table, eq(table.id, id), { audience: 'readers' }),
    scope.rows(readers, eq(readers.resource, `locations/${id}`), { orderBy: [asc(readers.position)] }),
    scope.rows(subjects, among(ids)),
  );
  const [row] = rows;
  if (!row) throw notFound(`locations/${id}`);
  refuseForeign(scope, row, `locations/${id}`);
  return {
    row,
    identities: shared.map(({ identity }) => identity),
    known: new Set(known.map((subject) => subject.id)),
  };
}

/** Replaces the readers of a location. `field` is the path of the list in the request, for errors. */
async function replace(scope: TenantScope, id: string, wanted: Reader[], field: string): Promise<void> {
  const ids = wanted.flatMap(({ subject }) => (subject === '' ? [] : [subject]));
  const { row, identities, known } = await read(scope, id, ids);
  const bad = wanted.flatMap(({ subject }, i) =>
    subject === '' || known.has(subject)
      ? []
      : [{ field: `${field}[${i}]`, description: 'is not a subject of this tenancy' }],
  );
  if (bad.length > 0) throw invalid(bad);
  const resource = `locations/${id}`;
  const { condition, statement } = revised(scope, table, row, {});
  await scope.write({
    operation: 'updateLocationPermissions',
    resource,
    before: present(id, identities),
    after: present(
      id,
      wanted.map(({ identity }) => identity),
    ),
    conditions: [
      condition,
      ...scope.conditions((db) => [
        assert(
          db,
          'unchanged',
          sql`(SELECT count(*) FROM ${subjects} WHERE tenant = ${scope.tenant} AND ${among(ids)}) = ${ids.length}`,
        ),
      ]),
    ],
    statements: [
      statement,
      scope.remove(readers, eq(readers.resource, resource)),
      ...wanted.map((reader, position) => scope.insert(readers, { resource, position, ...reader })),
    ],
  });
}

export default [
  operation(
    {
      ...common,
      permission: 'auditor',
      id: 'getLocationPermissions',
      method: 'get',
      summary: 'Read who a location is shared with',
      description: 'Only the tenancy that owns the location may read its permissions.',
      statuses: STATUSES,
    },
    async ({ scope, params }) => {
      const id = params['uuid']!;
      return { json: present(id, (await read(scope, id)).identities) };
    },
  ),
  operation(
    {
      ...common,
      id: 'updateLocationPermissions',
      method: 'patch',
      summary: 'Replace who a location is shared with',
      description:
        'The users and organizations in the list can read the location. Of an organization these are its ' +
        'administrators, while both tenancies have imported each other as subjects.',
      statuses: STATUSES,
      body: PatchLocationPermissions,
      ignored: ['location_identity'],
    },
    async ({ scope, params, body }) => {
      const id = params['uuid']!;
      const identities = body.permissions?.subject_identities ?? body.subject_identities ?? [];
      const field = body.permissions ? 'permissions.subject_identities' : 'subject_identities';
      // The schema has already accepted each of them.
      const wanted = identities.map((identity) => parseReader(identity) as Reader);
      await retryUnchanged(() => replace(scope, id, wanted, field));
      return { json: present(id, identities) };
    },
  ),
];
