import { type Language } from '../../site/language.ts';
import { translate } from '../../site/texts/translate.ts';
import { showIn } from '../texts/language.ts';
import { texts } from '../texts/texts.ts';
import { fieldTexts } from './texts/texts.ts';

/**
 * Shows the field page in a language. The browser loads its texts only if they are not English; if it cannot, the page
 * is in English. Never rejects.
 */
export async function speak(language: Language): Promise<void> {
  showIn('en');
  if (language === 'en') return;
  try {
    const others = (await import(`/field/${language}.js`)) as typeof import('./texts/de.ts');
    translate(texts, others.texts);
    translate(fieldTexts, others.fieldTexts);
  } catch {
    return;
  }
  showIn(language);
  document.querySelector<HTMLLinkElement>('link[rel=manifest]')!.href = `/field/manifest.${language}.webmanifest`;
}
