import { useState } from 'preact/hooks';
import { PASSKEY_ISSUER } from '../../../src/lib/trusted-issuers.ts';
import { demote, elevate } from '../lib/administrators.ts';
import { api, rejected, type Schemas } from '../lib/api.ts';
import { nameOfHolder } from '../lib/asset-access.ts';
import { giveRights } from '../lib/give-rights.ts';
import { conditionsText, grantsText, joined } from '../lib/policy-text.ts';
import { go, type Route } from '../lib/router.ts';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { roleOf } from '../lib/words.ts';
import { Act, Destroy } from '../parts/act.tsx';
import { readTerm } from '../parts/filters.tsx';
import { Form } from '../parts/form.tsx';
import { Day } from '../parts/moment.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';
import { BLANK_PERMISSION } from '../parts/permission.tsx';
import { Recover } from '../parts/recover.tsx';
import { NO_RIGHTS, RightsFields } from '../parts/rights-fields.tsx';
import { screenTexts } from './texts/texts.ts';
import { rareTexts } from './texts/rare-texts.ts';

const { person: wording, people } = rareTexts;
const { common } = screenTexts;

type User = Schemas['User'];
type Access = Schemas['UserAccess'];

/** A member of the tenancy: the roles, and what policies let them do. */
export function Person({ route }: { route: Route }) {
  const uuid = route.parts[1]!;
  const params = { path: { uuid } };
  const loaded = useLoaded(async () => {
    const [user, access] = await Promise.all([
      api.get('/v1/tenancies/users/{uuid}', { params }),
      api.get('/v1/tenancies/users/{uuid}/access', { params }),
    ]);
    return { user, access };
  }, uuid);
  const { administrator } = useStore(session)!;
  return (
    <Load of={loaded}>
      {({ user, access }) => (
        <Screen title={nameOfHolder(user)} lead={user.email === nameOfHolder(user) ? '' : user.email}>
          <section aria-labelledby="role">
            <h2 id="role">{wording.role}</h2>
            <p>{wording.about(roleOf(user.roles), <Day at={user.created} />)}</p>
            {administrator && <Roles user={user} uuid={uuid} onChange={loaded.reload} />}
          </section>
          <section aria-labelledby="rights">
            <h2 id="rights">{wording.rights}</h2>
            <Rights user={user} access={access} />
            {administrator && user.email !== '' && !access.granted.reads_everything && (
              <GiveRights user={user} onGiven={loaded.reload} />
            )}
          </section>
        </Screen>
      )}
    </Load>
  );
}

function Roles({ user, uuid, onChange }: { user: User; uuid: string; onChange: () => Promise<void> }) {
  const { issuer, subject, display_name, email, auditor, invited } = user;
  const params = { path: { uuid } };
  const name = nameOfHolder(user);
  const isAdministrator = user.roles.includes(common.administrator);
  const who = { issuer, subject, display_name, email };
  return (
    <p class="actions">
      {isAdministrator ? (
        <Destroy
          label={wording.endAdministrator}
          question={wording.endAdministratorQuestion(name)}
          consequence={wording.endAdministratorConsequence}
          act={async () => {
            await demote(who);
            await onChange();
          }}
        />
      ) : (
        <Destroy
          label={wording.makeAdministrator}
          question={wording.makeAdministratorQuestion(name)}
          consequence={wording.makeAdministratorConsequence}
          act={async () => {
            await elevate(who);
            await onChange();
          }}
        />
      )}
      {(auditor || invited) && !isAdministrator && (
        <Act
          label={auditor ? people.endAuditor : people.makeAuditor}
          act={async () => {
            await api.patch('/v1/tenancies/users/{uuid}', { params, body: { auditor: !auditor } });
            await onChange();
          }}
        />
      )}
      {issuer === PASSKEY_ISSUER && <Recover user={user} />}
      <Destroy
        label={common.remove}
        question={people.removeQuestion(name)}
        consequence={people.removeConsequence}
        act={async () => {
          await api.delete('/v1/tenancies/users/{uuid}', { params });
          go('people');
        }}
      />
    </p>
  );
}

function Rights({ user, access }: { user: User; access: Access }) {
  if (access.granted.reads_everything)
    return <p>{user.roles.includes('Administrator') ? wording.everything : wording.readsEverything}</p>;
  const { granted, policies } = access;
  return (
    <>
      {policies.length === 0 && <p class="empty">{wording.nothing}</p>}
      <ul class="items">
        {policies.map((policy) => (
          <li key={policy.identity}>
            <p>
              {sentence(policy)}{' '}
              <span class="note also">
                {wording.by(<a href={`#/${policy.identity.replace(/^access_/, '')}`}>{policy.display_name}</a>)}
              </span>
            </p>
          </li>
        ))}
      </ul>
      {access.truncated && <p class="note">{wording.truncated}</p>}
      {policies.length > 0 && granted.behaviours.length === 0 && <p class="note">{wording.recordsNothing}</p>}
      {granted.behaviours.length > 0 && granted.event_arc_display_type_write.length === 0 && (
        <p class="warning">{wording.noType}</p>
      )}
    </>
  );
}

/** What a policy lets a person do, in words. */
function sentence({ filters, identity: _i, display_name: _n, ...lists }: Access['policies'][number]): string {
  const assets = conditionsText(filters.map(({ or }) => or.map(readTerm)));
  const grants = grantsText({ ...BLANK_PERMISSION, ...lists });
  if (assets === '') return wording.noAssets;
  return grants.length === 0 ? wording.incomplete(assets) : wording.onAssets(assets, joined(grants, 'and'));
}

function GiveRights({ user, onGiven }: { user: User; onGiven: () => Promise<void> }) {
  const [draft, setDraft] = useState(NO_RIGHTS);
  const [notice, setNotice] = useState('');
  const submit = async (): Promise<void> => {
    setNotice('');
    const type = draft.type.trim();
    if (type === '') throw rejected([{ field: 'type', description: common.mustNotBeEmpty }]);
    await giveRights(user.email, type, draft.given);
    setNotice(common.saved);
    setDraft(NO_RIGHTS);
    await onGiven();
  };
  return (
    <Form
      label={wording.give}
      submit={wording.giveThese}
      onSubmit={submit}
      extra={<span role="status">{notice}</span>}
      deliberate
    >
      <h3>{wording.give}</h3>
      <RightsFields value={draft} onChange={setDraft} hint={wording.giveHint} />
    </Form>
  );
}
