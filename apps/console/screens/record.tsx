import { CORRECTS } from '../../../src/formats/records/corrections.ts';
import { asInput, localTime } from '../../site/time.ts';
import { api, uuidOf, type Schemas } from '../lib/api.ts';
import { useOnce } from '../lib/idempotent.ts';
import { askFor, mayRecord, readOnAsset, typesOf } from '../lib/rights.ts';
import { go, type Route } from '../lib/router.ts';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import {
  attributesBy,
  chosenIn,
  NOTHING_FILLED,
  readTemplates,
  takenByTemplate,
  templatesFor,
  uploadingIn,
  type OfferedTemplate,
} from '../lib/templates.ts';
import { nameOf, textOf } from '../parts/attributes.tsx';
import { readEvent } from '../parts/corrections.tsx';
import { useDraft } from '../parts/draft.tsx';
import { titleOf } from '../parts/event-cells.tsx';
import { EventFields, eventOf, NEW_EVENT, requireContent } from '../parts/event-fields.tsx';
import { Summary } from '../parts/event-summary.tsx';
import { attributesOf, Files, takenBy, type FileAttribute } from '../parts/files.tsx';
import { Form, Tick, type Question } from '../parts/form.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';
import { mapOf, Pairs, type Pair } from '../parts/pairs.tsx';
import { useEventAttributes, useChanges } from '../parts/pair-help.tsx';
import { TemplateForm } from '../parts/template-fields.tsx';
import { screenTexts } from './texts/texts.ts';
import { rareTexts } from './texts/rare-texts.ts';

const { record: wording } = rareTexts;
const { common } = screenTexts;

type Event = Schemas['AssetEvent'];

/** Attributes of the event that have a field in the form. */
const fields = (): Record<string, string> => ({
  arc_display_type: wording.fieldType,
  arc_description: wording.fieldDescription,
  [CORRECTS]: wording.fieldCorrects,
});

/** Records an event on an asset, also one that corrects an earlier one, which the address names. */
export function Record({ route }: { route: Route }) {
  const [, uuid = '', , corrected] = route.parts;
  const loaded = useLoaded(async () => {
    const asset = await api.get('/v2/assets/{uuid}', { params: { path: { uuid } } });
    const [on, templates, event] = await Promise.all([
      readOnAsset(asset.identity),
      readTemplates(),
      corrected === undefined ? undefined : readEvent(uuid, corrected),
    ]);
    return { asset, on, templates, event };
  }, `${uuid} ${corrected}`);
  const now = useStore(session)!;
  return (
    <Load of={loaded}>
      {({ asset, on, templates, event }) =>
        mayRecord(now, asset, 'RecordEvidence', on) ? (
          <RecordForm
            {...{ uuid, asset }}
            templates={templatesFor(templates, [asset], now)}
            type={route.query.get('type') ?? ''}
            corrects={event}
          />
        ) : (
          <Screen title={wording.title}>
            <p class="empty">{asset.public ? wording.public : wording.notAllowed(askFor(now.tenancy))}</p>
            <p>
              <a href={`#/assets/${uuid}`}>{common.backToAsset}</a>
            </p>
          </Screen>
        )
      }
    </Load>
  );
}

const BLANK = {
  event: NEW_EVENT,
  pairs: [] as Pair[],
  changes: [] as Pair[],
  files: [] as FileAttribute[],
  unfinished: [] as string[],
  toAsset: false,
  filled: NOTHING_FILLED,
};

/** The body of the request. `waits`: photos that are being uploaded are added when they are. Throws ApiError. */
function requestOf(
  { event, pairs, changes, files, toAsset, filled }: typeof BLANK,
  template: OfferedTemplate | undefined,
  corrects: Event | undefined,
  waits: boolean,
) {
  const attached = attributesOf(files);
  const own = template && attributesBy(template, filled, waits);
  const taken = { ...fields(), ...takenByTemplate(template, 'name'), ...takenBy(files) };
  const sets = { ...takenByTemplate(template, 'asset_attribute'), ...(toAsset ? takenBy(files) : {}) };
  return eventOf(template ? { ...event, type: template.event_display_type } : event, {
    event_attributes: {
      ...mapOf('event_attributes', pairs, taken),
      ...own?.event_attributes,
      ...attached,
      ...(corrects ? { [CORRECTS]: corrects.identity } : {}),
    },
    asset_attributes: {
      ...mapOf('asset_attributes', changes, sets),
      ...own?.asset_attributes,
      ...(toAsset ? attached : {}),
    },
  });
}

type Draft = typeof BLANK;

/**
 * The form of an event before it is filled in. A correction is about the same moment as the event that it corrects, and
 * of its type. Else the only template for `type` is chosen, or the only one if there is no such type.
 */
function blankOf(corrects: Event | undefined, templates: readonly OfferedTemplate[], type: string): Draft {
  if (corrects) {
    const event = {
      ...NEW_EVENT,
      type: textOf(corrects.event_attributes, 'arc_display_type'),
      declared: asInput(corrects.timestamp_declared),
    };
    return { ...BLANK, event };
  }
  const suitable = type === '' ? templates : templates.filter((each) => each.event_display_type === type);
  const [only] = suitable.length === 1 ? suitable : [];
  return only
    ? { ...BLANK, filled: { ...NOTHING_FILLED, template: only.identity } }
    : { ...BLANK, event: { ...NEW_EVENT, type } };
}

