import { useEffect, useId, useState } from 'preact/hooks';
import { periodOf, UNITS } from '../lib/words.ts';
import { useViolation } from './form.tsx';

/** A period as a number and a unit. `onChange` gets whole seconds as a text, empty without a number. */
export function Period(of: { label: string; name: string; onChange: (seconds: string) => void }) {
  const [amount, setAmount] = useState('');
  const [unit, setUnit] = useState<number>(UNITS[0][1]);
  const id = useId();
  const violation = useViolation(of.name);
  const seconds = amount === '' ? Number.NaN : Math.round(Number(amount) * unit);
  useEffect(() => of.onChange(Number.isNaN(seconds) ? '' : String(seconds)), [seconds]);
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
          onInput={(event) => setAmount(event.currentTarget.value)}
        />
        <select
          aria-label={`Unit of: ${of.label}`}
          value={String(unit)}
          onChange={(event) => setUnit(Number(event.currentTarget.value))}
        >
          {UNITS.map(([name, size]) => (
            <option key={name} value={String(size)} selected={size === unit}>
              {name}s
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
