import { useState } from 'preact/hooks';
import { api, pages, uuidOf, type Schemas } from '../lib/api.ts';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { unsaved, useDraft } from '../parts/draft.tsx';
import { Field, Form, Tick } from '../parts/form.tsx';
import { List } from '../parts/list.tsx';
import { Day } from '../parts/moment.tsx';
import { Screen } from '../parts/page.tsx';
import { mapOf, Pairs, type Pair } from '../parts/pairs.tsx';
import { Secret } from './secret.tsx';
import { screenTexts } from './texts/texts.ts';
import { rareTexts } from './texts/rare-texts.ts';

const { applications: wording } = rareTexts;
const { common, menu } = screenTexts;

const APPLICATIONS = pages('/iam/v1/applications', 'applications');

/** The applications of the tenancy. */
export function Applications() {
  const { administrator } = useStore(session)!;
  return (
    <Screen
      title={menu.applications}
      lead={wording.lead}
      actions={
        administrator && (
          <a class="button" href="#/applications/new">
            {wording.create}
          </a>
        )
      }
    >
      <List
        caption={menu.applications}
        of={APPLICATIONS}
        reload="all"
        identity={({ identity }) => identity}
        empty={wording.none}
        columns={[
          [
            common.name,
            (app) => <a href={`#/applications/${uuidOf(app.identity)}`}>{app.display_name || wording.unnamed}</a>,
          ],
          [common.clientId, (app) => <code>{app.client_id}</code>],
          [wording.secretExpires, ({ credentials: [secret] }) => secret && <Day at={secret.valid_until} />],
        ]}
      />
    </Screen>
  );
}

const BLANK = { name: '', claims: [] as Pair[], permissions: [] as Permissions };

/** Creates an application, and shows its secret once. */
export function NewApplication() {
  const draft = useDraft('applications/new', BLANK, (of) => unsaved('application', of.name));
  const { name, claims, permissions } = draft.value;
  const [made, setMade] = useState<Schemas['Application']>();
  if (made)
    return (
      <Screen key="made" title={wording.created(made.display_name)}>
        <Secret application={made} />
      </Screen>
    );
  return (
    <Screen title={wording.create}>
      <Form
        submit={common.create}
        onSubmit={async () => {
          const body = { display_name: name, custom_claims: mapOf('custom_claims', claims), permissions };
          setMade(await api.post('/iam/v1/applications', { body }));
          draft.end();
        }}
        draft={draft}
      >
        <Field
          label={common.name}
          name="display_name"
          value={name}
          onInput={(next) => draft.set({ name: next })}
          required
        />
        <Claims claims={claims} onChange={(next) => draft.set({ claims: next })} />
        <Auditor permissions={permissions} onChange={(next) => draft.set({ permissions: next })} />
      </Form>
    </Screen>
  );
}

export type Permissions = Schemas['Application']['permissions'];

/** Whether an application may read the log of the tenancy. */
export function Auditor(of: { permissions: Permissions; onChange: (permissions: Permissions) => void }) {
  return (
    <Tick
      label={common.auditor}
      hint={wording.auditorHint}
      checked={of.permissions.includes('auditor')}
      onChange={(checked) => of.onChange(checked ? ['auditor'] : [])}
    />
  );
}

/** The claims of an application, which access policies can refer to. */
export function Claims({ claims, onChange }: { claims: Pair[]; onChange: (claims: Pair[]) => void }) {
  return (
    <Pairs
      legend={wording.claims}
      path="custom_claims"
      hint={wording.claimsHint}
      pairs={claims}
      onChange={onChange}
      add={wording.addClaim}
    />
  );
}
