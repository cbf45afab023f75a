// Finds the public events that carry a file. The file is hashed here; only the hash is sent.
import { element } from '../check/report.ts';
import { speak } from '../texts/speak.ts';
import { formTexts } from '../texts/texts.ts';
import { localTime } from '../time.ts';
import { droppedFile, hashOf, NotAFile } from './hash.ts';

/** The part of a public event that is shown. */
type PublicEvent = {
  identity: string;
  timestamp_declared: string;
  operation: string;
  event_attributes: Record<string, unknown>;
};

/** The most events that are shown. */
const SHOWN = 50;

const { find: wording } = formTexts;

const loaded = await speak(document.documentElement.lang);
loaded?.translate(formTexts, loaded.formTexts);

const section = document.querySelector<HTMLElement>('[data-find]')!;
const input = section.querySelector('input')!;
const output = section.querySelector<HTMLElement>('[data-found]')!;
let turn = 0;

section.hidden = false;
// The browser has not scrolled to a section that was hidden.
if (location.hash === '#find-file') {
  section.scrollIntoView();
  input.focus();
}
input.addEventListener('change', () => input.files?.[0] && void find(() => input.files![0]!));
// The whole page accepts the file: a browser opens a file that is dropped beside the field.
addEventListener('dragover', (event) => event.preventDefault());
addEventListener('drop', (event) => {
  event.preventDefault();
  void find(() => droppedFile(event.dataTransfer));
});

async function find(choose: () => File): Promise<void> {
  const mine = ++turn;
  const say = (...parts: HTMLElement[]): void => {
    if (mine === turn) output.replaceChildren(...parts);
  };
  try {
    const file = choose();
    say(element('p', '', wording.hashing));
    const hash = await hashOf(file, (percent) => say(element('p', '', wording.hashed(percent))));
    say(element('p', '', wording.searching));
    const query = new URLSearchParams({ attachment_sha256: hash, page_size: String(SHOWN) });
    const response = await fetch(`${section.dataset['base']}/v2/publicassets/-/events?${query}`, {
      headers: { accept: 'application/json' },
    });
    if (!response.ok) return say(element('p', 'fails', wording.refused(response.status)));
    say(...results(file, hash, await response.json()));
  } catch (error) {
    const text = error instanceof NotAFile ? whyNot(error) : wording.unreachable;
    say(element('p', 'fails', text));
  }
}

function results(file: File, hash: string, page: { events: PublicEvent[]; next_page_token: string }): HTMLElement[] {
  const { events } = page;
  const more = page.next_page_token !== '';
  const sha256 = element('p', 'empty', 'SHA-256 ');
  sha256.append(element('code', '', hash));
  const parts = [element('p', '', countOf(events.length, more, file.name)), sha256];
  if (file.size === 0) parts.push(element('p', 'notice', wording.empty));
  if (events.length === 0) return parts;
  const list = element('ul', 'files');
  list.append(...events.map(row));
  return [...parts, list];
}

const whyNot = ({ reason }: NotAFile): string => wording[reason === 'several' ? 'manyFiles' : reason];

function countOf(n: number, more: boolean, file: string): string {
  if (more) return wording.more(n, file);
  if (n > 1) return wording.several(n, file);
  return n === 0 ? wording.none(file) : wording.one(file);
}

function row(event: PublicEvent): HTMLElement {
  const type = event.event_attributes['arc_display_type'];
  const title = typeof type === 'string' && type !== '' ? type : event.operation;
  const address = `${section.dataset['base']}/${event.identity}`;
  const item = element('li', '');
  const line = element('p', '');
  const when = element('span', 'also', ` ${localTime(event.timestamp_declared)} `);
  line.append(link(address, title), when, link(`${address}:proof`, wording.proof));
  item.append(line);
  return item;
}

function link(href: string, text: string): HTMLElement {
  const made = element('a', '', text) as HTMLAnchorElement;
  made.href = href;
  return made;
}
