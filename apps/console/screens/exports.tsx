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
import { screenTexts } from './texts/texts.ts';
import { rareTexts } from './texts/rare-texts.ts';

const { exports: wording } = rareTexts;
const { common, menu } = screenTexts;

const EXPORTS = pages('/v1/exports', 'exports');

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
    <Screen title={menu.exports} lead={wording.lead}>
      <NewPackage />
      <List
        caption={menu.exports}
        of={read}
        reload={`exports ${turn}`}
        identity={({ identity }) => identity}
        empty={wording.none}
        columns={[
          [common.name, (each) => <a href={`#/${each.identity}`}>{each.display_name || wording.export}</a>],
          [
            common.created,
            ({ created_at }) => (
              <>
                <Moment at={created_at} />
                <Ago at={created_at} />
              </>
            ),
          ],
          [common.state, (each) => <ExportState of={each} />],
          [common.events, ({ counts }) => localNumber(counts.events)],
          [
            wording.filesUntil,
            ({ status, expires_at: at }) => status === 'STATUS_FINISHED' && at && <Moment at={at} />,
          ],
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
      <span class={LOOKS[status]}>{wording.states[status]}</span>
      {error_message !== '' && `: ${error_message}`}
    </>
  );
}

function NewExport() {
  const [name, setName] = useState('');
  const [blobs, setBlobs] = useState(false);
  return (
    <section aria-labelledby="new">
      <h2 id="new">{wording.create}</h2>
      <Form
        label={wording.create}
        submit={common.create}
        onSubmit={async () => {
          const body = { blobs, ...(name === '' ? {} : { display_name: name }) };
          go((await api.post('/v1/exports', { body })).identity);
        }}
      >
        <Field label={common.name} name="display_name" value={name} onInput={setName} hint={wording.nameHint} />
        <Tick label={wording.blobs} checked={blobs} onChange={setBlobs} hint={wording.blobsHint} />
      </Form>
    </section>
  );
}
