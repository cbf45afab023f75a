import { openClient } from '../../test/support/client.ts';
import type { Service } from '../../test/support/service.ts';
import { loaded, signIn } from '../../test/pages/support/console.ts';
import { furnish, SCREENS } from '../../test/pages/support/furnish.ts';
import type { Shot } from './viewer.ts';

/** The screens of the console, with records on each, and the API reference. */
export async function consoleShots(service: Service): Promise<Shot[]> {
  const of = await furnish(service, await openClient(service), (what) => what);
  const address = `${service.at}/console/`;
  return [
    { name: 'console-sign-in', address, ready: (page) => page.getByRole('heading', { level: 1 }).waitFor() },
    ...SCREENS.map(({ name, path }) => ({
      name: `console-${name.replaceAll(' ', '-')}`,
      address,
      ready: async (page: Parameters<NonNullable<Shot['ready']>>[0]) => {
        await signIn(page, of.tenant);
        await loaded(page, path(of));
      },
    })),
    { name: 'interface', address: `${service.base}/openapi-ui` },
    { name: 'interface-group', address: `${service.base}/openapi-ui?group=assets` },
  ];
}
