import { useRef } from 'preact/hooks';
import { historyReport } from '../../site/check/complete.ts';
import { showProblem, showReport, type Look } from '../../site/check/report.ts';
import { piecesOf } from '../../site/pieces.ts';
import { formTexts } from '../../site/texts/texts.ts';
import { localTime } from '../../site/time.ts';
import { BASE, errorOf, signedIn } from '../lib/api.ts';
import { logPin } from '../lib/log-pins.ts';
import { Act } from './act.tsx';
import { trustOf } from './verify.tsx';
import { screenTexts } from '../screens/texts/texts.ts';

const { verify: wording } = screenTexts;

type Code = typeof import('../../site/check/examinehistory.ts');

/** The code that verifies histories is large: it is loaded when it is first needed. */
const CODE = '/static/examinehistory.js';

/** The complete history of an asset, in pieces. Throws ApiError. */
async function historyOf(uuid: string): Promise<ReadableStream<Uint8Array>> {
  const response = await signedIn((headers) => fetch(`${BASE}/v2/assets/${uuid}:history`, { headers }));
  if (response.ok) return response.body!;
  const id = response.headers.get('x-request-id') ?? '';
  throw errorOf(response.status, await response.json().catch(() => ({})), id);
}

/** Verifies in the browser that an asset has no other events than the history shows, and shows the report. */
async function verify(uuid: string, into: HTMLElement): Promise<void> {
  const [code, stream] = await Promise.all([import(CODE) as Promise<Code>, historyOf(uuid)]);
  let known: string | undefined;
  const { report, asset_identity, view } = await code.verifyHistory(
    piecesOf(stream),
    {},
    async ({ checkpoint }, trust) => {
      const origin = checkpoint.slice(0, checkpoint.indexOf('\n'));
      const pin = logPin(origin);
      if (!pin) return trust;
      known = formTexts.shown.known(localTime(pin.saved));
      return { ...trust, ...(await trustOf(pin, origin, code)) };
    },
  );
  const shown = historyReport(report);
  const ok = asset_identity === `assets/${uuid}` && view === 'tenant';
  const look: Look = {
    ok,
    sentence: ok ? formTexts.shown.ofAsset : formTexts.shown.ofOther,
    detail: asset_identity ?? '',
  };
  showReport(into, shown.report, {
    history: shown.history,
    looks: report.ok ? [look] : [],
    ...(known === undefined ? {} : { known }),
  });
}

/** A button that verifies that no event of an asset is missing, and where its report is shown. */
export function VerifyComplete({ uuid }: { uuid: string }) {
  const output = useRef<HTMLDivElement>(null);
  const check = (): Promise<void> =>
    verify(uuid, output.current!).catch((error: Error & { status?: number }) =>
      showProblem(output.current!, error.status === 404 ? wording.noMap : error.message),
    );
  return (
    <>
      <p class="actions">
        <Act label={wording.complete} act={check} />
      </p>
      <div ref={output} role="status" />
    </>
  );
}
