import type { ServiceCaller } from './caller.ts';
import { readJson, type TransportCall, type FetchFunction } from './transport.ts';

/** The `fetch` of the runtime. Called without an object: some runtimes reject it as a method of another one. */
export const systemFetch: FetchFunction = (input, init) => globalThis.fetch(input, init);

/** Whether bodies can be streams. Browsers send none over HTTP/1.1, and report progress only of XMLHttpRequest. */
export const canStream = (fetch: FetchFunction): boolean =>
  fetch !== systemFetch || typeof XMLHttpRequest === 'undefined';

/** Name, type and length of a file. */
export type FileFacts = { name: string; type: string; size: number | undefined };

/** Sends a file with XMLHttpRequest, with the tokens and the repetitions of `caller`. */
export function sendForm(
  { transport }: ServiceCaller,
  call: TransportCall,
  source: Blob | Uint8Array,
  { name, type, size }: FileFacts,
  onProgress?: (progress: { sent: number; total: number | undefined }) => void,
): Promise<unknown> {
  const form = new FormData();
  form.append('file', source instanceof Blob ? source : new Blob([source as Uint8Array<ArrayBuffer>], { type }), name);
  return transport
    .with(xhrFetch(form, (sent) => onProgress?.({ sent: Math.min(sent, size ?? sent), total: size })))
    .send(call, readJson);
}

/** A `fetch` that sends a form with XMLHttpRequest. */
const xhrFetch =
  (form: FormData, onSent: (bytes: number) => void): FetchFunction =>
  (address, { method, headers, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method ?? 'POST', address);
      for (const [name, value] of Object.entries(headers as Record<string, string>))
        request.setRequestHeader(name, value);
      request.upload.addEventListener('progress', ({ loaded }) => onSent(loaded));
      request.addEventListener('load', () => {
        const received = new Headers();
        for (const line of request.getAllResponseHeaders().split('\r\n')) {
          const colon = line.indexOf(':');
          if (colon > 0) received.append(line.slice(0, colon), line.slice(colon + 1).trim());
        }
        resolve(new Response(request.responseText, { status: request.status, headers: received }));
      });
      request.addEventListener('error', () => reject(new TypeError('the upload failed')));
      request.addEventListener('abort', () => reject(new TypeError('the upload was stopped')));
      signal?.addEventListener('abort', () => request.abort());
      request.send(form);
    });
