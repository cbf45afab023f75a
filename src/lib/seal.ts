import { fromBase64, toBase64Url, utf8 } from './text.ts';

/**
 * Authenticated encryption (AES-256-GCM) under a ring of keys. The sealed text names its key,
 * `<key id>.<base64url(nonce 12 | ciphertext | tag 16)>`, so that keys can be rotated: the first key of the ring seals,
 * any key of the ring opens.
 */
export class KeyRing {
  readonly #keys: Map<string, Promise<CryptoKey>>;
  readonly current: string;

  private constructor(current: string, keys: Map<string, Promise<CryptoKey>>) {
    this.current = current;
    this.#keys = keys;
  }

  /** Parses `id:base64(32 bytes),id:…`, newest first. Throws a RangeError that never holds key material. */
  static parse(text: string): KeyRing {
    const keys = new Map<string, Promise<CryptoKey>>();
    for (const entry of text.split(',')) {
      const [, id, encoded] = /^\s*([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/_=-]+)\s*$/.exec(entry) ?? [];
      const bytes = encoded === undefined ? undefined : fromBase64(encoded);
      if (!id || bytes?.length !== 32)
        throw new RangeError('must be a comma-separated list of <id>:<base64 of 32 bytes>, newest first');
      if (keys.has(id)) throw new RangeError(`key id ${id} is duplicated`);
      keys.set(id, crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']));
    }
    return new KeyRing([...keys.keys()][0]!, keys);
  }

  /** Seals `plain` for `purpose`, which must be given again to open it. */
  async seal(purpose: string, plain: string): Promise<string> {
    const nonce = crypto.getRandomValues(new Uint8Array(12));
    const key = await this.#keys.get(this.current)!;
    const sealed = await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv: nonce, additionalData: utf8(purpose) as BufferSource },
      key,
      utf8(plain) as BufferSource,
    );
    const out = new Uint8Array(12 + sealed.byteLength);
    out.set(nonce);
    out.set(new Uint8Array(sealed), 12);
    return `${this.current}.${toBase64Url(out)}`;
  }

  /**
   * Opens a text that was sealed for `purpose`. Returns undefined if it is not authentic or its key is not in the ring.
   */
  async open(purpose: string, sealed: string): Promise<string | undefined> {
    const dot = sealed.indexOf('.');
    const key = this.#keys.get(sealed.slice(0, Math.max(dot, 0)));
    const bytes = fromBase64(sealed.slice(dot + 1));
    if (!key || !bytes || bytes.length < 28) return undefined;
    try {
      const plain = await crypto.subtle.decrypt(
        { name: 'AES-GCM', iv: bytes.subarray(0, 12), additionalData: utf8(purpose) as BufferSource },
        await key,
        bytes.subarray(12),
      );
      return new TextDecoder().decode(plain);
    } catch {
      return undefined;
    }
  }

  /** The id of the key that sealed a text. */
  static keyOf(sealed: string): string {
    return sealed.slice(0, Math.max(sealed.indexOf('.'), 0));
  }
}
