import { useState } from 'preact/hooks';
import { api, uuidOf, type Schemas } from '../lib/api.ts';
import { useOnce } from '../lib/idempotent.ts';
import { typesOf } from '../lib/rights.ts';
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
import { nameOf } from './attributes.tsx';
import { Dialog } from './dialog.tsx';
import { useDraft } from './draft.tsx';
import { useChanges } from './pair-help.tsx';
import { TemplateForm } from './template-fields.tsx';
import { EventFields, eventOf, NEW_EVENT, requireContent } from './event-fields.tsx';
import { Summary } from './event-summary.tsx';
import { Form, type Question } from './form.tsx';
import { Load, useLoaded } from './page.tsx';
import { mapOf, Pairs, type Pair } from './pairs.tsx';
import { texts } from '../texts/texts.ts';
import { screenTexts } from '../screens/texts/texts.ts';
import { rareTexts } from '../screens/texts/rare-texts.ts';

const { bulk: wording } = rareTexts;
const { common } = screenTexts;

type Asset = Schemas['Asset'];

const BLANK = { event: NEW_EVENT, changes: [] as Pair[], filled: NOTHING_FILLED };

const unrecorded = ({ event }: typeof BLANK): string => wording.unrecorded(event.type.trim());

/** The assets of a summary that are named. */
const NAMED = 5;
const namesOf = (assets: Asset[]): string =>
  wording.names(assets.slice(0, NAMED).map(nameOf), Math.max(0, assets.length - NAMED));

/** The event that each asset gets. `waits`: photos that are being uploaded are added when they are. Throws ApiError. */
function requestOf({ event, changes, filled }: typeof BLANK, template: OfferedTemplate | undefined, waits: boolean) {
  const own = template && attributesBy(template, filled, waits);
  const sets = takenByTemplate(template, 'asset_attribute');
  return eventOf(template ? { ...event, type: template.event_display_type } : event, {
    event_attributes: { ...own?.event_attributes },
    asset_attributes: { ...mapOf('asset_attributes', changes, sets), ...own?.asset_attributes },
  });
}

/** What became of a bulk record: the number of events, and the assets on which it was refused, with the reasons. */
type Result = { recorded: number; refused: { asset: Asset; reason: string }[] };

type Props = { assets: Asset[]; onDone: (recorded: Asset[]) => void; onClose: () => void };

/** A dialog that records the same event on several assets in one request. `onDone`: the assets with an event. */
export function BulkRecord(of: Props) {
  const { assets } = of;
  const [result, setResult] = useState<Result>();
  const templates = useLoaded(readTemplates, 'templates');
  const now = useStore(session)!;
  if (result) return <Outcome result={result} onClose={of.onClose} />;
  return (
    <Dialog title={wording.title(assets.length)} onClose={of.onClose}>
      <p class="note">
        {wording.each}
        {assets.some((asset) => asset.public) && wording.public}
      </p>
      <Load of={templates}>
        {(all) => <BulkForm {...of} templates={templatesFor(all, assets, now)} onResult={setResult} />}
      </Load>
    </Dialog>
  );
}

function BulkForm(of: Props & { templates: OfferedTemplate[]; onResult: (result: Result) => void }) {
  const { assets, templates } = of;
  const draft = useDraft('assets', BLANK, unrecorded);
  const { event, changes, filled } = draft.value;
  const once = useOnce(draft.attempts);
  const types = typesOf(useStore(session)!);
  const template = chosenIn(templates, filled);
  const help = useChanges(assets);
  const record = async (): Promise<void> => {
    const one = requestOf(draft.value, template, false);
    const body = { events: assets.map(({ identity }) => ({ ...one, asset_identity: `assets/${uuidOf(identity)}` })) };
    const { results } = await once((key) =>
      api.post('/v2/assets/-/events:batch', { params: { header: { 'idempotency-key': key } }, body }),
    );
    const done = assets.filter((_, i) => results[i]?.event);
    const refused = assets.flatMap((asset, i) => (results[i]?.event ? [] : [{ asset, reason: reasonOf(results[i]) }]));
    of.onResult({ recorded: done.length, refused });
    of.onDone(done);
  };
  return (
    <Form
      submit={wording.review}
      onSubmit={record}
      confirm={() => questionOf(assets, draft.value, template)}
      draft={draft}
      extra={<Cancel onClose={of.onClose} />}
      label={wording.label}
    >
      <TemplateForm
        all={templates}
        assets={assets}
        filled={filled}
        onChange={(change) => draft.set((before) => ({ filled: change(before.filled) }))}
      />
      <EventFields draft={event} types={types} template={template} onChange={(next) => draft.set({ event: next })} />
      <Pairs
        legend={wording.changes}
        path="asset_attributes"
        pairs={changes}
        onChange={(next) => draft.set({ changes: next })}
        add={wording.addChange}
        help={help}
      />
    </Form>
  );
}

/** What is recorded, for a last look. Throws ApiError. */
function questionOf(assets: Asset[], draft: typeof BLANK, template: OfferedTemplate | undefined): Question {
  const body = requestOf(draft, template, true);
  const isPublic = assets.some((asset) => asset.public);
  requireContent(body);
  return {
    title: wording.question(assets.length),
    summary: (
      <Summary
        facts={[[common.assets, namesOf(assets)]]}
        attributes={body.event_attributes}
        changes={body.asset_attributes}
        declared={body.timestamp_declared}
        uploading={uploadingIn(template, draft.filled)}
      />
    ),
    consequence: isPublic ? wording.publicConsequence(wording.permanent) : wording.permanent,
    outcome: common.recorded,
    act: wording.act(assets.length),
  };
}

function reasonOf(result: Schemas['EventResult'] | undefined): string {
  const fields = result?.error?.details.flatMap((detail) =>
    'field_violations' in detail ? detail.field_violations : [],
  );
  const violations = (fields ?? []).map(({ field, description }) => `${field} ${description}`);
  return [result?.error?.message ?? wording.noReason, ...violations].join(' ');
}

const Cancel = ({ onClose }: { onClose: () => void }) => (
  <button type="button" class="quiet" onClick={onClose}>
    {texts.action.cancel}
  </button>
);

function Outcome({ result: { recorded, refused }, onClose }: { result: Result; onClose: () => void }) {
  return (
    <Dialog title={wording.recorded(recorded)} onClose={onClose}>
      {refused.length > 0 && (
        <>
          <p>{wording.refused(refused.length)}</p>
          <ul class="items">
            {refused.map(({ asset, reason }) => (
              <li key={asset.identity}>
                <div>
                  <strong>
                    <bdi>{nameOf(asset)}</bdi>
                  </strong>
                  <p class="note">{reason}</p>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      <p class="actions">
        <button type="button" onClick={onClose}>
          {common.close}
        </button>
      </p>
    </Dialog>
  );
}
