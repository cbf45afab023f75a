import { records } from './de/records.ts';
import { fleet } from './de/fleet.ts';
import { imports } from './de/imports.ts';
import { evidence } from './de/evidence.ts';
import { machinery } from './de/machinery.ts';
import { organization } from './de/organization.ts';
import { places } from './de/places.ts';
import { access } from './de/access.ts';
import { rules } from './de/rules.ts';
import { sharing } from './de/sharing.ts';
import { links } from './de/links.ts';
import type { RareTexts } from './rare-texts.ts';

/** The texts of `en-rare.ts` in German. */
export const rareTexts: RareTexts = {
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
