import { setLocale } from '../locale.ts';
import { siteTexts } from './texts.ts';

/**
 * Writes texts, times and numbers in the language of a page. The browser loads the texts only if they are not English;
 * if it cannot, they stay English. Returns the texts that it loaded.
 */
export async function speak(language: string): Promise<typeof import('./de.ts') | undefined> {
  if (language === 'en') return undefined;
  const file = import(`/static/${language}.js`) as Promise<typeof import('./de.ts')>;
  const loaded = await file.catch(() => undefined);
  if (loaded) {
    loaded.translate(siteTexts, loaded.siteTexts);
    setLocale(loaded.localeOf(language, navigator.languages));
  }
  return loaded;
}
