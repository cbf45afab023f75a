import { AlarmPause } from '../../platform/alarm-pause.ts';
import { raise } from '../../platform/alarms.ts';
import type { Env } from '../../settings/config.ts';
import { describe } from '../../lib/describe.ts';
import { ServiceError } from '../../lib/errors.ts';
import { log } from '../../platform/log.ts';
import { toHex } from '../../lib/text.ts';
import { keyOf, type Blob } from './tables.ts';
import { PART } from './upload.ts';

type ByteRange = { offset: number; length: number };

/** An object in R2, and its SHA-256 in lower-case hexadecimal. */
export type StoredObject = { key: string; size: number; sha256: string };

/**
 * What is wrong with the bytes of an object: they are missing or incomplete (`error`: of R2), or others with the hash
 * `hash`.
 */
export type Damage = { kind: 'gone'; error?: string } | { kind: 'changed'; hash: string };

/** The error of a stream whose object is damaged: its client gets an incomplete response. */
class DamageError extends Error {
  readonly damage: Damage;

  constructor(damage: Damage) {
    super(damage.kind === 'gone' ? 'the bytes are missing or incomplete' : `the bytes have the hash ${damage.hash}`);
    this.damage = damage;
  }
}

/** Bytes that are compared before they are sent: whole small files, and the end of others. */
const COMPARED_FIRST = 256 * 1024;
/** Bytes that are read at most at once. */
const READ = 256 * 1024;

/**
 * The bytes of a blob, or a range of them. The hash of a whole file is compared: of a small one before the first byte,
 * otherwise before the last bytes are sent, so that a client never receives a changed file completely. A range cannot
 * be compared. Raises an alarm if the bytes are missing, incomplete or changed, and throws 500 unless some have been
 * sent.
 */
export async function openBlob(env: Env, blob: Blob, range?: ByteRange): Promise<ReadableStream> {
  const object = { key: keyOf(blob), size: blob.size, sha256: blob.sha256 };
  const opened = await openObject(env, object, range, (damage) => raiseDamage(blob, damage));
  if (opened instanceof ReadableStream) return opened;
  const problem = opened.kind === 'gone' ? 'are missing or incomplete' : 'are not those that were uploaded';
  throw new ServiceError('internal', `the stored bytes of blobs/${blob.id} ${problem}: the operator must restore them`);
}

const damagePause = new AlarmPause(60_000);

/** Raises the alarm for a damaged blob, once in a minute. */
export function raiseDamage({ id, tenant }: Pick<Blob, 'id' | 'tenant'>, damage: Damage): void {
  if (!damagePause.isOver(id)) return;
  const about = { blob: id, tenant };
  const { kind, ...found } = damage;
  if (kind === 'gone') raise('blob-gone', { ...about, ...found });
  else raise('blob-changed', { ...about, ...found });
}

/**
 * As `openBlob`, for any object. Calls `onDamage`, also if it is found while the bytes are being sent; returns it if
 * nothing was sent. The bytes are fetched part by part, each after the client has taken the previous one, so that a
 * slow client holds one part in memory.
 */
export async function openObject(
  env: Env,
  object: StoredObject,
  range: ByteRange | undefined,
  onDamage: (damage: Damage) => void,
): Promise<ReadableStream | Damage> {
  const reader = new ObjectReader(env, object, range);
  try {
    return await reader.open(onDamage);
  } catch (error) {
    if (!(error instanceof DamageError)) throw error;
    onDamage(error.damage);
    return error.damage;
  }
}

/**
 * Reads a whole blob and compares it, with the memory of one part. Resolves to its damage; undefined if it is intact.
 */
export const damageOf = (
  env: Env,
  blob: Pick<Blob, 'id' | 'tenant' | 'size' | 'sha256'>,
): Promise<Damage | undefined> =>
  new ObjectReader(env, { key: keyOf(blob), size: blob.size, sha256: blob.sha256 }, undefined).check();

/** Reads one object, or a range of it, in parts. */
class ObjectReader {
  readonly #env: Env;
  readonly #object: StoredObject;
  readonly #from: number;
  readonly #end: number;
  /** Undefined for a range. */
  readonly #hash: Hash | undefined;

  constructor(env: Env, object: StoredObject, range: ByteRange | undefined) {
    this.#env = env;
    this.#object = object;
    this.#from = range?.offset ?? 0;
    this.#end = range ? range.offset + range.length : object.size;
    this.#hash = range ? undefined : new Hash(object.sha256);
  }

