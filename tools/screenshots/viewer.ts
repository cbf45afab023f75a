import type { Browser, Page } from 'playwright-core';
import { author, onChain, pageOf, tell } from '../../test/pages/support/story.ts';
import type { Service } from '../../test/support/service.ts';

/**
 * A screenshot: its name, the URL of the page, and the actions on the page before it is taken. Shots with the same
 * `session` share a browser context; by default each has its own.
 */
export type Shot = {
  name: string;
  address: string;
  session?: string;
  /** The locale of the browser; default: en-GB. */
  locale?: string;
  ready?: (page: Page) => Promise<void>;
};

const checked = async (page: Page): Promise<void> => {
  await page.locator('button[data-proof]').click();
  await page.locator('[data-report] .verdict').waitFor();
  await page.locator('#check').evaluate((heading) => heading.scrollIntoView());
  await page.mouse.wheel(0, -24);
};

const viewerReady = async (page: Page): Promise<void> => {
  await page.locator('.swagger-ui .opblock, .swagger-ui .opblock-tag').first().waitFor();
};

/** The public pages, the page that verifies proofs, and the API reference. */
export async function viewerShots(service: Service, browser: Browser): Promise<Shot[]> {
  const { asset, inspected, updated } = await tell(service, browser);
  const { transaction_id } = await onChain(service, updated);
  if (transaction_id === '') throw new Error('the newest event is not anchored');
  const by = await author(service, 'Depot');
  const bare = await by.asset({});
  const content = Buffer.from('%PDF-1.4\n% an inspection report\n');
  const proof = Buffer.from(await (await fetch(`${service.base}/v2/public${updated}:proof`)).arrayBuffer());
  return [
    { name: 'asset', address: pageOf(service, asset) },
    { name: 'timeline', address: `${pageOf(service, asset)}/events?page_size=2` },
    { name: 'event', address: pageOf(service, inspected) },
    { name: 'event-checked', address: pageOf(service, inspected), ready: checked },
    { name: 'asset-bare', address: pageOf(service, bare) },
    { name: 'not-found', address: `${service.base}/publicassets/00000000-0000-4000-8000-000000000000` },
    { name: 'start', address: service.at },
    {
      name: 'start-found',
      address: service.at,
      ready: async (page) => {
        const file = { name: 'inspection-2026-11.pdf', mimeType: 'application/pdf', buffer: content };
        await page.getByLabel('File', { exact: true }).setInputFiles(file);
        await page.locator('[data-found] a').first().waitFor();
      },
    },
    { name: 'verify', address: `${service.at}/verify/` },
    {
      name: 'verify-checked',
      address: `${service.at}/verify/`,
      ready: async (page) => {
        const file = { name: 'proof.json', mimeType: 'application/json', buffer: proof };
        await page.locator('#file').setInputFiles(file);
        await page.locator('[data-report] > *').first().waitFor();
      },
    },
    { name: 'german-asset', address: pageOf(service, asset), locale: 'de-DE' },
    { name: 'german-event', address: pageOf(service, updated), locale: 'de-DE', ready: checked },
    { name: 'german-start', address: service.at, locale: 'de-DE' },
    { name: 'german-not-found', address: `${service.at}/nothing`, locale: 'de-DE' },
    { name: 'german-verify', address: `${service.at}/verify/de`, locale: 'de-DE' },
    { name: 'docs', address: `${service.at}/docs/` },
    { name: 'docs-trust', address: `${service.at}/docs/trust` },
    { name: 'docs-operations', address: `${service.at}/docs/api/operations` },
    { name: 'reference', address: `${service.base}/openapi-ui`, ready: viewerReady },
    { name: 'reference-group', address: `${service.base}/openapi-ui?group=assets`, ready: viewerReady },
    {
      name: 'reference-operation',
      address: `${service.base}/openapi-ui?group=assets`,
      ready: async (page) => {
        await viewerReady(page);
        await page.locator('.opblock-summary').first().click();
        await page.locator('.samples').first().waitFor();
      },
    },
  ];
}
