import { useState } from 'preact/hooks';
import { localNumber } from '../../site/locale.ts';
import { api, pages, uuidOf, type Schemas } from '../lib/api.ts';
import { Destroy } from '../parts/act.tsx';
import { Field, Form } from '../parts/form.tsx';
import { List } from '../parts/list.tsx';
import { Moment } from '../parts/moment.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';
import { useRepeated } from '../parts/repeat.ts';
import { texts } from '../texts/texts.ts';
import { screenTexts } from './texts/texts.ts';
import { rareTexts } from './texts/rare-texts.ts';

const { devices: wording } = rareTexts;
const { common, menu } = screenTexts;

type Import = Schemas['IotHubImport'];

const IMPORTS = pages('/v2/iothubgdr', 'operations');
const SOURCES = pages('/v1/svcbussources', 'sources');
const LOCATIONS = pages('/v2/locations', 'locations');
/** The maximum number of locations to choose from. */
const OFFERED = 500;

/** Imports of devices from IoT hubs, and the queues from which changes of devices are recorded. */
export function Devices() {
  return (
    <Screen title={menu.devices} lead={wording.lead}>
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
        <h2 id="imports">{wording.imports}</h2>
        <List
          caption={wording.imports}
          of={read}
          reload={`imports ${turn}`}
          identity={({ identity }) => identity}
          empty={wording.noImports}
          columns={[
            [common.name, (each) => aboutOf(each)?.display_name],
            [common.state, (each) => <ImportState of={each} />],
            [wording.devices, (each) => countOf(aboutOf(each)?.number_assets_imported)],
            [wording.started, ({ timestamp_accepted }) => <Moment at={timestamp_accepted} />],
            [texts.table.actions, (each) => <ImportActions of={each} onDone={again} />],
          ]}
        />
      </section>
      <section aria-labelledby="newimport">
        <h2 id="newimport">{wording.newImport}</h2>
        <NewImport onDone={again} />
      </section>
    </>
  );
}

const aboutOf = ({ result, error }: Import) => result ?? error;
const countOf = (n: number | undefined): string => (n === undefined ? '' : localNumber(n));

function ImportState({ of: { result, error } }: { of: Import }) {
  if (error)
    return (
      <>
        <span class="bad">{wording.failed}</span>: {error.error_message}
      </>
    );
  const status = result?.status ?? '';
  return <span class={status === 'STATUS_FINISHED' ? 'good' : undefined}>{wording.states[status] ?? status}</span>;
}

function ImportActions({ of, onDone }: { of: Import; onDone: () => void }) {
  const params = { path: { uuid: uuidOf(of.identity) } };
  const name = aboutOf(of)?.display_name ?? '';
  if (!of.done)
    return (
      <Destroy
        label={wording.cancel}
        what={name}
        question={wording.cancelQuestion(name)}
        consequence={wording.cancelConsequence}
        act={async () => {
          await api.post('/v2/iothubgdr/{uuid}:cancel', { params });
          onDone();
        }}
      />
    );
  return (
    <Destroy
      label={common.delete}
      what={name}
      question={wording.deleteQuestion(name)}
      consequence={wording.deleteConsequence}
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
      label={wording.newImport}
      submit={wording.import}
      onSubmit={async () => {
        const body = { display_name: name, secret, arc_home_location_identity: location };
        await api.post('/v2/iothubgdr', { body });
        setName('');
        setSecret('');
        setLocation('');
        onDone();
      }}
    >
      <Field label={common.name} name="display_name" value={name} onInput={setName} required />
      <Field
        label={wording.hubString}
        name="secret"
        type="password"
        value={secret}
        onInput={setSecret}
        hint={wording.hubHint}
        required
      />
      <Load of={locations}>
        {(all) => (
          <Field
            label={wording.location}
            name="arc_home_location_identity"
            value={location}
            onInput={setLocation}
            choices={[
              ['', wording.none],
              ...all.map(({ identity, display_name }) => [identity, display_name] as const),
            ]}
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
        <h2 id="sources">{wording.sources}</h2>
        <List
          caption={wording.sources}
          of={SOURCES}
          reload={`sources ${turn}`}
          identity={({ identity }) => identity}
          empty={wording.noSources}
          columns={[
            [common.name, ({ display_name }) => display_name],
            [wording.queue, ({ queue_name }) => <code>{queue_name}</code>],
            [common.state, ({ status }) => status],
            [
              texts.table.actions,
              ({ identity, display_name }) => (
                <Destroy
                  label={common.delete}
                  what={display_name}
                  question={wording.deleteSourceQuestion(display_name)}
                  consequence={wording.deleteSourceConsequence}
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
            {wording.refresh}
          </button>
        </p>
      </section>
      <section aria-labelledby="newsource">
        <h2 id="newsource">{wording.newSource}</h2>
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
      label={wording.newSource}
      submit={common.add}
      onSubmit={async () => {
        const body = { display_name: name, queue_name: queue, connection_string: connection };
        await api.post('/v1/svcbussources', { body });
        setName('');
        setQueue('');
        setConnection('');
        onDone();
      }}
    >
      <Field label={common.name} name="display_name" value={name} onInput={setName} required />
      <Field label={wording.queue} name="queue_name" value={queue} onInput={setQueue} required />
      <Field
        label={wording.namespaceString}
        name="connection_string"
        type="password"
        value={connection}
        onInput={setConnection}
        hint={wording.namespaceHint}
        required
      />
    </Form>
  );
}
