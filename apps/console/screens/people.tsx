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
import { screenTexts } from './texts/texts.ts';
import { rareTexts } from './texts/rare-texts.ts';

const { people: wording } = rareTexts;
const { common, menu, tenancies } = screenTexts;

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
    <Screen title={menu.people} lead={wording.lead}>
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
      <h2 id="invite">{wording.inviteTitle}</h2>
      <InviteForm
        onMade={(invite, link) => {
          setMade({ invite, link });
          onInvite();
        }}
      />
      {made && (
        <div class="result" role="status">
          <p>{wording.invited(made.invite.email, mailed(made.invite))}</p>
          {made.link ? (
            <LinkToShow of={made.link} label={wording.link} />
          ) : (
            <Copy label={wording.link} value={linkOf(made.invite)} />
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
      <h2 id="invites">{wording.open}</h2>
      <List
        caption={wording.open}
        of={INVITES}
        reload={`invites ${turn}`}
        identity={({ identity }) => identity}
        empty={wording.noneOpen}
        columns={[
          [common.email, ({ email }) => email],
          [wording.expires, ({ expiry_time }) => <Moment at={expiry_time} />],
          [wording.mail, ({ mail_status, mail_error }) => `${wording.mailStates[mail_status]} ${mail_error}`],
          [wording.message, ({ message }) => message],
          ...actionsIf(administrator, ({ identity, email }: Invite) => (
            <>
              <ShowLink
                button={wording.showLink}
                what={email}
                title={wording.invitationOf(email)}
                label={wording.link}
                make={() => inviteLink(identity)}
              />{' '}
              <Destroy
                label={wording.withdraw}
                what={email}
                question={wording.withdrawQuestion(email)}
                consequence={wording.withdrawConsequence}
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
      <h2 id="members">{wording.members}</h2>
      <p class="note">{wording.aboutAuditors}</p>
      <List
        caption={wording.members}
        of={USERS}
        reload={`users ${turn}`}
        identity={({ identity }) => identity}
        empty={wording.noMembers}
        columns={[
          [common.name, (user) => <MemberName user={user} />],
          [wording.role, ({ roles }) => tenancies.roles[roleOf(roles)]],
          [wording.since, ({ created }) => <Day at={created} />],
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
          label={auditor ? wording.endAuditor : wording.makeAuditor}
          what={email}
          act={async () => {
            await api.patch('/v1/tenancies/users/{uuid}', { params, body: { auditor: !auditor } });
            onChange();
          }}
        />
      )}{' '}
      {user.issuer === PASSKEY_ISSUER && <Recover user={user} />}{' '}
      <Destroy
        label={wording.endSessions}
        what={wording.of(email)}
        question={wording.endSessionsQuestion(email)}
        consequence={wording.endSessionsConsequence}
        act={() => api.post('/v1/tenancies/users/{uuid}:endsessions', { params })}
      />{' '}
      <Destroy
        label={common.remove}
        what={email}
        question={wording.removeQuestion(email)}
        consequence={wording.removeConsequence}
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
    <Form submit={wording.invite} onSubmit={submit} deliberate>
      <Field label={common.email} name="email" type="email" value={email} onInput={setEmail} required />
      <Field
        label={wording.message}
        name="message"
        rows={2}
        value={message}
        onInput={setMessage}
        hint={wording.messageHint}
      />
      <RightsFields value={rights} onChange={setRights} hint={wording.rightsHint} />
    </Form>
  );
}

const mailed = ({ mail_status }: Invite): string =>
  mail_status === 'NOT_CONFIGURED' ? wording.noMail : wording.getsMail;

const linkOf = ({ identity }: Invite): string => `${location.origin}/console/#/invites/${uuidOf(identity)}`;
