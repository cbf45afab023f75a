import type { Env } from '../config.ts';
import { describe } from '../core/describe.ts';
import { log } from '../core/log.ts';
import { keyOf, type Blob } from './tables.ts';
import { PART } from './upload.ts';

/** The bytes of a blob, or a range of them; undefined when they are missing. */
export const openBlob = (env: Env, blob: Blob, range?: ByteRange): Promise<ReadableStream | undefined> =>
  openObject(env, { key: keyOf(blob), size: blob.size }, range);

type ByteRange = { offset: number; length: number };

/**
 * The bytes of an object, or a range of them; undefined when they are missing. They are fetched part by part, each after the
 * client has taken the previous one, so that a slow client holds one part in memory.
 */
export async function openObject(
  env: Env,
  { key, size }: { key: string; size: number },
  { offset, length }: ByteRange = { offset: 0, length: size },
): Promise<ReadableStream | undefined> {
  const end = offset + length;
  const part = (from: number): Promise<R2ObjectBody | null> =>
    env.BLOBS.get(key, { range: { offset: from, length: Math.min(PART, end - from) } });
  const first = await part(offset);
  if (!first || length <= PART) return first?.body;
  const { readable, writable } = new FixedLengthStream(length);
  const send = async (): Promise<void> => {
    await first.body.pipeTo(writable, { preventClose: true });
    for (let from = offset + PART; from < end; from += PART) {
      const next = await part(from);
      if (!next) throw new Error('the bytes are missing');
      await next.body.pipeTo(writable, { preventClose: true });
    }
    await writable.close();
  };
  send().catch(async (error: unknown) => {
    // A client that disconnects cancels the stream and does not get here.
    log('warn', 'the bytes of an object were not sent completely', { object: key, error: describe(error) });
    await writable.abort(error).catch(() => undefined);
  });
  return readable;
}
