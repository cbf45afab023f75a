import { asset } from './de/asset.ts';
import { assets } from './de/assets.ts';
import { overviews } from './de/overviews.ts';
import { shell } from './de/shell.ts';
import type { ScreenTexts } from './texts.ts';

export { formTexts, siteTexts } from '../../../site/texts/de.ts';
export { texts } from '../../texts/de.ts';
export { setLocale } from '../../texts/german.ts';

/** The texts of `en.ts` in German. The words are those of the glossary in docs/vocabulary.md. */
export const screenTexts: ScreenTexts = {
  frame: {
    brand: 'Anlagennachweise',
    closeWindow: 'Sie können dieses Fenster schließen.',
  },
  tenancies: {
    title: 'Organisation wählen',
    none:
      'Sie sind in keiner Organisation Mitglied. Wenn Sie eingeladen wurden, öffnen Sie den Link in der Einladung. ' +
      'Sonst bitten Sie eine Administration, Sie einzuladen.',
    roles: { Administrator: 'Administration', Auditor: 'Revision', Member: 'Mitglied' },
  },
  ...shell,
  ...overviews,
  ...assets,
  ...asset,
};
