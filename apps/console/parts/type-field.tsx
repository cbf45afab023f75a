import { knownTypes, similarTo, type TypeKind } from '../lib/known-types.ts';
import { useStore } from '../lib/store.ts';
import { Field } from './form.tsx';
import { screenTexts } from '../screens/texts/texts.ts';

const { typeField: wording } = screenTexts;

/**
 * The field of a type, which is a free text: proposes the types that exist, and warns of one that differs from them
 * only by case or spaces. `only`: the types that the caller may record, if these are not all.
 */
export function TypeField(of: {
  kind: TypeKind;
  label: string;
  name: string;
  value: string;
  onInput: (type: string) => void;
  hint?: string;
  required?: boolean;
  only?: readonly string[] | undefined;
}) {
  const { kind, only, ...field } = of;
  const found = useStore(knownTypes.values).get(kind) ?? [];
  const known = only ?? found;
  return (
    <Field
      {...field}
      suggestions={known}
      onFocus={() => knownTypes.want(kind)}
      warning={<Similar text={of.value} known={known} onUse={of.onInput} />}
    />
  );
}

/** A warning of a text that differs from a known one only by case or spaces. */
export function Similar(of: { text: string; known: readonly string[]; onUse: (known: string) => void }) {
  const similar = similarTo(of.text, of.known);
  return (
    <div role="status">
      {similar !== undefined && (
        <p class="warning">
          {wording.exists(
            similar,
            of.text,
            <button type="button" class="quiet" onClick={() => of.onUse(similar)}>
              {wording.use(similar)}
            </button>,
          )}
        </p>
      )}
    </div>
  );
}
