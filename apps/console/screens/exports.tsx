import { useState } from 'preact/hooks';
import { localNumber } from '../../site/locale.ts';
import { api, pages, type Schemas } from '../lib/api.ts';
import { go } from '../lib/router.ts';
import { NewPackage } from '../parts/auditors-package.tsx';
import { Field, Form, Tick } from '../parts/form.tsx';
import { List } from '../parts/list.tsx';
import { Ago, Moment } from '../parts/moment.tsx';
import { Screen } from '../parts/page.tsx';
import { useRepeated } from '../parts/repeat.ts';

const LEAD =
  'Take all records of the tenancy away, with a proof for each event. ' +
  'Anyone can verify an export without this service.';

const EXPORTS = pages('/v1/exports', 'exports');

const STATES: Record<Schemas['ExportListed']['status'], string> = {
  STATUS_PENDING: 'Waiting',
  STATUS_INPROGRESS: 'Running',
  STATUS_FINISHED: 'Finished',
  STATUS_FAILED: 'Failed',
  STATUS_ERASED: 'Ended by an erasure',
  STATUS_EXPIRED: 'Expired',
};

/** The exports of the tenancy. */
export function Exports() {
  const [turn, setTurn] = useState(0);
  const [running, setRunning] = useState(false);
  const read: typeof EXPORTS = async (token, size) => {
    const page = await EXPORTS(token, size);
    if (token === undefined) setRunning(page.items.some(({ done }) => !done));
    return page;
  };
  useRepeated(running, async () => {
    const { items } = await EXPORTS();
    if (items.every(({ done }) => done)) setTurn(turn + 1);
  });
  return (
    <Screen title="Exports" lead={LEAD}>
      <NewPackage />
      <List
        caption="Exports"
        of={read}
        reload={`exports ${turn}`}
        identity={({ identity }) => identity}
        empty="No exports yet."
        columns={[
          ['Name', (each) => <a href={`#/${each.identity}`}>{each.display_name || 'Export'}</a>],
          [
            'Created',
            ({ created_at }) => (
              <>
                <Moment at={created_at} />
                <Ago at={created_at} />
              </>
            ),
          ],
          ['State', (each) => <ExportState of={each} />],
          ['Events', ({ counts }) => localNumber(counts.events)],
          ['Files until', ({ status, expires_at: at }) => status === 'STATUS_FINISHED' && at && <Moment at={at} />],
        ]}
      />
      <NewExport />
    </Screen>
  );
}

const LOOKS: Partial<Record<Schemas['ExportListed']['status'], string>> = {
  STATUS_FINISHED: 'good',
  STATUS_FAILED: 'bad',
};

/** The state of an export in words, and why it has no files. */
export function ExportState({ of: { status, error_message } }: { of: Schemas['ExportListed'] }) {
  return (
    <>
      <span class={LOOKS[status]}>{STATES[status]}</span>
      {error_message !== '' && `: ${error_message}`}
    </>
  );
}

function NewExport() {
  const [name, setName] = useState('');
  const [blobs, setBlobs] = useState(false);
  return (
    <section aria-labelledby="new">
      <h2 id="new">Create an export</h2>
      <Form
        label="Create an export"
        submit="Create"
        onSubmit={async () => {
          const body = { blobs, ...(name === '' ? {} : { display_name: name }) };
          go((await api.post('/v1/exports', { body })).identity);
        }}
      >
        <Field label="Name" name="display_name" value={name} onInput={setName} hint="For example: End of the year" />
        <Tick
          label="With the contents of all files"
          checked={blobs}
          onChange={setBlobs}
          hint="Without them, the export has the hash of each file that an event names."
        />
      </Form>
    </section>
  );
}
