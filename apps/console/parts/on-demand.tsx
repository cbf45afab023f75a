import type { FunctionComponent } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { speakOnDemand } from '../language.ts';
import { screenTexts } from '../screens/texts/texts.ts';
import { texts } from '../texts/texts.ts';
import { Screen, showTitle } from './page.tsx';

const { shell: wording, common } = screenTexts;

type Load<P> = () => Promise<FunctionComponent<P>>;

/** A screen of a file that the browser loads when the screen is first opened, with its texts. */
export const screenOnDemand = <P extends object>(load: Load<P>): FunctionComponent<P> => onDemand(load, true);

/** A component of such a file. If it cannot be loaded and has `onClose`, it can be closed. */
export function onDemand<P extends object>(load: Load<P>, isScreen = false): FunctionComponent<P> {
  let Loaded: FunctionComponent<P> | undefined;
  const loadAll = async (): Promise<void> => {
    [Loaded] = await Promise.all([load(), speakOnDemand()]);
  };
  return function OnDemand(props: P) {
    const [, setLoaded] = useState(false);
    if (Loaded) return <Loaded {...props} />;
    const onClose = 'onClose' in props ? (props.onClose as () => void) : undefined;
    return <Waiting load={loadAll} onLoaded={() => setLoaded(true)} {...{ isScreen, onClose }} />;
  };
}

type WaitingProps = {
  load: () => Promise<void>;
  onLoaded: () => void;
  isScreen: boolean;
  onClose: (() => void) | undefined;
};

function Waiting({ load, onLoaded, isScreen, onClose }: WaitingProps) {
  const [state, setState] = useState<'loading' | 'failed' | 'outdated'>('loading');
  const attempt = async (): Promise<boolean> => {
    setState('loading');
    try {
      await load();
    } catch {
      return false;
    }
    onLoaded();
    return true;
  };
  const again = async (): Promise<void> => {
    if (await attempt()) return;
    // The service has a new version, without the file, or the browser remembers that it could not load it.
    if (!(await responds())) setState('failed');
    else if (isScreen) location.reload();
    // Around a part of a screen, there can be work that would be lost.
    else setState('outdated');
  };
  useEffect(() => void attempt().then((done) => done || setState('failed')), []);
  if (state === 'loading') return <Loading isScreen={isScreen} />;
  const content = (
    <>
      <p class="wrong" role="alert">
        {state === 'failed' ? wording.notLoaded : wording.outdated}
      </p>
      <p class="actions">
        {state === 'failed' ? (
          <button type="button" onClick={() => void again()}>
            {texts.page.tryAgain}
          </button>
        ) : (
          <button type="button" onClick={() => location.reload()}>
            {wording.reload}
          </button>
        )}
        {onClose && (
          <button type="button" class="quiet" onClick={onClose}>
            {common.close}
          </button>
        )}
      </p>
    </>
  );
  return isScreen ? <Screen title={wording.notLoadedTitle}>{content}</Screen> : <div>{content}</div>;
}

/** Says that a part is being loaded; for a screen, also in the title of the page, in place of the last screen's. */
function Loading({ isScreen }: { isScreen: boolean }) {
  useLayoutEffect(() => {
    if (isScreen) showTitle(texts.page.loading);
  }, [isScreen]);
  return (
    <p class="empty" role="status">
      {texts.page.loading}
    </p>
  );
}

const responds = (): Promise<boolean> =>
  fetch(location.pathname, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
