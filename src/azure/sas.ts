import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { fromBase64, toBase64, utf8 } from '../core/text.ts';
import type { Connection } from './connection.ts';

/** Seconds for which a signature is good: longer than one request, whatever the clocks. */
const LIFETIME = 3600;

/** A shared access signature: HMAC-SHA256 over the resource and the time of expiry. */
function signature(resource: string, key: Uint8Array, keyName: string, now: number): string {
  const expires = Math.floor(now / 1000) + LIFETIME;
  const encoded = encodeURIComponent(resource);
  const signed = toBase64(hmac(sha256, key, utf8(`${encoded}\n${expires}`)));
  return `SharedAccessSignature sr=${encoded}&sig=${encodeURIComponent(signed)}&se=${expires}&skn=${encodeURIComponent(keyName)}`;
}

/** For a hub: its key is base64, the resource its host. `now` in milliseconds. */
export const hubSignature = ({ host, key, keyName }: Connection, now: number): string =>
  signature(host, fromBase64(key)!, keyName, now);

/** For a bus: its key is taken as the text it is, the resource is the namespace's address. */
export const busSignature = ({ host, key, keyName }: Connection, now: number): string =>
  signature(`https://${host}/`, utf8(key), keyName, now);
