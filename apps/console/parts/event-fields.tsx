import { fromInput, zone } from '../../site/time.ts';
import { rejected, type Schemas } from '../lib/api.ts';
import type { OfferedTemplate } from '../lib/templates.ts';
import { Field } from './form.tsx';
import { TypeField } from './type-field.tsx';
import { screenTexts } from '../screens/texts/texts.ts';
import { rareTexts } from '../screens/texts/rare-texts.ts';

const { eventFields: wording } = rareTexts;
const { common } = screenTexts;

/** What a person says about an event in the fields that every form of events has. */
export type EventDraft = { type: string; description: string; declared: string };

export const NEW_EVENT: EventDraft = { type: '', description: '', declared: '' };

/**
 * The fields of an event: its type, its description, and when it happened. `types`: those that the caller may record,
 * if these are not all. `template`: the one that states the type, and perhaps the description.
 */
export function EventFields(of: {
  draft: EventDraft;
  types: readonly string[] | undefined;
  template?: OfferedTemplate | undefined;
  onChange: (draft: EventDraft) => void;
}) {
  const set = (part: Partial<EventDraft>): void => of.onChange({ ...of.draft, ...part });
  return (
    <>
      {!of.template && (
        <TypeField
          kind="events"
          only={of.types}
          label={common.type}
          name="event_attributes.arc_display_type"
          value={of.draft.type}
          onInput={(type) => set({ type })}
          hint={wording.typeHint}
        />
      )}
      {!of.template?.fields.some(({ name }) => name === 'arc_description') && (
        <Field
          label={common.description}
          name="event_attributes.arc_description"
          rows={3}
          value={of.draft.description}
          onInput={(description) => set({ description })}
        />
      )}
      <Field
        label={wording.when}
        name="timestamp_declared"
        type="datetime-local"
        value={of.draft.declared}
        onInput={(declared) => set({ declared })}
        hint={wording.whenHint(zone())}
      />
    </>
  );
}

type Content = { event_attributes: Schemas['Attributes']; asset_attributes: Schemas['Attributes'] };

/** A draft as the body of a request, with further attributes. */
export const eventOf = (
  { type, description, declared }: EventDraft,
  { event_attributes, asset_attributes }: Content,
) => ({
  operation: 'Record',
  behaviour: 'RecordEvidence',
  event_attributes: {
    ...(type === '' ? {} : { arc_display_type: type }),
    ...(description === '' ? {} : { arc_description: description }),
    ...event_attributes,
  },
  asset_attributes,
  ...(declared === '' ? {} : { timestamp_declared: fromInput(declared) }),
});

/** Throws ApiError for an event that records nothing. */
export function requireContent({ event_attributes, asset_attributes }: Partial<Content>): void {
  if (Object.keys({ ...event_attributes, ...asset_attributes }).length === 0)
    throw rejected([{ field: 'event_attributes.arc_display_type', description: wording.nothing }]);
}
