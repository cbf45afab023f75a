import type { Service } from '../../test/support/service.ts';
import { loaded, signIn } from '../../test/pages/support/console.ts';
import { patternsOf, PICTURES, requireAll } from './screens.ts';
import type { Shot } from './viewer.ts';
import type { World } from './world.ts';

/** Every screen of the console. Throws if one has no picture. */
export function consoleShots(service: Service, world: World): Shot[] {
  requireAll(patternsOf(), PICTURES);
  const address = `${service.at}/console/`;
  const callers = { administrator: world.tenant, member: world.member, empty: world.empty };
  return [
    {
      name: 'console-sign-in',
      session: 'nobody',
      address,
      ready: (page) => page.getByRole('heading', { level: 2 }).first().waitFor(),
    },
    ...Object.values(PICTURES)
      .flat()
      .map(({ name, path, by = 'administrator' }): Shot => ({
        name: `console-${name}`,
        session: by,
        address,
        ready: async (page) => {
          // The screens of a caller share one session.
          const out = page.getByRole('button', { name: 'Sign out' });
          await out
            .or(page.getByRole('textbox', { name: 'Client id' }))
            .first()
            .waitFor();
          if (!(await out.isVisible())) await signIn(page, callers[by]);
          await loaded(page, path(world));
          // Lists read pictures and compliance after they are shown.
          await page.waitForLoadState('networkidle');
        },
      })),
  ];
}
