import { useState } from 'preact/hooks';
import { api } from '../lib/api.ts';
import type { Route } from '../lib/router.ts';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { Act } from '../parts/act.tsx';
import { Screen } from '../parts/page.tsx';

/** What `evidence login` asks for: it listens at the port of the loopback address, and knows the state. */
type Asked = { port: string; challenge: string; state: string; name: string };

/** The request in an address; undefined unless each part has its form. */
function askedIn(query: URLSearchParams): Asked | undefined {
  const part = (name: string, form: RegExp): string => {
    const text = query.get(name) ?? '';
    return form.test(text) ? text : '';
  };
  const asked = {
    port: part('port', /^(?:[1-9]\d{3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d)$/),
    challenge: part('challenge', /^[0-9a-f]{64}$/),
    state: part('state', /^[0-9a-f]{32}$/),
    name: part('name', /^[\w .-]{1,100}$/),
  };
  return Object.values(asked).every((text) => text !== '') ? asked : undefined;
}

/** Returns to the command line: to the loopback address only, whatever the address of this page says. */
function answer({ port, state }: Asked, more: Record<string, string>): void {
  location.assign(`http://127.0.0.1:${port}/?${new URLSearchParams({ state, ...more })}`);
}

/** Asks whether the command line that has opened this page may act as the person. */
export function CommandLine({ route }: { route: Route }) {
  const { tenancy, email, way } = useStore(session)!;
  const [isOver, setOver] = useState(false);
  const asked = askedIn(route.query);
  if (!asked)
    return (
      <Screen title="Sign in on the command line">
        <p class="empty">This address is not complete. Start again with evidence login.</p>
      </Screen>
    );
  if (way.kind === 'application')
    return (
      <Screen title="Sign in on the command line">
        <p class="empty">
          You are signed in as an application, which has credentials for the command line. Sign out, and sign in as a
          person.
        </p>
      </Screen>
    );
  const allow = async (): Promise<void> => {
    const { challenge, name } = asked;
    const { code } = await api.post('/iam/v1/sessions/current:delegate', { body: { challenge, name } });
    setOver(true);
    answer(asked, { code, tenancy: tenancy?.identity ?? '' });
  };
  return (
    <Screen
      title="Sign in on the command line"
      lead={`A program on this computer, which calls it ${asked.name}, asks to act as ${email} in ${tenancy?.name}.`}
    >
      <p>
        <strong>Allow it only if you have just run evidence login here.</strong> It can do what you can do, until it
        signs out, until its session expires, or until you end it under Your sessions.
      </p>
      {isOver ? (
        <p role="status">Continue in the terminal. If it does not, run evidence login again.</p>
      ) : (
        <p class="actions">
          <Act label="Allow" act={allow} />
          <button type="button" class="quiet" onClick={() => answer(asked, { error: 'access_denied' })}>
            Do not allow
          </button>
        </p>
      )}
    </Screen>
  );
}
