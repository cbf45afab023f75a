import { useEffect, useState } from 'preact/hooks';
import { asInput, fromInput, zone } from '../../time.ts';
import { Field } from './form.tsx';

/**
 * The form that shows an asset as it was. `at`: the time that is shown, RFC 3339 or empty for now. It keeps what was
 * entered, also a time at which the asset did not exist; `problem` says so.
 */
export function AsOf(of: { at: string; problem: string; onShow: (at: string) => void }) {
  const [value, setValue] = useState(asInput(of.at));
  const [wrong, setWrong] = useState('');
  useEffect(() => setValue(asInput(of.at)), [of.at]);
  const show = (event: Event): void => {
    event.preventDefault();
    const at = fromInput(value);
    setWrong(value !== '' && at === '' ? 'This is not a date and time.' : '');
    if (value === '' || at !== '') of.onShow(at);
  };
  const problem = wrong || of.problem;
  return (
    <form class="asof" onSubmit={show} noValidate aria-label="Earlier states">
      <Field
        label="Show the asset as it was at"
        type="datetime-local"
        value={value}
        onInput={setValue}
        hint={`In your time zone, ${zone()}.`}
      />
      <p class="actions">
        <button type="submit">Show</button>
        {of.at !== '' && (
          <button type="button" class="quiet" onClick={() => of.onShow('')}>
            Show it as it is now
          </button>
        )}
      </p>
      {problem !== '' && (
        <p class="wrong" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
