import { useEffect, useState } from 'preact/hooks';
import { asInput, fromInput, zone } from '../../site/time.ts';
import { isFuture, type StateTime } from '../lib/past.ts';
import { Field } from './form.tsx';

const ORDER: Record<StateTime['by'], string> = {
  accepted: 'The state follows the time at which events were recorded here.',
  declared: 'The state follows the times that events declare.',
};

function problemOf(value: string, at: string): string {
  if (value !== '' && at === '') return 'This is not a date and time.';
  return isFuture(at) ? 'This time has not come yet.' : '';
}

/**
 * The form that shows an asset as it was. `at`: the time that is shown, RFC 3339 or empty for now. `problem`: why it
 * cannot be shown.
 */
export function AsOf(of: StateTime & { problem: string; onShow: (at: string) => void }) {
  const [value, setValue] = useState(asInput(of.at));
  const [wrong, setWrong] = useState('');
  useEffect(() => setValue(asInput(of.at)), [of.at]);
  const show = (event: Event): void => {
    event.preventDefault();
    const at = fromInput(value);
    const problem = problemOf(value, at);
    setWrong(problem);
    if (problem === '') of.onShow(at);
  };
  const problem = wrong || of.problem;
  return (
    <form class="asof" onSubmit={show} noValidate aria-label="Earlier states">
      <Field
        label="Show the asset as it was at"
        type="datetime-local"
        value={value}
        onInput={setValue}
        hint={`In your time zone, ${zone()}. ${ORDER[of.by]}`}
      />
      <p class="actions">
        <button type="submit">Show</button>
      </p>
      {problem !== '' && (
        <p class="wrong" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
