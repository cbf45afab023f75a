import type { Schemas } from './schemas.ts';
import { Store } from './store.ts';

export type Issuer = Schemas['Issuer'];

/** How somebody signed in, and so how they do it again. */
export type Way = { kind: 'application'; clientId: string } | { kind: 'person'; issuer: Issuer };

/**
 * Somebody with a token. `tenancy` is the one they work in; a person may have none yet. The token is held here, in
 * the memory of the page, and nowhere else.
 */
export type Session = {
  /** Of this session and no other: what is asked in one may be answered after it has ended. */
  id: symbol;
  token: string;
  way: Way;
  tenancy: { identity: string; name: string } | undefined;
  principal: Schemas['Principal'] | undefined;
  administrator: boolean;
  /** The service has taken the token; if it refuses it later, it has expired. */
  established: boolean;
};

export const session = new Store<Session | undefined>(undefined);

/** Set while the token is refused: what waits for a new one, and goes on with it. */
export const expired = new Store(false);

/** Whether this is the session still: it has not been signed out of since. */
export const isNow = (id: symbol | undefined): boolean => session.get()?.id === id;

/** Changes the session, unless it has ended. */
export function amend(id: symbol, part: Partial<Session>): void {
  const now = session.get();
  if (now?.id === id) session.set({ ...now, ...part });
}

let waiting: (() => void)[] = [];

/** Resolves once there is another token. Until then the screen stays as it is, behind the sign-in. */
export function renewed(): Promise<void> {
  expired.set(true);
  return new Promise((resolve) => waiting.push(resolve));
}

/** Gives a new token to the session and to everything that waits for one. */
export function renew(token: string): void {
  const now = session.get();
  if (now) session.set({ ...now, token });
  expired.set(false);
  const released = waiting;
  waiting = [];
  for (const go of released) go();
}

/** Forgets the token and all that was on the screen. */
export function signOut(): void {
  waiting = [];
  expired.set(false);
  session.set(undefined);
}
