import { preferredLanguage } from '../language.ts';

/**
 * Shows the page in the language that the person has chosen, if the browser prefers another one: the service sends a
 * page in the language of the request. If it cannot be fetched now, the page stays as it is.
 */
export async function inChosenLanguage(): Promise<void> {
  const chosen = preferredLanguage();
  const headers = { accept: 'text/html', 'accept-language': chosen };
  const response = await fetch(location.href, { headers });
  if (response.status === 429 || response.status >= 500) return;
  // Scripts of a parsed document do not run.
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  if (page.documentElement.lang !== chosen) return;
  document.documentElement.lang = chosen;
  document.title = page.title;
  document.body.replaceWith(document.adoptNode(page.body));
  // The browser has scrolled to an element of the page before.
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
}
