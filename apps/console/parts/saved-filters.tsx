import { useState } from 'preact/hooks';
import { keepFilters, savedFilters } from '../lib/saved-filters.ts';
import { Field, Form } from './form.tsx';
import { screenTexts } from '../screens/texts/texts.ts';

const { savedFilters: wording, common } = screenTexts;

/**
 * The filters that this browser keeps for a tenancy, and a form to keep those of the list. `query`: as in the address.
 */
export function SavedFilters({ tenancy, query }: { tenancy: string; query: string }) {
  const [saved, setSaved] = useState(() => savedFilters(tenancy));
  const [name, setName] = useState('');
  const keep = (next: typeof saved): void => {
    keepFilters(tenancy, next);
    setSaved(next);
  };
  const add = async (): Promise<void> => {
    const given = name.trim();
    if (given === '') throw new Error(wording.nameMissing);
    keep([...saved.filter((each) => each.name !== given), { name: given, query }]);
    setName('');
  };
  if (saved.length === 0 && query === '') return null;
  return (
    <details>
      <summary>{wording.title(saved.length > 0 && ` (${saved.length})`)}</summary>
      {saved.length > 0 && (
        <ul class="items">
          {saved.map((each) => (
            <li key={each.name}>
              <a href={`#/assets?${each.query}`}>{each.name}</a>
              <button
                type="button"
                class="quiet"
                aria-label={wording.remove(each.name)}
                onClick={() => keep(saved.filter((other) => other !== each))}
              >
                {common.remove}
              </button>
            </li>
          ))}
        </ul>
      )}
      {query !== '' && (
        <Form submit={wording.save} onSubmit={add} label={wording.saveLabel}>
          <Field label={wording.name} value={name} onInput={setName} hint={wording.hint} />
        </Form>
      )}
    </details>
  );
}
