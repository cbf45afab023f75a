import { useEffect, useId, useState } from 'preact/hooks';
import { choicesOf, titleOf, type TemplateField } from '../../../src/formats/records/templates.ts';
import type { Schemas } from '../lib/schemas.ts';
import { chosenIn, type Filled, type OfferedTemplate } from '../lib/templates.ts';
import { texts } from '../texts/texts.ts';
import { useUploads } from './files.tsx';
import { Field, Problem, useViolation } from './form.tsx';

const { templateFields: wording } = texts;

type Asset = Pick<Schemas['Asset'], 'attributes'>;

/** Chooses a template and has its fields. Shows nothing if there are none. */
export function TemplateForm(of: {
  all: readonly OfferedTemplate[];
  assets: readonly Asset[];
  filled: Filled;
  onChange: (change: (before: Filled) => Filled) => void;
}) {
  const template = chosenIn(of.all, of.filled);
  if (of.all.length === 0) return null;
  return (
    <>
      <TemplateChoice
        all={of.all}
        chosen={template}
        onChange={(identity) => of.onChange((old) => ({ ...old, template: identity }))}
      />
      {template && <TemplateFields {...of} template={template} />}
    </>
  );
}

/** Chooses a template, or none. */
function TemplateChoice(of: {
  all: readonly OfferedTemplate[];
  chosen: OfferedTemplate | undefined;
  onChange: (identity: string) => void;
}) {
  return (
    <Field
      label={wording.template}
      value={of.chosen?.identity ?? ''}
      onInput={of.onChange}
      choices={[['', wording.none], ...of.all.map(({ identity, display_name }) => [identity, display_name] as const)]}
      {...(of.chosen?.description ? { hint: of.chosen.description } : {})}
    />
  );
}

/** The fields of a template, with the present values of the attributes that they change. */
function TemplateFields(of: {
  template: OfferedTemplate;
  assets: readonly Asset[];
  filled: Filled;
  onChange: (change: (before: Filled) => Filled) => void;
}) {
  const { filled, onChange } = of;
  return (
    <>
      {of.template.fields.map((field) =>
        field.kind === 'PHOTO' ? (
          <Photo
            key={field.name}
            field={field}
            hint={hintOf(field, of.assets)}
            file={filled.photos[field.name]}
            unfinished={filled.unfinished[field.name]}
            onFile={(file) => onChange((old) => ({ ...old, photos: changed(old.photos, field.name, file) }))}
            onUnfinished={(file) =>
              onChange((old) => ({ ...old, unfinished: changed(old.unfinished, field.name, file) }))
            }
          />
        ) : (
          <TextField
            key={field.name}
            field={field}
            hint={hintOf(field, of.assets)}
            value={filled.values[field.name] ?? ''}
            onInput={(value) => onChange((old) => ({ ...old, values: { ...old.values, [field.name]: value } }))}
          />
        ),
      )}
    </>
  );
}

function changed<T>(map: Record<string, T>, name: string, value: T | undefined): Record<string, T> {
  const others = Object.entries(map).filter(([each]) => each !== name);
  return Object.fromEntries(value === undefined ? others : [...others, [name, value]]);
}

/** The help of a field, and what it changes. */
export function hintOf({ help, asset_attribute: sets }: TemplateField, assets: readonly Asset[]): string {
  if (sets === '') return help;
  const change = texts.template.changes(sets, assets.length, presentText(sets, assets));
  return help === '' ? change : `${help}${/[.!?]$/.test(help) ? '' : '.'} ${change}`;
}

/** Present values that are named, and the characters of each. */
const NAMED = 3;
const LENGTH = 60;

/** The present values of an attribute, after what it is: `, now “worn”`. */
export function presentText(name: string, assets: readonly Asset[]): string {
  const { template: ours } = texts;
  const values = new Set(
    assets.map(({ attributes }) => {
      const value = Object.hasOwn(attributes, name) ? attributes[name]! : '';
      if (typeof value !== 'string')
        return Array.isArray(value) ? ours.aList : (value['arc_file_name'] ?? ours.severalValues);
      if (value === '') return ours.notSet;
      return ours.quoted(value.length > LENGTH ? `${value.slice(0, LENGTH)}…` : value);
    }),
  );
  return ours.present([...values].slice(0, NAMED), values.size > NAMED);
}

/** What people see of a value: the words for yes and no, and other values as they are. */
export const choiceText = ({ kind }: Pick<TemplateField, 'kind'>, value: string): string =>
  (kind === 'YES_NO' ? texts.template.choices[value] : undefined) ?? value;

