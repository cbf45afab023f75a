// Plain JavaScript: the start of a command imports it before any TypeScript.
import { fileURLToPath } from 'node:url';

/** Where the local service keeps what it can build again; the environment names another place for a read-only checkout. */
export const CACHE_DIR =
  process.env.ASSET_EVIDENCE_BUNDLES ?? fileURLToPath(new URL('../../.build/local', import.meta.url));
