// Finds the public events that carry a file. The file is hashed here; only the hash is sent.
import { element } from '../check/report.ts';
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
    say(element('p', '', 'Hashing the file…'));
    const hash = await hashOf(file, (percent) => say(element('p', '', `Hashing the file: ${percent}%`)));
    say(element('p', '', 'Searching…'));
    const query = new URLSearchParams({ attachment_sha256: hash, page_size: String(SHOWN) });
    const response = await fetch(`${section.dataset['base']}/v2/publicassets/-/events?${query}`, {
      headers: { accept: 'application/json' },
    });
    if (!response.ok) return say(element('p', 'fails', `The service responded with status ${response.status}.`));
    say(...results(file, hash, await response.json()));
  } catch (error) {
    const text = error instanceof NotAFile ? error.message : 'The service could not be reached.';
    say(element('p', 'fails', text));
  }
}

function results(file: File, hash: string, page: { events: PublicEvent[]; next_page_token: string }): HTMLElement[] {
  const { events } = page;
  const more = page.next_page_token !== '';
  const few = ['No public event carries', 'One public event carries'][events.length];
  const count = `${more ? 'More than ' : ''}${events.length} public events carry`;
  const sha256 = element('p', 'empty', 'SHA-256 ');
  sha256.append(element('code', '', hash));
  const parts = [
    element(
      'p',
      '',
      `${more ? count : (few ?? count)} the file “${file.name}”${more ? `; these are ${SHOWN} of them` : ''}.`,
    ),
    sha256,
  ];
  if (file.size === 0) parts.push(element('p', 'notice', 'The file is empty. All empty files have this hash.'));
  if (events.length === 0) return parts;
  const list = element('ul', 'files');
  list.append(...events.map(row));
  return [...parts, list];
}

function row(event: PublicEvent): HTMLElement {
  const type = event.event_attributes['arc_display_type'];
  const title = typeof type === 'string' && type !== '' ? type : event.operation;
  const address = `${section.dataset['base']}/${event.identity}`;
  const item = element('li', '');
  const line = element('p', '');
  const when = element('span', 'also', ` ${localTime(event.timestamp_declared)} `);
  line.append(link(address, title), when, link(`${address}:proof`, 'Proof'));
  item.append(line);
  return item;
}

function link(href: string, text: string): HTMLElement {
  const made = element('a', '', text) as HTMLAnchorElement;
  made.href = href;
  return made;
}
