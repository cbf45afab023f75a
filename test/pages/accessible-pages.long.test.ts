import type { Browser } from 'playwright-core';
import { beforeAll, it } from 'vitest';
import { anchoringService } from '../support/anchoring.ts';
import { type Service } from '../support/service.ts';
import { expectAccessible } from './support/accessible.ts';
import { sharedBrowser } from './support/browser.ts';
import { onChain, pageOf, tell, type Story } from './support/story.ts';

let service: Service;
let browser: Browser;
let story: Story;

beforeAll(async () => {
  service = await anchoringService();
  browser = await sharedBrowser();
  story = await tell(service, browser);
  await onChain(service, story.updated);
});

it.each<[string, () => string]>([
  ['of an asset', () => pageOf(service, story.asset)],
  [
    'of an asset at an earlier time',
    () => `${pageOf(service, story.asset)}?at_time=${new Date(Date.now() - 1).toISOString()}`,
  ],
  ['of a timeline', () => `${pageOf(service, story.asset)}/events?page_size=2`],
  ['of a filtered timeline', () => `${pageOf(service, story.asset)}/events?event_attributes.arc_display_type=None`],
  ['of an event', () => pageOf(service, story.inspected)],
  ['of an unknown asset', () => `${service.base}/publicassets/00000000-0000-4000-8000-000000000000`],
  ['of an unknown path', () => `${service.at}/nothing`],
  ['to start from', () => service.at],
])('a page %s is accessible', (_name, address) => expectAccessible(browser, address()));

it('a page of an asset with few attributes is accessible', async () => {
  const bare = await story.by.asset({});
  const alone = await story.by.asset({ arc_display_name: 'x'.repeat(300) }, { proof_mechanism: 'KHIPU' });
  const event = await story.by.event(alone, { a: 'y'.repeat(4000), list: [{}] });
  for (const identity of [bare, alone, event]) await expectAccessible(browser, pageOf(service, identity));
});
