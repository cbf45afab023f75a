import { useEffect, useState } from 'preact/hooks';
import { asInput, fromInput, zone } from '../../site/time.ts';
import { isFuture, type StateTime } from '../lib/past.ts';
import { Field } from './form.tsx';
import { screenTexts } from '../screens/texts/texts.ts';

const { asOf: wording, common } = screenTexts;

function problemOf(value: string, at: string): string {
  if (value !== '' && at === '') return wording.notADate;
  return isFuture(at) ? wording.future : '';
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
    <form class="asof" onSubmit={show} noValidate aria-label={wording.title}>
      <Field
        label={wording.showAt}
        type="datetime-local"
        value={value}
        onInput={setValue}
        hint={wording.hint(zone(), wording.orders[of.by])}
      />
      <p class="actions">
        <button type="submit">{common.show}</button>
      </p>
      {problem !== '' && (
        <p class="wrong" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
