import { chooseLanguage, type Language } from '../language.ts';

/** Shows the buttons with which readers choose the other language. Without scripts, they are hidden. */
export function offerLanguages(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[lang]')) {
    button.hidden = false;
    button.addEventListener('click', () => chooseLanguage(button.lang as Language));
  }
}
