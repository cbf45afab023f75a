import { useEffect, useRef, useState } from 'preact/hooks';
import type { ItemResult } from '../../../src/formats/import/batch-results.ts';
import type { CsvFile } from '../import/file.ts';
import type { ImportPlan } from '../import/plan.ts';
import { postAssets } from '../lib/asset-batch.ts';
import { Problem } from './form.tsx';
import { ImportDownloads, type ImportCode } from './import-downloads.tsx';
import { RefusedRows } from './import-preview.tsx';
import { texts } from '../texts/texts.ts';
import { screenTexts } from '../screens/texts/texts.ts';
import { rareTexts } from '../screens/texts/rare-texts.ts';

const { importRun: wording } = rareTexts;
const { common, menu } = screenTexts;

type State = 'sending' | 'stopped' | 'finished';

/** An import that was confirmed: sends it, shows the progress, and what became of it. `onEnd`: to another file. */
export function ImportRun(of: { code: ImportCode; file: CsvFile; plan: ImportPlan; name: string; onEnd: () => void }) {
  const { code, file, plan, name, onEnd } = of;
  const { state, done, pause, error, results, start, stop } = useRun(code, plan);
  const total = plan.assets.length;
  const made = results.filter((result) => 'identity' in result).length;
  const earlier = results.filter((result) => code.createdBy(result) !== undefined).length - made;
  const refused = code.refusedRows(plan, results);
  if (state === 'sending')
    return (
      <>
        <h2>{wording.importing(name)}</h2>
        <p class="actions">
          <progress value={done} max={total} aria-label={wording.progress} />
          <button type="button" onClick={stop}>
            {common.stop}
          </button>
        </p>
        <p role="status">{wording.done(done, total, pause)}</p>
        <p class="note">{wording.keepOpen}</p>
      </>
    );
  return (
    <>
      <h2>{state === 'finished' ? wording.imported : wording.unfinished}</h2>
      {error && <Problem error={error} />}
      <p role="status">
        {wording.made(made)}
        {earlier > 0 && wording.earlier(earlier)}
        {refused.length > 0 && wording.refused(refused.length)}
        {done < total && wording.notSent(total - done)}
      </p>
      {refused.length > 0 && made > 0 && <p class="warning">{wording.advice}</p>}
      {refused.length > 0 && <RefusedRows rows={refused} />}
      <p class="actions">
        {state === 'stopped' && (
          <button type="button" class="send" onClick={() => void start()}>
            {error ? texts.page.tryAgain : wording.continue}
          </button>
        )}
        <ImportDownloads {...{ code, name, file, plan, results }} />
        <button type="button" onClick={onEnd}>
          {wording.another}
        </button>
        <a href="#/assets">{menu.assets}</a>
      </p>
    </>
  );
}

/** The state of an import. It starts at once, and stops when the screen is left. */
function useRun(code: ImportCode, plan: ImportPlan) {
  const [state, setState] = useState<State>('sending');
  const [done, setDone] = useState(0);
  const [pause, setPause] = useState('');
  const [error, setError] = useState<Error>();
  const results = useRef<ItemResult[]>([]).current;
  const stopping = useRef<AbortController>(undefined);
  const start = async (): Promise<void> => {
    const controller = new AbortController();
    stopping.current = controller;
    setState('sending');
    setError(undefined);
    const onProgress = (): void => {
      setPause('');
      setDone(plan.assets.filter((_, i) => results[i] !== undefined).length);
    };
    try {
      const finished = await code.sendAssets({
        assets: plan.assets,
        results,
        post: postAssets,
        onProgress,
        onPause: (reason, seconds) => setPause(wording.waiting(seconds, reason)),
        stop: controller.signal,
      });
      setState(finished ? 'finished' : 'stopped');
    } catch (thrown) {
      setError(thrown as Error);
      setState('stopped');
    }
    onProgress();
  };
  useEffect(() => {
    void start();
    return () => stopping.current?.abort();
  }, []);
  useEffect(() => {
    if (state !== 'sending') return undefined;
    const ask = (event: Event): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [state]);
  return { state, done, pause, error, results, start, stop: () => stopping.current?.abort() };
}
