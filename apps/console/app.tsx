import type { ComponentChildren } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { BASE } from './lib/api.ts';
import { docsOf } from './lib/docs-pages.ts';
import { restoring, signOut } from './lib/enter.ts';
import { useRoute, type Route } from './lib/router.ts';
import { amend, expired, session, type Issuer } from './lib/session.ts';
import { useStore } from './lib/store.ts';
import { Languages } from './parts/languages.tsx';
import { Screen } from './parts/page.tsx';
import { screenOnDemand } from './parts/on-demand.tsx';
import { Palette } from './parts/palette.tsx';
import { isReserved, menuOf, screenOf, type Navigation } from './screens/index.ts';
import { SignIn, SignInAgain } from './screens/sign-in.tsx';
import { ChooseTenancy } from './screens/tenancies.tsx';
import { screenTexts } from './screens/texts/texts.ts';
import { texts } from './texts/texts.ts';

const { shell: wording } = screenTexts;

const AcceptInvite = screenOnDemand(async () => (await import('./screens/invite.tsx')).AcceptInvite);
const UseLink = screenOnDemand(async () => (await import('./screens/link.tsx')).UseLink);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type Finish = () => Promise<{ issuer: Issuer; token: string }>;

/**
 * The console: the sign-in, then a screen for each address. `finish` completes a sign-in after the provider's redirect.
 */
export function App({ finish }: { finish?: Finish | undefined }) {
  const now = useStore(session);
  const again = useStore(expired);
  const asking = useStore(restoring);
  const route = useRoute();
  const link = linkOf(route.parts);
  const [collection, id] = route.parts;
  const isInvite = collection === 'invites' && id !== undefined && UUID.test(id);
  if (link && !asking)
    return (
      <Plain signedIn={now?.established === true}>
        <UseLink key={link.link} {...link} />
      </Plain>
    );
  if (!now?.established)
    return <Plain>{asking ? <p class="note">{texts.page.loading}</p> : <SignIn finish={finish} />}</Plain>;
  const dialog = again && <SignInAgain />;
  if (isInvite)
    return (
      <Plain signedIn>
        <AcceptInvite key={id} id={id} />
        {dialog}
      </Plain>
    );
  if (!now.principal)
    return (
      <Plain signedIn>
        <ChooseTenancy />
        {dialog}
      </Plain>
    );
  return (
    <Shell>
      <CurrentScreen key={now.tenancy?.identity + route.path} route={route} />
      {dialog}
    </Shell>
  );
}

/** The link in an address: `links/<token>`, `invites/<uuid>/<token>`. */
function linkOf([collection, id = '', token]: string[]): { link: string; invite?: string } | undefined {
  if (collection === 'links' && id !== '') return { link: id };
  return collection === 'invites' && UUID.test(id) && token !== undefined ? { link: token, invite: id } : undefined;
}

/** The screen of an address. */
function CurrentScreen({ route }: { route: Route }) {
  const now = useStore(session)!;
  const Current = screenOf(route.parts);
  if (!Current) return <Screen title={wording.notFound} />;
  if (!isReserved(route.parts, now)) return <Current route={route} />;
  return (
    <Screen title={wording.reserved}>
      <p class="empty">{wording.whyReserved(now.tenancy?.name)}</p>
    </Screen>
  );
}

function Plain({ children, signedIn }: { children: ComponentChildren; signedIn?: boolean }) {
  return (
    <>
      <header class="bar">
        <span class="brand">{screenTexts.frame.brand}</span>
        {signedIn && (
          <button type="button" class="quiet" onClick={() => void signOut()}>
            {texts.page.signOut}
          </button>
        )}
      </header>
      <main id="main" class="plain">
        {children}
        <Languages />
      </main>
    </>
  );
}

function Shell({ children }: { children: ComponentChildren }) {
  const { id, tenancy, tenancies, principal, administrator, auditor, way } = useStore(session)!;
  const route = useRoute();
  const [open, setOpen] = useState(false);
  useEffect(() => setOpen(false), [route]);
  const who = principal?.display_name || principal?.email || principal?.subject;
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>
        {wording.skip}
      </a>
      <header class="bar">
        <button type="button" class="menu" aria-expanded={open} aria-controls="nav" onClick={() => setOpen(!open)}>
          {wording.menu}
        </button>
        <bdi class="brand">{tenancy?.name}</bdi>
        <span class="who">
          <bdi>{who}</bdi> {!administrator && <em>{auditor ? wording.auditor : wording.member}</em>}
        </span>
        <Palette />
        {tenancies.length > 1 && (
          <button type="button" class="quiet" onClick={() => amend(id, { tenancy: undefined, principal: undefined })}>
            {wording.switchTenancy}
          </button>
        )}
        <button type="button" class="quiet" onClick={() => void signOut()}>
          {texts.page.signOut}
        </button>
      </header>
      <div class="columns">
        <nav id="nav" aria-label={wording.screens} class={open ? 'open' : undefined}>
          {menuOf({ administrator, auditor }).map(({ title, entries }) => (
            <Group key={title} title={title} entries={entries} current={route.parts[0] ?? ''} />
          ))}
          <ul>
            {way.kind === 'passkey' && (
              <li>
                <a href="#/passkeys" aria-current={route.parts[0] === 'passkeys' ? 'page' : undefined}>
                  {wording.passkeys}
                </a>
              </li>
            )}
            <li>
              <a href="#/sessions" aria-current={route.parts[0] === 'sessions' ? 'page' : undefined}>
                {wording.sessions}
              </a>
            </li>
            <li>
              <a href={docsOf(route.parts)} hreflang="en">
                {wording.documentation}
              </a>
            </li>
            <li>
              <a href={`${BASE}/openapi-ui`}>{wording.reference}</a>
            </li>
          </ul>
          <Languages />
        </nav>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
    </>
  );
}

/** A group of the menu. */
function Group({ title, entries, current }: Navigation & { current: string }) {
  const id = useId();
  if (entries.length === 0) return null;
  return (
    <>
      {title !== '' && <p id={id}>{title}</p>}
      <ul aria-labelledby={title === '' ? undefined : id}>
        {entries.map((entry) => (
          <li key={entry.path}>
            <a href={`#/${entry.path}`} aria-current={current === entry.path ? 'page' : undefined}>
              {entry.title}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Moves the focus without changing the hash, which is the address of the screen. */
function skip(event: Event): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}
