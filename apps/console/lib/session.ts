import type { Schemas } from './schemas.ts';
import { Store } from './store.ts';

export type Issuer = Schemas['Issuer'];
/** What policies of the tenancy grant the caller on any asset; `*` for administrators. */
export type Granted = Schemas['WhoAmI']['granted'];

/** How the session was started, and therefore how to sign in again. */
export type Way = { kind: 'application'; clientId: string } | { kind: 'person'; issuer: Issuer } | { kind: 'passkey' };

/**
 * The session of the person or application that is signed in. A person may have no tenancy yet. The cookie of the
 * session cannot be read; the CSRF token exists only here, in the memory of the page.
 */
export type SignedInUser = {
  /** Identifies the session, because a response may arrive after its session has ended. */
  id: symbol;
  csrf: string;
  issuer: string;
  subject: string;
  /** Of a person. */
  email: string;
  way: Way;
  tenancy: { identity: string; name: string } | undefined;
  /** The identities of the tenancies that a person can choose. */
  tenancies: readonly string[];
  principal: Schemas['Principal'] | undefined;
  administrator: boolean;
  /** Reads what administrators read, and changes nothing. */
  auditor: boolean;
  granted: Granted;
  /** The service has accepted the session, so a later 401 means that it has ended. */
  established: boolean;
};

export const session = new Store<SignedInUser | undefined>(undefined);

/** True while the session is over and calls wait for a new one. */
export const expired = new Store(false);

/** Whether the last session of this browser was ended from elsewhere, as the service said last. */
export const endedRemotely = new Store(false);

/** Milliseconds by which the clock of this device was behind that of the service when it was asked last. */
export const clockBehind = new Store(0);

/** Whether this is still the current session. */
export const isNow = (id: symbol | undefined): boolean => session.get()?.id === id;

/** Changes the session `id`, unless it has ended. */
export function amend(id: symbol, part: Partial<SignedInUser>): void {
  const now = session.get();
  if (now?.id === id) session.set({ ...now, ...part });
}

let waiting: (() => void)[] = [];

/** Resolves when there is a new session. Until then the screen keeps its state behind the sign-in dialog. */
export function renewed(): Promise<void> {
  expired.set(true);
  return new Promise((resolve) => waiting.push(resolve));
}

/** Sets the CSRF token of a new session and continues the calls that wait for it. */
export function renew(csrf: string): void {
  const now = session.get();
  if (now) session.set({ ...now, csrf });
  expired.set(false);
  const released = waiting;
  waiting = [];
  for (const go of released) go();
}

/** Ends the session on this page. Discards the CSRF token and the state of all screens. */
export function forget(): void {
  waiting = [];
  expired.set(false);
  session.set(undefined);
}