function RecordForm(of: {
  uuid: string;
  asset: Schemas['Asset'];
  templates: OfferedTemplate[];
  /** Of the event that is due; empty: any. */
  type: string;
  corrects: Event | undefined;
}) {
  const { uuid, asset, corrects } = of;
  const kept = useDraft(
    corrects ? `assets/${uuid}/events/${uuidOf(corrects.identity)}/correct` : `assets/${uuid}/record`,
    blankOf(corrects, of.templates, of.type),
    (value) => wording.unrecorded(corrects ? undefined : typeOf(value, of.templates), nameOf(asset)),
  );
  // What is preselected can differ from visit to visit. No record was changed by that.
  const draft = { ...kept, stale: false };
  const { set } = draft;
  const { event, unfinished, filled } = draft.value;
  const template = chosenIn(of.templates, filled);
  const once = useOnce(draft.attempts);
  const types = typesOf(useStore(session)!);
  const confirm = (): Question => {
    const body = requestOf(draft.value, template, corrects, true);
    const uploading = [...unfinished, ...uploadingIn(template, filled)];
    if (uploading.length === 0) requireContent(body);
    return {
      title: asset.public ? wording.questionPublic : wording.question,
      summary: <EventSummary asset={asset} corrects={corrects} body={body} uploading={uploading} />,
      consequence: asset.public ? wording.consequencePublic(nameOf(asset)) : wording.consequence,
      outcome: common.recorded,
      act: common.record,
    };
  };
  const submit = async (): Promise<void> => {
    const body: Schemas['CreateEvent'] = requestOf(draft.value, template, corrects, false);
    const { identity } = await once((id) =>
      api.post('/v2/assets/{uuid}/events', { params: { path: { uuid }, header: { 'record-id': id } }, body }),
    );
    go(`assets/${uuid}/events/${uuidOf(identity)}`);
  };
  return (
    <Screen title={corrects ? wording.titleCorrection : wording.title} lead={leadOf(asset, corrects)}>
      <Form
        submit={wording.review}
        onSubmit={submit}
        confirm={confirm}
        draft={draft}
        extra={<a href={`#/assets/${uuid}`}>{common.backToAsset}</a>}
      >
        <TemplateForm
          all={of.templates}
          assets={[asset]}
          filled={filled}
          onChange={(change) => set((before) => ({ filled: change(before.filled) }))}
        />
        <EventFields draft={event} types={types} template={template} onChange={(next) => set({ event: next })} />
        {template ? (
          <details>
            <summary>{wording.further}</summary>
            <Further asset={asset} value={draft.value} set={set} />
          </details>
        ) : (
          <Further asset={asset} value={draft.value} set={set} />
        )}
      </Form>
    </Screen>
  );
}

const leadOf = (asset: Schemas['Asset'], corrects: Event | undefined): string =>
  corrects ? wording.leadCorrection(nameOf(asset), nameOfEvent(corrects)) : wording.lead(nameOf(asset));

const nameOfEvent = (event: Event): string => wording.nameOfEvent(titleOf(event), localTime(event.timestamp_declared));

/** The type of the event, as far as it is known. */
const typeOf = ({ event, filled }: Draft, templates: readonly OfferedTemplate[]): string =>
  chosenIn(templates, filled)?.event_display_type ?? event.type.trim();

/** What an event can have beside the usual fields. */
function Further(of: { asset: Schemas['Asset']; value: Draft; set: (part: Partial<Draft>) => void }) {
  const { set } = of;
  const { pairs, changes, files, unfinished, toAsset } = of.value;
  return (
    <>
      <Pairs
        legend={wording.furtherAttributes}
        path="event_attributes"
        pairs={pairs}
        onChange={(next) => set({ pairs: next })}
        add={common.addAttribute}
        help={useEventAttributes()}
      />
      <Files
        files={files}
        taken={[...Object.keys(fields()), ...[...pairs, ...changes].map(({ name }) => name)]}
        onChange={(next) => set({ files: next })}
        unfinished={unfinished}
        onUnfinished={(next) => set({ unfinished: next })}
      />
      <Tick label={wording.toAsset} checked={toAsset} onChange={(on) => set({ toAsset: on })} />
      <Pairs
        legend={wording.changes}
        path="asset_attributes"
        pairs={changes}
        onChange={(next) => set({ changes: next })}
        add={wording.addChange}
        help={useChanges([of.asset])}
      />
    </>
  );
}

function EventSummary(of: {
  asset: Schemas['Asset'];
  corrects: Event | undefined;
  body: ReturnType<typeof requestOf>;
  uploading: string[];
}) {
  const { asset, corrects, body, uploading } = of;
  const { [CORRECTS]: _, ...attributes }: Schemas['Attributes'] = body.event_attributes;
  return (
    <Summary
      facts={[[common.asset, nameOf(asset)], ...(corrects ? [[wording.corrects, nameOfEvent(corrects)] as const] : [])]}
      attributes={attributes}
      changes={body.asset_attributes}
      declared={body.timestamp_declared}
      uploading={uploading}
    />
  );
}
