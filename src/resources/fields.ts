import { z } from '@hono/zod-openapi';
import { derived } from '../http/fields.ts';
import { exampleOf, type Named } from './examples.ts';
import * as schemas from './schemas.ts';

/** Fields that several resources have. */

/** The identity of the record, `<collection>/<uuid>`. */
export const identity = (collection: Named, what: string) =>
  derived({
    response: schemas.identity(collection, what),
    json: (row: { id: string }) => `${collection}/${row.id}`,
    example: exampleOf(collection),
  });

/** What `field()` needs of a name beside its column and its example. `max`: characters. */
export const displayName = (what: string, max = 128) => ({
  description: `Name of ${what}, shown to people`,
  request: z.string().min(1).max(max),
  filter: true as const,
});

/** The tenancy that owns the record. */
export const tenant = derived({
  response: schemas.tenantIdentity,
  json: (row: { tenant: string }) => `tenant/${row.tenant}`,
  example: exampleOf('tenant'),
});
