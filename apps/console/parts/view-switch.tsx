import { screenTexts } from '../screens/texts/texts.ts';

const { assetMap: wording } = screenTexts;

/** Switches between the list and the map, which the address keeps. */
export function ViewSwitch({ map, onChange }: { map: boolean; onChange: (map: boolean) => void }) {
  const views = [
    [false, wording.list],
    [true, wording.map],
  ] as const;
  return (
    <ul class="chips view" aria-label={wording.view}>
      {views.map(([value, label]) => (
        <li key={label}>
          <button
            type="button"
            class={map === value ? 'chip on' : 'chip'}
            aria-pressed={map === value}
            onClick={() => onChange(value)}
          >
            {label}
          </button>
        </li>
      ))}
    </ul>
  );
}
