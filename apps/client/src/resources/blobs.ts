import { sha256 } from '@noble/hashes/sha2.js';
import { assetPath, blobUuid, eventPath, isAsset, type ServiceCaller } from '../caller.ts';
import { EvidenceError } from '../errors.ts';
import { readJson } from '../transport.ts';
import type { RequestSettings, StoredFile } from '../types.ts';
import { canStream, sendForm, type FileFacts } from '../xhr.ts';

/** A file: bytes, a Blob or File, or a stream of bytes, which is read once. */
export type FileSource = Uint8Array | Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

export type UploadOptions = {
  /** Name of the file. Default: that of a File, otherwise `file`. */
  fileName?: string;
  /** Media type that is sent. The service determines the type from the bytes. */
  type?: string;
  /** Length in bytes, for the progress of a stream. */
  size?: number;
  /** Called with the bytes that were passed to the network so far. `total` is undefined if the length is unknown. */
  onProgress?: (progress: { sent: number; total: number | undefined }) => void;
  signal?: AbortSignal;
};

/** Files. */
export class Blobs {
  readonly #caller: ServiceCaller;

  constructor(caller: ServiceCaller) {
    this.#caller = caller;
  }

  /**
   * Uploads a file as a stream, and compares the hash that the service computed with that of the bytes sent. In
   * browsers, which cannot send streams, the source must be bytes or a Blob. Only an upload that was refused is
   * repeated, and never that of a stream.
   */
  async upload(source: FileSource, options: UploadOptions = {}): Promise<StoredFile> {
    const { signal, onProgress } = options;
    const file = fileOf(source, options);
    const once = !(source instanceof Uint8Array || source instanceof Blob);
    const call = this.#caller.call('POST', '/v1/blobs', { timeout: Infinity, ...(signal ? { signal } : {}) });
    if (!canStream(this.#caller.transport.options.fetch)) {
      if (once) throw new EvidenceError('INVALID_ARGUMENT', 'source: must be bytes or a Blob in a browser');
      return (await sendForm(this.#caller, call, source as Blob | Uint8Array, file, onProgress)) as StoredFile;
    }
    const boundary = `----evidence-${crypto.getRandomValues(new Uint32Array(4)).join('')}`;
    let hash = sha256.create();
    const stored = (await this.#caller.transport.send(
      {
        ...call,
        headers: { ...call.headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
        once,
        body: () => {
          hash = sha256.create();
          return streamOf(
            formOf(source, file, boundary, (chunk, sent) => {
              hash.update(chunk);
              onProgress?.({ sent, total: file.size });
            }),
          );
        },
      },
      readJson,
    )) as StoredFile;
    const sent = [...hash.digest()].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    if (stored.hash.value !== sent)
      throw new EvidenceError(
        'DATA_LOSS',
        `${stored.identity} has the hash ${stored.hash.value}, not ${sent}: the file changed on the way`,
      );
    return stored;
  }

  /** Reads the hash, the size and the scan status of a file. */
  async info(blob: string, settings: RequestSettings = {}): Promise<StoredFile> {
    return this.#caller.json('GET', '/v1/blobs/{uuid}/info', { ...settings, path: { uuid: blobUuid(blob) } });
  }

  /** Downloads a file. Read or cancel the body of the response. */
  async download(blob: string, settings: RequestSettings = {}): Promise<Response> {
    return this.#caller.response('GET', '/v1/blobs/{uuid}', { ...settings, path: { uuid: blobUuid(blob) } });
  }
}

/** Files that are attached to assets and events. Who may read the attribute may read the file. */
export class Attachments {
  readonly #caller: ServiceCaller;

  constructor(caller: ServiceCaller) {
    this.#caller = caller;
  }

  /** Reads the hash, the size and the scan status of an attachment of an asset or event. */
  async info(record: string, blob: string, settings: RequestSettings = {}): Promise<StoredFile> {
    const { path, anonymous } = attachmentPath(record, blob);
    return this.#caller.json('GET', `${path}/info`, { ...settings, anonymous });
  }

  /** Downloads an attachment of an asset or event. Read or cancel the body of the response. */
  async download(record: string, blob: string, settings: RequestSettings = {}): Promise<Response> {
    const { path, anonymous } = attachmentPath(record, blob);
    return this.#caller.response('GET', path, { ...settings, anonymous });
  }
}

function attachmentPath(record: string, blob: string): { path: string; anonymous: boolean } {
  const { anonymous } = isAsset(record) ? assetPath(record) : eventPath(record);
  return { path: `/v2/attachments/${record}/${blobUuid(blob)}`, anonymous };
}

function fileOf(source: FileSource, { fileName, type, size }: UploadOptions): FileFacts {
  const named = source instanceof Blob && 'name' in source ? String(source.name) : 'file';
  return {
    name: fileName ?? named,
    type: (type ?? (source instanceof Blob ? source.type : '')) || 'application/octet-stream',
    size: sizeOf(source) ?? size,
  };
}

/** The bytes of a source; undefined for a stream. */
function sizeOf(source: FileSource): number | undefined {
  if (source instanceof Blob) return source.size;
  return source instanceof Uint8Array ? source.length : undefined;
}

/** Escapes as browsers do (WHATWG HTML, multipart/form-data encoding algorithm). */
const escaped = (name: string): string => name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');

/** Maximum bytes that are hashed and sent at once. */
const CHUNK = 65_536;

async function* formOf(
  source: FileSource,
  { name, type }: FileFacts,
  boundary: string,
  onChunk: (chunk: Uint8Array, sent: number) => void,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${escaped(name)}"\r\nContent-Type: ` +
      `${type.replaceAll(/[\r\n]/g, '')}\r\n\r\n`,
  );
  let sent = 0;
  for await (const bytes of chunksOf(source)) {
    for (let at = 0; at < bytes.length; at += CHUNK) {
      const chunk = bytes.subarray(at, at + CHUNK);
      sent += chunk.length;
      onChunk(chunk, sent);
      yield chunk;
    }
  }
  yield encoder.encode(`\r\n--${boundary}--\r\n`);
}

async function* chunksOf(source: FileSource): AsyncGenerator<Uint8Array> {
  if (source instanceof Uint8Array) {
    yield source;
  } else if (Symbol.asyncIterator in source) {
    yield* source;
  } else {
    // Streams are not iterable in every browser.
    const reader = (source instanceof Blob ? source.stream() : source).getReader();
    try {
      for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
    } finally {
      await reader.cancel().catch(() => undefined);
    }
  }
}

/** Unlike `ReadableStream.from`, in every runtime. */
function streamOf(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
