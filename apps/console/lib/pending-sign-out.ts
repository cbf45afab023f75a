/*
 * A sign-out of which the service may not have heard, because there was no network. The console or the field page ends
 * the session as soon as there is one.
 */

const KEY = 'pending sign-out';

/** Notes that the person has signed out. `csrf`: the CSRF token of the session; '' if it is not known, for any one. */
export function noteSignOut(csrf: string): void {
  try {
    localStorage.setItem(KEY, csrf);
  } catch {
    // Without storage, the person is told that the sign-out has failed.
  }
}

/** Whether somebody has signed out, and the service may not have heard of it. */
export function isSignOutPending(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** Whether the person of the session with this CSRF token has signed out. */
export function isSignedOut(csrf: string): boolean {
  try {
    const signedOut = localStorage.getItem(KEY);
    return signedOut === '' || signedOut === csrf;
  } catch {
    return false;
  }
}

/** To be called when the service has ended the session, and when another one begins. */
export function forgetSignOut(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // As above.
  }
}
