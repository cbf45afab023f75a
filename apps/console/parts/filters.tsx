import { useId } from 'preact/hooks';
import { Suggestions, useViolation } from './form.tsx';
import { screenTexts } from '../screens/texts/texts.ts';

const { filters: wording, common } = screenTexts;

/** One condition on an attribute. */
export type Term = { name: string; op: Op; value: string };
type Op = '=' | '!=' | '=*' | '!=*';
/** All groups must match; a group matches if any of its terms does. */
export type Groups = Term[][];

const OPS: readonly Op[] = ['=', '!=', '=*', '!=*'];

/** The form of a term in policies: `attributes.<name>=<value>`. */
export const writeTerm = ({ name, op, value }: Term): string =>
  `attributes.${name}${op.endsWith('*') ? op : op + value}`;

/** Reads what `writeTerm` writes, and the older spelling with a colon. */
export function readTerm(text: string): Term {
  const [, name = '', op = '=', value = ''] = /^attributes\.(.*?)(!=|=|:)(.*)$/s.exec(text) ?? [];
  const sign = op === '!=' ? '!=' : '=';
  return value === '*' ? { name, op: `${sign}*`, value: '' } : { name, op: sign, value };
}

/** The groups as `filters` parameters of a list: alternatives joined by OR, values in quotes. */
export const queryOf = (groups: Groups): string[] =>
  groups
    .filter((terms) => terms.length > 0)
    .map((terms) =>
      terms
        .map(({ name, op, value }) =>
          op.endsWith('*') ? `attributes.${name}${op}` : `attributes.${name}${op}'${value.replaceAll("'", "''")}'`,
        )
        .join(' OR '),
    );

/** Groups without the terms that have no name yet. */
export const named = (groups: Groups): Groups =>
  groups.map((terms) => terms.filter(({ name }) => name !== '')).filter((terms) => terms.length > 0);

const BLANK: Term = { name: '', op: '=', value: '' };

/** Values that exist, by the name of the attribute. */
type Values = ReadonlyMap<string, readonly string[]>;

/**
 * Edits groups of conditions: “and” between groups, “or” within them. `values` are proposed while the user types.
 * `name`: the field of the API, whose violations are shown.
 */
export function Filters(of: {
  legend: string;
  hint: string;
  groups: Groups;
  onChange: (groups: Groups) => void;
  values?: Values;
  name?: string;
}) {
  const violation = useViolation(of.name);
  const setGroup = (i: number, terms: Term[]): void =>
    of.onChange(
      terms.length === 0 ? of.groups.filter((_, j) => j !== i) : of.groups.map((g, j) => (i === j ? terms : g)),
    );
  return (
    <fieldset>
      <legend>{of.legend}</legend>
      <p class="note">{of.hint}</p>
      {of.groups.map((terms, i) => (
        <div class="group" key={i} role="group" aria-label={wording.condition(i + 1)}>
          {i > 0 && <p class="note">{wording.and}</p>}
          {terms.map((term, j) => (
            <TermRow
              key={j}
              number={`${i + 1}.${j + 1}`}
              term={term}
              values={of.values}
              onChange={(part) =>
                setGroup(
                  i,
                  terms.map((each, k) => (j === k ? { ...each, ...part } : each)),
                )
              }
              onRemove={() =>
                setGroup(
                  i,
                  terms.filter((_, k) => j !== k),
                )
              }
            />
          ))}
          <button type="button" class="quiet" onClick={() => setGroup(i, [...terms, BLANK])}>
            {wording.or}
          </button>
        </div>
      ))}
      <button type="button" class="quiet" onClick={() => of.onChange([...of.groups, [BLANK]])}>
        {of.groups.length === 0 ? wording.add : wording.addAnd}
      </button>
      {violation && <p class="wrong">{violation}</p>}
    </fieldset>
  );
}

function TermRow(of: {
  number: string;
  term: Term;
  values: Values | undefined;
  onChange: (part: Partial<Term>) => void;
  onRemove: () => void;
}) {
  const id = useId();
  const { name, op, value } = of.term;
  return (
    <div class="pair">
      <label for={`${id}-n`}>{wording.attribute(of.number)}</label>
      <input
        id={`${id}-n`}
        value={name}
        onInput={(e) => of.onChange({ name: e.currentTarget.value })}
        autoComplete="off"
        list={of.values && `${id}-names`}
      />
      <Suggestions id={`${id}-names`} of={of.values && [...of.values.keys()]} />
      <label for={`${id}-o`} class="unseen">
        {wording.comparison(of.number)}
      </label>
      <select id={`${id}-o`} value={op} onChange={(e) => of.onChange({ op: e.currentTarget.value as Op })}>
        {OPS.map((each) => (
          <option key={each} value={each} selected={each === op}>
            {wording.ops[each]}
          </option>
        ))}
      </select>
      {!op.endsWith('*') && (
        <>
          <label for={`${id}-v`}>{wording.value(of.number)}</label>
          <input
            id={`${id}-v`}
            value={value}
            onInput={(e) => of.onChange({ value: e.currentTarget.value })}
            autoComplete="off"
            list={of.values && `${id}-values`}
          />
          <Suggestions id={`${id}-values`} of={of.values && (of.values.get(name) ?? [])} />
        </>
      )}
      <button type="button" class="quiet" onClick={of.onRemove} aria-label={wording.remove(of.number)}>
        {common.remove}
      </button>
    </div>
  );
}
