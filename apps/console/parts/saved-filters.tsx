import { useState } from 'preact/hooks';
import { keepFilters, savedFilters } from '../lib/saved-filters.ts';
import { Field, Form } from './form.tsx';

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
    if (given === '') throw new Error('Give the filters a name.');
    keep([...saved.filter((each) => each.name !== given), { name: given, query }]);
    setName('');
  };
  if (saved.length === 0 && query === '') return null;
  return (
    <details>
      <summary>Saved filters{saved.length > 0 && ` (${saved.length})`}</summary>
      {saved.length > 0 && (
        <ul class="items">
          {saved.map((each) => (
            <li key={each.name}>
              <a href={`#/assets?${each.query}`}>{each.name}</a>
              <button
                type="button"
                class="quiet"
                aria-label={`Remove the saved filter ${each.name}`}
                onClick={() => keep(saved.filter((other) => other !== each))}
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
      {query !== '' && (
        <Form submit="Save the filters" onSubmit={add} label="Save the filters of the list">
          <Field
            label="Name of the filters"
            value={name}
            onInput={setName}
            hint="Only this browser keeps them, with the values that they contain, until you remove them."
          />
        </Form>
      )}
    </details>
  );
}
