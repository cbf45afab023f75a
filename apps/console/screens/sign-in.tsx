import { useEffect, useState } from 'preact/hooks';
import { api } from '../lib/api.ts';
import {
  continueAsApplication,
  continueAsPerson,
  continueWithPasskey,
  endSession,
  enterAsApplication,
  enterAsPerson,
  enterWithPasskey,
  notEnded,
  signOut,
} from '../lib/enter.ts';
import { again, leave } from '../lib/oidc.ts';
import type { PasskeySettings } from '../lib/passkeys.ts';
import { session, type Issuer, type Way } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { Act } from '../parts/act.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field, Form, Problem } from '../parts/form.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';

type Finish = () => Promise<{ issuer: Issuer; token: string }>;
/** Responses of a provider that were already used; each is used only once. */
const taken = new WeakSet<Finish>();

/** The first screen: as a person by an identity provider, or as an application. */
export function SignIn({ finish }: { finish?: Finish | undefined }) {
  const [error, setError] = useState<Error>();
  const [finishing, setFinishing] = useState(finish !== undefined && !taken.has(finish));
  const ways = useLoaded(() => api.get('/iam/v1/issuers'), 'issuers');
  useEffect(() => {
    if (!finish || taken.has(finish)) return;
    taken.add(finish);
    void finish()
      .then(({ issuer, token }) => enterAsPerson(issuer, token))
      .catch((thrown: unknown) => setError(thrown as Error))
      .finally(() => setFinishing(false));
  }, [finish]);
  const still = useStore(notEnded);
  if (finishing) return <Screen title="Signing in…" />;
  return (
    <Screen title="Sign in">
      {error && <Problem error={error} />}
      {still && (
        <>
          <Problem error={still.error} />
          <p>You may still be signed in in this browser.</p>
          <p>
            <Act label="Sign out again" act={() => endSession(still.csrf)} />
          </p>
        </>
      )}
      <Load of={ways}>
        {({ issuers, passkeys }) => {
          const forPeople = issuers.length > 0 || passkeys !== undefined;
          return (
            <>
              {forPeople && <ForPeople issuers={issuers} passkeys={passkeys} />}
              <details open={!forPeople}>
                <summary>As an application</summary>
                <ApplicationForm onSecret={enterAsApplication} />
              </details>
            </>
          );
        }}
      </Load>
      <p class="note">This browser keeps you signed in, in all tabs, until you sign out or the session ends.</p>
    </Screen>
  );
}

function ForPeople({ issuers, passkeys }: { issuers: Issuer[]; passkeys: PasskeySettings | undefined }) {
  return (
    <section aria-labelledby="people">
      <h2 id="people">As a person</h2>
      {passkeys && (
        <>
          <p>
            <Act label="Sign in with a passkey" act={() => atOriginOf(passkeys, enterWithPasskey)} />
          </p>
          <p class="note">
            You get a passkey by the link of an invitation. If you have lost it, an administrator of your organization
            makes a new link.
          </p>
        </>
      )}
      {issuers.map((issuer) => (
        <p key={issuer.issuer}>
          <Act label={`Sign in with ${issuer.display_name}`} act={() => leave(issuer)} />
        </p>
      ))}
    </section>
  );
}

/** Passkeys work at one origin only, which may be another name of this address: the page then opens there. */
async function atOriginOf({ origin }: PasskeySettings, signIn: () => Promise<void>): Promise<void> {
  if (origin === location.origin) return signIn();
  location.assign(origin + location.pathname + location.hash);
}

function ApplicationForm(of: { clientId?: string; onSecret: (clientId: string, secret: string) => Promise<void> }) {
  const [clientId, setClientId] = useState(of.clientId ?? '');
  const [secret, setSecret] = useState('');
  return (
    <Form submit="Sign in" onSubmit={() => of.onSecret(clientId.trim(), secret.trim())} label="Sign in">
      <Field
        label="Client id"
        value={clientId}
        onInput={setClientId}
        readOnly={of.clientId !== undefined}
        autoComplete="username"
        required
      />
      <Field
        label="Secret"
        type="password"
        value={secret}
        onInput={setSecret}
        autoComplete="current-password"
        required
      />
    </Form>
  );
}

/** The dialog for a session that has ended. Waiting calls continue with the new one. */
export function SignInAgain() {
  const { way } = useStore(session)!;
  return (
    <Dialog title="Sign in again">
      <p>Your session has ended. Sign in to continue. Your input is kept.</p>
      <Again way={way} />
      <p class="actions">
        <button type="button" class="quiet" onClick={() => void signOut()}>
          Discard and sign out
        </button>
      </p>
    </Dialog>
  );
}

function Again({ way }: { way: Way }) {
  if (way.kind === 'application') return <ApplicationForm clientId={way.clientId} onSecret={continueAsApplication} />;
  if (way.kind === 'person') return <PersonAgain issuer={way.issuer} />;
  return (
    <p>
      <Act label="Sign in with a passkey" act={continueWithPasskey} />
    </p>
  );
}

function PersonAgain({ issuer }: { issuer: Issuer }) {
  const [error, setError] = useState<Error>();
  const signIn = (): void => {
    setError(undefined);
    again(issuer).then(continueAsPerson).catch(setError);
  };
  return (
    <>
      {error && <Problem error={error} />}
      <button type="button" onClick={signIn}>
        Sign in with {issuer.display_name}
      </button>
    </>
  );
}
