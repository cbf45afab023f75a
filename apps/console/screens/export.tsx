import { Fragment } from 'preact';
import { localNumber } from '../../site/locale.ts';
import { api, type Schemas } from '../lib/api.ts';
import { go, type Route } from '../lib/router.ts';
import { sentenceOf, sizeOf } from '../lib/words.ts';
import { Copy, Destroy } from '../parts/act.tsx';
import { SavePackage } from '../parts/auditors-package.tsx';
import { Moment } from '../parts/moment.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';
import { useRepeated } from '../parts/repeat.ts';
import { Table } from '../parts/table.tsx';
import { ExportState } from './exports.tsx';
import { screenTexts } from './texts/texts.ts';
import { rareTexts } from './texts/rare-texts.ts';

const { exported: wording, exports } = rareTexts;
const { common } = screenTexts;

type Export = Schemas['Export'];
type Params = { path: { uuid: string } };

/** One export: its progress, its files with their addresses, how to verify it, its deletion. */
export function ExportScreen({ route }: { route: Route }) {
  const uuid = route.parts[1]!;
  const params = { path: { uuid } };
  const loaded = useLoaded(() => api.get('/v1/exports/{uuid}', { params }), uuid);
  useRepeated(loaded.data?.done === false, loaded.reload);
  return <Load of={loaded}>{(found) => <ExportDetails of={found} params={params} reload={loaded.reload} />}</Load>;
}

function ExportDetails({ of, params, reload }: { of: Export; params: Params; reload: () => Promise<void> }) {
  const { counts } = of;
  return (
    <Screen title={of.display_name || exports.export}>
      <dl class="facts">
        <dt>{common.state}</dt>
        <dd>
          <span role="status">
            <ExportState of={of} />
          </span>
        </dd>
        <dt>{common.created}</dt>
        <dd>
          <Moment at={of.created_at} />
        </dd>
        {of.finished_at && (
          <>
            <dt>{wording.ended}</dt>
            <dd>
              <Moment at={of.finished_at} />
            </dd>
          </>
        )}
        {of.status === 'STATUS_FINISHED' && of.expires_at && (
          <>
            <dt>{exports.filesUntil}</dt>
            <dd>
              <Moment at={of.expires_at} />
            </dd>
          </>
        )}
        <dt>{wording.contents}</dt>
        <dd>{of.blobs ? wording.included : wording.notIncluded}</dd>
        {Object.entries(counts).map(([kind, count]) => (
          <Fragment key={kind}>
            <dt>{kindOf(kind)}</dt>
            <dd>{localNumber(count)}</dd>
          </Fragment>
        ))}
      </dl>
      {!of.done && <progress aria-label={wording.progress} />}
      {of.status === 'STATUS_FINISHED' && (
        <>
          <SavePackage of={of} addressOf={(name) => addressOf(of.download_url, name)} />
          <Files of={of} reload={reload} />
        </>
      )}
      <Verify of={of} />
      <section aria-labelledby="end">
        <h2 id="end">{common.delete}</h2>
        <p class="actions">
          <Destroy
            label={wording.delete}
            question={wording.question(of.display_name || wording.thisExport)}
            consequence={of.done ? wording.consequence : wording.consequenceRunning}
            act={async () => {
              await api.delete('/v1/exports/{uuid}', { params });
              go('exports');
            }}
          />
        </p>
      </section>
    </Screen>
  );
}

/** A kind of records in words. */
const kindOf = (kind: string): string =>
  wording.kinds[kind] ?? sentenceOf(kind.replace('blobs', 'files').replaceAll('_', ' '));

/** The address of a file of an export, on this origin, with the token of the address of the manifest. */
const addressOf = (manifest: string, name: string): string => {
  const { pathname, search } = new URL(manifest);
  return `${location.origin}${pathname.replace(/[^/]+$/, encodeURIComponent(name))}${search}`;
};

function Files({ of, reload }: { of: Export; reload: () => Promise<void> }) {
  const all = [
    { name: 'manifest.json', kind: 'manifest', lines: 0, bytes: undefined, sha256: of.manifest_sha256 },
    ...of.files,
  ];
  return (
    <section aria-labelledby="files">
      <h2 id="files">{common.files}</h2>
      <p class="note">
        {wording.addresses(
          <button type="button" class="quiet" onClick={() => void reload()}>
            {wording.renew}
          </button>,
        )}
      </p>
      <Table
        caption={common.files}
        items={all}
        identity={({ name }) => name}
        columns={[
          [
            common.file,
            ({ name }) => (
              <a href={addressOf(of.download_url, name)} download={name}>
                {name}
              </a>
            ),
          ],
          [wording.kind, ({ kind }) => kindOf(kind)],
          [wording.records, ({ lines }) => (lines === 0 ? '' : localNumber(lines))],
          [wording.size, ({ bytes }) => (bytes === undefined ? '' : sizeOf(bytes))],
          ['SHA-256', ({ sha256 }) => <code>{sha256}</code>],
        ]}
      />
    </section>
  );
}

/** What to do with an export. */
function Verify({ of }: { of: Export }) {
  const known = of.manifest_sha256 === '' ? '' : ` --manifest-sha256 ${of.manifest_sha256}`;
  return (
    <section aria-labelledby="verify">
      <h2 id="verify">{wording.whatToDo}</h2>
      <ol>
        <li>{wording.saveAll}</li>
        <li>
          {wording.verify}
          <Copy label={wording.verifyCommand} value={`npm run -s verify -- my-export${known}`} />
          {wording.exitCode}
        </li>
        <li>
          {wording.import(
            <Copy
              label={wording.importCommand}
              value="CLIENT_ID=… CLIENT_SECRET=… npm run import -- my-export --url https://other.example.com/archivist"
            />,
          )}
        </li>
      </ol>
      <p class="note">{wording.byCommand(<code>npm run -s evidence -- export my-export</code>)}</p>
    </section>
  );
}
