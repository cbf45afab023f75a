import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { isLoopback } from '../../../src/lib/loopback.ts';
import { api, ApiError } from '../lib/api.ts';
import { enterByLink, enterEnrolled } from '../lib/enter.ts';
import { deviceKind, enrolPasskey, hasPasskeys, openEnrolment, type PreparedEnrolment } from '../lib/passkeys.ts';
import { go } from '../lib/router.ts';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { Act } from '../parts/act.tsx';
import { Field, Form } from '../parts/form.tsx';
import { Moment } from '../parts/moment.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';
import { rareTexts } from './texts/rare-texts.ts';

/** The screen of a link that can be used once. `invite`: the invite that it accepts, if it is of one. */
export function UseLink({ link, invite }: { link: string; invite?: string }) {
  const opened = useLoaded(async () => {
    const { issuers, passkeys } = await api.get('/iam/v1/issuers');
    const isElsewhere = passkeys !== undefined && passkeys.origin !== location.origin;
    if (isElsewhere && isLoopback(location.hostname) && isLoopback(new URL(passkeys.origin).hostname)) {
      // This address has another name, at which passkeys work. The link moves along.
      location.replace(passkeys.origin + location.pathname + location.hash);
      return new Promise<never>(() => undefined);
    }
    return { issuers, elsewhere: isElsewhere ? passkeys.origin : undefined, prepared: await openEnrolment(link) };
  }, link);
  if (opened.error instanceof ApiError && opened.error.status === 404) return <UsedLink invite={invite} />;
  if (!opened.data)
    return (
      <Screen title={rareTexts.link.title}>
        <Load of={opened}>{() => null}</Load>
      </Screen>
    );
  const { prepared, issuers, elsewhere } = opened.data;
  const { link: ours } = rareTexts;
  return (
    <Screen title={titleOf(prepared)} lead={lead(prepared)}>
      <SignedInAs />
      <Possible elsewhere={elsewhere}>
        <Enrolment link={link} prepared={prepared} />
      </Possible>
      {invite !== undefined && issuers.length > 0 && (
        <p>
          {ours.orAccept(
            (text) => (
              <a href={`#/invites/${invite}`}>{text}</a>
            ),
            issuers.map((each) => each.display_name),
          )}
        </p>
      )}
      {prepared.purpose === 'administrator' && isLoopback(location.hostname) && (
        <section aria-labelledby="without">
          <h2 id="without">{ours.onlyLooking}</h2>
          <p>{ours.withoutPasskey}</p>
          <Act
            label={ours.continueWithout}
            act={async () => {
              await enterByLink(link);
              go('');
            }}
          />
        </section>
      )}
      <p class="note">{ours.until(<Moment at={prepared.expires_at} />)}</p>
    </Screen>
  );
}

function titleOf({ purpose, tenancy }: PreparedEnrolment): string {
  const { link } = rareTexts;
  if (purpose === 'invite') return link.join(tenancy);
  if (purpose === 'recovery') return link.signInAgain(tenancy);
  return purpose === 'device' ? link.addDevice : link.administer(tenancy);
}

function lead({ purpose, tenancy, inviter, email }: PreparedEnrolment): string {
  const { link } = rareTexts;
  if (purpose === 'invite') return link.invited(inviter, email, tenancy);
  if (purpose === 'recovery') return link.recovery(email);
  return purpose === 'device' ? link.device(email) : link.administrator;
}

/** Its children, or why this page cannot use passkeys. `elsewhere`: the origin at which they work. */
function Possible({ elsewhere, children }: { elsewhere: string | undefined; children: ComponentChildren }) {
  if (elsewhere !== undefined) return <p class="empty">{rareTexts.link.elsewhere(elsewhere)}</p>;
  if (hasPasskeys()) return <>{children}</>;
  return <p class="empty">{rareTexts.link.noPasskeys}</p>;
}

/** A name for the passkey of this device. */
const nameOfDevice = (): string => rareTexts.device[deviceKind()];

function Enrolment({ link, prepared }: { link: string; prepared: PreparedEnrolment }) {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [device, setDevice] = useState(nameOfDevice);
  const { link: ours } = rareTexts;
  const asksEmail = prepared.purpose === 'administrator';
  const submit = async (): Promise<void> => {
    await enterEnrolled(await enrolPasskey({ link, device, name: name.trim(), email: email.trim() }));
    go('');
  };
  return (
    <Form submit={ours.create} onSubmit={submit} label={ours.create}>
      <p>{ours.whatItIs}</p>
      {asksEmail && (
        <Field
          label={ours.email}
          name="email"
          type="email"
          value={email}
          onInput={setEmail}
          autoComplete="email"
          required
        />
      )}
      {prepared.display_name === '' && (
        <Field label={ours.name} name="person_name" value={name} onInput={setName} autoComplete="name" required />
      )}
      <Field
        label={ours.nameOfDevice}
        name="display_name"
        value={device}
        onInput={setDevice}
        hint={ours.deviceHint}
        required
      />
    </Form>
  );
}

/** Says who is signed in, because the link signs in somebody else. */
function SignedInAs() {
  const now = useStore(session);
  if (!now?.established) return null;
  const who = now.principal?.display_name || now.email || rareTexts.link.anApplication;
  return <p class="note">{rareTexts.link.signedInAs(who)}</p>;
}

function UsedLink({ invite }: { invite: string | undefined }) {
  const { link: ours } = rareTexts;
  return (
    <Screen title={ours.cannotBeUsed}>
      <p>{ours.whyNot}</p>
      <p>{ours.ifUsed}</p>
      <p class="actions">
        <a href={invite === undefined ? '#/' : `#/invites/${invite}`}>{ours.toSignIn}</a>
      </p>
    </Screen>
  );
}
