/**
 * SHA-256 (FIPS 180-4) and HMAC-SHA-256 (RFC 2104) for the chains, salts and trees of events, which have about fifty
 * hashes each. On workerd it takes a third to a fifth of the time of `@noble/hashes`, which serves everything else
 * (docs/decisions.md). Calls share their working memory: none of them waits, or calls back.
 */

const BLOCK_BYTES = 64;
const HASH_BYTES = 32;
const LENGTH_BYTES = 8;

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. FIPS 180-4, section 4.2.2. */
const CONSTANTS = new Int32Array(64);
/** The same of the square roots of the first eight. FIPS 180-4, section 5.3.3. */
const INITIAL = new Int32Array(8);
for (let candidate = 2, found = 0; found < CONSTANTS.length; candidate++) {
  if (Array.from({ length: candidate - 2 }, (_, i) => i + 2).some((divisor) => candidate % divisor === 0)) continue;
  const fraction = (root: number): number => (root - Math.floor(root)) * 2 ** 32;
  if (found < INITIAL.length) INITIAL[found] = fraction(Math.sqrt(candidate));
  CONSTANTS[found++] = fraction(Math.cbrt(candidate));
}

const schedule = new Int32Array(64);
const state = new Int32Array(8);
const last = new Uint8Array(2 * BLOCK_BYTES);

/** The SHA-256 of a message, the first `length` bytes of an array: 32 bytes. */
export function sha256(message: Uint8Array, length = message.length): Uint8Array<ArrayBuffer> {
  state.set(INITIAL);
  finish(message, length, 0);
  return hashOfState();
}

/** The SHA-256 of a message that arrives in parts. */
export class Sha256 {
  readonly #state = INITIAL.slice();
  /** The bytes after the last whole block. */
  readonly #rest = new Uint8Array(BLOCK_BYTES);
  #length = 0;

  update(part: Uint8Array): void {
    const held = this.#length % BLOCK_BYTES;
    this.#length += part.length;
    const filling = part.subarray(0, BLOCK_BYTES - held);
    this.#rest.set(filling, held);
    if (held + filling.length < BLOCK_BYTES) return;
    state.set(this.#state);
    compress(this.#rest, 0);
    let at = filling.length;
    for (; at + BLOCK_BYTES <= part.length; at += BLOCK_BYTES) compress(part, at);
    this.#state.set(state);
    this.#rest.set(part.subarray(at));
  }

  /** The hash of the parts so far: 32 bytes. */
  digest(): Uint8Array<ArrayBuffer> {
    const held = this.#length % BLOCK_BYTES;
    state.set(this.#state);
    finish(this.#rest, held, this.#length - held);
    return hashOfState();
  }
}

/**
 * HMAC-SHA-256 with a key of at most 64 bytes, as a function of the message, which is the first `length` bytes of an
 * array. The key is hashed once for all messages. Throws RangeError for a longer key.
 */
export function hmacSha256(key: Uint8Array): (message: Uint8Array, length?: number) => Uint8Array<ArrayBuffer> {
  if (key.length > BLOCK_BYTES) throw new RangeError(`the key must have at most ${BLOCK_BYTES} bytes`);
  const [inner, outer] = [stateOfPad(key, 0x36), stateOfPad(key, 0x5c)];
  return (message, length = message.length) => {
    state.set(inner);
    finish(message, length, BLOCK_BYTES);
    writeState(last);
    state.set(outer);
    finishLast(HASH_BYTES, BLOCK_BYTES);
    return hashOfState();
  };
}

/** The state after the block that consists of the key, filled up with zeros, with each byte XORed. */
function stateOfPad(key: Uint8Array, pad: number): Int32Array {
  for (let i = 0; i < BLOCK_BYTES; i++) last[i] = i < key.length ? key[i]! ^ pad : pad;
  state.set(INITIAL);
  compress(last, 0);
  return state.slice();
}

/** Adds the first `length` bytes of an array and the padding to the state, which has `before` bytes already. */
function finish(message: Uint8Array, length: number, before: number): void {
  let at = 0;
  for (; at + BLOCK_BYTES <= length; at += BLOCK_BYTES) compress(message, at);
  const rest = length - at;
  for (let i = 0; i < rest; i++) last[i] = message[at + i]!;
  finishLast(rest, before + at);
}

/** The same for the first bytes of `last`, less than a block. */
function finishLast(rest: number, before: number): void {
  const end = rest < BLOCK_BYTES - LENGTH_BYTES ? BLOCK_BYTES : 2 * BLOCK_BYTES;
  last[rest] = 0x80;
  for (let i = rest + 1; i < end - LENGTH_BYTES; i++) last[i] = 0;
  const bits = (before + rest) * 8;
  writeInt(last, end - LENGTH_BYTES, Math.floor(bits / 2 ** 32));
  writeInt(last, end - LENGTH_BYTES / 2, bits);
  compress(last, 0);
  if (end > BLOCK_BYTES) compress(last, BLOCK_BYTES);
}

function hashOfState(): Uint8Array<ArrayBuffer> {
  const hash = new Uint8Array(HASH_BYTES);
  writeState(hash);
  return hash;
}

function writeState(bytes: Uint8Array): void {
  for (let i = 0; i < state.length; i++) writeInt(bytes, 4 * i, state[i]!);
}

function writeInt(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value >>> 24;
  bytes[at + 1] = value >>> 16;
  bytes[at + 2] = value >>> 8;
  bytes[at + 3] = value;
}

/**
 * Adds the block at an offset to the state. FIPS 180-4, section 6.2.2. All words are signed 32-bit integers: V8 adds
 * them as such, while it converts the elements of a Uint32Array to floating point.
 */
function compress(bytes: Uint8Array, offset: number): void {
  const words = schedule;
  for (let i = 0, at = offset; i < 16; i++, at += 4)
    words[i] = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
  for (let i = 16; i < 64; i++) {
    const x = words[i - 15]!;
    const y = words[i - 2]!;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    words[i] = (s0 + words[i - 7]! + s1 + words[i - 16]!) | 0;
  }
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  let f = state[5]!;
  let g = state[6]!;
  let h = state[7]!;
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t1 = (h + s1 + (g ^ (e & (f ^ g))) + CONSTANTS[i]! + words[i]!) | 0;
    const t2 = (s0 + ((a & b) | (c & (a | b)))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0]! += a;
  state[1]! += b;
  state[2]! += c;
  state[3]! += d;
  state[4]! += e;
  state[5]! += f;
  state[6]! += g;
  state[7]! += h;
}
