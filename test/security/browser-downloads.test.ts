import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromiumPath } from '../support/chromium.ts';
import { chromium as browserType, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { upload } from '../support/blobs.ts';
import { openClient } from '../support/client.ts';
import { sharedService, type Service } from '../support/service.ts';
import { openTenancy } from '../support/tenancy.ts';

/** A file with a script: its name, the type with which it is served, its bytes, and its addresses. */
type Evil = { name: string; type: string; bytes: Buffer; attached: string; own: string };

let service: Service;
let browser: Browser;
let token: string;
/** Another site: it serves pages by path and records every request. */
let site: Server;
let at: string;
const pages = new Map<string, { type: string; body: string | Buffer }>();
let calls: string[] = [];
const files: Evil[] = [];

beforeAll(async () => {
  site = createServer((request, response) => {
    if (request.url !== '/favicon.ico') calls.push(request.url!);
    const page = pages.get(request.url!);
    response.writeHead(200, {
      'content-type': page?.type ?? 'text/html',
      'access-control-allow-origin': '*',
    });
    response.end(page?.body);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  at = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;

  service = await sharedService();
  const client = await openClient(service);
  const tenancy = await openTenancy(service, client, 'Browser');
  ({ token } = tenancy);
  const script = `document.title = 'ran'; new Image().src = '${at}/ran'; fetch('${at}/ran');`;
  const sources: [name: string, type: string, source: string][] = [
    [
      'page.html',
      'text/html',
      `<!doctype html><title>evil</title><img src="x" onerror="${script}"><script>${script}</script>`,
    ],
    [
      'drawing.svg',
      'image/svg+xml',
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" ' +
        `onload="${script}"><script>${script}</script></svg>`,
    ],
    ['script.js', 'text/plain', script],
  ];
  const blobs = [];
  for (const [name, , source] of sources) {
    // The client declares a wrong type.
    blobs.push(await upload(client, token, Buffer.from(source), { name, type: 'text/html' }));
  }
  const asset = await tenancy.asset(
    {
      arc_attachments: blobs.map(({ identity, hash }, i) => ({
        arc_attachment_identity: identity,
        arc_hash_alg: 'SHA256',
        arc_hash_value: hash.value,
        arc_display_name: sources[i]![0],
      })),
    },
    { public: true },
  );
  for (const [i, [name, type, source]] of sources.entries()) {
    const { identity } = blobs[i]!;
    const attached = `${service.base}/v2/attachments/public${asset}/${identity.split('/')[1]}`;
    const own = `${service.base}/v1/${identity}`;
    files.push({ name, type, bytes: Buffer.from(source), attached, own });
    pages.set(`/shown/${name}`, { type, body: source });
  }

  // Default settings: the arguments that the package recommends turn web security off.
  browser = await browserType.launch({ executablePath: await chromiumPath(), args: ['--no-sandbox'] });
});
afterAll(async () => {
  await browser?.close();
  site?.close();
});

let context: BrowserContext;
let page: Page;
beforeEach(async () => {
  calls = [];
  context = await browser.newContext({ acceptDownloads: true });
  page = await context.newPage();
});
afterEach(() => context.close());

/** Waits until the requests of the page have arrived: the last one follows all others. */
async function settled(): Promise<void> {
  await page.goto(`${at}/last`);
  await expect.poll(() => calls.at(-1)).toBe('/last');
}

/** A page of the other site that embeds a file in every possible way. */
function embedding({ name }: Evil, address: string): string {
  const path = `/embeds/${name}`;
  const body = `<!doctype html><title>innocent</title>
    <img src="${address}"><iframe src="${address}"></iframe><object data="${address}"></object>
    <embed src="${address}"><video src="${address}"></video>
    <script src="${address}"></script><script type="module" src="${address}"></script>
    <link rel="stylesheet" href="${address}">`;
  pages.set(path, { type: 'text/html', body });
  return path;
}

describe('an uploaded script', () => {
  it('is detected by this test when it runs', async () => {
    for (const { name } of files.filter((file) => file.type !== 'text/plain')) {
      await page.goto(`${at}/shown/${name}`);
      await expect.poll(() => calls).toContain('/ran');
      calls = [];
    }
    const [html] = files;
    await page.goto(at + embedding(html!, `${at}/shown/page.html`));
    await expect.poll(() => calls).toContain('/ran');
  });

  it('does not run when a user navigates to it, because it is downloaded', async () => {
    for (const { name, bytes, attached, own } of files) {
      for (const address of [attached, own]) {
        await context.setExtraHTTPHeaders(address === own ? { authorization: `Bearer ${token}` } : {});
        await page.goto(`${at}/first`);
        const downloading = page.waitForEvent('download');
        await expect(page.goto(address)).rejects.toThrow(/download/i);
        const download = await downloading;
        expect(download.suggestedFilename()).toBe(name);
        expect(readFileSync(await download.path()).equals(bytes)).toBe(true);
        expect([page.url(), await page.title()]).toEqual([`${at}/first`, '']);
      }
    }
    await context.setExtraHTTPHeaders({});
    await settled();
    expect(new Set(calls)).toEqual(new Set(['/first', '/last']));
  });

  it('does not run as a subresource of a page', async () => {
    for (const file of files) {
      for (const address of [file.attached, file.own]) {
        await context.setExtraHTTPHeaders(address === file.own ? { authorization: `Bearer ${token}` } : {});
        const path = embedding(file, address);
        const answered = page.waitForResponse(address);
        await page.goto(at + path);
        const response = await answered;
        expect([response.status(), response.headers()['content-type']]).toEqual([200, file.type]);
        expect(await page.title()).toBe('innocent');
        await settled();
        expect(calls.filter((call) => call !== path)).toEqual(['/last']);
        calls = [];
      }
    }
  });

  it('would not run even if a browser rendered it', async () => {
    // As if the browser ignored `attachment` and the ban on frames: the sandbox alone must prevent scripts.
    await context.route(`${service.base}/**`, async (route) => {
      const response = await route.fetch();
      const { 'content-disposition': _, 'x-frame-options': __, ...headers } = response.headers();
      const policy = headers['content-security-policy']!.replace(/; frame-ancestors [^;]*/, '');
      expect(policy).toContain('sandbox');
      await route.fulfill({ response, headers: { ...headers, 'content-security-policy': policy } });
    });
    for (const file of files) {
      await page.goto(file.attached);
      expect(page.url()).toBe(file.attached);
      expect(await page.title()).not.toBe('ran');
      await page.goto(at + embedding(file, file.attached));
      await settled();
      expect(calls.filter((call) => !call.startsWith('/embeds/'))).toEqual(['/last']);
      calls = [];
    }
  });
});
