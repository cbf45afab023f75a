import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { fromBase64, toBase64, utf8 } from '../../../lib/text.ts';
import type { Connection } from './connection.ts';

/** The lifetime of a signature in seconds: longer than a request, and it tolerates clock skew. */
const LIFETIME = 3600;

/** A shared access signature: HMAC-SHA256 over the resource and the expiry time. */
function signature(resource: string, key: Uint8Array, keyName: string, now: number): string {
  const expires = Math.floor(now / 1000) + LIFETIME;
  const encoded = encodeURIComponent(resource);
  const signed = toBase64(hmac(sha256, key, utf8(`${encoded}\n${expires}`)));
  const [sig, skn] = [encodeURIComponent(signed), encodeURIComponent(keyName)];
  return `SharedAccessSignature sr=${encoded}&sig=${sig}&se=${expires}&skn=${skn}`;
}

/** The signature for a hub: the key is base64, and the resource is the host. `now` is in milliseconds. */
export const hubSignature = ({ host, key, keyName }: Connection, now: number): string =>
  signature(host, fromBase64(key)!, keyName, now);

/** The signature for a bus: the key is used as text, and the resource is the URL of the namespace. */
export const busSignature = ({ host, key, keyName }: Connection, now: number): string =>
  signature(`https://${host}/`, utf8(key), keyName, now);
