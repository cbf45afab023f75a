import { wholeTime } from '../../site/time.ts';
import type { State, StateTime } from '../lib/past.ts';
import { screenTexts } from '../screens/texts/texts.ts';

const { past: wording } = screenTexts;

/** What is shown of a state that is not the present one. */
function wordsOf({ at, by, asset }: State): string {
  const time = wholeTime(at);
  if (by === 'declared') return asset ? wording.declared(time) : wording.noneDeclared(time);
  return asset ? wording.accepted(time) : wording.noneAccepted(time);
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
              {wording.backToNow}
            </button>
            <button type="button" onClick={() => onShow({ at: state.at, by })}>
              {by === 'declared' ? wording.showDeclared : wording.showAccepted}
            </button>
          </p>
        </>
      )}
    </div>
  );
}
