import { useRef, useState } from 'preact/hooks';
import type { Attributes } from '../../../core/attributes.ts';
import { element, showProblem, showReport, type Look } from '../../check/report.ts';
import { api, BASE, errorOf, signedIn, uuidOf, type Schemas } from '../lib/api.ts';
import { Act } from './act.tsx';
import { save } from './list.tsx';

type Event = Schemas['Event'];

/** The code that verifies proofs is large: it is loaded when it is first needed. */
const CODE = '/static/examinelog.js';

/** A file about an event: `:proof` or `:receipt`. Throws ApiError. */
async function fileOf(event: Event, suffix: string): Promise<Blob> {
  const response = await signedIn((headers) => fetch(`${BASE}/v2/${event.identity}:${suffix}`, { headers }));
  if (response.ok) return response.blob();
  const id = response.headers.get('x-request-id') ?? '';
  throw errorOf(response.status, await response.json().catch(() => ({})), id);
}

/** The current key of the log that has an event, as the service publishes it now. */
async function keyOf(event: Event): Promise<string[]> {
  const log = event.log_entry?.log ?? uuidOf(event.tenant_identity);
  const { keys } = await api.get('/v1/logs/{log}/keys', { params: { path: { log } } });
  // The last one signs: a proof that is fetched now has no signature of the keys before.
  return keys.flatMap((key) => ('vkey' in key ? [key.vkey] : [])).slice(-1);
}

/** Verifies the proof of an event in the browser, and that it is about what the console shows. Returns the report. */
async function verify(event: Event, into: HTMLElement): Promise<void> {
  const [{ examineBytes, textsOf }, file, vkeys] = await Promise.all([
    import(CODE) as Promise<typeof import('../../check/examinelog.ts')>,
    fileOf(event, 'proof'),
    keyOf(event),
  ]);
  const { report, proof } = examineBytes(new Uint8Array(await file.arrayBuffer()), { vkeys });
  const same = (shown: Attributes, proven: Attributes): boolean =>
    JSON.stringify(textsOf(shown)) === JSON.stringify(textsOf(proven));
  const looks = (proven: NonNullable<typeof proof>['event']): Look => {
    const ok =
      proven.identity === event.identity &&
      same(event.event_attributes, proven.event_attributes) &&
      same(event.asset_attributes, proven.asset_attributes);
    return {
      ok,
      sentence: `The proof ${ok ? 'has' : 'does not have'} the names and values that the console shows.`,
      detail: proven.identity,
    };
  };
  showReport(into, report, proof ? [looks(proof.event)] : []);
  if (report.ok) into.append(element('p', 'note', KEYS));
}

const KEYS =
  'The signature was verified with the key that the service publishes now. To rely on a key that you saved before, save the proof and verify it on the page “Verify a saved proof”.';

/** Buttons that verify the proof of an event in the browser and, with `files`, save the proof and the receipt. */
export function Verify({ event, files }: { event: Event; files?: boolean }) {
  const output = useRef<HTMLDivElement>(null);
  const [notice, setNotice] = useState('');
  const uuid = uuidOf(event.identity);
  const check = async (): Promise<void> => {
    const into = output.current!;
    into.replaceChildren();
    await verify(event, into).catch((error: Error & { status?: number }) =>
      showProblem(into, error.status === 404 ? 'The log does not have this event yet. Try again.' : error.message),
    );
  };
  const saved = async (suffix: string, name: string): Promise<void> => {
    save(await fileOf(event, suffix), name);
    setNotice(`Saved as ${name}.`);
  };
  return (
    <>
      <div class="actions">
        <Act label="Verify" what={files ? '' : `the event of ${event.timestamp_declared}`} act={check} />
        {files && (
          <>
            <Act label="Save the proof" act={() => saved('proof', `proof-${uuid}.json`)} />
            <Act label="Save the receipt" act={() => saved('receipt', `receipt-${uuid}.cose`)} />
            <a href="/verify/">Verify a saved proof</a>
          </>
        )}
        <span class="note" role="status">
          {notice}
        </span>
      </div>
      <div ref={output} role="status" />
    </>
  );
}
