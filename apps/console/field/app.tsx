import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { signOut, work } from '../lib/enter.ts';
import { useRoute, type Route } from '../lib/router.ts';
import { clockBehind, endedRemotely, expired, session, type SignedInUser } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { Act } from '../parts/act.tsx';
import { Languages } from '../parts/languages.tsx';
import { Screen } from '../parts/page.tsx';
import { SignIn, SignInAgain } from '../screens/sign-in.tsx';
import { texts } from '../texts/texts.ts';
import { AssetScreen } from './asset.tsx';
import { Home } from './home.tsx';
import { isOutdated, ownerOf } from './database.ts';
import { isUnconfirmed } from './person.ts';
import { isOwner } from './queue.ts';
import { QueueScreen } from './queue-screen.tsx';
import { RecordScreen } from './record.tsx';
import { ScanScreen } from './scan-screen.tsx';
import { pending, sendAll, sending, type SendingState } from './sender.ts';
import { fieldTexts } from './texts/texts.ts';

/** The field page: what a person does in front of an asset, with and without a network. */
export function App({ begun }: { begun: Promise<void> }) {
  const now = useStore(session);
  const again = useStore(expired);
  const [asking, setAsking] = useState(true);
  const route = useRoute();
  useEffect(() => void begun.finally(() => setAsking(false)), [begun]);
  if (asking) return <Frame>{<p role="status">{fieldTexts.frame.loading}</p>}</Frame>;
  if (!now?.established)
    return (
      <Frame>
        {route.parts[0] === 'assets' && <p class="warning">{fieldTexts.frame.signInToSee}</p>}
        <EndedRemotely />
        <Others />
        <SignIn />
        <Languages />
      </Frame>
    );
  if (!now.tenancy) return <Frame>{<ChooseTenancy now={now} />}</Frame>;
  return (
    <Frame now={now}>
      {/* Not removed: the input is kept until the person signs in again. */}
      <div hidden={again}>
        <Current key={route.path} now={now} route={route} />
      </div>
      {again && <SignInAgain />}
    </Frame>
  );
}

function Current({ now, route }: { now: SignedInUser; route: Route }) {
  const [collection, uuid, act] = route.parts;
  if (collection === 'scan') return <ScanScreen />;
  if (collection === 'queue') return <QueueScreen />;
  if (collection === 'assets' && uuid !== undefined)
    return act === 'record' ? <RecordScreen now={now} uuid={uuid} /> : <AssetScreen now={now} uuid={uuid} />;
  return <Home now={now} />;
}

function Frame({ now, children }: { now?: SignedInUser; children: ComponentChildren }) {
  return (
    <>
      <header class="bar">
        <a class="brand" href="#/">
          <bdi>{now?.tenancy?.name || texts.page.field}</bdi>
        </a>
        {now && <QueueState now={now} />}
        {now && (
          <button type="button" class="quiet" onClick={() => void leave()}>
            {texts.page.signOut}
          </button>
        )}
      </header>
      <main id="main" class="plain" tabIndex={-1}>
        <Outdated />
        <WrongClock />
        {children}
      </main>
    </>
  );
}

/** Ends the session. What this device keeps of assets is deleted; records stay, for the person who made them. */
async function leave(): Promise<void> {
  await signOut();
  location.hash = '#/';
}

/** How many records wait, and for what. */
function QueueState({ now }: { now: SignedInUser }) {
  const { own, sealed, of } = useStore(pending);
  const { state } = useStore(sending);
  const refused = own.filter((record) => record.refused !== undefined).length;
  const waiting = own.length + sealed - refused;
  const text = isOwner(ownerOf(now), of) ? textOf(waiting, refused, state, now) : fieldTexts.frame.opening;
  return (
    <span role="status">
      <a class="queue" href="#/queue">
        {refused > 0 && <strong>{fieldTexts.frame.refused(refused)}</strong>}
        {refused > 0 && text !== '' && ' · '}
        {text}
      </a>
    </span>
  );
}

/** What is said of the records beside the refused ones; empty if there are only refused ones. */
function textOf(waiting: number, refused: number, state: SendingState['state'], now: SignedInUser): string {
  const { frame } = fieldTexts;
  if (waiting === 0 && isUnconfirmed(now.csrf)) return frame.noNetwork;
  if (waiting === 0) return refused > 0 ? '' : frame.allSent;
  if (state === 'sending') return frame.sending(waiting);
  return state === 'signed out' ? frame.notSentSignIn(waiting) : frame.notSentYet(waiting);
}

/** Tells that the device has records of people who are not signed in, without showing them. */
function Others() {
  const { own, sealed, others } = useStore(pending);
  const all = own.length + sealed + others;
  return all === 0 ? null : <p class="warning">{fieldTexts.frame.waiting(all)}</p>;
}

/** Tells that the session has not ended by itself. */
function EndedRemotely() {
  return useStore(endedRemotely) ? (
    <p class="warning" role="status">
      {fieldTexts.frame.endedRemotely}
    </p>
  ) : null;
}

/** Tells that a newer page has been used on the device, which knows what it keeps better than this one. */
function Outdated() {
  return useStore(isOutdated) ? (
    <div class="warning" role="alert">
      <p>{fieldTexts.frame.outdated}</p>
      <p class="actions">
        <button type="button" onClick={() => location.reload()}>
          {fieldTexts.frame.reload}
        </button>
      </p>
    </div>
  ) : null;
}

/** Milliseconds by which clocks may differ, and the units in which people name a difference. */
const TOLERANCE = 5 * 60_000;
const UNITS = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
] as const;

/** Warns that records get a wrong time. */
function WrongClock() {
  const behind = useStore(clockBehind);
  const amount = Math.abs(behind);
  if (amount < TOLERANCE) return null;
  const [unit, name] = UNITS.find(([each]) => amount >= 2 * each) ?? UNITS[2];
  return <p class="warning">{fieldTexts.frame.wrongClock(Math.round(amount / unit), name, behind > 0)}</p>;
}

function ChooseTenancy({ now }: { now: SignedInUser }) {
  return (
    <Screen title={fieldTexts.frame.chooseTenancy}>
      {now.tenancies.length === 0 && <p class="empty">{fieldTexts.frame.noTenancy}</p>}
      {now.tenancies.map((tenancy) => (
        <p key={tenancy}>
          <Act label={tenancy} act={() => work(tenancy).then(sendAll)} />
        </p>
      ))}
    </Screen>
  );
}
