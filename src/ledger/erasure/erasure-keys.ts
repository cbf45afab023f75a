import { canonicalJson, sha256Hex } from '../../lib/digest.ts';
import { columns } from '../../platform/database/columns.ts';
import type { KeySlot } from '../../platform/database/idempotency.ts';

/**
 * The row of an idempotency key whose event was erased keeps the slot of the key until the key expires, so that a
 * repeated request does not record the content again. It has no fingerprint of the request, and instead of the key,
 * which a client may have made of the content, its SHA-256. No other key has a line end at its start.
 */
export const erasedKey = ({ tenant, principal, key }: KeySlot): string =>
  `\n${sha256Hex(canonicalJson([tenant, principal, key]))}`;

/** The slot of an idempotency key, as statements read it. */
export const KEY_SLOT = columns('tenant', 'principal', 'key');

/** The slots that a key may have, as rows of KEY_SLOT: its own, and that of a key whose event was erased. */
export const slotRows = (slot: KeySlot): unknown[][] => [slot, { ...slot, key: erasedKey(slot) }].map(KEY_SLOT.row);
