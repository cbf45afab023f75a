import { wholeTime } from '../../site/time.ts';
import type { State, StateTime } from '../lib/past.ts';

const DECLARED =
  'Their authors state these times; they are not proven. ' +
  'Compliance and proofs follow the time of recording, and are not shown.';
const RECORDED = 'The state follows the time at which events were recorded here.';
const EARLIER = 'Events can declare earlier times.';

/** What is shown of a state that is not the present one. */
function wordsOf({ at, by, asset }: State): string {
  const time = wholeTime(at);
  if (by === 'declared')
    return asset
      ? `You see what the events that declare ${time} or an earlier time add up to. ${DECLARED}`
      : `No event of this asset declares ${time} or an earlier time.`;
  return asset
    ? `You see the asset as it was at ${time}: attributes, attachments, compliance, proof and events. ${RECORDED}`
    : `Nothing about this asset was recorded until ${time}, so nothing is shown. ${RECORDED} ${EARLIER}`;
}

/** Says that a screen shows a state that is not the present one, and leads back. Its screen has a frame. */
export function PastNotice({ state, onShow }: { state: State; onShow: (time: StateTime) => void }) {
  const isPast = state.at !== '';
  const by = state.by === 'declared' ? 'accepted' : 'declared';
  return (
    <div class={isPast ? 'warning past' : ''} role="status">
      {isPast && (
        <>
          <p>{wordsOf(state)}</p>
          <p class="actions">
            <button type="button" onClick={() => onShow({ at: '', by: 'accepted' })}>
              Back to now
            </button>
            <button type="button" onClick={() => onShow({ at: state.at, by })}>
              {by === 'declared' ? 'Show by declared time (as stated, not proven)' : 'Show by time of recording'}
            </button>
          </p>
        </>
      )}
    </div>
  );
}
