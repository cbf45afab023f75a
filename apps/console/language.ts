import { localeOf } from '../site/locale.ts';
import { preferredLanguage, type Language } from '../site/language.ts';
import { screenTexts } from './screens/texts/texts.ts';
import { formTexts, siteTexts } from '../site/texts/texts.ts';
import { translate } from '../site/texts/translate.ts';
import { showIn } from './texts/language.ts';
import { texts } from './texts/texts.ts';

/** The texts in other languages: those that the console begins with, and those of what it loads on demand. */
const OTHERS = {
  de: { first: () => import('./screens/texts/de.ts'), rare: () => import('./screens/texts/de-rare.ts') },
} satisfies Record<Exclude<Language, 'en'>, unknown>;

/** The language of the texts that are shown. */
let shown: Language = 'en';

/**
 * Shows the console in the language that the person prefers. The browser loads its texts only if they are not English;
 * if it cannot, the console is in English. Never rejects.
 */
export async function speak(): Promise<void> {
  const language = preferredLanguage();
  showIn('en');
  if (language === 'en') return;
  const loaded = await OTHERS[language].first().catch(() => undefined);
  if (!loaded) return;
  loaded.setLocale(localeOf(language, navigator.languages));
  translate(texts, loaded.texts);
  translate(screenTexts, loaded.screenTexts);
  translate(siteTexts, loaded.siteTexts);
  translate(formTexts, loaded.formTexts);
  showIn(language);
  shown = language;
}

/** Translates the texts of what is loaded on demand into the language of the others. Rejects if it cannot load them. */
export async function speakOnDemand(): Promise<void> {
  if (shown === 'en') return;
  const [ours, theirs] = await Promise.all([import('./screens/texts/rare-texts.ts'), OTHERS[shown].rare()]);
  translate(ours.rareTexts, theirs.rareTexts);
}
