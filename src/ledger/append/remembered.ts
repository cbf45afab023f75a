import type { Caller } from '../../access/principal.ts';
import type { CallerRights } from '../../access/rights.ts';
import { callerKey } from './plan.ts';

/** Callers whose rights are kept in memory, and used idempotency keys. */
const KEPT = 2000;

/**
 * The rights of callers on the assets of a tenant, as last read by any ledger of the isolate. They grant nothing: every
 * commit that uses them asserts that they still hold.
 */
export class RememberedCallers {
  readonly #rights = new Map<string, CallerRights>();

  /** The rights of a caller on the assets of `owner`; without an owner, on new assets of their own tenant. */
  get(caller: Caller, owner: string = caller.tenant): CallerRights | undefined {
    return this.#rights.get(keyOf(caller, owner));
  }

  /** `rights` undefined: the caller no longer exists. */
  set(caller: Caller, owner: string | undefined, rights: CallerRights | undefined): void {
    const key = keyOf(caller, owner ?? caller.tenant);
    this.#rights.delete(key);
    if (!rights) return;
    if (this.#rights.size >= KEPT) this.#rights.delete(this.#rights.keys().next().value!);
    this.#rights.set(key, rights);
  }
}

const keyOf = (caller: Caller, owner: string): string => `${callerKey(caller)} ${owner}`;

/**
 * Idempotency keys that were found to be used, by `keySlot`: a command with one of them is decided by what is read,
 * because the commit would be refused.
 */
export class RememberedKeys {
  readonly #slots = new Set<string>();

  has(slot: string | undefined): boolean {
    return slot !== undefined && this.#slots.has(slot);
  }

  add(slot: string): void {
    if (this.#slots.size >= KEPT) this.#slots.delete(this.#slots.keys().next().value!);
    this.#slots.add(slot);
  }
}
