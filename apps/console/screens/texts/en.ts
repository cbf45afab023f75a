import { asset } from './en/asset.ts';
import { assets } from './en/assets.ts';
import { overviews } from './en/overviews.ts';
import { shell } from './en/shell.ts';

/** The texts of the screens that the console begins with; `en-rare.ts` has the others. `de.ts` has them too. */
export const en = {
  frame: {
    brand: 'Asset evidence',
    closeWindow: 'You can close this window.',
  },
  tenancies: {
    title: 'Choose a tenancy',
    none:
      'You are not a member of a tenancy. If you were invited, open the link in the invitation. Otherwise, ask an ' +
      'administrator to invite you.',
    roles: { Administrator: 'Administrator', Auditor: 'Auditor', Member: 'Member' } as Record<string, string>,
  },
  ...shell,
  ...overviews,
  ...assets,
  ...asset,
};
