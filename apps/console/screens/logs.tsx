import { localNumber } from '../../site/locale.ts';
import { parseNote } from '../../../src/formats/log/note.ts';
import { api, ApiError, BASE, uuidOf, type Schemas } from '../lib/api.ts';
import type { Route } from '../lib/router.ts';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { readText } from '../lib/text.ts';
import { Act, Copy } from '../parts/act.tsx';
import { save } from '../parts/list.tsx';
import { Ago, Moment } from '../parts/moment.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { LatestAnchor } from './anchor.tsx';
import { screenTexts } from './texts/texts.ts';
import { rareTexts } from './texts/rare-texts.ts';

const { logs: wording } = rareTexts;
const { common, menu } = screenTexts;

type Log = Schemas['Log'];
type Key = Schemas['LogKeys']['keys'][number];

/** The name of the log of all public events. */
const PUBLIC = 'public';

/** A log: its tree, its checkpoint, its keys, its anchor, and how to follow it. */
export function LogScreen({ route }: { route: Route }) {
  const { tenancy } = useStore(session)!;
  const isPublic = route.parts[1] === PUBLIC;
  const name = isPublic ? PUBLIC : uuidOf(tenancy!.identity);
  const loaded = useLoaded(() => read(name), name);
  return (
    <Screen title={isPublic ? wording.publicTitle : menu.log} lead={wording.lead}>
      <p class="actions">
        {isPublic ? (
          <a href="#/logs">{wording.logOf(tenancy?.name || wording.theTenancy)}</a>
        ) : (
          <a href="#/logs/public">{wording.publicLog}</a>
        )}
      </p>
      <Load of={loaded}>
        {(found) =>
          found === null ? (
            <p class="empty">{isPublic ? wording.empty : wording.noEntries}</p>
          ) : (
            <LogDetails key={name} name={name} {...found} reload={loaded.reload} />
          )
        }
      </Load>
    </Screen>
  );
}

/** Reads a log; null if it does not exist for the caller. */
async function read(name: string) {
  const params = { path: { log: name } };
  try {
    const [log, { keys }, note] = await Promise.all([
      api.get('/v1/logs/{log}', { params }),
      api.get('/v1/logs/{log}/keys', { params }),
      readText(`/v1/logs/${name}/checkpoint`),
    ]);
    return { log, keys, note };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

type Props = { name: string; log: Log; keys: Key[]; note: string; reload: () => Promise<void> };

function LogDetails({ name, log, keys, note, reload }: Props) {
  const { previous } = log;
  return (
    <>
      <dl class="facts">
        <dt>{wording.entries}</dt>
        <dd>{localNumber(log.size)}</dd>
        <dt>{wording.root}</dt>
        <dd>
          <code>{log.root}</code>
        </dd>
        <dt>{wording.lastEntry}</dt>
        <dd>
          <Moment at={log.updated} /> <Ago at={log.updated} />
        </dd>
        <dt>{common.created}</dt>
        <dd>
          <Moment at={log.created} />
        </dd>
        <dt>{wording.origin}</dt>
        <dd>
          <code>{log.origin}</code>
        </dd>
        {previous.log !== undefined && (
          <>
            <dt>{wording.replaces}</dt>
            <dd>
              {wording.had(<code>{previous.log}</code>, previous.size !== undefined && localNumber(previous.size))}
            </dd>
          </>
        )}
      </dl>
      <p class="actions">
        <Act label={common.refresh} act={reload} />
      </p>
      <Checkpoint name={name} log={log} note={note} />
      {name !== PUBLIC && <LatestAnchor log={log.log} />}
      <Keys keys={keys} />
      <Follow name={name} keys={keys} />
    </>
  );
}

/** The witnesses that have cosigned a note. */
const witnessesOf = (note: string, { origin }: Log): string[] =>
  parseNote(note)
    .signatures.map(({ name }) => name)
    .filter((name) => name !== origin);

function Checkpoint({ name, log, note }: { name: string; log: Log; note: string }) {
  const witnesses = witnessesOf(note, log);
  const keep = (text: string): void => {
    const [, size = ''] = text.split('\n');
    save(new Blob([text], { type: 'text/plain' }), `checkpoint-${log.log}-${size}.txt`);
  };
  const keepCosigned = async (): Promise<void> => {
    try {
      keep(await readText(`/v1/logs/${name}/checkpoint?cosigned=true`));
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error;
      throw new Error(wording.noWitness, { cause: error });
    }
  };
  return (
    <section aria-labelledby="checkpoint">
      <h2 id="checkpoint">{wording.checkpoint}</h2>
      <p>{witnesses.length === 0 ? wording.notCosigned : wording.cosigned(witnesses.join(', '))}</p>
      <Copy label={wording.note} value={note} rows={7} />
      <p class="actions">
        <button type="button" onClick={() => keep(note)}>
          {wording.download}
        </button>
        <Act label={wording.downloadCosigned} act={keepCosigned} />
      </p>
      <p class="note">{wording.keep(<code>--checkpoint</code>, <code>npm run -s verify</code>)}</p>
    </section>
  );
}

function Keys({ keys }: { keys: Key[] }) {
  return (
    <section aria-labelledby="keys">
      <h2 id="keys">{wording.keys}</h2>
      <Table
        caption={wording.keys}
        items={keys}
        identity={nameOf}
        columns={[
          [wording.key, (key) => <code>{nameOf(key)}</code>],
          [wording.signs, (key) => ('vkey' in key ? wording.checkpoints : wording.receipts)],
          [wording.from, ({ from }) => <Moment at={from} />],
          [wording.until, ({ until }) => (until === '' ? wording.inUse : <Moment at={until} />)],
        ]}
      />
      <p class="note">{wording.giveKeys}</p>
    </section>
  );
}

const nameOf = (key: Key): string => ('vkey' in key ? key.vkey : key.jwk.kid);

function Follow({ name, keys }: { name: string; keys: Key[] }) {
  const current = keys.find((key) => 'vkey' in key && key.until === '');
  const command = `npm run monitor -- ${BASE} --log ${name}${current ? ` --vkey '${nameOf(current)}'` : ''}`;
  return (
    <section aria-labelledby="follow">
      <h2 id="follow">{wording.follow}</h2>
      <p>{wording.monitor}</p>
      <Copy label={wording.command} value={command} />
      {name !== PUBLIC && <p class="note">{wording.credentials(<code>CLIENT_ID</code>, <code>CLIENT_SECRET</code>)}</p>}
    </section>
  );
}
