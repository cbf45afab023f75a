import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { anchoringService } from '../support/anchoring.ts';
import { type Service } from '../support/service.ts';
import { sharedBrowser } from './support/browser.ts';
import { onChain, tell, type Story } from './support/story.ts';

let service: Service;
let browser: Browser;
let story: Story;

beforeAll(async () => {
  service = await anchoringService();
  browser = await sharedBrowser();
  story = await tell(service, browser);
  // From now on nothing of it changes.
  await onChain(service, story.updated);
});

const CHROME =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,' +
  'application/signed-exchange;v=b3;q=0.7';
/** Nothing inline, no other origins, no framing. */
/** The request headers on which a page depends. */
const PAGE_VARY = 'accept, accept-language';
const PAGE_POLICY = [
  "base-uri 'none'",
  "connect-src 'self'",
  "default-src 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "img-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
];
const FIREFOX = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('negotiation', () => {
  const read = (path: string, headers: Record<string, string>) => fetch(`${service.base}${path}`, { headers });

  it.each<[accept: string, html: boolean]>([
    [CHROME, true],
    [FIREFOX, true],
    ['*/*', false],
    ['application/json', false],
    ['text/html', true],
    ['TEXT/HTML; charset=utf-8', true],
    ['text/*', true],
    ['text/html, application/json', false],
    ['application/json, text/html;q=0.9', false],
    ['application/json;q=0.5, text/html', true],
    ['application/json;q=0.9, text/html;q=0.91', true],
    ['application/*;q=0.2, text/html;q=0.1', false],
    ['text/html;q=0', false],
    ['text/html;q=0, */*', false],
    ['application/json;q=0, */*', true],
    ['application/json;q=nonsense, text/html;q=0.1', true],
    ['image/png', false],
    ['nonsense', false],
  ])('responds to Accept: %s (HTML: %s)', async (accept, html) => {
    for (const path of [
      `/public${story.asset}`,
      `/v2/public${story.asset}`,
      `/public${story.asset}/events`,
      `/v2/public${story.updated}`,
      '/publicassets/00000000-0000-4000-8000-000000000000',
    ]) {
      const response = await read(path, { accept });
      const type = html ? 'text/html' : 'application/json';
      expect(response.headers.get('content-type'), path).toBe(`${type}; charset=utf-8`);
      expect(response.headers.get('vary'), path).toBe(html ? PAGE_VARY : 'accept');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      const policy = response.headers.get('content-security-policy')!;
      expect(policy).toContain("default-src 'none'");
      if (html) expect(policy.split('; ').toSorted()).toEqual(PAGE_POLICY);
      else expect(policy).toContain("frame-ancestors 'none'");
    }
  });

  it('gives HTML and JSON different entity tags, and responds 304 to each', async () => {
    for (const path of [
      `/public${story.asset}`,
      `/public${story.asset}/events?page_size=2`,
      `/v2/public${story.updated}`,
    ]) {
      const [html, json] = [await read(path, { accept: CHROME }), await read(path, { accept: '*/*' })];
      const tags = [html, json].map(({ headers }) => headers.get('etag')!);
      expect(new Set(tags).size).toBe(2);
      for (const { headers } of [html, json]) expect(headers.get('cache-control')).toBe('public, max-age=5');
      for (const [accept, own, other] of [
        [CHROME, tags[0]!, tags[1]!],
        ['*/*', tags[1]!, tags[0]!],
      ] as const) {
        const again = await read(path, { accept, 'if-none-match': own });
        const vary = accept === CHROME ? PAGE_VARY : 'accept';
        expect([again.status, await again.text(), again.headers.get('vary')], path).toEqual([304, '', vary]);
        expect((await read(path, { accept, 'if-none-match': other })).status, path).toBe(200);
      }
    }
  });

  it.each([
    [undefined, 'en'],
    ['de', 'de'],
    ['DE-at, en;q=0.9', 'de'],
    ['de;q=0.8, en', 'en'],
    ['fr, de;q=0.5, en;q=0.4', 'de'],
    ['fr', 'en'],
    ['*', 'en'],
    ['de;q=0', 'en'],
    ['den, nonsense;q=x', 'en'],
  ])('writes pages for Accept-Language: %s in %s, with entity tags of their own', async (language, expected) => {
    const headers = { accept: CHROME, ...(language === undefined ? {} : { 'accept-language': language }) };
    const [page, other] = [
      await read(`/public${story.asset}`, headers),
      await read(`/public${story.asset}`, { accept: CHROME, 'accept-language': expected === 'en' ? 'de' : 'en' }),
    ];
    expect([page.headers.get('content-language'), page.headers.get('vary')]).toEqual([expected, PAGE_VARY]);
    expect(await page.text()).toContain(`<html lang="${expected}">`);
    expect(page.headers.get('etag')).not.toBe(other.headers.get('etag'));
    for (const path of ['/nothing', '/']) {
      const response = await fetch(`${service.at}${path}`, { headers });
      expect([path, response.headers.get('content-language')]).toEqual([path, expected]);
    }
    const json = await read(`/public${story.asset}`, { ...headers, accept: '*/*' });
    expect([json.headers.get('content-language'), json.headers.get('vary')]).toEqual([null, 'accept']);
  });

  it('shows browsers a page with links for an unknown path, and clients a JSON error', async () => {
    const page = await browser.newPage();
    for (const path of ['/nothing', '/archivist', '/archivist/v2/nothing', '/console/nothing']) {
      const address = `${service.at}${path}`;
      expect((await page.goto(address))!.status(), path).toBe(404);
      const names = await page.getByRole('main').getByRole('link').allTextContents();
      expect(names, path).toEqual(['Start page', 'Console', 'Verify a saved proof', 'Documentation', 'API reference']);
      for (const accept of ['', '*/*', 'application/json']) {
        const response = await fetch(address, { headers: { accept } });
        expect([response.status, response.headers.get('vary')], path).toEqual([404, 'accept']);
        expect(await response.json()).toMatchObject({ code: 5 });
      }
      const head = await fetch(address, { method: 'HEAD', headers: { accept: CHROME } });
      expect([head.status, await head.text()]).toEqual([404, '']);
      expect(
        (await fetch(address, { method: 'POST', headers: { accept: CHROME } })).headers.get('content-type'),
      ).toMatch(/^application\/json/);
    }
    for (const name of ['Start page', 'Console', 'Verify a saved proof', 'Documentation', 'API reference']) {
      await page.goto(`${service.at}/nothing`);
      await page.getByRole('link', { name }).click();
      await expect.poll(() => page.getByRole('heading', { level: 1 }).count()).toBe(1);
      await expect.poll(() => page.title()).not.toBe('Not found');
    }
    await page.close();
  });

  it('shows browsers a start page with links that work without scripts, and clients the 404', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    const away: string[] = [];
    page.on('request', (request) => request.url().startsWith(service.at) || away.push(request.url()));
    const response = (await page.goto(service.at))!;
    expect(response.status()).toBe(200);
    expect((await response.headerValue('content-security-policy'))!.split('; ').toSorted()).toEqual(PAGE_POLICY);
    expect(await response.headerValue('vary')).toBe(PAGE_VARY);
    const links = await page
      .getByRole('main')
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
    expect(links.map((link) => new URL(link).pathname)).toEqual([
      '/console/',
      '/verify/',
      '/docs/',
      '/archivist/openapi-ui',
      '/archivist/openapi.json',
    ]);
    for (const link of links) expect((await fetch(link)).status, link).toBe(200);
    await context.close();
    expect(away).toEqual([]);
    for (const accept of ['', '*/*', 'application/json'])
      expect((await fetch(service.at, { headers: { accept } })).status).toBe(404);
    for (const path of ['/?q=1', '//']) {
      const of = await fetch(`${service.at}${path}`, { headers: { accept: CHROME } });
      expect([path, of.status]).toEqual([path, path === '//' ? 404 : 200]);
    }
    expect((await fetch(service.at, { method: 'POST', headers: { accept: CHROME } })).status).toBe(404);
  });

  it('says on the start page what a proof shows, and that it does not show who recorded something', async () => {
    const text = (await (await fetch(service.at, { headers: { accept: CHROME } })).text()).replaceAll(/\s+/g, ' ');
    expect(text).toContain('existed at a time and was not changed since, to anyone who knows the log or the chain');
    expect(text).toContain('Who recorded it is the operator’s statement.');
    expect(text).not.toContain('without trusting');
  });

  it('has an icon of its own on every kind of page', async () => {
    const page = await browser.newPage();
    const refused: string[] = [];
    page.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
    for (const path of ['/', '/console/', '/verify/', '/archivist/openapi-ui', `/archivist/public${story.asset}`]) {
      await page.goto(`${service.at}${path}`);
      const icon = await page.locator('link[rel=icon]').getAttribute('href');
      const file = await fetch(`${service.at}${icon}`);
      expect([path, file.status, file.headers.get('content-type')]).toEqual([path, 200, 'image/svg+xml']);
    }
    await page.close();
    expect(refused).toEqual([]);
  });

  it('shows browsers an error page for invalid requests, and JSON for the list of all public events', async () => {
    const all = await read('/publicassets/-/events?page_size=1', { accept: CHROME });
    expect(all.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const page = await browser.newPage();
    for (const [path, title] of [
      ['/publicassets/00000000-0000-4000-8000-000000000000', 'Not found'],
      ['/publicassets/not-a-uuid', 'This page cannot be shown'],
      [`/public${story.asset}?at_time=yesterday`, 'This page cannot be shown'],
      [`/public${story.asset}/events?page_token=x`, 'This page cannot be shown'],
    ] as const) {
      await page.goto(`${service.base}${path}`);
      expect(await page.getByRole('heading', { level: 1 }).textContent(), path).toBe(title);
    }
    await page.close();
  });
});
