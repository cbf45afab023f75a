import type { Given } from '../lib/give-rights.ts';
import { Field } from './form.tsx';
import { TypeField } from './type-field.tsx';
import { rareTexts } from '../screens/texts/rare-texts.ts';

const { rightsFields: wording } = rareTexts;

export type RightsDraft = { type: string; given: Given };

export const NO_RIGHTS: RightsDraft = { type: '', given: 'record' };

/** The fields that say what a person can do: with assets of which type. */
export function RightsFields(of: { value: RightsDraft; onChange: (value: RightsDraft) => void; hint?: string }) {
  const { value, onChange } = of;
  return (
    <>
      <TypeField
        kind="assets"
        label={wording.type}
        name="type"
        value={value.type}
        onInput={(type) => onChange({ ...value, type })}
        {...(of.hint === undefined ? {} : { hint: of.hint })}
      />
      <Field
        label={wording.given}
        value={value.given}
        onInput={(given) => onChange({ ...value, given: given as Given })}
        choices={[
          ['record', wording.record],
          ['read', wording.read],
        ]}
      />
    </>
  );
}
