import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';
import type { Service } from '../../test/support/service.ts';
import { loaded, signIn } from '../../test/pages/support/console.ts';
import { DESKTOP } from '../../test/pages/support/browser.ts';
import { AUDITOR, INVITED, OF_TWO, signInAs } from './people.ts';
import { patternsOf, PICTURES, requireAll } from './screens.ts';
import type { Shot } from './viewer.ts';
import type { World } from './world.ts';

/** Milliseconds without a request after which a page is complete, and the most to wait for it. */
const [QUIET, PATIENCE] = [300, 20_000];

/** Waits until a page sends no more requests: lists read pictures and compliance after they are shown. */
async function quiet(page: Page): Promise<void> {
  const end = Date.now() + PATIENCE;
  const open = new Set<Request>();
  let since = Date.now();
  const begun = (request: Request): void => void open.add(request);
  const done = (request: Request): void => {
    open.delete(request);
    since = Date.now();
  };
  page.on('request', begun).on('requestfinished', done).on('requestfailed', done);
  while (Date.now() < end && (open.size > 0 || Date.now() - since < QUIET)) await sleep(50);
  page.off('request', begun).off('requestfinished', done).off('requestfailed', done);
}

/** Every screen of the console. Throws if one has no picture. */
export function consoleShots(service: Service, world: World): Shot[] {
  requireAll(patternsOf(), PICTURES);
  const address = `${service.at}/console/`;
  const { tenant: administrator, member, newcomer, partner, empty } = world;
  const callers = { administrator, member, newcomer, partner, empty };
  return [
    {
      name: 'console-sign-in',
      session: 'nobody',
      address,
      ready: (page) => page.getByRole('heading', { level: 2 }).first().waitFor(),
    },
    {
      name: 'console-tenancies',
      session: 'of-two',
      address,
      ready: async (page) => {
        await signInAs(page, OF_TWO);
        await quiet(page);
      },
    },
    {
      name: 'console-invite',
      session: 'invited',
      address: `${address}#/invites/${world.invite}`,
      ready: async (page) => {
        await signInAs(page, INVITED);
        await quiet(page);
      },
    },
    ...Object.values(PICTURES)
      .flat()
      .map(({ name, path, by = 'administrator', press = [], template }): Shot => ({
        name: `console-${name}`,
        session: by,
        address,
        ready: async (page) => {
          // The screens of a caller share one session.
          const out = page.getByRole('banner').getByRole('button', { name: 'Sign out' });
          await out.or(page.getByText('As an application')).first().waitFor();
          if (!(await out.isVisible())) await (by === 'auditor' ? signInAs(page, AUDITOR) : signIn(page, callers[by]));
          // A dialog of the picture before stays open over another screen.
          await page.keyboard.press('Escape');
          // Pictures are read when they come into view.
          await page.setViewportSize({ ...DESKTOP, height: 5 * DESKTOP.height });
          await loaded(page, path(world));
          await quiet(page);
          // Lists evaluate compliance after they are shown.
          const waiting = page.getByText('…', { exact: true }).first();
          await waiting.waitFor({ state: 'detached', timeout: PATIENCE }).catch(() => undefined);
          await page.setViewportSize(DESKTOP);
          if (template !== undefined) await page.getByLabel('Template').selectOption(template);
          for (const button of press) {
            const named = { name: new RegExp(`^${button}`) };
            await page.getByRole('button', named).or(page.getByRole('checkbox', named)).first().click();
            await quiet(page);
          }
        },
      })),
  ];
}
