import { Store, useStore } from './store.ts';

/** The address behind the hash: its path in parts, and its query. */
export type Route = { path: string; parts: string[]; query: URLSearchParams };

function read(): Route {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  return { path, parts: path.split('/').filter((part) => part !== ''), query: new URLSearchParams(query) };
}

const route = new Store<Route>(read());
addEventListener('hashchange', () => route.set(read()));

/** Where the console is, as of now and whenever it moves. */
export const useRoute = (): Route => useStore(route);

/** Goes to a screen: `assets/<uuid>`. */
export function go(path: string): void {
  location.hash = `#/${path}`;
}

/** Gives the page another address, as if it had always been there. */
export function replaceAddress(address: string): void {
  history.replaceState(null, '', address);
  route.set(read());
}
