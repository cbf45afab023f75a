/** Replaces the identities of an asset or event with those of the public paths. */
export function publicly<T extends { identity: string; asset_identity?: string }>(record: T): T {
  const { identity, asset_identity } = record;
  const shown = { ...record, identity: `public${identity}` };
  return asset_identity === undefined ? shown : { ...shown, asset_identity: `public${asset_identity}` };
}
