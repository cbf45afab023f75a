// Plain JavaScript: the start of a command imports it before any TypeScript.
import { fileURLToPath } from 'node:url';

/** Directory of files that can be rebuilt. ASSET_EVIDENCE_BUNDLES overrides it, for a read-only checkout. */
export const CACHE_DIR =
  process.env.ASSET_EVIDENCE_BUNDLES ?? fileURLToPath(new URL('../../../.build/local', import.meta.url));
