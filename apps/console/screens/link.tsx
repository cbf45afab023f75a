import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { isLoopback } from '../../../src/lib/loopback.ts';
import { api, ApiError } from '../lib/api.ts';
import { enterByLink, enterEnrolled } from '../lib/enter.ts';
import { deviceName, enrolPasskey, hasPasskeys, openEnrolment, type PreparedEnrolment } from '../lib/passkeys.ts';
import { go } from '../lib/router.ts';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { Act } from '../parts/act.tsx';
import { Field, Form } from '../parts/form.tsx';
import { Moment } from '../parts/moment.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';

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
      <Screen title="Your link">
        <Load of={opened}>{() => null}</Load>
      </Screen>
    );
  const { prepared, issuers, elsewhere } = opened.data;
  return (
    <Screen title={TITLES[prepared.purpose](prepared)} lead={lead(prepared)}>
      <SignedInAs />
      <Possible elsewhere={elsewhere}>
        <Enrolment link={link} prepared={prepared} />
      </Possible>
      {invite !== undefined && issuers.length > 0 && (
        <p>
          Or <a href={`#/invites/${invite}`}>accept with {issuers.map((each) => each.display_name).join(' or ')}</a>.
        </p>
      )}
      {prepared.purpose === 'administrator' && isLoopback(location.hostname) && (
        <section aria-labelledby="without">
          <h2 id="without">Only looking around?</h2>
          <p>The link can also sign you in without a passkey, as the first application of the tenancy, this once.</p>
          <Act
            label="Continue without a passkey"
            act={async () => {
              await enterByLink(link);
              go('');
            }}
          />
        </section>
      )}
      <p class="note">
        The link can be used until <Moment at={prepared.expires_at} />.
      </p>
    </Screen>
  );
}

const TITLES: Record<PreparedEnrolment['purpose'], (of: PreparedEnrolment) => string> = {
  invite: ({ tenancy }) => `Join ${tenancy}`,
  recovery: ({ tenancy }) => `Sign in to ${tenancy} again`,
  device: () => 'Add this device',
  administrator: ({ tenancy }) => `Administer ${tenancy}`,
};

function lead({ purpose, tenancy, inviter, email }: PreparedEnrolment): string {
  if (purpose === 'invite') return `${inviter} invites you, ${email}, to ${tenancy}.`;
  if (purpose === 'recovery') return `An administrator lets you, ${email}, enrol a new passkey.`;
  if (purpose === 'device') return `Create a passkey on this device, to sign in as ${email}.`;
  return 'Create a passkey, and you are an administrator.';
}

/** Its children, or why this page cannot use passkeys. `elsewhere`: the origin at which they work. */
function Possible({ elsewhere, children }: { elsewhere: string | undefined; children: ComponentChildren }) {
  if (elsewhere !== undefined) return <p class="empty">Passkeys of this service work at {elsewhere} only.</p>;
  if (hasPasskeys()) return <>{children}</>;
  return <p class="empty">This browser has no passkeys. Open the link with another browser or device.</p>;
}

function Enrolment({ link, prepared }: { link: string; prepared: PreparedEnrolment }) {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [device, setDevice] = useState(deviceName());
  const asksEmail = prepared.purpose === 'administrator';
  const submit = async (): Promise<void> => {
    await enterEnrolled(await enrolPasskey({ link, device, name: name.trim(), email: email.trim() }));
    go('');
  };
  return (
    <Form submit="Create a passkey" onSubmit={submit} label="Create a passkey">
      <p>
        A passkey replaces the password. Your device keeps it, and you unlock it with your fingerprint, your face or the
        code of the device.
      </p>
      {asksEmail && (
        <Field
          label="Your e-mail address"
          name="email"
          type="email"
          value={email}
          onInput={setEmail}
          autoComplete="email"
          required
        />
      )}
      {prepared.display_name === '' && (
        <Field label="Your name" name="person_name" value={name} onInput={setName} autoComplete="name" required />
      )}
      <Field
        label="Name of this device"
        name="display_name"
        value={device}
        onInput={setDevice}
        hint="Tells your passkeys apart when you have several."
        required
      />
    </Form>
  );
}

/** Says who is signed in, because the link signs in somebody else. */
function SignedInAs() {
  const now = useStore(session);
  if (!now?.established) return null;
  const who = now.principal?.display_name || now.email || 'an application';
  return <p class="note">You are signed in as {who}. When you use this link, that session ends in this browser.</p>;
}

function UsedLink({ invite }: { invite: string | undefined }) {
  return (
    <Screen title="The link cannot be used">
      <p>It was used already, has expired, or another link has replaced it.</p>
      <p>
        If you have used it yourself, sign in with the passkey that you created. If not, tell an administrator of your
        organization: somebody else may have used it. They can make a new one.
      </p>
      <p class="actions">
        <a href={invite === undefined ? '#/' : `#/invites/${invite}`}>Go to the sign-in</a>
      </p>
    </Screen>
  );
}
