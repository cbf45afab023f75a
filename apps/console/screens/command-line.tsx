import { useState } from 'preact/hooks';
import { api } from '../lib/api.ts';
import type { Route } from '../lib/router.ts';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { Act } from '../parts/act.tsx';
import { Screen } from '../parts/page.tsx';
import { rareTexts } from './texts/rare-texts.ts';

const { commandLine: wording } = rareTexts;

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
      <Screen title={wording.title}>
        <p class="empty">{wording.incomplete}</p>
      </Screen>
    );
  if (way.kind === 'application')
    return (
      <Screen title={wording.title}>
        <p class="empty">{wording.asApplication}</p>
      </Screen>
    );
  const allow = async (): Promise<void> => {
    const { challenge, name } = asked;
    const { code } = await api.post('/iam/v1/sessions/current:delegate', { body: { challenge, name } });
    setOver(true);
    answer(asked, { code, tenancy: tenancy?.identity ?? '' });
  };
  return (
    <Screen title={wording.title} lead={wording.asks(asked.name, email, tenancy?.name ?? '')}>
      <p>{wording.allowOnly(<strong>{wording.warning}</strong>)}</p>
      {isOver ? (
        <p role="status">{wording.continue}</p>
      ) : (
        <p class="actions">
          <Act label={wording.allow} act={allow} />
          <button type="button" class="quiet" onClick={() => answer(asked, { error: 'access_denied' })}>
            {wording.deny}
          </button>
        </p>
      )}
    </Screen>
  );
}
