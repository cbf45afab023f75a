/*
 * A session whose person has signed out, which the service may not know: there was no network. It is ended as soon as
 * there is one, by the console or the field page.
 */

const KEY = 'ended session';

/** Notes that a session has ended. `csrf`: its CSRF token; '' if it is not known, for any session. */
export function noteEnded(csrf: string): void {
  try {
    localStorage.setItem(KEY, csrf);
  } catch {
    // Without storage, the person is told that the sign-out has failed.
  }
}

/** Whether the session with this CSRF token must be ended. */
export function hasEnded(csrf: string): boolean {
  try {
    const ended = localStorage.getItem(KEY);
    return ended === '' || ended === csrf;
  } catch {
    return false;
  }
}

/** The service has ended the session, or another one has begun. */
export function forgetEnded(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // As above.
  }
}
