import { refusalInWords } from '../lib/words.ts';

/** A text that the service has sent: in the language of the page if it is a known one, else in English. */
export function OfService({ text }: { text: string }) {
  const words = refusalInWords(text);
  return words === text ? <span lang="en">{text}</span> : <>{words}</>;
}
