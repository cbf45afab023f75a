import { api, uuidOf, type Schemas } from '../lib/api.ts';
import { useOnce } from '../lib/idempotent.ts';
import { askFor, mayRecord, readOnAsset, typesOf } from '../lib/rights.ts';
import { go, type Route } from '../lib/router.ts';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { nameOf } from '../parts/attributes.tsx';
import { useDraft } from '../parts/draft.tsx';
import { EventFields, eventOf, NEW_EVENT, requireContent } from '../parts/event-fields.tsx';
import { Summary } from '../parts/event-summary.tsx';
import { attributesOf, Files, takenBy, type FileAttribute } from '../parts/files.tsx';
import { Form, Tick, type Question } from '../parts/form.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';
import { mapOf, Pairs, type Pair } from '../parts/pairs.tsx';

/** Attributes of the event that have a field in the form. */
const FIELDS = { arc_display_type: 'the field “Type”', arc_description: 'the field “Description”' };

const PUBLIC = 'Only administrators of the tenancy that owns a public asset record events on it.';

/** Records an event on an asset. */
export function Record({ route }: { route: Route }) {
  const uuid = route.parts[1]!;
  const loaded = useLoaded(async () => {
    const asset = await api.get('/v2/assets/{uuid}', { params: { path: { uuid } } });
    return { asset, on: await readOnAsset(asset.identity) };
  }, uuid);
  const now = useStore(session)!;
  return (
    <Load of={loaded}>
      {({ asset, on }) =>
        mayRecord(now, asset, 'RecordEvidence', on) ? (
          <RecordForm uuid={uuid} asset={asset} />
        ) : (
          <Screen title="Record an event">
            <p class="empty">
              {asset.public ? PUBLIC : `You cannot record events on this asset. ${askFor(now.tenancy)}`}
            </p>
            <p>
              <a href={`#/assets/${uuid}`}>Back to the asset</a>
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
};

function requestOf({ event, pairs, changes, files, toAsset }: typeof BLANK) {
  const attached = attributesOf(files);
  return eventOf(event, {
    event_attributes: { ...mapOf('event_attributes', pairs, { ...FIELDS, ...takenBy(files) }), ...attached },
    asset_attributes: {
      ...mapOf('asset_attributes', changes, toAsset ? takenBy(files) : {}),
      ...(toAsset ? attached : {}),
    },
  });
}

function RecordForm({ uuid, asset }: { uuid: string; asset: Schemas['Asset'] }) {
  const draft = useDraft(
    `assets/${uuid}/record`,
    BLANK,
    ({ event }) => `an unrecorded ${event.type.trim() || 'event'} of ${nameOf(asset)}`,
  );
  const { set } = draft;
  const { event, pairs, changes, files, unfinished, toAsset } = draft.value;
  const once = useOnce(draft.attempts);
  const types = typesOf(useStore(session)!);
  const confirm = (): Question => {
    const body = requestOf(draft.value);
    if (unfinished.length === 0) requireContent(body);
    return {
      title: asset.public ? 'Record this event publicly?' : 'Record this event?',
      summary: <EventSummary asset={asset} body={body} uploading={unfinished} />,
      consequence: asset.public
        ? `Anyone can read the events of ${nameOf(asset)}. An event cannot be changed or deleted.`
        : 'An event cannot be changed or deleted.',
      outcome: 'recorded',
      act: 'Record',
    };
  };
  const submit = async (): Promise<void> => {
    const body: Schemas['CreateEvent'] = requestOf(draft.value);
    const { identity } = await once((key) =>
      api.post('/v2/assets/{uuid}/events', { params: { path: { uuid }, header: { 'idempotency-key': key } }, body }),
    );
    go(`assets/${uuid}/events/${uuidOf(identity)}`);
  };
  return (
    <Screen title="Record an event" lead={`For ${nameOf(asset)}. Events cannot be changed or deleted.`}>
      <Form
        submit="Review and record"
        onSubmit={submit}
        confirm={confirm}
        draft={draft}
        extra={<a href={`#/assets/${uuid}`}>Back to the asset</a>}
      >
        <EventFields draft={event} types={types} onChange={(next) => set({ event: next })} />
        <Pairs
          legend="Further attributes of the event"
          path="event_attributes"
          pairs={pairs}
          onChange={(next) => set({ pairs: next })}
          add="Add an attribute"
        />
        <Files
          files={files}
          taken={[...Object.keys(FIELDS), ...[...pairs, ...changes].map(({ name }) => name)]}
          onChange={(next) => set({ files: next })}
          unfinished={unfinished}
          onUnfinished={(next) => set({ unfinished: next })}
        />
        <Tick label="Attach the files to the asset as well" checked={toAsset} onChange={(on) => set({ toAsset: on })} />
        <Pairs
          legend="Changes to attributes of the asset"
          path="asset_attributes"
          pairs={changes}
          onChange={(next) => set({ changes: next })}
          add="Add a change"
        />
      </Form>
    </Screen>
  );
}

function EventSummary(of: { asset: Schemas['Asset']; body: ReturnType<typeof requestOf>; uploading: string[] }) {
  const { asset, body, uploading } = of;
  return (
    <Summary
      facts={[['Asset', nameOf(asset)]]}
      attributes={body.event_attributes}
      changes={body.asset_attributes}
      declared={body.timestamp_declared}
      uploading={uploading}
    />
  );
}
