import { api, ApiError, BASE, signedIn, uuidOf } from '../lib/api.ts';
import { readCorrections } from '../lib/corrections.ts';
import { mayRecord, readOnAsset, typesOf } from '../lib/rights.ts';
import { isNow, type SignedInUser } from '../lib/session.ts';
import { readTemplates, templatesFor } from '../lib/templates.ts';
import { LISTED, pictureIn, readImage } from '../parts/picture.tsx';
import { rejoin } from './person.ts';
import { ownerOf } from './database.ts';
import { wantsToSign } from './signer.ts';
import { keepAsset, keptAsset, removeAsset, type KeptAsset } from './store.ts';
import { fieldTexts } from './texts/texts.ts';

/** Events of an asset that are shown and kept. */
const EVENTS = 10;

/** An asset as it was read now, or as this device keeps it: `isNew` tells which. */
export type FieldAsset = { kept: KeptAsset; isNew: boolean };

/**
 * Reads an asset, and keeps it if the device has room. Without a network, returns what is kept. Throws ApiError if
 * there is nothing, and for an asset that the person may not read any more, which is not kept longer.
 */
export async function readFieldAsset(uuid: string, now: SignedInUser): Promise<FieldAsset> {
  const owner = ownerOf(now);
  try {
    if (!(await rejoin())) throw new ApiError(0, fieldTexts.asset.signInToRead);
    const kept = await read(uuid, now);
    if (isNow(now.id)) await keepAsset(kept).catch(() => undefined);
    return { kept, isNew: true };
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 500;
    if (status === 403 || status === 404) await removeAsset(owner, uuid);
    const kept = status === 0 || status >= 500 ? await keptAsset(owner, uuid) : undefined;
    if (!kept) throw error;
    return { kept, isNew: false };
  }
}

async function read(uuid: string, now: SignedInUser): Promise<KeptAsset> {
  const params = { path: { uuid } };
  const asset = await api.get('/v2/assets/{uuid}', { params });
  const [on, { events }, corrections, picture, templates] = await Promise.all([
    readOnAsset(asset.identity),
    api.get('/v2/assets/{uuid}/events', { params: { ...params, query: { page_size: EVENTS } } }),
    readCorrections(uuid).catch(() => undefined),
    readPicture(asset).catch(() => undefined),
    readTemplates(),
  ]);
  const owner = ownerOf(now);
  const isSigned = on.require_signature || (await wantsToSign(owner));
  const checkpoint = isSigned ? await readCheckpoint(asset).catch(() => undefined) : undefined;
  return {
    owner,
    uuid,
    asset,
    events,
    ...(corrections ? { corrections } : {}),
    ...(picture ? { picture } : {}),
    records: mayRecord(now, asset, 'RecordEvidence', on),
    types: typesOf(now),
    templates: templatesFor(templates, [asset], now),
    mustSign: on.require_signature,
    ...(checkpoint === undefined ? {} : { checkpoint }),
    readAt: Date.now(),
  };
}

/** The last checkpoint of the log of an asset: what is signed after it shows that it was not signed before. */
async function readCheckpoint({ tenant_identity }: KeptAsset['asset']): Promise<string> {
  const response = await signedIn((headers) =>
    fetch(`${BASE}/v1/logs/${uuidOf(tenant_identity)}/checkpoint`, { headers }),
  );
  if (!response.ok) throw new ApiError(response.status, '');
  return response.text();
}

/** The picture of an asset, if it is a small raster image. */
async function readPicture({ identity, attributes }: KeptAsset['asset']): Promise<Blob | undefined> {
  const found = pictureIn(attributes);
  return found && readImage(identity, found.blob, LISTED);
}
