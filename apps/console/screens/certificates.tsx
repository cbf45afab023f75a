import { useState } from 'preact/hooks';
import { api, pages, uuidOf } from '../lib/api.ts';
import { Destroy } from '../parts/act.tsx';
import { Field, Form } from '../parts/form.tsx';
import { List } from '../parts/list.tsx';
import { Day } from '../parts/moment.tsx';
import { Screen } from '../parts/page.tsx';

const CERTIFICATES = pages('/v1/tlscacertificates', 'tlscacertificates');

/** The certificate authorities of the tenancy. */
export function Certificates() {
  const [turn, setTurn] = useState(0);
  const again = (): void => setTurn(turn + 1);
  return (
    <Screen title="TLS CA certificates" lead="The certificate authorities of the tenancy.">
      <List
        caption="TLS CA certificates"
        of={CERTIFICATES}
        reload={`certificates ${turn}`}
        identity={({ identity }) => identity}
        empty="No certificates yet."
        columns={[
          ['Name', ({ display_name }) => display_name],
          ['Subject', ({ subject }) => subject],
          ['Valid', (each) => <Validity from={each.not_before} until={each.not_after} />],
          [
            'Details',
            ({ issuer, serial_number, fingerprint_sha256 }) => (
              <details>
                <summary>Details</summary>
                <dl class="facts">
                  <dt>Issuer</dt>
                  <dd>{issuer}</dd>
                  <dt>Serial number</dt>
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
            'Actions',
            ({ identity, display_name }) => (
              <Destroy
                label="Delete"
                what={display_name}
                question={`Delete ${display_name}?`}
                consequence="The certificate is removed from the tenancy."
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
        <h2 id="new">Add a certificate</h2>
        <NewCertificate onDone={again} />
      </section>
    </Screen>
  );
}

function Validity({ from, until }: { from: string; until: string }) {
  const now = Date.now();
  const period = (
    <>
      <Day at={from} /> to <Day at={until} />
    </>
  );
  if (now > Date.parse(until)) return <span class="bad">Expired: {period}</span>;
  return <>{period}</>;
}

function NewCertificate({ onDone }: { onDone: () => void }) {
  const [name, setName] = useState('');
  const [pem, setPem] = useState('');
  return (
    <Form
      label="Add a certificate"
      submit="Add"
      onSubmit={async () => {
        await api.post('/v1/tlscacertificates', { body: { display_name: name, tlscacertificate: pem } });
        setName('');
        setPem('');
        onDone();
      }}
    >
      <Field label="Name" name="display_name" value={name} onInput={setName} required />
      <Field
        label="Certificate"
        name="tlscacertificate"
        rows={6}
        value={pem}
        onInput={setPem}
        hint="PEM of one CA certificate that is currently valid."
        required
      />
      <FileAsText label="Or read it from a file" onRead={setPem} />
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
    if (file.size > LARGEST) return setProblem(`The file has more than ${LARGEST} bytes.`);
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
