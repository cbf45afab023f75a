import { z } from '@hono/zod-openapi';
import { sql } from 'drizzle-orm';
import type { Scope, TenantScope } from '../../access/scope.ts';
import { sharedScope } from '../../access/shared-scope.ts';
import { notFound, ServiceError } from '../../lib/errors.ts';
import { assetJson } from '../../ledger/records/asset.ts';
import { readAsset } from '../../ledger/lists/history.ts';
import { eventPage } from '../assets/event-queries.ts';
import { ASSET, EVENT } from '../assets/examples.ts';
import { Asset, Event } from '../assets/model.ts';
import { exampleOf } from '../examples.ts';
import * as schemas from '../schemas.ts';
import { callerOf } from './holders.ts';

/** How many events of an asset are shown. */
const MOST_EVENTS = 100;
const NO_QUERY = {} as Parameters<typeof eventPage>[2];
const HOLDER = /^(users|applications|subjects)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Whose view is asked for, in a query. */
export const ViewAs = z
  .string()
  .regex(HOLDER, 'must be users/<uuid>, applications/<uuid> or subjects/<uuid>')
  .openapi({
    description: 'Whose view: `users/<uuid>`, `applications/<uuid>`, or for a partner `subjects/<uuid>`',
    example: exampleOf('users'),
  });

/** An asset as another caller reads it. */
export const AssetView = z
  .object({
    visible: schemas.boolean('Whether they can see the asset. If not, their requests respond with 404', true),
    asset: Asset.optional().openapi({ description: 'The asset with the attributes that they can read' }),
    events: z.array(Event).openapi({ description: `The newest ${MOST_EVENTS} events that they can read` }),
    truncated: schemas.boolean('Whether they can read more events'),
  })
  .openapi('AssetView', { example: { visible: true, asset: ASSET, events: [EVENT], truncated: false } as never });

/**
 * An asset of the caller's tenancy as a member of it reads it, or the administrators of a partner: the same reads with
 * their rights. Throws 404 for an unknown asset or holder.
 */
export async function viewOf(
  scope: TenantScope,
  id: string,
  as: string | undefined,
): Promise<z.infer<typeof AssetView>> {
  const [, collection, uuid] = HOLDER.exec(as ?? '') ?? [];
  const caller = as === undefined ? scope.caller : await callerOf(scope, collection!, uuid!);
  if (!caller) throw notFound(as!);
  const own = caller.tenant === scope.tenant;
  // Of a partner, only what the caller's tenancy owns is shown.
  const [[asset]] = await scope.read(
    scope.query<{ own: number }>(
      'whole',
      (seen) => sql`SELECT asset.tenant = ${scope.grants.own} AS own FROM assets asset${seen.join('asset')}
        WHERE asset.id = ${id} AND ${seen.sees('asset')}`,
    ),
  );
  if (!asset || (!own && asset.own === 0)) throw notFound(`assets/${id}`);
  return read(own ? scope.ofMember(caller) : sharedScope(scope, caller.tenant), id);
}

async function read(scope: Scope, id: string): Promise<z.infer<typeof AssetView>> {
  try {
    const asset = assetJson(await readAsset(scope, id));
    const window = { size: MOST_EVENTS, after: undefined, sized: true, countTo: 1 };
    const { list } = await eventPage(scope, id, NO_QUERY, [], window);
    return { visible: true, asset, events: list.items as never[], truncated: list.next !== undefined } as never;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== 'not_found') throw error;
    return { visible: false, events: [], truncated: false };
  }
}
