import { recordedBy, valueProblem } from '../../../../src/formats/records/templates.ts';
import type { ServiceCaller } from '../caller.ts';
import { EvidenceError } from '../errors.ts';
import { listOf, type List } from '../paging.ts';
import type { AssetAttributes, RequestSettings, Template } from '../types.ts';
import type { Evidence } from './events.ts';

/** What was filled in of a template: texts, and attachments (`attachmentOf`), by the names of the fields. */
export type FilledTemplate = { values?: Record<string, string>; photos?: Record<string, Record<string, string>> };

/** Templates: what people fill in when they record an event. */
export class Templates {
  readonly #caller: ServiceCaller;

  constructor(caller: ServiceCaller) {
    this.#caller = caller;
  }

  /** Lists the templates of the tenancy, by name. */
  list(settings: RequestSettings = {}): List<Template> {
    return listOf(this.#caller, '/v1/templates', 'templates', { ...settings, query: { order_by: 'DISPLAY_NAME' } });
  }

  /** Reads a template `templates/<uuid>`. */
  async get(identity: string, settings: RequestSettings = {}): Promise<Template> {
    return this.#caller.json('GET', '/v1/templates/{uuid}', {
      ...settings,
      path: { uuid: identity.replace(/^templates\//, '') },
    });
  }
}

/**
 * The event that a filled template records, for `events.record`. Throws INVALID_ARGUMENT with the fields that are
 * missing, unknown, or have another value than the template asks for: the service would accept them.
 */
export function fillTemplate(template: Template, { values = {}, photos = {} }: FilledTemplate): Evidence {
  const known = new Map(template.fields.map((field) => [field.name, field]));
  const unknown = [...Object.keys(values), ...Object.keys(photos)].filter((name) => !known.has(name));
  const problems = [
    ...unknown.map((field) => ({
      field,
      description: `is not a field of the template: ${[...known.keys()].join(', ')}`,
    })),
    ...template.fields.flatMap((field) => {
      const { name, kind, required } = field;
      const isMissing = required && !Object.hasOwn(photos, name);
      const ofPhoto = isMissing ? 'is required: attach a photo' : undefined;
      const given = Object.hasOwn(values, name) ? values[name]! : '';
      const description = kind === 'PHOTO' ? ofPhoto : valueProblem(field, given);
      return description === undefined ? [] : [{ field: name, description }];
    }),
  ];
  if (problems.length > 0)
    throw new EvidenceError(
      'INVALID_ARGUMENT',
      problems.map(({ field, description }) => `${field}: ${description}`).join('; '),
      { fields: problems },
    );
  return recordedBy(template, values, photos) as {
    event_attributes: AssetAttributes;
    asset_attributes: AssetAttributes;
  };
}
