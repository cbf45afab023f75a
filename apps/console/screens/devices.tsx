import { useState } from 'preact/hooks';
import { localNumber } from '../../site/locale.ts';
import { api, pages, uuidOf, type Schemas } from '../lib/api.ts';
import { Destroy } from '../parts/act.tsx';
import { Field, Form } from '../parts/form.tsx';
import { List } from '../parts/list.tsx';
import { Moment } from '../parts/moment.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';
import { useRepeated } from '../parts/repeat.ts';

type Import = Schemas['IotHubImport'];

const IMPORTS = pages('/v2/iothubgdr', 'operations');
const SOURCES = pages('/v1/svcbussources', 'sources');
const LOCATIONS = pages('/v2/locations', 'locations');
/** The maximum number of locations to choose from. */
const OFFERED = 500;

/** Imports of devices from IoT hubs, and the queues from which changes of devices are recorded. */
export function Devices() {
  return (
    <Screen
      title="Devices"
      lead="Import the devices of an Azure IoT hub as assets, and record their changes of state as events."
    >
      <Imports />
      <Sources />
    </Screen>
  );
}

function Imports() {
  const [turn, setTurn] = useState(0);
  const [running, setRunning] = useState(false);
  const again = (): void => setTurn(turn + 1);
  const read: typeof IMPORTS = async (token, size) => {
    const page = await IMPORTS(token, size);
    if (token === undefined) setRunning(page.items.some(({ done }) => !done));
    return page;
  };
  useRepeated(running, async () => {
    if ((await IMPORTS()).items.every(({ done }) => done)) again();
  });
  return (
    <>
      <section aria-labelledby="imports">
        <h2 id="imports">Imports from IoT hubs</h2>
        <List
          caption="Imports from IoT hubs"
          of={read}
          reload={`imports ${turn}`}
          identity={({ identity }) => identity}
          empty="No imports yet."
          columns={[
            ['Name', (each) => aboutOf(each)?.display_name],
            ['State', (each) => <ImportState of={each} />],
            ['Devices', (each) => countOf(aboutOf(each)?.number_assets_imported)],
            ['Started', ({ timestamp_accepted }) => <Moment at={timestamp_accepted} />],
            ['Actions', (each) => <ImportActions of={each} onDone={again} />],
          ]}
        />
      </section>
      <section aria-labelledby="newimport">
        <h2 id="newimport">Import from an IoT hub</h2>
        <NewImport onDone={again} />
      </section>
    </>
  );
}

const aboutOf = ({ result, error }: Import) => result ?? error;
const countOf = (n: number | undefined): string => (n === undefined ? '' : localNumber(n));

const STATES: Record<string, string> = {
  STATUS_PENDING: 'Waiting',
  STATUS_INPROGRESS: 'Running',
  STATUS_FINISHED: 'Finished',
  STATUS_CANCELLED: 'Canceled',
};

function ImportState({ of: { result, error } }: { of: Import }) {
  if (error)
    return (
      <>
        <span class="bad">Failed</span>: {error.error_message}
      </>
    );
  const status = result?.status ?? '';
  return <span class={status === 'STATUS_FINISHED' ? 'good' : undefined}>{STATES[status] ?? status}</span>;
}

function ImportActions({ of, onDone }: { of: Import; onDone: () => void }) {
  const params = { path: { uuid: uuidOf(of.identity) } };
  const name = aboutOf(of)?.display_name ?? '';
  if (!of.done)
    return (
      <Destroy
        label="Cancel"
        what={name}
        question={`Cancel the import ${name}?`}
        consequence="Assets that were imported so far are kept."
        act={async () => {
          await api.post('/v2/iothubgdr/{uuid}:cancel', { params });
          onDone();
        }}
      />
    );
  return (
    <Destroy
      label="Delete"
      what={name}
      question={`Delete the import ${name}?`}
      consequence="It is removed from this list. Its assets are kept."
      act={async () => {
        await api.delete('/v2/iothubgdr/{uuid}', { params });
        onDone();
      }}
    />
  );
}

function NewImport({ onDone }: { onDone: () => void }) {
  const locations = useLoaded(async () => (await LOCATIONS(undefined, OFFERED)).items, 'locations');
  const [name, setName] = useState('');
  const [secret, setSecret] = useState('');
  const [location, setLocation] = useState('');
  return (
    <Form
      label="Import from an IoT hub"
      submit="Import"
      onSubmit={async () => {
        const body = { display_name: name, secret, arc_home_location_identity: location };
        await api.post('/v2/iothubgdr', { body });
        setName('');
        setSecret('');
        setLocation('');
        onDone();
      }}
    >
      <Field label="Name" name="display_name" value={name} onInput={setName} required />
      <Field
        label="Connection string of the hub"
        name="secret"
        type="password"
        value={secret}
        onInput={setSecret}
        hint="With the right to read the registry. It is stored encrypted until the import ends, and never shown."
        required
      />
      <Load of={locations}>
        {(all) => (
          <Field
            label="Location of the assets"
            name="arc_home_location_identity"
            value={location}
            onInput={setLocation}
            choices={[['', 'none'], ...all.map(({ identity, display_name }) => [identity, display_name] as const)]}
          />
        )}
      </Load>
    </Form>
  );
}

function Sources() {
  const [turn, setTurn] = useState(0);
  const again = (): void => setTurn(turn + 1);
  return (
    <>
      <section aria-labelledby="sources">
        <h2 id="sources">Message-bus sources</h2>
        <List
          caption="Message-bus sources"
          of={SOURCES}
          reload={`sources ${turn}`}
          identity={({ identity }) => identity}
          empty="No sources yet."
          columns={[
            ['Name', ({ display_name }) => display_name],
            ['Queue', ({ queue_name }) => <code>{queue_name}</code>],
            ['State', ({ status }) => status],
            [
              'Actions',
              ({ identity, display_name }) => (
                <Destroy
                  label="Delete"
                  what={display_name}
                  question={`Delete the source ${display_name}?`}
                  consequence="Nothing more is read from the queue. Events that it recorded are kept."
                  act={async () => {
                    await api.delete('/v1/svcbussources/{uuid}', { params: { path: { uuid: uuidOf(identity) } } });
                    again();
                  }}
                />
              ),
            ],
          ]}
        />
        <p class="actions">
          <button type="button" class="quiet" onClick={again}>
            Refresh the states
          </button>
        </p>
      </section>
      <section aria-labelledby="newsource">
        <h2 id="newsource">Add a message-bus source</h2>
        <NewSource onDone={again} />
      </section>
    </>
  );
}

function NewSource({ onDone }: { onDone: () => void }) {
  const [name, setName] = useState('');
  const [queue, setQueue] = useState('');
  const [connection, setConnection] = useState('');
  return (
    <Form
      label="Add a message-bus source"
      submit="Add"
      onSubmit={async () => {
        const body = { display_name: name, queue_name: queue, connection_string: connection };
        await api.post('/v1/svcbussources', { body });
        setName('');
        setQueue('');
        setConnection('');
        onDone();
      }}
    >
      <Field label="Name" name="display_name" value={name} onInput={setName} required />
      <Field label="Queue" name="queue_name" value={queue} onInput={setQueue} required />
      <Field
        label="Connection string of the namespace"
        name="connection_string"
        type="password"
        value={connection}
        onInput={setConnection}
        hint="With the right to listen. It is stored encrypted, and never shown."
        required
      />
    </Form>
  );
}
