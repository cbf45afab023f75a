import { useRef, useState } from 'preact/hooks';
import type { Attributes } from '../../../core/attributes.ts';
import { showProblem, showReport, type Look } from '../../check/report.ts';
import { BASE, errorOf, signedIn, uuidOf, type Schemas } from '../lib/api.ts';
import { Act } from './act.tsx';
import { save } from './list.tsx';

type Event = Schemas['AssetEvent'];

/** The code that verifies proofs is large: it is loaded when it is first needed. */
const CODE = '/static/examinelog.js';

/** A file about an event: `:proof` or `:receipt`. Throws ApiError. */
async function fileOf(event: Event, suffix: string): Promise<Blob> {
  const response = await signedIn((headers) => fetch(`${BASE}/v2/${event.identity}:${suffix}`, { headers }));
  if (response.ok) return response.blob();
  const id = response.headers.get('x-request-id') ?? '';
  throw errorOf(response.status, await response.json().catch(() => ({})), id);
}

/**
 * Verifies the proof of an event in the browser, and that it is about what the console shows, and shows the report. No
 * key is passed: one that the same service sends now would not show that the log is the one that was published before.
 */
async function verify(event: Event, into: HTMLElement): Promise<void> {
  const [{ examineBytes, textsOf }, file] = await Promise.all([
    import(CODE) as Promise<typeof import('../../check/examinelog.ts')>,
    fileOf(event, 'proof'),
  ]);
  const { report, proof } = examineBytes(new Uint8Array(await file.arrayBuffer()));
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
}

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
