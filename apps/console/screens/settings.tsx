import { useState } from 'preact/hooks';
import { administrators, applicationIssuer, demote, elevate } from '../lib/administrators.ts';
import { api, pages, type Schemas } from '../lib/api.ts';
import { mechanisms, type Mechanism } from '../lib/mechanisms.ts';
import { amend, session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { Destroy } from '../parts/act.tsx';
import { Domain } from '../parts/domain.tsx';
import { Field, Form } from '../parts/form.tsx';
import { Load, Screen, useLoaded, type Loading } from '../parts/page.tsx';
import { screenTexts } from './texts/texts.ts';
import { rareTexts } from './texts/rare-texts.ts';

const { settings: wording } = rareTexts;
const { common, menu } = screenTexts;

type Principal = Schemas['Principal'];
type Application = Schemas['Application'];

/** The maximum number of applications to choose from. */
const OFFERED = 500;

/** The settings of the tenancy: its administrators, its name, and the default of new assets. */
export function Settings() {
  const applications = useLoaded(
    async () => ({
      issuer: await applicationIssuer(),
      found: (await pages('/iam/v1/applications', 'applications')(undefined, OFFERED)).items,
    }),
    'applications',
  );
  const all = useLoaded(administrators, 'administrators');
  const tenancy = useLoaded(() => api.get('/v1/tenancies/self'), 'tenancy');
  return (
    <Screen title={menu.settings}>
      <section aria-labelledby="administrators">
        <h2 id="administrators">{wording.administrators}</h2>
        <Load of={all}>
          {(found) => (
            <Administrators {...{ found, applications: applications.data?.found ?? [], reload: all.reload }} />
          )}
        </Load>
      </section>
      <section aria-labelledby="elevate">
        <h2 id="elevate">{wording.makeApplication}</h2>
        <Load of={applications}>
          {({ found, issuer }) => (
            <ElevateApplication {...{ found, issuer, among: all.data ?? [], reload: all.reload }} />
          )}
        </Load>
      </section>
      <section aria-labelledby="elevate-person">
        <h2 id="elevate-person">{wording.makePerson}</h2>
        <ElevatePerson reload={all.reload} />
      </section>
      <section aria-labelledby="tenancy">
        <h2 id="tenancy">{wording.tenancy}</h2>
        <Rename />
      </section>
      <section aria-labelledby="domain">
        <h2 id="domain">{wording.domain}</h2>
        <Domain />
      </section>
      <section aria-labelledby="mechanism">
        <h2 id="mechanism">{wording.newAssets}</h2>
        <Load of={tenancy}>{(found) => <DefaultMechanism now={found.default_proof_mechanism} />}</Load>
      </section>
    </Screen>
  );
}

function Administrators(of: { found: Principal[]; applications: Application[]; reload: () => Promise<void> }) {
  const nameOf = (who: Principal): string =>
    of.applications.find(({ client_id }) => client_id === who.subject)?.display_name ||
    who.display_name ||
    who.email ||
    who.subject;
  const isApplication = ({ subject }: Principal): boolean =>
    of.applications.some(({ client_id }) => client_id === subject);
  return (
    <ul class="items">
      {of.found.map((who) => (
        <li key={`${who.issuer} ${who.subject} ${who.email}`}>
          <div>
            <strong>
              <bdi>{nameOf(who)}</bdi>
            </strong>
            <p class="note">
              <code>{who.subject || who.email}</code>{' '}
              {isApplication(who) ? wording.anApplication : wording.ofIssuer(who.issuer)}
            </p>
          </div>
          <Destroy
            label={common.remove}
            what={nameOf(who)}
            question={wording.removeQuestion(nameOf(who))}
            consequence={wording.removeConsequence}
            act={async () => {
              await demote(who);
              await of.reload();
            }}
          />
        </li>
      ))}
    </ul>
  );
}

type Elevation = { found: Application[]; issuer: string; among: Principal[]; reload: Loading<Principal[]>['reload'] };

function ElevateApplication({ found, issuer, among, reload }: Elevation) {
  const [chosen, setChosen] = useState('');
  const [notice, setNotice] = useState('');
  const open = found.filter(({ client_id }) => !among.some(({ subject }) => subject === client_id));
  // The id only where the name does not tell two applications apart.
  const labelOf = (id: string, name: string): string =>
    name !== '' && open.filter((each) => each.display_name === name).length === 1 ? name : `${name} (${id})`;
  const outcome = <span role="status">{notice}</span>;
  if (open.length === 0) return <p class="empty">{wording.noOthers(outcome)}</p>;
  const submit = async (): Promise<void> => {
    const application = open.find(({ client_id }) => client_id === chosen) ?? open[0]!;
    const { client_id: subject, display_name } = application;
    await elevate({ issuer, subject, display_name, email: '' });
    setNotice(wording.isAdministrator(display_name));
    setChosen('');
    await reload();
  };
  return (
    <Form submit={wording.makeIt} onSubmit={submit} extra={outcome} deliberate>
      <Field
        label={wording.application}
        value={chosen || open[0]!.client_id}
        onInput={setChosen}
        choices={open.map(({ client_id, display_name }) => [client_id, labelOf(client_id, display_name)] as const)}
      />
    </Form>
  );
}

function ElevatePerson({ reload }: { reload: () => Promise<void> }) {
  const [email, setEmail] = useState('');
  const [issuer, setIssuer] = useState('');
  const [notice, setNotice] = useState('');
  const issuers = useLoaded(async () => (await api.get('/iam/v1/issuers')).issuers, 'issuers');
  const submit = async (): Promise<void> => {
    const chosen = issuer || issuers.data?.[0]?.issuer || '';
    // Members are identified by their subject, others by their address until they first sign in.
    const { items } = await pages('/v1/tenancies/users', 'users', { params: { query: { email } } })();
    const member = items.find((user) => user.issuer === chosen);
    await elevate({
      issuer: chosen,
      subject: member?.subject ?? '',
      display_name: member?.display_name ?? '',
      email: member?.email ?? email,
    });
    setNotice(wording.isAdministrator(email));
    setEmail('');
    await reload();
  };
  return (
    <Load of={issuers}>
      {(all) =>
        all.length === 0 ? (
          <p class="empty">{wording.noProvider}</p>
        ) : (
          <Form submit={wording.makeThem} onSubmit={submit} extra={<span role="status">{notice}</span>} deliberate>
            <Field
              label={wording.provider}
              value={issuer || all[0]!.issuer}
              onInput={setIssuer}
              choices={all.map((each) => [each.issuer, each.issuer] as const)}
            />
            <Field
              label={common.email}
              type="email"
              value={email}
              onInput={setEmail}
              hint={wording.emailHint}
              required
            />
          </Form>
        )
      }
    </Load>
  );
}

function Rename() {
  const { id, tenancy } = useStore(session)!;
  const [name, setName] = useState(tenancy!.name);
  const [notice, setNotice] = useState('');
  const submit = async (): Promise<void> => {
    const { display_name } = await api.patch('/v1/tenancies/self', { body: { display_name: name } });
    amend(id, { tenancy: { ...tenancy!, name: display_name } });
    setNotice(common.saved);
  };
  return (
    <Form submit={common.save} onSubmit={submit} extra={<span role="status">{notice}</span>}>
      <Field label={wording.name} name="display_name" value={name} onInput={setName} required />
    </Form>
  );
}

function DefaultMechanism({ now }: { now: Mechanism }) {
  const [mechanism, setMechanism] = useState(now);
  const [notice, setNotice] = useState('');
  const submit = async (): Promise<void> => {
    await api.patch('/v1/tenancies/self', { body: { default_proof_mechanism: mechanism } });
    setNotice(common.saved);
  };
  return (
    <Form submit={common.save} onSubmit={submit} extra={<span role="status">{notice}</span>}>
      <Field
        label={wording.mechanism}
        name="default_proof_mechanism"
        value={mechanism}
        onInput={(value) => setMechanism(value as Mechanism)}
        choices={mechanisms()}
        hint={wording.mechanismHint}
      />
    </Form>
  );
}
