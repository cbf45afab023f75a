import { useRef, useState } from 'preact/hooks';
import type { Attributes } from '../../../src/formats/records/attributes.ts';
import type { Trust } from '../../../src/proof/chain.ts';
import { showProblem, showReport, type Look } from '../../site/check/report.ts';
import type { ProofEvent } from '../../site/check/texts.ts';
import { action, vkeysIn, whoseForm, type LogKeys } from '../../site/check/whose.ts';
import { formTexts, siteTexts } from '../../site/texts/texts.ts';
import { localTime } from '../../site/time.ts';
import { BASE, errorOf, signedIn, uuidOf, type Schemas } from '../lib/api.ts';
import { keepLogPin, logPin, type LogPin } from '../lib/log-pins.ts';
import { Act } from './act.tsx';
import { save } from './list.tsx';
import { screenTexts } from '../screens/texts/texts.ts';

const { verify: wording } = screenTexts;

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

type Code = typeof import('../../site/check/examinelog.ts');

/** The response about the keys of a log; undefined if the caller may not read it, or the service does not respond. */
async function keysOf(origin: string): Promise<Uint8Array | undefined> {
  const log = uuidOf(origin);
  const response = await signedIn((headers) => fetch(`${BASE}/v1/logs/${log}/keys`, { headers })).catch(
    () => undefined,
  );
  return response?.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
}

/** The trust in a key that was kept before, and in the changes of keys since. `code`: loaded on demand. */
export async function trustOf(
  { vkey }: LogPin,
  origin: string,
  code: Pick<Code, 'trustIn' | 'keyChangesIn'>,
): Promise<Trust> {
  const keys = await keysOf(origin);
  return { ...code.trustIn(vkey), ...(keys ? { keyChanges: code.keyChangesIn(keys) } : {}) };
}

/** Whether a proof is about what the console shows. */
function lookAt(event: Event, proven: ProofEvent, { textsOf }: Code): Look {
  const same = (shown: Attributes, found: Attributes): boolean =>
    JSON.stringify(textsOf(shown)) === JSON.stringify(textsOf(found));
  const ok =
    proven.identity === event.identity &&
    same(event.event_attributes, proven.event_attributes) &&
    same(event.asset_attributes, proven.asset_attributes);
  return {
    ok,
    sentence: ok ? formTexts.shown.holds : formTexts.shown.fails,
    detail: proven.identity,
  };
}

/**
 * Verifies the proof of an event in the browser, and that it is about what the console shows, and shows the report. The
 * key of the log is one that was kept in this browser before: one that the same service sends now would not show that
 * the log is the one that was published before.
 */
async function verify(event: Event, into: HTMLElement): Promise<void> {
  const [code, file] = await Promise.all([import(CODE) as Promise<Code>, fileOf(event, 'proof')]);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { proof: unpinned } = code.examineBytes(bytes);
  const origin = unpinned ? code.factsOf(unpinned, {}).origin : '';
  const keep = async (value: string | undefined): Promise<void> => {
    keepLogPin(origin, value);
    await again();
  };
  const show = (trust: Trust, more: { known?: string; pin?: HTMLElement } = {}): void => {
    const { report, proof } = code.examineBytes(bytes, trust);
    showReport(into, report, {
      ...more,
      looks: proof ? [lookAt(event, proof.event, code)] : [],
      facts: proof && code.factsOf(proof, trust),
      whose: whoseForm({
        name: siteTexts.whose.keyOfLog,
        hint: siteTexts.whose.keyHint,
        published: async () => vkeysIn(JSON.parse(new TextDecoder().decode(await keysOf(origin))) as LogKeys),
        check: (value) => show(code.trustIn(value), { pin: action(formTexts.shown.keep, () => keep(value)) }),
        keep,
      }),
    });
  };
  const again = async (): Promise<void> => {
    const pin = logPin(origin);
    if (!pin) return show({});
    const known = formTexts.shown.known(localTime(pin.saved));
    const forget = action(formTexts.shown.forget, () => keep(undefined));
    show(await trustOf(pin, origin, code), { known, pin: forget });
  };
  await again();
}

/** As `verify`. Shows why an event could not be verified. */
export const verifyInto = (event: Event, into: HTMLElement): Promise<void> =>
  verify(event, into).catch((error: Error & { status?: number }) =>
    showProblem(into, error.status === 404 ? wording.notYet : error.message),
  );

/** Buttons that verify the proof of an event in the browser, and save the proof and the receipt. */
export function Verify({ event }: { event: Event }) {
  const output = useRef<HTMLDivElement>(null);
  const [notice, setNotice] = useState('');
  const uuid = uuidOf(event.identity);
  const check = async (): Promise<void> => {
    const into = output.current!;
    into.replaceChildren();
    await verifyInto(event, into);
  };
  const saved = async (suffix: string, name: string): Promise<void> => {
    save(await fileOf(event, suffix), name);
    setNotice(wording.savedAs(name));
  };
  return (
    <>
      <div class="actions">
        <Act label={wording.verify} act={check} />
        <Act label={wording.saveProof} act={() => saved('proof', `proof-${uuid}.json`)} />
        <Act label={wording.saveReceipt} act={() => saved('receipt', `receipt-${uuid}.cose`)} />
        <a href="/verify/">{wording.verifySaved}</a>
        <span class="note" role="status">
          {notice}
        </span>
      </div>
      <div ref={output} role="status" />
    </>
  );
}
