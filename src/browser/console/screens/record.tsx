import { useState } from 'preact/hooks';
import { fromInput, zone } from '../../time.ts';
import { api, uuidOf, type Schemas } from '../lib/api.ts';
import { useOnce } from '../lib/once.ts';
import { go, type Route } from '../lib/router.ts';
import { nameOf } from '../parts/attributes.tsx';
import { attributesOf, Files, takenBy, type Attached } from '../parts/files.tsx';
import { Field, Form, Tick } from '../parts/form.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';
import { mapOf, Pairs, type Pair } from '../parts/pairs.tsx';

/** Attributes of the event that have a field in the form. */
const FIELDS = { arc_display_type: 'the field “Type”', arc_description: 'the field “Description”' };

/** Records an event on an asset. */
export function Record({ route }: { route: Route }) {
  const uuid = route.parts[1]!;
  const asset = useLoaded(() => api.get('/v2/assets/{uuid}', { params: { path: { uuid } } }), uuid);
  return <Load of={asset}>{(found) => <RecordForm uuid={uuid} asset={found} />}</Load>;
}

function RecordForm({ uuid, asset }: { uuid: string; asset: Schemas['Asset'] }) {
  const [type, setType] = useState('');
  const [description, setDescription] = useState('');
  const [declared, setDeclared] = useState('');
  const [pairs, setPairs] = useState<Pair[]>([]);
  const [changes, setChanges] = useState<Pair[]>([]);
  const [files, setFiles] = useState<Attached[]>([]);
  const [toAsset, setToAsset] = useState(false);
  const once = useOnce();
  const submit = async (): Promise<void> => {
    const attached = attributesOf(files);
    const event_attributes: Schemas['Attributes'] = {
      ...(type === '' ? {} : { arc_display_type: type }),
      ...(description === '' ? {} : { arc_description: description }),
      ...mapOf('event_attributes', pairs, { ...FIELDS, ...takenBy(files) }),
      ...attached,
    };
    const body: Schemas['CreateEvent'] = {
      operation: 'Record',
      behaviour: 'RecordEvidence',
      event_attributes,
      asset_attributes: {
        ...mapOf('asset_attributes', changes, toAsset ? takenBy(files) : {}),
        ...(toAsset ? attached : {}),
      },
      ...(declared === '' ? {} : { timestamp_declared: fromInput(declared) }),
    };
    const { identity } = await once((key) =>
      api.post('/v2/assets/{uuid}/events', { params: { path: { uuid }, header: { 'idempotency-key': key } }, body }),
    );
    go(`assets/${uuid}/events/${uuidOf(identity)}`);
  };
  return (
    <Screen title="Record an event" lead={`For ${nameOf(asset)}. Events cannot be changed or deleted.`}>
      <Form submit="Record" onSubmit={submit}>
        <Field
          label="Type"
          name="event_attributes.arc_display_type"
          value={type}
          onInput={setType}
          hint="For example Inspection. Access policies can refer to the type."
        />
        <Field
          label="Description"
          name="event_attributes.arc_description"
          rows={3}
          value={description}
          onInput={setDescription}
        />
        <Field
          label="When it happened"
          name="timestamp_declared"
          type="datetime-local"
          value={declared}
          onInput={setDeclared}
          hint={`In your time zone, ${zone()}. Default: now.`}
        />
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
        <p>
          <a href={`#/assets/${uuid}`}>Back to the asset</a>
        </p>
      </Form>
    </Screen>
  );
}
