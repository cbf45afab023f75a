import { preferredLanguage, type Language } from '../site/language.ts';
import { showIn, translate } from './texts/language.ts';
import { texts } from './texts/texts.ts';
import { en } from './texts/en.ts';
import { screenTexts } from './screens/texts/texts.ts';
import { en as screensInEnglish } from './screens/texts/en.ts';

type Loaded = Pick<typeof import('./screens/texts/de.ts'), 'texts' | 'screenTexts'>;

/** The texts of the language that the person prefers, once they are loaded; until then, and without them, English. */
let preferred: { language: Language } & Loaded = { language: 'en', texts: en, screenTexts: screensInEnglish };
let shown: Language | undefined;

/** Loads the texts of the preferred language, if that is not English. Never rejects. */
export async function loadLanguage(): Promise<void> {
  const language = preferredLanguage();
  if (language === 'en') return;
  const loaded = await (import(`/console/${language}.js`) as Promise<Loaded>).catch(() => undefined);
  if (loaded) preferred = { language, ...loaded };
}

/** Shows what is rendered next in the preferred language if `isWhole`: all of it has texts. Else in English. */
export function speakIf(isWhole: boolean): void {
  const next = isWhole ? preferred : { language: 'en' as const, texts: en, screenTexts: screensInEnglish };
  if (shown === next.language) return;
  shown = next.language;
  translate(texts, next.texts);
  translate(screenTexts, next.screenTexts);
  showIn(next.language);
}