const TYPES = { NUMBER: 'number', DATE: 'date' } as const;

/** A field of a template that takes a text. */
export function TextField(of: { field: TemplateField; hint: string; value: string; onInput: (value: string) => void }) {
  const { field } = of;
  const choices = choicesOf(field);
  return (
    <Field
      label={titleOf(field)}
      name={`event_attributes.${field.name}`}
      value={of.value}
      onInput={of.onInput}
      required={field.required}
      {...(of.hint === '' ? {} : { hint: of.hint })}
      {...(field.kind === 'NUMBER' || field.kind === 'DATE' ? { type: TYPES[field.kind] } : {})}
      {...(choices
        ? { choices: [['', texts.template.choose], ...choices.map((each) => [each, choiceText(field, each)] as const)] }
        : {})}
    />
  );
}

type PhotoProps = {
  field: TemplateField;
  hint: string;
  file: Record<string, string> | undefined;
  unfinished: string | undefined;
  onFile: (file: Record<string, string> | undefined) => void;
  onUnfinished: (name: string | undefined) => void;
};

/** Takes one photo, which is uploaded at once and shown. */
function Photo(of: PhotoProps) {
  const id = useId();
  const [preview, setPreview] = useState<string>();
  const violation = useViolation(`event_attributes.${of.field.name}`);
  const { share, error, take, stop } = useUploads({
    files: [],
    taken: [],
    onChange: (files) => of.onFile(files.at(-1)!.value),
    unfinished: [],
    onUnfinished: (names) => of.onUnfinished(names[0]),
  });
  useEffect(() => () => preview && URL.revokeObjectURL(preview), [preview]);
  const choose = (input: HTMLInputElement): void => {
    const file = input.files?.[0];
    if (!file) return;
    setPreview(URL.createObjectURL(file));
    of.onFile(undefined);
    void take(input.files, input);
  };
  // Not `disabled`, because the field would lose the focus.
  const input = {
    type: 'file',
    accept: 'image/*',
    'aria-disabled': share !== undefined,
    onClick: (event: Event) => share && event.preventDefault(),
    onChange: (event: preact.TargetedEvent<HTMLInputElement>) => choose(event.currentTarget),
  } as const;
  const described = [of.hint ? `${id}-hint` : '', violation ? `${id}-wrong` : ''].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id} id={`${id}-title`}>
        {titleOf(of.field)}
        {of.field.required && <span aria-hidden="true"> *</span>}
      </label>
      <input id={id} aria-invalid={violation !== ''} aria-describedby={described || undefined} {...input} />
      {of.hint && (
        <p class="note" id={`${id}-hint`}>
          {of.hint}
        </p>
      )}
      <div class="camera">
        <label for={`${id}-camera`}>{texts.files.takePhoto}</label>
        <input id={`${id}-camera`} capture="environment" aria-describedby={`${id}-title`} {...input} />
      </div>
      <PhotoState {...of} {...{ share, preview, stop }} />
      {violation && (
        <p class="wrong" id={`${id}-wrong`}>
          {violation}
        </p>
      )}
      {error && <Problem error={error} />}
    </div>
  );
}

/** What became of a photo: its upload, and the photo once it is uploaded. */
function PhotoState(
  of: PhotoProps & Pick<ReturnType<typeof useUploads>, 'share' | 'stop'> & { preview: string | undefined },
) {
  const { share, file, unfinished } = of;
  if (share)
    return (
      <p class="actions">
        <progress value={share.share} max={1} aria-label={texts.files.uploadOf(share.name)} />
        <span role="status">
          {share.name}: {Math.round(share.share * 100)} %
        </span>
        <button type="button" onClick={of.stop}>
          {texts.files.stop}
        </button>
      </p>
    );
  if (unfinished !== undefined)
    return (
      <p class="wrong" role="status">
        {wording.notUploaded(unfinished)}
      </p>
    );
  if (file === undefined) return null;
  return (
    <div class="photo">
      {of.preview !== undefined && (
        <img class="picture" src={of.preview} alt={wording.chosen(file['arc_file_name'] ?? '')} />
      )}
      <p role="status">{file['arc_file_name']}</p>
      <button type="button" class="quiet" onClick={() => of.onFile(undefined)}>
        {texts.files.remove(file['arc_file_name'])}
      </button>
    </div>
  );
}
