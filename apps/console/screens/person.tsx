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
            <h2 id="role">Role</h2>
            <p>
              {roleOf(user.roles)}, member since <Day at={user.created} />. {ABOUT[roleOf(user.roles)]}
            </p>
            {administrator && <Roles user={user} uuid={uuid} onChange={loaded.reload} />}
          </section>
          <section aria-labelledby="rights">
            <h2 id="rights">What they can do</h2>
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

const ABOUT: Record<string, string> = {
  Administrator: 'Administrators read and change everything in the tenancy.',
  Auditor: 'Auditors read what administrators read of evidence, logs and audit, and change nothing.',
  Member: 'Members can do what access policies grant them.',
};

function Roles({ user, uuid, onChange }: { user: User; uuid: string; onChange: () => Promise<void> }) {
  const { issuer, subject, display_name, email, auditor, invited } = user;
  const params = { path: { uuid } };
  const name = nameOfHolder(user);
  const isAdministrator = user.roles.includes('Administrator');
  const who = { issuer, subject, display_name, email };
  return (
    <p class="actions">
      {isAdministrator ? (
        <Destroy
          label="End role of administrator"
          question={`End the role of administrator of ${name}?`}
          consequence="They lose their administrator rights at once. Access policies still apply to them."
          act={async () => {
            await demote(who);
            await onChange();
          }}
        />
      ) : (
        <Destroy
          label="Make administrator"
          question={`Make ${name} an administrator?`}
          consequence="They read and change everything in the tenancy, also people and policies."
          act={async () => {
            await elevate(who);
            await onChange();
          }}
        />
      )}
      {(auditor || invited) && !isAdministrator && (
        <Act
          label={auditor ? 'End role of auditor' : 'Make auditor'}
          act={async () => {
            await api.patch('/v1/tenancies/users/{uuid}', { params, body: { auditor: !auditor } });
            await onChange();
          }}
        />
      )}
      {issuer === PASSKEY_ISSUER && <Recover user={user} />}
      <Destroy
        label="Remove"
        question={`Remove ${name} from the tenancy?`}
        consequence="They lose access at once, also as an administrator. Events that they recorded are kept."
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
    return <p>{user.roles.includes('Administrator') ? 'Everything.' : 'They read everything, and change nothing.'}</p>;
  const { granted, policies } = access;
  return (
    <>
      {policies.length === 0 && <p class="empty">Nothing: no access policy names them.</p>}
      <ul class="items">
        {policies.map((policy) => (
          <li key={policy.identity}>
            <p>
              {sentence(policy)}{' '}
              <span class="note also">
                By <a href={`#/${policy.identity.replace(/^access_/, '')}`}>{policy.display_name}</a>
              </span>
            </p>
          </li>
        ))}
      </ul>
      {access.truncated && <p class="note">Only the newest policies that name them are shown.</p>}
      {policies.length > 0 && granted.behaviours.length === 0 && <p class="note">They record no events.</p>}
      {granted.behaviours.length > 0 && granted.event_arc_display_type_write.length === 0 && (
        <p class="warning">They cannot record any event: no policy lets them record a type of event.</p>
      )}
    </>
  );
}

/** What a policy lets a person do, in words. */
function sentence({ filters, identity: _i, display_name: _n, ...lists }: Access['policies'][number]): string {
  const assets = conditionsText(filters.map(({ or }) => or.map(readTerm)));
  const grants = grantsText({ ...BLANK_PERMISSION, ...lists });
  if (assets === '') return 'Nothing: the policy matches no assets.';
  return grants.length === 0
    ? `Nothing complete on assets where ${assets}.`
    : `On assets where ${assets}: ${joined(grants, 'and')}.`;
}

function GiveRights({ user, onGiven }: { user: User; onGiven: () => Promise<void> }) {
  const [draft, setDraft] = useState(NO_RIGHTS);
  const [notice, setNotice] = useState('');
  const submit = async (): Promise<void> => {
    setNotice('');
    const type = draft.type.trim();
    if (type === '') throw rejected([{ field: 'type', description: 'must not be empty' }]);
    await giveRights(user.email, type, draft.given);
    setNotice('Saved.');
    setDraft(NO_RIGHTS);
    await onGiven();
  };
  return (
    <Form
      label="Give rights"
      submit="Give these rights"
      onSubmit={submit}
      extra={<span role="status">{notice}</span>}
      deliberate
    >
      <h3>Give rights</h3>
      <RightsFields value={draft} onChange={setDraft} hint="Other rights: write an access policy." />
    </Form>
  );
}
