import { siteTexts } from '../texts/texts.ts';
import { asInput, exactTime, fromInput, localTime, relativeTime, zone } from '../time.ts';

/** Pages have times in UTC, which are complete without scripts. Readers with scripts see them in their own zone. */
export function inOwnZone(): void {
  for (const time of document.querySelectorAll('time')) {
    const at = time.dateTime;
    time.textContent = localTime(at);
    time.title = exactTime(at);
    const ago = relativeTime(at, Date.now());
    // In a sentence, the time alone is easier to read.
    if (ago === '' || !time.parentElement?.classList.contains('when')) continue;
    const note = document.createElement('span');
    note.className = 'also';
    note.textContent = ago;
    time.after(' ', note);
  }

  const form = document.querySelector<HTMLFormElement>('form[data-moment]');
  const input = form?.querySelector('input');
  if (form && input) {
    form.querySelector('[data-zone]')!.textContent = siteTexts.page.zone(zone());
    if (input.value !== '') input.value = asInput(`${input.value}Z`);
    // The local time has no name, so that the form sends only the time in UTC.
    input.removeAttribute('name');
    const sent = document.createElement('input');
    sent.type = 'hidden';
    sent.name = 'at_time';
    form.append(sent);
    form.addEventListener('submit', () => void (sent.value = fromInput(input.value)));
  }
}
