import { useEffect } from 'preact/hooks';
import type { TemplateField } from '../../../src/formats/records/templates.ts';
import { knownAttributes } from '../lib/known-attributes.ts';
import { knownTypes } from '../lib/known-types.ts';
import type { Schemas } from '../lib/schemas.ts';
import { useStore } from '../lib/store.ts';
import type { OfferedTemplate } from '../lib/templates.ts';
import { Field, Tick } from './form.tsx';
import { linesOf } from './lines.ts';
import { PickNames } from './pick-names.tsx';
import { TypeField } from './type-field.tsx';
import { screenTexts } from '../screens/texts/texts.ts';
import { rareTexts } from '../screens/texts/rare-texts.ts';

const { templateEditor: wording } = rareTexts;
const { common } = screenTexts;

/** A field in the form: its choices are the lines of a text. */
type FieldDraft = Omit<TemplateField, 'choices'> & { choices: string };

/** What an administrator says about a template. */
export type TemplateDraft = {
  name: string;
  description: string;
  assets: string[];
  type: string;
  fields: FieldDraft[];
};

const NEW_FIELD: FieldDraft = {
  name: '',
  display_name: '',
  kind: 'TEXT',
  choices: '',
  required: false,
  help: '',
  asset_attribute: '',
};

export const NEW_TEMPLATE: TemplateDraft = { name: '', description: '', assets: [], type: '', fields: [NEW_FIELD] };

export const draftOf = (template: OfferedTemplate): TemplateDraft => ({
  name: template.display_name,
  description: template.description,
  assets: template.asset_display_types,
  type: template.event_display_type,
  fields: template.fields.map((field) => ({ ...field, choices: field.choices.join('\n') })),
});

/** A draft as the body of a request. */
export const bodyOf = ({ name, description, assets, type, fields }: TemplateDraft): Schemas['CreateTemplate'] => ({
  display_name: name,
  description,
  asset_display_types: assets,
  event_display_type: type.trim(),
  fields: fields.map((field) => ({
    ...field,
    name: field.name === '' ? nameFrom(field.display_name) : field.name,
    choices: field.kind === 'CHOICE' ? linesOf(field.choices) : [],
  })),
});

/** The name of an attribute from what people see: `Photo of the plate` -> `photo_of_the_plate`. */
const nameFrom = (label: string): string =>
  label
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '');

const KINDS = [
  'TEXT',
  'NUMBER',
  'DATE',
  'CHOICE',
  'YES_NO',
  'PHOTO',
] as const satisfies readonly TemplateField['kind'][];

/** The fields of the form of a template. */
export function TemplateEditor(of: { draft: TemplateDraft; onChange: (part: Partial<TemplateDraft>) => void }) {
  const { draft, onChange } = of;
  const types = useStore(knownTypes.values).get('assets') ?? [];
  useEffect(() => knownTypes.want('assets'), []);
  const setField = (i: number, part: Partial<FieldDraft>): void =>
    onChange({ fields: draft.fields.map((field, j) => (i === j ? { ...field, ...part } : field)) });
  return (
    <>
      <Field
        label={common.name}
        name="display_name"
        value={draft.name}
        onInput={(name) => onChange({ name })}
        required
      />
      <Field
        label={common.description}
        name="description"
        rows={2}
        value={draft.description}
        onInput={(description) => onChange({ description })}
        hint={wording.descriptionHint}
      />
      <TypeField
        kind="events"
        label={wording.type}
        name="event_display_type"
        value={draft.type}
        onInput={(type) => onChange({ type })}
        hint={wording.typeHint}
        required
      />
      <PickNames
        label={wording.assetTypes}
        name="asset_display_types"
        chosen={draft.assets}
        known={types.map((type) => [type, type] as const)}
        onChange={(assets) => onChange({ assets })}
        hint={wording.assetTypesHint}
      />
      {draft.fields.map((field, i) => (
        <FieldEditor
          key={i}
          at={i}
          field={field}
          onChange={(part) => setField(i, part)}
          onRemove={() => onChange({ fields: draft.fields.filter((_, j) => j !== i) })}
          onUp={
            i === 0
              ? undefined
              : () => onChange({ fields: draft.fields.with(i - 1, field).with(i, draft.fields[i - 1]!) })
          }
        />
      ))}
      <p class="actions">
        <button type="button" class="quiet" onClick={() => onChange({ fields: [...draft.fields, NEW_FIELD] })}>
          {wording.add}
        </button>
      </p>
    </>
  );
}

function FieldEditor(of: {
  at: number;
  field: FieldDraft;
  onChange: (part: Partial<FieldDraft>) => void;
  onRemove: () => void;
  onUp: (() => void) | undefined;
}) {
  const { field, onChange } = of;
  const path = `fields[${of.at}]`;
  const title = field.display_name || field.name || wording.unnamed(of.at + 1);
  return (
    <fieldset>
      <legend>{wording.field(of.at + 1)}</legend>
      <div class="names">
        <Field
          label={wording.label}
          name={`${path}.display_name`}
          value={field.display_name}
          onInput={(text) => onChange({ display_name: text })}
        />
        <Field
          label={wording.kind}
          name={`${path}.kind`}
          value={field.kind}
          onInput={(kind) => onChange({ kind: kind as TemplateField['kind'] })}
          choices={KINDS.map((each) => [each, wording.kinds[each]] as const)}
        />
      </div>
      {field.kind === 'CHOICE' && (
        <Field
          label={wording.choices}
          name={`${path}.choices`}
          rows={3}
          value={field.choices}
          onInput={(choices) => onChange({ choices })}
          hint={wording.choicesHint}
        />
      )}
      <Tick label={wording.required} checked={field.required} onChange={(required) => onChange({ required })} />
      <div class="names">
        <Field label={wording.help} name={`${path}.help`} value={field.help} onInput={(help) => onChange({ help })} />
        <FieldAttributes field={field} path={path} onChange={onChange} />
      </div>
      <p class="actions">
        {of.onUp && (
          <button type="button" class="quiet" onClick={of.onUp} aria-label={wording.upOf(title)}>
            {wording.up}
          </button>
        )}
        <button type="button" class="quiet" onClick={of.onRemove} aria-label={wording.removeOf(title)}>
          {common.remove}
        </button>
      </p>
    </fieldset>
  );
}

/** The attributes that a field sets. */
function FieldAttributes(of: { field: FieldDraft; path: string; onChange: (part: Partial<FieldDraft>) => void }) {
  const { field, path, onChange } = of;
  const attributes = useStore(knownAttributes.values).get('assets');
  return (
    <>
      <Field
        label={wording.attribute}
        name={`${path}.name`}
        value={field.name}
        onInput={(name) => onChange({ name })}
        hint={wording.attributeHint(field.display_name === '' ? '' : nameFrom(field.display_name))}
      />
      <Field
        label={wording.assetAttribute}
        name={`${path}.asset_attribute`}
        value={field.asset_attribute}
        onInput={(name) => onChange({ asset_attribute: name })}
        onFocus={() => knownAttributes.want('assets')}
        suggestions={[...(attributes?.keys() ?? [])]}
        hint={wording.assetAttributeHint}
      />
    </>
  );
}
