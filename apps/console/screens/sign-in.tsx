import { useEffect, useState } from 'preact/hooks';
import { api } from '../lib/api.ts';
import {
  continueAsApplication,
  continueAsPerson,
  endSession,
  enterAsApplication,
  enterAsPerson,
  notEnded,
  signOut,
} from '../lib/enter.ts';
import { again, leave } from '../lib/oidc.ts';
import { session, type Issuer } from '../lib/session.ts';
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
  const issuers = useLoaded(async () => (await api.get('/iam/v1/issuers')).issuers, 'issuers');
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
      <Load of={issuers}>
        {(all) =>
          all.length > 0 && (
            <section aria-labelledby="people">
              <h2 id="people">As a person</h2>
              {all.map((issuer) => (
                <p key={issuer.issuer}>
                  <Act label={`Sign in with ${hostOf(issuer)}`} act={() => leave(issuer)} />
                </p>
              ))}
            </section>
          )
        }
      </Load>
      <section aria-labelledby="application">
        <h2 id="application">As an application</h2>
        <ApplicationForm onSecret={enterAsApplication} />
      </section>
      <p class="note">This browser keeps you signed in, in all tabs, until you sign out or the session ends.</p>
    </Screen>
  );
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
      {way.kind === 'application' ? (
        <ApplicationForm clientId={way.clientId} onSecret={continueAsApplication} />
      ) : (
        <PersonAgain issuer={way.issuer} />
      )}
      <p class="actions">
        <button type="button" class="quiet" onClick={() => void signOut()}>
          Discard and sign out
        </button>
      </p>
    </Dialog>
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
        Sign in with {hostOf(issuer)}
      </button>
    </>
  );
}

const hostOf = ({ issuer }: Issuer): string => URL.parse(issuer)?.host ?? issuer;
