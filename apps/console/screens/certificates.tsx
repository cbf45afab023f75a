import { useState } from 'preact/hooks';
import { api, pages, uuidOf } from '../lib/api.ts';
import { Destroy } from '../parts/act.tsx';
import { Field, Form } from '../parts/form.tsx';
import { List } from '../parts/list.tsx';
import { Day } from '../parts/moment.tsx';
import { Screen } from '../parts/page.tsx';
import { texts } from '../texts/texts.ts';
import { screenTexts } from './texts/texts.ts';
import { rareTexts } from './texts/rare-texts.ts';

const { certificates: wording } = rareTexts;
const { common, menu } = screenTexts;

const CERTIFICATES = pages('/v1/tlscacertificates', 'tlscacertificates');

/** The certificate authorities of the tenancy. */
export function Certificates() {
  const [turn, setTurn] = useState(0);
  const again = (): void => setTurn(turn + 1);
  return (
    <Screen title={menu.certificates} lead={wording.lead}>
      <List
        caption={menu.certificates}
        of={CERTIFICATES}
        reload={`certificates ${turn}`}
        identity={({ identity }) => identity}
        empty={wording.none}
        columns={[
          [common.name, ({ display_name }) => display_name],
          [wording.subject, ({ subject }) => subject],
          [wording.valid, (each) => <Validity from={each.not_before} until={each.not_after} />],
          [
            common.details,
            ({ issuer, serial_number, fingerprint_sha256 }) => (
              <details>
                <summary>{common.details}</summary>
                <dl class="facts">
                  <dt>{wording.issuer}</dt>
                  <dd>{issuer}</dd>
                  <dt>{common.serialNumber}</dt>
                  <dd>
                    <code>{serial_number}</code>
                  </dd>
                  <dt>SHA-256</dt>
                  <dd>
                    <code>{fingerprint_sha256}</code>
                  </dd>
                </dl>
              </details>
            ),
          ],
          [
            texts.table.actions,
            ({ identity, display_name }) => (
              <Destroy
                label={common.delete}
                what={display_name}
                question={wording.question(display_name)}
                consequence={wording.consequence}
                act={async () => {
                  await api.delete('/v1/tlscacertificates/{uuid}', { params: { path: { uuid: uuidOf(identity) } } });
                  again();
                }}
              />
            ),
          ],
        ]}
      />
      <section aria-labelledby="new">
        <h2 id="new">{wording.add}</h2>
        <NewCertificate onDone={again} />
      </section>
    </Screen>
  );
}

function Validity({ from, until }: { from: string; until: string }) {
  const now = Date.now();
  const period = <>{wording.period(<Day at={from} />, <Day at={until} />)}</>;
  if (now > Date.parse(until)) return <span class="bad">{wording.expired(period)}</span>;
  return <>{period}</>;
}

function NewCertificate({ onDone }: { onDone: () => void }) {
  const [name, setName] = useState('');
  const [pem, setPem] = useState('');
  return (
    <Form
      label={wording.add}
      submit={common.add}
      onSubmit={async () => {
        await api.post('/v1/tlscacertificates', { body: { display_name: name, tlscacertificate: pem } });
        setName('');
        setPem('');
        onDone();
      }}
    >
      <Field label={common.name} name="display_name" value={name} onInput={setName} required />
      <Field
        label={wording.certificate}
        name="tlscacertificate"
        rows={6}
        value={pem}
        onInput={setPem}
        hint={wording.pemHint}
        required
      />
      <FileAsText label={wording.fromFile} onRead={setPem} />
    </Form>
  );
}

/** The largest file that is read, in bytes. */
const LARGEST = 300_000;

function FileAsText({ label, onRead }: { label: string; onRead: (text: string) => void }) {
  const [problem, setProblem] = useState('');
  const read = async (input: HTMLInputElement): Promise<void> => {
    const file = input.files?.[0];
    if (!file) return;
    if (file.size > LARGEST) return setProblem(wording.tooLarge(LARGEST));
    setProblem('');
    onRead(await file.text());
  };
  return (
    <div class="field">
      <label>
        {label} <input type="file" onChange={(event) => void read(event.currentTarget)} />
      </label>
      {problem !== '' && (
        <p class="wrong" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
