import { chooseLanguage, LANGUAGES, type Language } from '../../site/language.ts';
import { texts } from '../texts/texts.ts';

/** The other languages, each by its own name, one click away. */
export const Languages = () => (
  <p class="languages" role="group" aria-label={texts.page.languages}>
    {Object.entries(LANGUAGES)
      .filter(([language]) => language !== document.documentElement.lang)
      .map(([language, { name }]) => (
        <button
          key={language}
          type="button"
          class="quiet"
          lang={language}
          onClick={() => chooseLanguage(language as Language)}
        >
          {name}
        </button>
      ))}
  </p>
);
