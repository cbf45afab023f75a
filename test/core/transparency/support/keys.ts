import { fromHex } from '../../../../src/lib/text.ts';
import type { NoteSigner } from '../../../../src/formats/log/note-signatures.ts';
import type { VerifyReceipt } from '../../../../src/formats/log/receipt.ts';

/** The beginning of a private Ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8 = '302e020100300506032b657004220420';

/** The signer of the Ed25519 key with this seed, 64 hexadecimal digits. */
export async function ed25519Signer(name: string, seed: string): Promise<NoteSigner> {
  const key = await crypto.subtle.importKey('pkcs8', fromHex(PKCS8 + seed) as BufferSource, 'Ed25519', true, ['sign']);
  const { x } = await crypto.subtle.exportKey('jwk', key);
  return {
    name,
    publicKey: new Uint8Array(Buffer.from(x!, 'base64url')),
    sign: async (message) => new Uint8Array(await crypto.subtle.sign('Ed25519', key, message as BufferSource)),
  };
}

const P256 = { name: 'ECDSA', namedCurve: 'P-256' };
const ECDSA = { name: 'ECDSA', hash: 'SHA-256' };

/** A new ES256 key: how it signs, how its signatures are verified, and its public part as a JWK. */
export async function es256Key() {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(P256, true, ['sign', 'verify']);
  const verify: VerifyReceipt = ({ algorithm }, signature, message) =>
    algorithm === -7
      ? crypto.subtle.verify(ECDSA, publicKey, signature as BufferSource, message as BufferSource)
      : Promise.resolve(false);
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey);
  return {
    verify,
    jwk: { kty: kty!, crv: crv!, x: x!, y: y! },
    sign: async (message: Uint8Array) =>
      new Uint8Array(await crypto.subtle.sign(ECDSA, privateKey, message as BufferSource)),
  };
}
