import { useState } from 'preact/hooks';
import { PASSKEY_ISSUER } from '../../../src/lib/trusted-issuers.ts';
import { api, pages, uuidOf, type Schemas } from '../lib/api.ts';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { giveRights } from '../lib/give-rights.ts';
import { roleOf } from '../lib/words.ts';
import { Act, Copy, Destroy } from '../parts/act.tsx';
import { Field, Form } from '../parts/form.tsx';
import { List } from '../parts/list.tsx';
import { Day, Moment } from '../parts/moment.tsx';
import { Screen } from '../parts/page.tsx';
import { Recover } from '../parts/recover.tsx';
import { NO_RIGHTS, RightsFields } from '../parts/rights-fields.tsx';
import { LinkToShow, ShowLink } from '../parts/sign-in-link.tsx';
import { actionsIf } from '../parts/table.tsx';

type Invite = Schemas['Invite'];
type SignInLink = Schemas['SignInLink'];

const INVITES = pages('/v1/invites', 'invites');
const USERS = pages('/v1/tenancies/users', 'users');

/** The members of the tenancy, and the open invitations. */
export function People() {
  const { administrator } = useStore(session)!;
  const [turn, setTurn] = useState(0);
  const again = (): void => setTurn(turn + 1);
  return (
    <Screen
      title="People"
      lead="People sign in with a passkey or with an identity provider. Access policies determine what they can do."
    >
      {administrator && <Invitation onInvite={again} />}
      <OpenInvitations turn={turn} onChange={again} />
      <Members turn={turn} onChange={again} />
    </Screen>
  );
}

function Invitation({ onInvite }: { onInvite: () => void }) {
  const [made, setMade] = useState<{ invite: Invite; link: SignInLink | undefined }>();
  return (
    <section aria-labelledby="invite">
      <h2 id="invite">Invite a person</h2>
      <InviteForm
        onMade={(invite, link) => {
          setMade({ invite, link });
          onInvite();
        }}
      />
      {made && (
        <div class="result" role="status">
          <p>
            {made.invite.email} is invited. {mailed(made.invite)}
          </p>
          {made.link ? (
            <LinkToShow of={made.link} label="Invitation link" />
          ) : (
            <Copy label="Invitation link" value={linkOf(made.invite)} />
          )}
        </div>
      )}
    </section>
  );
}

type ListProps = { turn: number; onChange: () => void };

function OpenInvitations({ turn, onChange }: ListProps) {
  const { administrator } = useStore(session)!;
  return (
    <section aria-labelledby="invites">
      <h2 id="invites">Open invitations</h2>
      <List
        caption="Open invitations"
        of={INVITES}
        reload={`invites ${turn}`}
        identity={({ identity }) => identity}
        empty="No open invitations."
        columns={[
          ['E-mail address', ({ email }) => email],
          ['Expires', ({ expiry_time }) => <Moment at={expiry_time} />],
          ['Mail', ({ mail_status, mail_error }) => `${STATUS[mail_status]} ${mail_error}`],
          ['Message', ({ message }) => message],
          ...actionsIf(administrator, ({ identity, email }: Invite) => (
            <>
              <ShowLink
                button="Show a link"
                what={email}
                title={`Invitation of ${email}`}
                label="Invitation link"
                make={() => inviteLink(identity)}
              />{' '}
              <Destroy
                label="Withdraw"
                what={email}
                question={`Withdraw the invitation of ${email}?`}
                consequence="It can no longer be accepted."
                act={async () => {
                  await api.delete('/v1/invites/{uuid}', { params: { path: { uuid: uuidOf(identity) } } });
                  onChange();
                }}
              />
            </>
          )),
        ]}
      />
    </section>
  );
}

