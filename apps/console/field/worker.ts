/// <reference lib="webworker" />
/*
 * The service worker of the field page: the page and its files without a network. It keeps no response of the API:
 * what a person may read is in IndexedDB, where a sign-out deletes it.
 */
import { assetIn } from './label.ts';
import { knownPerson } from './database.ts';

const worker = self as unknown as ServiceWorkerGlobalScope;

const CACHE = 'field 1';
const PAGE = '/field/';
const FILES = [
  PAGE,
  '/field/app.js',
  '/field/de.js',
  '/field/field.css',
  '/field/scan.js',
  '/field/signature.js',
  '/field/signing.js',
  '/field/manifest.webmanifest',
  '/field/manifest.de.webmanifest',
  '/static/icon.svg',
];
/** Milliseconds after which a kept file is shown, although the network may still bring a newer one. */
const PATIENCE = 2_000;

worker.addEventListener('install', (event) => {
  event.waitUntil(install());
  void worker.skipWaiting();
});

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  const add = async (path: string): Promise<void> => {
    const response = await fetch(path, { cache: 'no-cache' });
    if (!(await isOurs(path, response.clone()))) throw new Error(`${path} is not that of the service`);
    await cache.put(path, response);
  };
  await Promise.all(FILES.map(add));
}

worker.addEventListener('activate', (event) => {
  event.waitUntil(worker.clients.claim());
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return;
  if (request.mode === 'navigate' && url.pathname.startsWith('/field/')) event.respondWith(newest(PAGE, event));
  else if (request.mode === 'navigate' && assetIn(url.pathname) !== undefined && url.pathname.startsWith('/a/'))
    event.respondWith(label(event));
  else if (FILES.includes(url.pathname)) event.respondWith(newest(url.pathname, event));
});

/** The page of a label: that of the service for strangers, and the field page for people who are known here. */
async function label(event: FetchEvent): Promise<Response> {
  if (await knownPerson().catch(() => undefined)) return newest(PAGE, event);
  return fetch(event.request).catch(() => newest(PAGE, event));
}

/** Whether a response is the file. A network that wants a login answers everything with a page of its own. */
async function isOurs(path: string, response: Response): Promise<boolean> {
  if (!response.ok || response.redirected) return false;
  const isHtml = response.headers.get('content-type')?.startsWith('text/html') ?? true;
  if (path !== PAGE) return !isHtml;
  return isHtml && (await response.text()).includes('/field/app.js');
}

/** The file of the network, or the kept one if the network is slow or absent. */
async function newest(path: string, event: FetchEvent): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(path);
  const fetched = fetch(path, { cache: 'no-cache' }).then(async (response) => {
    if (!(await isOurs(path, response.clone()))) return kept ?? response;
    await cache.put(path, response.clone());
    return response;
  });
  if (!kept) return fetched;
  event.waitUntil(fetched.catch(() => undefined));
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(kept), PATIENCE));
  return Promise.race([fetched.catch(() => kept), late]);
}
