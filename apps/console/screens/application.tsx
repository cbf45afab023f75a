import { useState } from 'preact/hooks';
import { api, type Schemas } from '../lib/api.ts';
import { go, type Route } from '../lib/router.ts';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { Destroy } from '../parts/act.tsx';
import { Field, Form } from '../parts/form.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';
import { mapOf, pairsOf } from '../parts/pairs.tsx';
import { Auditor, Claims } from './applications.tsx';
import { Facts, ReadApplication } from './read-application.tsx';
import { Secret } from './secret.tsx';
import { screenTexts } from './texts/texts.ts';
import { rareTexts } from './texts/rare-texts.ts';

const { application: wording } = rareTexts;
const { common } = screenTexts;

/** One application: its name, claims and permissions, a new secret, its deletion. */
export function ApplicationScreen({ route }: { route: Route }) {
  const uuid = route.parts[1]!;
  const params = { path: { uuid } };
  const loaded = useLoaded(() => api.get('/iam/v1/applications/{uuid}', { params }), uuid);
  const { administrator } = useStore(session)!;
  return (
    <Load of={loaded}>
      {(application) =>
        administrator ? (
          <Edit key={uuid} application={application} reload={loaded.reload} params={params} />
        ) : (
          <ReadApplication application={application} />
        )
      }
    </Load>
  );
}

type Props = {
  application: Schemas['Application'];
  params: { path: { uuid: string } };
  reload: () => Promise<void>;
};

function Edit({ application, params, reload }: Props) {
  const [name, setName] = useState(application.display_name);
  const [claims, setClaims] = useState(pairsOf(application.custom_claims));
  const [permissions, setPermissions] = useState(application.permissions);
  const [saved, setSaved] = useState('');
  const [fresh, setFresh] = useState<Schemas['Application']>();
  const save = async (): Promise<void> => {
    setSaved('');
    const body = { display_name: name, custom_claims: mapOf('custom_claims', claims), permissions };
    await api.patch('/iam/v1/applications/{uuid}', { params, body });
    await reload();
    setSaved(common.saved);
  };
  return (
    <Screen title={application.display_name || wording.application}>
      <Facts application={application} />
      <Form submit={common.save} onSubmit={save} extra={<span role="status">{saved}</span>}>
        <Field label={common.name} name="display_name" value={name} onInput={setName} required />
        <Claims claims={claims} onChange={setClaims} />
        <Auditor permissions={permissions} onChange={setPermissions} />
      </Form>
      <section aria-labelledby="secret">
        <h2 id="secret">{common.secret}</h2>
        {fresh ? (
          <Secret application={fresh} />
        ) : (
          <p class="actions">
            <Destroy
              label={wording.newSecret}
              question={wording.replaceQuestion}
              consequence={wording.replaceConsequence}
              act={async () => setFresh(await api.post('/iam/v1/applications/{uuid}:regenerate-secret', { params }))}
            />
          </p>
        )}
      </section>
      <section aria-labelledby="end">
        <h2 id="end">{common.delete}</h2>
        <p class="actions">
          <Destroy
            label={wording.delete}
            question={wording.question(application.display_name)}
            consequence={wording.consequence}
            act={async () => {
              await api.delete('/iam/v1/applications/{uuid}', { params });
              go('applications');
            }}
          />
        </p>
      </section>
    </Screen>
  );
}
