import { toHex } from '../../../src/lib/text.ts';
import { sha256 } from '../../../src/lib/sha256.ts';

/** The certificate of an authority that a person of this browser has kept, and when (RFC 3339). */
export type KeptAuthority = { name: string; der: Uint8Array<ArrayBuffer>; saved: string };

const PREFIX = 'authority ';
const keyOf = (der: Uint8Array): string => `${PREFIX}${toHex(sha256(der))}`;

/** The certificates that this browser keeps, by their names; none if it keeps nothing. */
export function keptAuthorities(): KeptAuthority[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .flatMap((key) => keptIn(localStorage.getItem(key)))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}

function keptIn(text: string | null): KeptAuthority[] {
  try {
    const { name, certificate, saved } = JSON.parse(text ?? 'null');
    if (typeof name !== 'string' || typeof saved !== 'string') return [];
    return [{ name, der: Uint8Array.from(atob(certificate), (each) => each.charCodeAt(0)), saved }];
  } catch {
    return [];
  }
}

/** Keeps a certificate in this browser. Throws if the browser does not allow it. */
export function keepAuthority(name: string, der: Uint8Array): void {
  const certificate = btoa(String.fromCharCode(...der));
  localStorage.setItem(keyOf(der), JSON.stringify({ name, certificate, saved: new Date().toISOString() }));
}

export const forgetAuthority = (der: Uint8Array): void => localStorage.removeItem(keyOf(der));
