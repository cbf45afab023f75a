import { useId } from 'preact/hooks';
import { periodOf, UNITS } from '../lib/words.ts';
import { useViolation } from './form.tsx';
import { screenTexts } from '../screens/texts/texts.ts';

const { period: wording } = screenTexts;

/** A period in the form: a number, and its unit in seconds. */
export type PeriodDraft = { amount: string; unit: number };

export const NO_PERIOD: PeriodDraft = { amount: '', unit: UNITS[0][1] };

/** Whole seconds as a text, empty without a number. */
export function secondsOf({ amount, unit }: PeriodDraft): string {
  const seconds = amount === '' ? Number.NaN : Math.round(Number(amount) * unit);
  return Number.isNaN(seconds) ? '' : String(seconds);
}

/** A period of whole seconds, in the largest unit that has a whole number of them. */
export function draftOfSeconds(seconds: number): PeriodDraft {
  const unit = UNITS.find(([, size]) => seconds > 0 && seconds % size === 0)?.[1];
  return unit === undefined ? NO_PERIOD : { amount: String(seconds / unit), unit };
}

/** A period as a number and a unit. */
export function Period(of: {
  label: string;
  name: string;
  period: PeriodDraft;
  onChange: (period: PeriodDraft) => void;
}) {
  const { amount, unit } = of.period;
  const id = useId();
  const violation = useViolation(of.name);
  const seconds = Number(secondsOf(of.period));
  return (
    <div class="field">
      <label for={id}>
        {of.label}
        <span aria-hidden="true"> *</span>
      </label>
      <div class="copy period">
        <input
          id={id}
          type="number"
          min="0"
          step="any"
          value={amount}
          required
          aria-invalid={violation !== ''}
          aria-describedby={`${id}-hint${violation === '' ? '' : ` ${id}-wrong`}`}
          onInput={(event) => of.onChange({ amount: event.currentTarget.value, unit })}
        />
        <select
          aria-label={wording.unitOf(of.label)}
          value={String(unit)}
          onChange={(event) => of.onChange({ amount, unit: Number(event.currentTarget.value) })}
        >
          {UNITS.map(([name, size]) => (
            <option key={name} value={String(size)} selected={size === unit}>
              {wording.units[name]}
            </option>
          ))}
        </select>
      </div>
      <p class="note" id={`${id}-hint`}>
        {seconds > 0 ? periodOf(seconds, UNITS.length) : ''}
      </p>
      {violation && (
        <p class="wrong" id={`${id}-wrong`}>
          {violation}
        </p>
      )}
    </div>
  );
}