  /** Throws Damaged. */
  async open(onDamage: (damage: Damage) => void): Promise<ReadableStream> {
    const length = this.#end - this.#from;
    if (this.#hash && length <= COMPARED_FIRST) {
      const bytes = await this.#last(this.#from);
      return streamOf(length, (writer) => writer.write(bytes));
    }
    const chunks = this.#chunks(this.#from, this.#sentFirst());
    // What is missing at the start is found before the first byte is sent.
    const first = await chunks.next();
    return streamOf(length, async (writer) => {
      try {
        await this.#send(first.value as Uint8Array, chunks, writer);
      } catch (error) {
        if (error instanceof DamageError) onDamage(error.damage);
        // A client that disconnects cancels the stream and does not get here.
        const about = { object: this.#object.key, error: describe(error) };
        log('warn', 'the bytes of an object were not sent completely', about);
        throw error;
      }
    });
  }

  /** The damage of the whole object; undefined if it is intact. */
  async check(): Promise<Damage | undefined> {
    try {
      for await (const chunk of this.#chunks(0, this.#object.size)) await this.#hash!.add(chunk);
      await this.#hash!.assertEqual();
      return undefined;
    } catch (error) {
      if (error instanceof DamageError) return error.damage;
      throw error;
    }
  }

  async #send(
    first: Uint8Array,
    others: AsyncIterable<Uint8Array>,
    writer: WritableStreamDefaultWriter<Uint8Array>,
  ): Promise<void> {
    const send = async (chunk: Uint8Array): Promise<void> => {
      await this.#hash?.add(chunk);
      await writer.write(chunk);
    };
    await send(first);
    for await (const chunk of others) await send(chunk);
    const end = this.#sentFirst();
    if (end < this.#end) await writer.write(await this.#last(end));
  }

  /**
   * The bytes in `[from, end)`, in chunks of which each is overwritten by the next, fetched part by part. Bytes that
   * cannot be read are fetched again once. Throws Damaged if they are missing, or cannot be read again.
   */
  async *#chunks(from: number, end: number): AsyncGenerator<Uint8Array> {
    let failures = 0;
    for (let at = from; at < end;) {
      const before = at;
      let reason = '';
      try {
        const part = await this.#get(at, Math.min(PART, end - at));
        for await (const chunk of chunksOf(part.body)) {
          at += chunk.length;
          yield chunk;
        }
      } catch (error) {
        if (error instanceof DamageError) throw error;
        reason = describe(error);
      }
      failures = at === before ? failures + 1 : 0;
      if (failures > 1) throw new DamageError(reason === '' ? { kind: 'gone' } : { kind: 'gone', error: reason });
    }
  }

  /** The end of the bytes that are sent before the hash is compared. */
  #sentFirst(): number {
    return this.#hash ? this.#end - COMPARED_FIRST : this.#end;
  }

  /** The last bytes. Throws Damaged unless all bytes have the hash of the object. */
  async #last(from: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(this.#end - from);
    let length = 0;
    for await (const chunk of this.#chunks(from, this.#end)) {
      bytes.set(chunk, length);
      length += chunk.length;
    }
    await this.#hash!.add(bytes);
    await this.#hash!.assertEqual();
    return bytes;
  }

  async #get(offset: number, length: number): Promise<R2ObjectBody> {
    const object = await this.#env.BLOBS.get(this.#object.key, { range: { offset, length } });
    // An object that is shorter has another size.
    if (!object || object.size !== this.#object.size) throw new DamageError({ kind: 'gone' });
    return object;
  }
}

/** A stream of `length` bytes, which `send` writes. If it fails, the reader gets fewer bytes and an error. */
function streamOf(
  length: number,
  send: (writer: WritableStreamDefaultWriter<Uint8Array>) => Promise<void>,
): ReadableStream {
  const { readable, writable } = new FixedLengthStream(length);
  const writer = writable.getWriter();
  send(writer)
    .then(() => writer.close())
    .catch((error: unknown) => writer.abort(error))
    .catch(() => undefined);
  return readable;
}

/** The chunks of a stream. Each is overwritten by the next. */
async function* chunksOf(stream: ReadableStream): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader({ mode: 'byob' });
  try {
    let buffer = new Uint8Array(READ);
    for (;;) {
      const { done, value } = await reader.read(buffer);
      if (value && value.length > 0) yield value;
      if (done || !value) return;
      buffer = new Uint8Array(value.buffer as ArrayBuffer);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** The SHA-256 of bytes that are read in order. */
class Hash {
  readonly #expected: string;
  readonly #digest = new crypto.DigestStream('SHA-256');
  readonly #writer = this.#digest.getWriter();

  constructor(expected: string) {
    this.#expected = expected;
    this.#digest.digest.catch(() => undefined);
  }

  add(bytes: Uint8Array): Promise<void> {
    return this.#writer.write(bytes);
  }

  /** Throws Damaged. Nothing can be added afterwards. */
  async assertEqual(): Promise<void> {
    await this.#writer.close();
    const hash = toHex(new Uint8Array(await this.#digest.digest));
    if (hash !== this.#expected) throw new DamageError({ kind: 'changed', hash });
  }
}
