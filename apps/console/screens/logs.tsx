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

const NO_ENTRIES =
  'The log has no entries yet, or you may not read it: administrators may, and applications with the permission ' +
  '“auditor”, and those who may read one of its newest events.';

const LEAD =
  'Every event is an entry in a log that only grows. Two of its checkpoints, with the consistency proof between ' +
  'them, show whether an entry was changed or removed.';

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
    <Screen title={isPublic ? 'Log of public events' : 'Log'} lead={LEAD}>
      <p class="actions">
        {isPublic ? (
          <a href="#/logs">Log of {tenancy?.name || 'the tenancy'}</a>
        ) : (
          <a href="#/logs/public">Log of all public events</a>
        )}
      </p>
      <Load of={loaded}>
        {(found) =>
          found === null ? (
            <p class="empty">{isPublic ? 'The log has no entries yet.' : NO_ENTRIES}</p>
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
        <dt>Entries</dt>
        <dd>{localNumber(log.size)}</dd>
        <dt>Root</dt>
        <dd>
          <code>{log.root}</code>
        </dd>
        <dt>Last entry</dt>
        <dd>
          <Moment at={log.updated} /> <Ago at={log.updated} />
        </dd>
        <dt>Created</dt>
        <dd>
          <Moment at={log.created} />
        </dd>
        <dt>Origin</dt>
        <dd>
          <code>{log.origin}</code>
        </dd>
        {previous.log !== undefined && (
          <>
            <dt>Replaces</dt>
            <dd>
              <code>{previous.log}</code>, which had {previous.size !== undefined && localNumber(previous.size)} entries
            </dd>
          </>
        )}
      </dl>
      <p class="actions">
        <Act label="Refresh" act={reload} />
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
      throw new Error('No witness has cosigned a checkpoint of this log.', { cause: error });
    }
  };
  return (
    <section aria-labelledby="checkpoint">
      <h2 id="checkpoint">Last checkpoint</h2>
      <p>
        {witnesses.length === 0 ? 'No witness has cosigned this checkpoint.' : `Cosigned by ${witnesses.join(', ')}.`}
      </p>
      <Copy label="Signed note" value={note} rows={7} />
      <p class="actions">
        <button type="button" onClick={() => keep(note)}>
          Download the checkpoint
        </button>
        <Act label="Download the latest cosigned checkpoint" act={keepCosigned} />
      </p>
      <p class="note">
        Keep a checkpoint outside of this service. Pass it with <code>--checkpoint</code> to{' '}
        <code>npm run -s verify</code> later: it shows whether the log still has everything that it had then.
      </p>
    </section>
  );
}

function Keys({ keys }: { keys: Key[] }) {
  return (
    <section aria-labelledby="keys">
      <h2 id="keys">Keys</h2>
      <Table
        caption="Keys"
        items={keys}
        identity={nameOf}
        columns={[
          ['Key', (key) => <code>{nameOf(key)}</code>],
          ['Signs', (key) => ('vkey' in key ? 'checkpoints' : 'receipts')],
          ['From', ({ from }) => <Moment at={from} />],
          ['Until', ({ until }) => (until === '' ? 'in use' : <Moment at={until} />)],
        ]}
      />
      <p class="note">
        Give auditors and partners the key of checkpoints by another way than this service, so that they need not trust
        it.
      </p>
    </section>
  );
}

const nameOf = (key: Key): string => ('vkey' in key ? key.vkey : key.jwk.kid);

function Follow({ name, keys }: { name: string; keys: Key[] }) {
  const current = keys.find((key) => 'vkey' in key && key.until === '');
  const command = `npm run monitor -- ${BASE} --log ${name}${current ? ` --vkey '${nameOf(current)}'` : ''}`;
  return (
    <section aria-labelledby="follow">
      <h2 id="follow">Follow the log</h2>
      <p>
        A monitor asks for the checkpoint every minute, verifies that the log only grows, and exits with an alarm if it
        does not. Run it on a machine that does not belong to the operator of this service.
      </p>
      <Copy label="Command of the monitor" value={command} />
      {name !== PUBLIC && (
        <p class="note">
          Set <code>CLIENT_ID</code> and <code>CLIENT_SECRET</code> to those of an application with the permission
          “auditor”. It reads the structure of the log, and neither attributes nor people.
        </p>
      )}
    </section>
  );
}
