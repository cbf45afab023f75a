import { api, ApiError, BASE, signedIn } from '../lib/api.ts';
import { mayRecord, readOnAsset, typesOf } from '../lib/rights.ts';
import type { SignedInUser } from '../lib/session.ts';
import { readTemplates, templatesFor } from '../lib/templates.ts';
import { LISTED, pictureIn, RASTER } from '../parts/picture.tsx';
import { rejoin } from './person.ts';
import { keepAsset, keptAsset, type KeptAsset } from './store.ts';

/** Events of an asset that are shown and kept. */
const EVENTS = 10;

/** An asset as it was read now, or as this device keeps it: `isNew` tells which. */
export type FieldAsset = { kept: KeptAsset; isNew: boolean };

/** Reads an asset, and keeps it. Without a network, returns what is kept. Throws ApiError if there is nothing. */
export async function readFieldAsset(uuid: string, now: SignedInUser): Promise<FieldAsset> {
  const tenancy = now.tenancy!.identity;
  try {
    if (!(await rejoin())) throw new ApiError(0, 'Sign in to read the asset as it is now.');
    const kept = await read(uuid, now);
    await keepAsset(kept);
    return { kept, isNew: true };
  } catch (error) {
    const isAway = error instanceof ApiError && (error.status === 0 || error.status >= 500);
    const kept = isAway ? await keptAsset(tenancy, uuid) : undefined;
    if (!kept) throw error;
    return { kept, isNew: false };
  }
}

async function read(uuid: string, now: SignedInUser): Promise<KeptAsset> {
  const params = { path: { uuid } };
  const asset = await api.get('/v2/assets/{uuid}', { params });
  const [on, { events }, picture, templates] = await Promise.all([
    readOnAsset(asset.identity),
    api.get('/v2/assets/{uuid}/events', { params: { ...params, query: { page_size: EVENTS } } }),
    readPicture(asset).catch(() => undefined),
    readTemplates(),
  ]);
  const tenancy = now.tenancy!.identity;
  return {
    key: `${tenancy}/${uuid}`,
    tenancy,
    uuid,
    asset,
    events,
    ...(picture ? { picture } : {}),
    records: mayRecord(now, asset, 'RecordEvidence', on),
    types: typesOf(now),
    templates: templatesFor(templates, [asset], now),
    readAt: Date.now(),
  };
}

/** The picture of an asset, if it is a small raster image. */
async function readPicture({ identity, attributes }: KeptAsset['asset']): Promise<Blob | undefined> {
  const found = pictureIn(attributes);
  if (!found) return undefined;
  const response = await signedIn((headers) => fetch(`${BASE}/v2/attachments/${identity}/${found.blob}`, { headers }));
  const isShown = response.ok && RASTER.has(response.headers.get('content-type') ?? '');
  if (isShown && Number(response.headers.get('content-length') ?? 0) <= LISTED) return response.blob();
  await response.body?.cancel();
  return undefined;
}
