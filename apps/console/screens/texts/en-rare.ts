import { records } from './en/records.ts';
import { fleet } from './en/fleet.ts';
import { imports } from './en/imports.ts';
import { evidence } from './en/evidence.ts';
import { machinery } from './en/machinery.ts';
import { organization } from './en/organization.ts';
import { places } from './en/places.ts';
import { access } from './en/access.ts';
import { rules } from './en/rules.ts';
import { sharing } from './en/sharing.ts';
import { links } from './en/links.ts';

/** The texts of what the console loads on demand. `de-rare.ts` has them too. */
export const en = {
  ...records,
  ...fleet,
  ...imports,
  ...evidence,
  ...machinery,
  ...organization,
  ...places,
  ...access,
  ...rules,
  ...sharing,
  ...links,
};
