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
    <Screen title={of.display_name || 'Export'}>
      <dl class="facts">
        <dt>State</dt>
        <dd>
          <span role="status">
            <ExportState of={of} />
          </span>
        </dd>
        <dt>Created</dt>
        <dd>
          <Moment at={of.created_at} />
        </dd>
        {of.finished_at && (
          <>
            <dt>Ended</dt>
            <dd>
              <Moment at={of.finished_at} />
            </dd>
          </>
        )}
        {of.status === 'STATUS_FINISHED' && of.expires_at && (
          <>
            <dt>Files until</dt>
            <dd>
              <Moment at={of.expires_at} />
            </dd>
          </>
        )}
        <dt>Contents of files</dt>
        <dd>{of.blobs ? 'included' : 'not included'}</dd>
        {Object.entries(counts).map(([kind, count]) => (
          <Fragment key={kind}>
            <dt>{kindOf(kind)}</dt>
            <dd>{localNumber(count)}</dd>
          </Fragment>
        ))}
      </dl>
      {!of.done && <progress aria-label="Progress of the export" />}
      {of.status === 'STATUS_FINISHED' && (
        <>
          <SavePackage of={of} addressOf={(name) => addressOf(of.download_url, name)} />
          <Files of={of} reload={reload} />
        </>
      )}
      <Verify of={of} />
      <section aria-labelledby="end">
        <h2 id="end">Delete</h2>
        <p class="actions">
          <Destroy
            label="Delete the export"
            question={`Delete ${of.display_name || 'this export'}?`}
            consequence={
              of.done
                ? 'Its files are deleted here. Copies that were downloaded stay valid.'
                : 'Its job ends, and what it has written is deleted.'
            }
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
const kindOf = (kind: string): string => sentenceOf(kind.replace('blobs', 'files').replaceAll('_', ' '));

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
      <h2 id="files">Files</h2>
      <p class="note">
        These addresses are valid for an hour and need no sign-in, so do not pass them on.{' '}
        <button type="button" class="quiet" onClick={() => void reload()}>
          Renew the addresses
        </button>
      </p>
      <Table
        caption="Files"
        items={all}
        identity={({ name }) => name}
        columns={[
          [
            'File',
            ({ name }) => (
              <a href={addressOf(of.download_url, name)} download={name}>
                {name}
              </a>
            ),
          ],
          ['Kind', ({ kind }) => kindOf(kind)],
          ['Records', ({ lines }) => (lines === 0 ? '' : localNumber(lines))],
          ['Size', ({ bytes }) => (bytes === undefined ? '' : sizeOf(bytes))],
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
      <h2 id="verify">What to do with it</h2>
      <ol>
        <li>Save all files in one directory, for example my-export, under their names.</li>
        <li>
          Verify it in a copy of the source of this service, without a connection to it:
          <Copy label="Command that verifies" value={`npm run -s verify -- my-export${known}`} />
          The exit code 0 means that no record was changed or removed. Store the SHA-256 of the manifest elsewhere.
        </li>
        <li>
          Keep it, or import it into another deployment:
          <Copy
            label="Command that imports"
            value="CLIENT_ID=… CLIENT_SECRET=… npm run import -- my-export --url https://other.example.com/archivist"
          />
        </li>
      </ol>
      <p class="note">
        <code>npm run -s evidence -- export my-export</code> creates an export, downloads all files and compares their
        hashes.
      </p>
    </section>
  );
}
