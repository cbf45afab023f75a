import { recordedBy, suits, valueProblem } from '../../../src/formats/records/templates.ts';
import { api, pages, rejected, type ApiError, type Schemas } from './api.ts';
import { typesOf } from './rights.ts';
import type { SignedInUser } from './session.ts';
import { texts } from '../texts/texts.ts';
import { refusalInWords } from './words.ts';

const { templates: wording } = texts;

/** A template as the service returns it. */
export type OfferedTemplate = Schemas['Template'];

/** The most templates that a tenancy can have. */
const ALL = 100;

/** The templates of the tenancy, by name. Without them events can be recorded too, so this never rejects. */
export const readTemplates = async (): Promise<OfferedTemplate[]> =>
  (
    await pages('/v1/templates', 'templates', { params: { query: { order_by: 'DISPLAY_NAME' } } })(
      undefined,
      ALL,
    ).catch(() => ({ items: [] }))
  ).items;

/** The template of an identity. */
export const readTemplate = (uuid: string): Promise<OfferedTemplate> =>
  api.get('/v1/templates/{uuid}', { params: { path: { uuid } } });

type Asset = Pick<Schemas['Asset'], 'attributes'>;

/** The templates for all of these assets with which the caller may record. */
export function templatesFor(
  all: readonly OfferedTemplate[],
  assets: readonly Asset[],
  user: SignedInUser,
): OfferedTemplate[] {
  const types = typesOf(user);
  return all.filter(
    (template) =>
      (types?.includes(template.event_display_type) ?? true) &&
      assets.every(({ attributes: { arc_display_type: type } }) =>
        suits(template, typeof type === 'string' ? type : ''),
      ),
  );
}

type FileValue = Record<string, string>;

/**
 * What a person has filled in of a template: texts and uploaded photos by the names of the fields, and the names of the
 * files of photos that are not uploaded.
 */
export type Filled = {
  template: string;
  values: Record<string, string>;
  photos: Record<string, FileValue>;
  unfinished: Record<string, string>;
};

export const NOTHING_FILLED: Filled = { template: '', values: {}, photos: {}, unfinished: {} };

/** The template that was chosen, if it is still offered. */
export const chosenIn = (
  all: readonly OfferedTemplate[],
  { template }: Pick<Filled, 'template'>,
): OfferedTemplate | undefined => all.find(({ identity }) => identity === template);

/** The photos of a template that are still being uploaded. */
export const uploadingIn = (template: OfferedTemplate | undefined, { unfinished }: Filled): string[] =>
  (template?.fields ?? []).flatMap(({ name }) => unfinished[name] ?? []);

/**
 * The fields of a template that are missing or wrong, for the form. `hasPhoto`: whether the photo of a field is there.
 * `take`: what the person does with a photo that is missing.
 */
export const templateProblems = (
  { fields }: OfferedTemplate,
  values: Filled['values'],
  hasPhoto: (name: string) => boolean,
  take: 'attach' | 'take',
): ApiError['fields'] =>
  fields.flatMap((field) => {
    const isMissing = field.required && !hasPhoto(field.name);
    const ofPhoto = isMissing ? texts.template.photoMissing(take) : undefined;
    const problem = field.kind === 'PHOTO' ? ofPhoto : valueProblem(field, values[field.name] ?? '');
    if (problem === undefined) return [];
    return [{ field: `event_attributes.${field.name}`, description: refusalInWords(problem) }];
  });

/**
 * The attributes that a filled template records. Throws ApiError with the fields that are missing or wrong. `waits`:
 * photos that are being uploaded count.
 */
export function attributesBy(template: OfferedTemplate, filled: Filled, waits: boolean): ReturnType<typeof recordedBy> {
  const { values, photos, unfinished } = filled;
  const hasPhoto = (name: string): boolean => Object.hasOwn(photos, name) || (waits && Object.hasOwn(unfinished, name));
  const problems = templateProblems(template, values, hasPhoto, 'attach');
  if (problems.length > 0) throw rejected(problems);
  return recordedBy(template, filled.values, filled.photos);
}

/** The names that a template takes, with a description of each for error texts. */
export const takenByTemplate = (
  template: OfferedTemplate | undefined,
  of: 'name' | 'asset_attribute',
): Record<string, string> =>
  Object.fromEntries((template?.fields ?? []).map((field) => [field[of], wording.fieldOf(template!.display_name)]));
