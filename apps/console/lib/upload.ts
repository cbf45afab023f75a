import { ApiError, awaitSession, BASE, errorOf, identification, unreachable, type Schemas } from './api.ts';
import { isNow, session } from './session.ts';
import { texts } from '../texts/texts.ts';

export type UploadedBlob = Schemas['BlobMetadata'];

/** Uploads a file. `onProgress` gets the share sent, 0 to 1. Uses XMLHttpRequest, because fetch reports no progress. */
export async function upload(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<UploadedBlob> {
  const id = session.get()?.id;
  for (;;) {
    const sent = session.get()?.csrf;
    const { status, body, requestId } = await send(file, onProgress, signal);
    if (!isNow(id)) throw new ApiError(0, texts.service.signedOut);
    if (status === 200) return body as UploadedBlob;
    if (status !== 401) throw errorOf(status, body, requestId);
    await awaitSession(sent);
    if (!isNow(id)) throw new ApiError(0, texts.service.signedOut);
  }
}

type Answer = { status: number; body: unknown; requestId: string };

function send(file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const form = new FormData();
    form.append('file', file);
    request.open('POST', `${BASE}/v1/blobs`);
    for (const [name, value] of Object.entries(identification())) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total));
    request.addEventListener('load', () => {
      const requestId = request.getResponseHeader('x-request-id') ?? '';
      resolve({ status: request.status, body: parsed(request.responseText), requestId });
    });
    request.addEventListener('error', () => reject(unreachable()));
    request.addEventListener('abort', () => reject(new ApiError(0, texts.service.uploadStopped)));
    signal.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The value of an attribute that attaches a blob. */
export const attachmentOf = (blob: UploadedBlob, fileName: string): Record<string, string> => ({
  arc_attribute_type: 'arc_attachment',
  arc_blob_identity: blob.identity,
  arc_blob_hash_alg: 'SHA256',
  arc_blob_hash_value: blob.hash.value,
  arc_file_name: fileName,
  arc_display_name: fileName,
});
