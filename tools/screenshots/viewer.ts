import type { Browser, Page } from 'playwright-core';
import { author, onChain, pageOf, tell } from '../../test/pages/support/story.ts';
import type { Service } from '../../test/support/service.ts';

/** A screenshot: its name, the URL of the page, and the actions on the page before it is taken. */
export type Shot = { name: string; address: string; ready?: (page: Page) => Promise<void> };

const checked = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Verify in this browser' }).click();
  await page.getByText('The proof is consistent').waitFor();
  await page.locator('#check').evaluate((heading) => heading.scrollIntoView());
  await page.mouse.wheel(0, -24);
};

/** The public pages and the page that verifies proofs. */
export async function viewerShots(service: Service, browser: Browser): Promise<Shot[]> {
  const { asset, inspected, updated } = await tell(service, browser);
  const { transaction_id } = await onChain(service, updated);
  if (transaction_id === '') throw new Error('the newest event is not anchored');
  const by = await author(service, 'Depot');
  const bare = await by.asset({});
  return [
    { name: 'asset', address: pageOf(service, asset) },
    { name: 'timeline', address: `${pageOf(service, asset)}/events?page_size=2` },
    { name: 'event', address: pageOf(service, inspected) },
    { name: 'event-checked', address: pageOf(service, inspected), ready: checked },
    { name: 'asset-bare', address: pageOf(service, bare) },
    { name: 'not-found', address: `${service.base}/publicassets/00000000-0000-4000-8000-000000000000` },
    { name: 'start', address: service.at },
    { name: 'verify', address: `${service.at}/verify/` },
  ];
}
