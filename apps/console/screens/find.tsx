import { useEffect, useRef, useState } from 'preact/hooks';
import { hashOf, NotAFile } from '../../site/find/hash.ts';
import { pages, uuidOf, type Schemas } from '../lib/api.ts';
import { FileDrop } from '../parts/drop.tsx';
import { eventColumnsWithAsset } from '../parts/event-cells.tsx';
import { List } from '../parts/list.tsx';
import { Screen } from '../parts/page.tsx';
import type { Column } from '../parts/table.tsx';
import { screenTexts } from './texts/texts.ts';
import { rareTexts } from './texts/rare-texts.ts';

const { find: wording } = rareTexts;
const { common, menu, drop } = screenTexts;

const proof = (): Column<Schemas['AssetEvent']> => [
  common.proof,
  ({ asset_identity, identity }) => (
    <a href={`#/${asset_identity}/events/${uuidOf(identity)}`}>{wording.eventAndProof}</a>
  ),
];

/** Finds the events that carry a file. The file is hashed in the browser; only the hash is sent. */
export function Find() {
  const [file, setFile] = useState<{ name: string; hash: string }>();
  const [notice, setNotice] = useState('');
  const turn = useRef(0);
  const find = async (choose: () => File): Promise<void> => {
    const mine = ++turn.current;
    const isNow = (): boolean => mine === turn.current;
    setFile(undefined);
    setNotice(wording.hashing);
    try {
      const chosen = choose();
      const hash = await hashOf(chosen, (percent) => isNow() && setNotice(wording.hashed(percent)));
      if (!isNow()) return;
      setFile({ name: chosen.name, hash });
      setNotice(chosen.size === 0 ? wording.empty : '');
    } catch (error) {
      if (isNow()) setNotice(error instanceof NotAFile ? drop.reasons[error.reason] : wording.unreadable);
    }
  };
  useEffect(() => () => void turn.current++, []);
  return (
    <Screen title={menu.find} lead={wording.lead}>
      <FileDrop id="find-file" onFile={(choose) => void find(choose)} />
      <p class="note" role="status">
        {notice}
      </p>
      {file && <EventsWithFile {...file} />}
    </Screen>
  );
}

function EventsWithFile({ name, hash }: { name: string; hash: string }) {
  const events = pages('/v2/assets/-/events', 'events', { params: { query: { attachment_sha256: hash } } });
  return (
    <>
      <h2>{wording.eventsWith(name)}</h2>
      <p class="note">
        SHA-256 <code>{hash}</code>
      </p>
      <List
        caption={wording.eventsWithFile}
        of={events}
        reload={hash}
        identity={({ identity }) => identity}
        empty={wording.none}
        columns={[...eventColumnsWithAsset(), proof()]}
      />
    </>
  );
}
