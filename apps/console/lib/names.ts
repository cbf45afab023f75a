import { api, uuidOf } from './api.ts';
import { valuesByAsset } from './values-by-asset.ts';

/** Names by the identity of the location; empty: the caller may not read it. */
export const { values: locationNames, want: wantLocation } = valuesByAsset(async (identity) => {
  try {
    return (await api.get('/v2/locations/{uuid}', { params: { path: { uuid: uuidOf(identity) } } })).display_name;
  } catch {
    return '';
  }
});

/** Names by the identity of the asset; empty: it has none, or the caller may not read it. */
export const { values: assetNames, want: wantName } = valuesByAsset(async (identity) => {
  try {
    const { attributes } = await api.get('/v2/assets/{uuid}', { params: { path: { uuid: uuidOf(identity) } } });
    const name = attributes['arc_display_name'];
    return typeof name === 'string' ? name : '';
  } catch {
    return '';
  }
});
