/** Directory of files that can be rebuilt. ASSET_EVIDENCE_BUNDLES overrides it, for a read-only checkout. */
export const CACHE_DIR: string;
