import { useId } from 'preact/hooks';
import { titleOf, type TemplateField } from '../../../src/formats/records/templates.ts';
import { chosenIn } from '../lib/templates.ts';
import { nameOf, textOf } from '../parts/attributes.tsx';
import { Field, useViolation } from '../parts/form.tsx';
import { choiceText, hintOf, TextField } from '../parts/template-fields.tsx';
import { useAddress } from './asset.tsx';
import type { RecordDraft } from './queue.ts';
import type { KeptAsset } from './store.ts';
import { fieldTexts } from './texts/texts.ts';

/** The most photos of a record, besides those of its template. */
const MOST_PHOTOS = 10;

type Props = { kept: KeptAsset; draft: RecordDraft; onChange: (part: Partial<RecordDraft>) => void };

/**
 * The templates for the asset, the types of its last events, and those that the person may record, each one tap away.
 */
export function Kinds({ kept, draft, onChange }: Props) {
  const last = kept.events.map(({ event_attributes }) => textOf(event_attributes, 'arc_display_type'));
  const may = (type: string): boolean => type !== '' && (kept.types?.includes(type) ?? true);
  const ofTemplates = new Set(kept.templates.map(({ event_display_type: type }) => type));
  const types = [...new Set([...last.filter(may), ...(kept.types ?? [])])].filter((type) => !ofTemplates.has(type));
  return (
    <>
      {types.length + kept.templates.length > 0 && (
        <fieldset>
          <legend>{fieldTexts.record.kind}</legend>
          <p class="chips">
            {kept.templates.map(({ identity, display_name }) => (
              <button
                key={identity}
                type="button"
                aria-pressed={identity === draft.template}
                onClick={() => onChange({ template: identity, type: '' })}
              >
                <bdi>{display_name}</bdi>
              </button>
            ))}
            {types.map((type) => (
              <button
                key={type}
                type="button"
                aria-pressed={type === draft.type}
                onClick={() => onChange({ type, template: '' })}
              >
                <bdi>{type}</bdi>
              </button>
            ))}
          </p>
        </fieldset>
      )}
      {(kept.types === undefined || types.length + kept.templates.length === 0) && (
        <Field
          label={types.length + kept.templates.length > 0 ? fieldTexts.record.anotherKind : fieldTexts.record.kind}
          name="type"
          value={draft.type}
          onInput={(type) => onChange({ type, template: '' })}
        />
      )}
    </>
  );
}

/** The fields of the template that was chosen. */
export function ByTemplate({ kept, draft, onChange }: Props) {
  return (
    <>
      {(chosenIn(kept.templates, draft)?.fields ?? []).map((field) =>
        field.kind === 'PHOTO' ? (
          <PhotoOf
            key={field.name}
            field={field}
            photo={draft.photosOf[field.name]}
            onChange={(photo) => onChange({ photosOf: { ...draft.photosOf, [field.name]: photo } })}
          />
        ) : (
          <TextField
            key={field.name}
            field={field}
            hint={hintOf(field, [kept.asset])}
            value={draft.values[field.name] ?? ''}
            onInput={(value) => onChange({ values: { ...draft.values, [field.name]: value } })}
          />
        ),
      )}
    </>
  );
}

/** A photo that a template asks for. */
function PhotoOf(of: { field: TemplateField; photo: File | undefined; onChange: (photo: File | undefined) => void }) {
  const { field, photo, onChange } = of;
  const violation = useViolation(`event_attributes.${field.name}`);
  const id = useId();
  return (
    <fieldset>
      <legend>
        <bdi>{titleOf(field)}</bdi>
        {field.required && <span aria-hidden="true"> *</span>}
      </legend>
      <p class="actions">
        <label class="button">
          {fieldTexts.photo.takeOf(titleOf(field))}
          <input
            class="unseen"
            type="file"
            accept="image/*"
            capture="environment"
            aria-invalid={violation !== ''}
            aria-describedby={`${id}-note`}
            onChange={(event) => onChange(event.currentTarget.files?.[0])}
          />
        </label>
      </p>
      <div id={`${id}-note`}>
        {field.help !== '' && (
          <p class="note" dir="auto">
            {field.help}
          </p>
        )}
        {violation !== '' && <p class="wrong">{violation}</p>}
      </div>
      {photo && <PhotoShown photo={photo} name={titleOf(field)} />}
    </fieldset>
  );
}

/** Photos that the person adds. */
export function Photos({ photos, onChange }: { photos: File[]; onChange: (photos: File[]) => void }) {
  const add = (input: HTMLInputElement): void => {
    onChange([...photos, ...(input.files ?? [])].slice(0, MOST_PHOTOS));
    input.value = '';
  };
  return (
    <fieldset>
      <legend>{fieldTexts.photo.title}</legend>
      <p class="actions">
        <label class="button">
          {fieldTexts.photo.take}
          <input
            class="unseen"
            type="file"
            accept="image/*"
            capture="environment"
            onChange={(event) => add(event.currentTarget)}
          />
        </label>
        <label class="button quiet">
          {fieldTexts.photo.choose}
          <input class="unseen" type="file" accept="image/*" multiple onChange={(event) => add(event.currentTarget)} />
        </label>
      </p>
      <ul class="photos">
        {photos.map((photo, i) => (
          <li key={`${photo.name} ${photo.size} ${i}`}>
            <PhotoShown photo={photo} name={fieldTexts.photo.name(i + 1)} />
            <button type="button" class="quiet" onClick={() => onChange(photos.filter((_, j) => j !== i))}>
              {fieldTexts.photo.remove(i + 1)}
            </button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

const PhotoShown = ({ photo, name }: { photo: Blob; name: string }) => (
  <img class="picture" src={useAddress(photo)} alt={name} />
);

/** What will be recorded, to be confirmed. */
export function Summary({ draft, kept }: { draft: RecordDraft; kept: KeptAsset }) {
  const { summary: ours } = fieldTexts;
  const template = chosenIn(kept.templates, draft);
  const photos = draft.photos.length + Object.values(draft.photosOf).filter(Boolean).length;
  const files = [
    ...(photos > 0 ? [ours.photos(photos)] : []),
    ...(draft.signature ? [ours.signature] : []),
    ...(draft.place ? [ours.position] : []),
  ];
  const facts: [string, string][] = [
    [ours.asset, nameOf(kept.asset)],
    [ours.kind, template?.display_name ?? draft.type.trim()],
    ...(template?.fields ?? []).map((field): [string, string] => [
      titleOf(field),
      choiceText(field, draft.values[field.name] ?? ''),
    ]),
    [ours.text, draft.text.trim()],
    [ours.receiver, draft.receiver.trim()],
    [ours.with, files.join(', ')],
  ];
  return (
    <dl class="facts">
      {facts
        .filter(([, value]) => value !== '')
        .map(([label, value]) => [
          <dt key={`${label}-t`}>
            <bdi>{label}</bdi>
          </dt>,
          <dd key={label}>
            <bdi>{value}</bdi>
          </dd>,
        ])}
    </dl>
  );
}
