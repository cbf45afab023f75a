import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { encode } from 'cborg';

/** What a response of an authenticator differs in from that of an honest browser at the service. */
export type Forgery = { origin?: string; rpId?: string; unverified?: boolean; counter?: number; userHandle?: string };

const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();

/** Flags of authenticator data (WebAuthn 2, section 6.1): present, verified, attested credential data. */
const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40];

/** An authenticator in software with one ES256 passkey (WebAuthn 2, section 6), and the browser at `origin`. */
export class Authenticator {
  readonly #id = randomBytes(32);
  readonly #keys: { privateKey: KeyObject; publicKey: KeyObject } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  readonly #rpId: string;
  #userHandle = '';
  #counter = 0;

  constructor(origin: string, rpId = new URL(origin).hostname) {
    this.#origin = origin;
    this.#rpId = rpId;
  }

  get id(): string {
    return base64url(this.#id);
  }

  #clientData(type: string, challenge: string, origin = this.#origin): string {
    return JSON.stringify({ type, challenge, origin, crossOrigin: false });
  }

  #data({ rpId = this.#rpId, unverified = false, counter = this.#counter }: Forgery, attested: Uint8Array): Buffer {
    const flags = PRESENT | (unverified ? 0 : VERIFIED) | (attested.length > 0 ? ATTESTED : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.of(flags), count, attested]);
  }

  /** The response to `navigator.credentials.create`. */
  create({ challenge, user }: { challenge: string; user: { id: string } }, forgery: Forgery = {}) {
    this.#userHandle = user.id;
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const [kty, alg, crv] = [1, 3, -1];
    const cose = new Map<number, unknown>([
      [kty, 2],
      [alg, -7],
      [crv, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.#id, encode(cose)]);
    const attestationObject = encode({ fmt: 'none', attStmt: {}, authData: this.#data(forgery, attested) });
    return {
      id: this.id,
      response: {
        clientDataJSON: base64url(this.#clientData('webauthn.create', challenge, forgery.origin)),
        attestationObject: base64url(attestationObject),
        transports: ['internal'],
      },
    };
  }

  /** The response to `navigator.credentials.get`. */
  get({ challenge }: { challenge: string }, forgery: Forgery = {}) {
    this.#counter++;
    const clientData = this.#clientData('webauthn.get', challenge, forgery.origin);
    const data = this.#data(forgery, Buffer.alloc(0));
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.#keys.privateKey);
    return {
      id: this.id,
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        userHandle: forgery.userHandle ?? this.#userHandle,
      },
    };
  }
}