function Members({ turn, onChange }: ListProps) {
  const { administrator } = useStore(session)!;
  return (
    <section aria-labelledby="members">
      <h2 id="members">Members</h2>
      <p class="note">An auditor reads what administrators read of evidence, logs and audit, and changes nothing.</p>
      <List
        caption="Members"
        of={USERS}
        reload={`users ${turn}`}
        identity={({ identity }) => identity}
        empty="No members yet."
        columns={[
          ['Name', (user) => <MemberName user={user} />],
          ['Role', ({ roles }) => roleOf(roles)],
          ['Since', ({ created }) => <Day at={created} />],
          ...actionsIf(administrator, (user: Schemas['User']) => <MemberActions user={user} onChange={onChange} />),
        ]}
      />
    </section>
  );
}

const MemberName = ({ user: { identity, display_name, email } }: { user: Schemas['User'] }) => (
  <>
    <a href={`#/people/${uuidOf(identity)}`}>{display_name || email}</a>{' '}
    {display_name !== '' && display_name !== email && <span class="note also">{email}</span>}
  </>
);

function MemberActions({ user, onChange }: { user: Schemas['User']; onChange: () => void }) {
  const { identity, email, auditor, invited } = user;
  const params = { path: { uuid: uuidOf(identity) } };
  return (
    <>
      {(auditor || invited) && (
        <Act
          label={auditor ? 'End role of auditor' : 'Make auditor'}
          what={email}
          act={async () => {
            await api.patch('/v1/tenancies/users/{uuid}', { params, body: { auditor: !auditor } });
            onChange();
          }}
        />
      )}{' '}
      {user.issuer === PASSKEY_ISSUER && <Recover user={user} />}{' '}
      <Destroy
        label="End sessions"
        what={`of ${email}`}
        question={`End all sessions of ${email}?`}
        consequence="They must sign in again on each device. Their field pages delete the assets that they keep."
        act={() => api.post('/v1/tenancies/users/{uuid}:endsessions', { params })}
      />{' '}
      <Destroy
        label="Remove"
        what={email}
        question={`Remove ${email} from the tenancy?`}
        consequence="They lose access at once, also as an administrator. Events that they recorded are kept."
        act={async () => {
          await api.delete('/v1/tenancies/users/{uuid}', { params });
          onChange();
        }}
      />
    </>
  );
}

const inviteLink = (identity: string): Promise<SignInLink> =>
  api.post('/v1/invites/{uuid}:link', { params: { path: { uuid: uuidOf(identity) } } });

function InviteForm({ onMade }: { onMade: (invite: Invite, link: SignInLink | undefined) => void }) {
  const [email, setEmail] = useState('');
  const [message, setMessage] = useState('');
  const [rights, setRights] = useState(NO_RIGHTS);
  const submit = async (): Promise<void> => {
    const invite = await api.post('/v1/invites', { body: { email, ...(message === '' ? {} : { message }) } });
    // Without passkeys there is no link that is more than the address of the page.
    onMade(invite, await inviteLink(invite.identity).catch(() => undefined));
    // The invitation stays if the rights cannot be given, and is shown with the reason.
    const type = rights.type.trim();
    if (type !== '') await giveRights(email, type, rights.given);
    setEmail('');
    setMessage('');
    setRights(NO_RIGHTS);
  };
  return (
    <Form submit="Invite" onSubmit={submit} deliberate>
      <Field label="E-mail address" name="email" type="email" value={email} onInput={setEmail} required />
      <Field
        label="Message"
        name="message"
        rows={2}
        value={message}
        onInput={setMessage}
        hint="Included in the mail."
      />
      <RightsFields value={rights} onChange={setRights} hint="Optional. They can do this as soon as they accept." />
    </Form>
  );
}

const STATUS: Record<Invite['mail_status'], string> = {
  QUEUED: 'queued',
  SENT: 'sent',
  FAILED: 'failed',
  NOT_CONFIGURED: 'not sent:',
};

const mailed = ({ mail_status }: Invite): string =>
  mail_status === 'NOT_CONFIGURED'
    ? 'This deployment does not send mail. Show or send them this link yourself.'
    : 'They will get a mail with a link. Or show them this one.';

const linkOf = ({ identity }: Invite): string => `${location.origin}/console/#/invites/${uuidOf(identity)}`;
