import { useState } from 'preact/hooks';
import { api, type Schemas } from '../lib/api.ts';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { Field, Problem } from './form.tsx';
import { Load, useLoaded } from './page.tsx';
import { screenTexts } from '../screens/texts/texts.ts';

const { dueNotices: wording } = screenTexts;

type Notices = Schemas['ComplianceNotices'];

/** How early the tenancy is told what is due: administrators choose among these days. */
const DAYS = [1, 2, 3, 5, 7, 14, 30, 60, 90];

/** Whether the reader gets mails about what is due, and how early. */
export function DueNotices() {
  const loaded = useLoaded(() => api.get('/v1/compliance/notices'), 'notices');
  return (
    <section aria-labelledby="notices">
      <h2 id="notices">{wording.title}</h2>
      <Load of={loaded}>{(notices) => <Choices first={notices} />}</Load>
    </section>
  );
}

function Choices({ first }: { first: Notices }) {
  const { administrator, auditor, principal } = useStore(session)!;
  const [notices, setNotices] = useState(first);
  const [error, setError] = useState<Error>();
  const change = async (body: Partial<Notices>): Promise<void> => {
    try {
      setNotices(await api.patch('/v1/compliance/notices', { body }));
      setError(undefined);
    } catch (thrown) {
      setError(thrown as Error);
    }
  };
  const days = [...new Set([...DAYS, notices.days])].toSorted((a, b) => a - b);
  return (
    <>
      {!auditor && principal?.email ? (
        <Field
          label={wording.mail}
          value={notices.mail ? 'yes' : ''}
          onInput={(mail) => void change({ mail: mail === 'yes' })}
          choices={[
            ['yes', wording.daily],
            ['', wording.none],
          ]}
        />
      ) : null}
      {administrator ? (
        <Field
          label={wording.soon}
          value={String(notices.days)}
          onInput={(value) => void change({ days: Number(value) })}
          choices={days.map((n) => [String(n), wording.before(n)] as const)}
          hint={wording.hint}
        />
      ) : (
        <p class="note">{wording.told(notices.days)}</p>
      )}
      {error && <Problem error={error} />}
    </>
  );
}
