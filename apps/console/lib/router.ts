import { Store, useStore } from './store.ts';

/** The part of the URL after the hash: its path, the segments of the path, and its query. */
export type Route = { path: string; parts: string[]; query: URLSearchParams };

function read(): Route {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  return { path, parts: path.split('/').filter((part) => part !== ''), query: new URLSearchParams(query) };
}

const route = new Store<Route>(read());
addEventListener('hashchange', () => route.set(read()));

/** The current route. */
export const useRoute = (): Route => useStore(route);

/** Goes to a screen: `assets/<uuid>`. */
export function go(path: string): void {
  location.hash = `#/${path}`;
}

/** Changes the URL of the page without a new entry in the history. */
export function replaceAddress(address: string): void {
  history.replaceState(null, '', address);
  route.set(read());
}
