import { useEffect, useState } from 'preact/hooks';
import { pages, uuidOf, type Schemas } from '../lib/api.ts';
import type { SignedInUser } from '../lib/session.ts';
import { nameOf, textOf } from '../parts/attributes.tsx';
import { Field } from '../parts/form.tsx';
import { Languages } from '../parts/languages.tsx';
import { Screen } from '../parts/page.tsx';
import { rejoin } from './person.ts';
import { ownerOf } from './database.ts';
import { DueList } from './due-list.tsx';
import { keptAssets, type KeptAsset } from './store.ts';
import { fieldTexts } from './texts/texts.ts';

/** Milliseconds without input until assets are searched. */
const PAUSE = 300;
/** The most assets of a search, and of the ones opened last. */
const MOST = 10;

type Named = Pick<Schemas['Asset'], 'identity' | 'attributes'>;

/** Where work begins: scan a label, find an asset, or go on with one that was opened before. */
export function Home({ now }: { now: SignedInUser }) {
  const [text, setText] = useState('');
  const [kept, setKept] = useState<Pick<KeptAsset, 'asset'>[]>([]);
  useEffect(() => void keptAssets(ownerOf(now)).then(setKept), [now.id]);
  const found = useFound(text.trim());
  const words = text.toLowerCase().split(/\s+/);
  const here = kept
    .map(({ asset }) => asset)
    .filter(({ attributes }) => words.every((word) => JSON.stringify(attributes).toLowerCase().includes(word)));
  const known = new Set(here.map(({ identity }) => identity));
  const all: Named[] = [...here.slice(0, MOST), ...found.filter(({ identity }) => !known.has(identity))];
  return (
    <Screen title={fieldTexts.home.title}>
      <p class="actions">
        <a class="button wide" href="#/scan">
          {fieldTexts.home.scan}
        </a>
      </p>
      <Field
        label={fieldTexts.home.find}
        type="search"
        value={text}
        onInput={setText}
        hint={fieldTexts.home.findHint}
      />
      {all.length === 0 && <p class="empty">{text === '' ? fieldTexts.home.keptHere : fieldTexts.home.nothingFound}</p>}
      <ul class="items" aria-label={text === '' ? fieldTexts.home.openedLast : fieldTexts.home.found}>
        {all.map(({ identity, attributes }) => (
          <li key={identity}>
            <a href={`#/assets/${uuidOf(identity)}`}>
              <bdi>{nameOf({ identity, attributes })}</bdi>
            </a>
            <bdi class="note">{textOf(attributes, 'arc_display_type')}</bdi>
          </li>
        ))}
      </ul>
      {text === '' && <DueList now={now} />}
      <p>
        <a href="/console/#/sessions">{fieldTexts.home.devices}</a>
      </p>
      <Languages />
    </Screen>
  );
}

/** The assets that a search finds; none without a network. */
function useFound(text: string): Named[] {
  const [found, setFound] = useState<Named[]>([]);
  useEffect(() => {
    setFound([]);
    if (text === '') return undefined;
    let over = false;
    const search = async (): Promise<void> => {
      if (!(await rejoin())) return;
      const { items } = await pages('/v2/assets:search', 'assets', { params: { query: { q: text } } })('', MOST);
      if (!over) setFound(items);
    };
    const timer = setTimeout(() => void search().catch(() => undefined), PAUSE);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [text]);
  return found;
}
