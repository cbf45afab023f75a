import { useId } from 'preact/hooks';
import { ApiError } from '../lib/api.ts';
import type { KnownValues } from '../lib/known-attributes.ts';
import { Suggestions, useViolation } from './form.tsx';
import { Similar } from './type-field.tsx';
import { screenTexts } from '../screens/texts/texts.ts';

const { pairs: wording, common } = screenTexts;

export type Pair = { name: string; value: string };

/**
 * Names and values that a map of attributes can have. `want`: reads them, when they are first needed. `present`: the
 * present value of a name, in words.
 */
export type PairHelp = { known: KnownValues; want: () => void; present?: (name: string) => string };

/** Edits a map of names and values. `path` is the field of the map in the API. `help`: what it proposes. */
export function Pairs(of: {
  legend: string;
  path: string;
  pairs: Pair[];
  onChange: (pairs: Pair[]) => void;
  add: string;
  hint?: string;
  help?: PairHelp;
}) {
  const change = (i: number, part: Partial<Pair>): void =>
    of.onChange(of.pairs.map((pair, j) => (i === j ? { ...pair, ...part } : pair)));
  const violation = useViolation(of.path);
  return (
    <fieldset>
      <legend>{of.legend}</legend>
      {of.hint && <p class="note">{of.hint}</p>}
      {of.pairs.map((pair, i) => (
        <PairRow
          key={i}
          number={i + 1}
          field={fieldOf(of.path, pair, i)}
          pair={pair}
          onChange={(part) => change(i, part)}
          onRemove={() => of.onChange(of.pairs.filter((_, j) => i !== j))}
          help={of.help}
        />
      ))}
      {violation && (
        <p class="wrong" role="alert">
          {violation}
        </p>
      )}
      <button type="button" class="quiet" onClick={() => of.onChange([...of.pairs, { name: '', value: '' }])}>
        {of.add}
      </button>
    </fieldset>
  );
}

function PairRow(of: {
  number: number;
  field: string;
  pair: Pair;
  onChange: (part: Partial<Pair>) => void;
  onRemove: () => void;
  help: PairHelp | undefined;
}) {
  const id = useId();
  const { help } = of;
  const names = help && [...help.known.keys()];
  const present = help?.present && of.pair.name !== '' ? help.present(of.pair.name) : '';
  const violation = useViolation(of.field);
  const wrong = { 'aria-invalid': violation !== '', 'aria-describedby': violation ? `${id}-wrong` : undefined };
  return (
    <div class="pair">
      <label for={`${id}-n`}>{wording.name(of.number)}</label>
      <input
        id={`${id}-n`}
        value={of.pair.name}
        {...wrong}
        onInput={(event) => of.onChange({ name: event.currentTarget.value })}
        onFocus={help?.want}
        list={names && `${id}-names`}
        autoComplete="off"
      />
      <label for={`${id}-v`}>{wording.value(of.number)}</label>
      <input
        id={`${id}-v`}
        value={of.pair.value}
        {...wrong}
        onInput={(event) => of.onChange({ value: event.currentTarget.value })}
        list={help && `${id}-values`}
        autoComplete="off"
      />
      <button type="button" class="quiet" onClick={of.onRemove} aria-label={wording.remove(of.pair.name || of.number)}>
        {common.remove}
      </button>
      <Suggestions id={`${id}-names`} of={names} />
      <Suggestions id={`${id}-values`} of={help && (help.known.get(of.pair.name) ?? [])} />
      {names && <Similar text={of.pair.name} known={names} onUse={(name) => of.onChange({ name })} />}
      {present !== '' && <p class="note">{present}</p>}
      {violation && (
        <p class="wrong" id={`${id}-wrong`}>
          {violation}
        </p>
      )}
    </div>
  );
}

/** The field of a pair in the API; without a name, its index. */
const fieldOf = (path: string, { name }: Pair, i: number): string =>
  name === '' ? `${path}[${i}]` : `${path}.${name}`;

/**
 * Pairs as a map, without those that are blank. Throws with the fields of the pairs that a map would lose: a value
 * without a name, a duplicate name, and a name that something else has (`taken`: name -> its description).
 */
export function mapOf(path: string, pairs: Pair[], taken: Record<string, string> = {}): Record<string, string> {
  const fields = pairs.flatMap((pair, i) => {
    const { name, value } = pair;
    const field = fieldOf(path, pair, i);
    if (name === '') return value === '' ? [] : [{ field, description: wording.withoutName }];
    if (Object.hasOwn(taken, name)) return [{ field, description: wording.taken(taken[name]!) }];
    return pairs.findIndex((each) => each.name === name) < i ? [{ field, description: wording.duplicate }] : [];
  });
  if (fields.length > 0) throw new ApiError(0, wording.refused, '', fields);
  return Object.fromEntries(pairs.filter(({ name }) => name !== '').map(({ name, value }) => [name, value]));
}

export const pairsOf = (map: Record<string, string>): Pair[] =>
  Object.entries(map).map(([name, value]) => ({ name, value }));
