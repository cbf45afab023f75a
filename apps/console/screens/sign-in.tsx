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
import { texts } from '../texts/texts.ts';

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
  const { signIn: ours } = texts;
  if (finishing) return <Screen title={texts.signIn.busy} />;
  return (
    <Screen title={ours.title}>
      {error && <Problem error={error} />}
      {still && (
        <>
          <Problem error={still.error} />
          <p>{ours.maybeSignedIn}</p>
          <p>
            <Act label={ours.signOutAgain} act={() => endSession(still.csrf)} />
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
                <summary>{ours.asApplication}</summary>
                <ApplicationForm onSecret={enterAsApplication} />
              </details>
            </>
          );
        }}
      </Load>
      <p class="note">{ours.kept}</p>
    </Screen>
  );
}

function ForPeople({ issuers, passkeys }: { issuers: Issuer[]; passkeys: PasskeySettings | undefined }) {
  return (
    <section aria-labelledby="people">
      <h2 id="people">{texts.signIn.asPerson}</h2>
      {passkeys && (
        <>
          <p>
            <Act label={texts.signIn.withPasskey} act={() => atOriginOf(passkeys, enterWithPasskey)} />
          </p>
          <p class="note">{texts.signIn.howToGetPasskey}</p>
        </>
      )}
      {issuers.map((issuer) => (
        <p key={issuer.issuer}>
          <Act label={texts.signIn.with(issuer.display_name)} act={() => leave(issuer)} />
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
  const { signIn: ours } = texts;
  return (
    <Form submit={ours.title} onSubmit={() => of.onSecret(clientId.trim(), secret.trim())} label={ours.title}>
      <Field
        label={ours.clientId}
        value={clientId}
        onInput={setClientId}
        readOnly={of.clientId !== undefined}
        autoComplete="username"
        required
      />
      <Field
        label={ours.secret}
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
    <Dialog title={texts.signIn.again}>
      <p>{texts.signIn.ended}</p>
      <Again way={way} />
      <p class="actions">
        <button type="button" class="quiet" onClick={() => void signOut()}>
          {texts.signIn.discard}
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
      <Act label={texts.signIn.withPasskey} act={continueWithPasskey} />
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
        {texts.signIn.with(issuer.display_name)}
      </button>
    </>
  );
}
