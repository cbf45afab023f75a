import { useEffect, useRef, useState } from 'preact/hooks';
import { hashOf, NotAFile } from '../../site/find/hash.ts';
import { pages, uuidOf, type Schemas } from '../lib/api.ts';
import { FileDrop } from '../parts/drop.tsx';
import { EVENT_COLUMNS_WITH_ASSET } from '../parts/event-cells.tsx';
import { List } from '../parts/list.tsx';
import { Screen } from '../parts/page.tsx';
import type { Column } from '../parts/table.tsx';

const PROOF: Column<Schemas['AssetEvent']> = [
  'Proof',
  ({ asset_identity, identity }) => <a href={`#/${asset_identity}/events/${uuidOf(identity)}`}>Event and proof</a>,
];

const LEAD =
  'Choose a file, or drop it on this screen, to see the events that carry it. ' +
  'The file is hashed in your browser and not uploaded.';

/** Finds the events that carry a file. The file is hashed in the browser; only the hash is sent. */
export function Find() {
  const [file, setFile] = useState<{ name: string; hash: string }>();
  const [notice, setNotice] = useState('');
  const turn = useRef(0);
  const find = async (choose: () => File): Promise<void> => {
    const mine = ++turn.current;
    const isNow = (): boolean => mine === turn.current;
    setFile(undefined);
    setNotice('Hashing the file…');
    try {
      const chosen = choose();
      const hash = await hashOf(chosen, (percent) => isNow() && setNotice(`Hashing the file: ${percent}%`));
      if (!isNow()) return;
      setFile({ name: chosen.name, hash });
      setNotice(chosen.size === 0 ? 'The file is empty. All empty files have this hash.' : '');
    } catch (error) {
      if (isNow()) setNotice(error instanceof NotAFile ? error.message : 'The file could not be read.');
    }
  };
  useEffect(() => () => void turn.current++, []);
  return (
    <Screen title="Find by file" lead={LEAD}>
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
      <h2>Events with “{name}”</h2>
      <p class="note">
        SHA-256 <code>{hash}</code>
      </p>
      <List
        caption="Events with the file"
        of={events}
        reload={hash}
        identity={({ identity }) => identity}
        empty="No event that you may see carries this file."
        columns={[...EVENT_COLUMNS_WITH_ASSET, PROOF]}
      />
    </>
  );
}
