import { useId, useState } from 'preact/hooks';
import type { Choice } from '../lib/behaviours.ts';
import { Similar } from './type-field.tsx';
import { Tick, useUnready, useViolation } from './form.tsx';
import { texts } from '../texts/texts.ts';
import { screenTexts } from '../screens/texts/texts.ts';

const { pickNames: wording, common } = screenTexts;

/**
 * The value of the option that is none of the known ones. It cannot be a name, because those have no control
 * characters.
 */
const OTHER = '\u0000';

type Props = {
  label: string;
  name: string;
  chosen: string[];
  known: readonly Choice[];
  onChange: (chosen: string[]) => void;
  all?: string;
  hint?: string;
};

/**
 * Picks names from those that exist; others can be typed. With `all`, a checkbox with this label stands for all names
 * (`*`). `name` is the field of the list in the API.
 */
export function PickNames(of: Props) {
  const id = useId();
  const [picked, setPicked] = useState('');
  const [typed, setTyped] = useState('');
  const violation = useViolation(of.name);
  const whole = of.all !== undefined && of.chosen.includes('*');
  const left = of.known.filter(([value]) => !of.chosen.includes(value));
  const isOther = picked === OTHER || left.length === 0;
  const value = (isOther ? typed : picked).trim();
  useUnready(value !== '' && !whole ? wording.unfinished(of.label, value) : undefined);
  const take = (name: string): void => {
    if (name !== '' && !of.chosen.includes(name)) of.onChange([...of.chosen, name]);
    setPicked('');
    setTyped('');
  };
  const add = (): void => take(value);
  return (
    <fieldset class="picker" aria-describedby={violation ? `${id}-wrong` : undefined}>
      <legend>{of.label}</legend>
      {of.hint && <p class="note">{of.hint}</p>}
      {of.all !== undefined && <Tick label={of.all} checked={whole} onChange={(on) => of.onChange(on ? ['*'] : [])} />}
      {!whole && of.chosen.length > 0 && <ChosenNames {...of} />}
      {!whole && (
        <div class="pair">
          {left.length > 0 && <NameChoice label={of.label} names={left} picked={picked} onPick={setPicked} />}
          {isOther && (
            <input
              aria-label={wording.another(of.label)}
              value={typed}
              autoComplete="off"
              spellcheck={false}
              onInput={(event) => setTyped(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                add();
              }}
            />
          )}
          <button type="button" class="quiet" onClick={add} aria-label={wording.addTo(of.label)}>
            {common.add}
          </button>
        </div>
      )}
      {isOther && of.all !== undefined && (
        <Similar text={value} known={of.known.map(([each]) => each)} onUse={(known) => take(known)} />
      )}
      {violation && (
        <p class="wrong" id={`${id}-wrong`}>
          {violation}
        </p>
      )}
    </fieldset>
  );
}

function ChosenNames(of: Props) {
  return (
    <ul class="picked">
      {of.chosen.map((each) => (
        <li key={each}>
          {textOf(of.known, each)}
          <button
            type="button"
            class="quiet"
            aria-label={wording.remove(textOf(of.known, each), of.label)}
            onClick={() => of.onChange(of.chosen.filter((other) => other !== each))}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  );
}

function NameChoice(of: { label: string; names: readonly Choice[]; picked: string; onPick: (name: string) => void }) {
  const { label, names, picked, onPick } = of;
  return (
    <select aria-label={wording.choose(label)} value={picked} onChange={(event) => onPick(event.currentTarget.value)}>
      <option value="" selected={picked === ''}>
        {texts.template.choose}
      </option>
      {names.map(([each, text]) => (
        <option key={each} value={each} selected={each === picked}>
          {text}
        </option>
      ))}
      <option value={OTHER} selected={picked === OTHER}>
        {wording.anotherOne}
      </option>
    </select>
  );
}

/** What people call a name. */
export const textOf = (known: readonly Choice[], name: string): string =>
  known.find(([value]) => value === name)?.[1] ?? name;
