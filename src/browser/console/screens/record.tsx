import { useState } from 'preact/hooks';
import { api, uuidOf, type Schemas } from '../lib/api.ts';
import { useOnce } from '../lib/once.ts';
import { askFor, mayRecord } from '../lib/rights.ts';
import { go, type Route } from '../lib/router.ts';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { nameOf } from '../parts/attributes.tsx';
import { EventFields, eventOf, NEW_EVENT, requireContent } from '../parts/eventfields.tsx';
import { attributesOf, Files, takenBy, type Attached } from '../parts/files.tsx';
import { Form, Tick, type Question } from '../parts/form.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';
import { mapOf, Pairs, type Pair } from '../parts/pairs.tsx';

/** Attributes of the event that have a field in the form. */
const FIELDS = { arc_display_type: 'the field “Type”', arc_description: 'the field “Description”' };

const PUBLIC = 'Only administrators of the tenancy that owns a public asset record events on it.';

/** Records an event on an asset. */
export function Record({ route }: { route: Route }) {
  const uuid = route.parts[1]!;
  const asset = useLoaded(() => api.get('/v2/assets/{uuid}', { params: { path: { uuid } } }), uuid);
  return <Load of={asset}>{(found) => <RecordForm uuid={uuid} asset={found} />}</Load>;
}

function RecordForm({ uuid, asset }: { uuid: string; asset: Schemas['Asset'] }) {
  const [draft, setDraft] = useState(NEW_EVENT);
  const [pairs, setPairs] = useState<Pair[]>([]);
  const [changes, setChanges] = useState<Pair[]>([]);
  const [files, setFiles] = useState<Attached[]>([]);
  const [toAsset, setToAsset] = useState(false);
  const once = useOnce();
  const now = useStore(session)!;
  const request = (): Schemas['CreateEvent'] => {
    const attached = attributesOf(files);
    return eventOf(draft, {
      event_attributes: { ...mapOf('event_attributes', pairs, { ...FIELDS, ...takenBy(files) }), ...attached },
      asset_attributes: {
        ...mapOf('asset_attributes', changes, toAsset ? takenBy(files) : {}),
        ...(toAsset ? attached : {}),
      },
    });
  };
  const confirm = (): Question | undefined => {
    requireContent(request());
    if (!asset.public) return undefined;
    return {
      title: 'Record this event publicly?',
      consequence: `Anyone can read the events of ${nameOf(asset)}. An event cannot be changed or deleted.`,
    };
  };
  const submit = async (): Promise<void> => {
    const body = request();
    const { identity } = await once((key) =>
      api.post('/v2/assets/{uuid}/events', { params: { path: { uuid }, header: { 'idempotency-key': key } }, body }),
    );
    go(`assets/${uuid}/events/${uuidOf(identity)}`);
  };
  if (!mayRecord(now, asset, 'RecordEvidence'))
    return (
      <Screen title="Record an event">
        <p class="empty">{asset.public ? PUBLIC : `You cannot record events on this asset. ${askFor(now.tenancy)}`}</p>
        <p>
          <a href={`#/assets/${uuid}`}>Back to the asset</a>
        </p>
      </Screen>
    );
  return (
    <Screen title="Record an event" lead={`For ${nameOf(asset)}. Events cannot be changed or deleted.`}>
      <Form
        submit="Record"
        onSubmit={submit}
        confirm={confirm}
        extra={<a href={`#/assets/${uuid}`}>Back to the asset</a>}
      >
        <EventFields draft={draft} onChange={setDraft} />
        <Pairs
          legend="Further attributes of the event"
          path="event_attributes"
          pairs={pairs}
          onChange={setPairs}
          add="Add an attribute"
        />
        <Files
          files={files}
          taken={[...Object.keys(FIELDS), ...[...pairs, ...changes].map(({ name }) => name)]}
          onChange={setFiles}
        />
        <Tick label="Attach the files to the asset as well" checked={toAsset} onChange={setToAsset} />
        <Pairs
          legend="Changes to attributes of the asset"
          path="asset_attributes"
          pairs={changes}
          onChange={setChanges}
          add="Add a change"
        />
      </Form>
    </Screen>
  );
}
