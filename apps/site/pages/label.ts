import { labelTexts } from '../../../src/formats/records/label-page.ts';
import { preferredLanguage } from '../language.ts';

const GERMAN: typeof labelTexts = {
  title: 'Anmelden, um diese Anlage zu sehen',
  about:
    'Das Etikett gehört einer Organisation, die diesen Dienst nutzt. Die Mitglieder der Organisation sehen die ' +
    'Anlage und erfassen Einträge.',
  signIn: 'Anmelden und ansehen',
  footer: 'Erfasste Texte werden unverändert gezeigt. Namen von Personen sind nicht öffentlich.',
};

// The page that strangers get for a label is the same for everybody. In a German browser, its words are replaced.
const heading = document.querySelector('main > h1');
if (heading?.textContent === labelTexts.title && preferredLanguage() === 'de') {
  const paragraphs = document.querySelectorAll('main > p');
  document.documentElement.lang = 'de';
  document.title = GERMAN.title;
  heading.textContent = GERMAN.title;
  paragraphs[0]!.textContent = GERMAN.about;
  paragraphs[1]!.querySelector('a')!.textContent = GERMAN.signIn;
  document.querySelector('footer > p')!.textContent = GERMAN.footer;
}
