import { labelOf } from '../lib/words.ts';
import { useEffect, useState } from 'preact/hooks';
import { HOME_LOCATION, LABELS } from '../../../src/formats/records/attribute-labels.ts';
import { BASE, errorOf, signedIn, type Schemas } from '../lib/api.ts';
import { locationNames, wantLocation } from '../lib/names.ts';
import { useStore } from '../lib/store.ts';
import { texts } from '../texts/texts.ts';
import { Act } from './act.tsx';
import { save } from './list.tsx';

const { attributeTable: wording } = texts;

type Attributes = Schemas['Attributes'];

/** The identity of a blob in an attachment. */
const BLOB = /^(?:blobs|attachments)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The attributes of a record. `at` is the identity of the record, from which attachments are downloaded. */
export function AttributeTable({ attributes, at, label }: { attributes: Attributes; at: string; label: string }) {
  const entries = inOrder(attributes);
  if (entries.length === 0) return <p class="empty">{wording.none}</p>;
  return (
    <dl class="facts" aria-label={label}>
      {entries.map(([name, value]) => [
        <dt key={`${name}-t`}>
          <Name of={name} />
        </dt>,
        <dd key={`${name}-d`}>
          {isLocation(name, value) ? <LocationLink identity={value} /> : <Value value={value} at={at} />}
        </dd>,
      ])}
    </dl>
  );
}

const LOCATION = /^locations\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether an attribute is the identity of a location. */
export const isLocation = (name: string, value: Attributes[string] | undefined): value is string =>
  name === HOME_LOCATION && typeof value === 'string' && LOCATION.test(value);

/** A link to a location by its name, which is read when it is first needed. */
export function LocationLink({ identity }: { identity: string }) {
  const name = useStore(locationNames).get(identity);
  useEffect(() => wantLocation(identity), [identity]);
  if (name === '')
    return (
      <span class="note" title={identity}>
        {wording.hiddenLocation}
      </span>
    );
  return (
    <a href={`#/${identity}`}>
      <bdi>{name ?? identity}</bdi>
    </a>
  );
}

const ORDER = [...LABELS.keys()];
/** Well-known attributes come first, in their own order. */
const rankOf = (name: string): number => (LABELS.has(name) ? ORDER.indexOf(name) : ORDER.length);

/** The names and values of attributes in the order in which screens show them. */
export const inOrder = (attributes: Attributes): [name: string, value: Attributes[string]][] =>
  Object.entries(attributes).sort(([a], [b]) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1));

/** A text without what people do not see: case, compatibility forms, marks, and everything but letters and digits. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * The name of an attribute; a well-known one has a label. Authors can choose any name: one that reads like a label is
 * shown as the code that it is.
 */
function Name({ of: name }: { of: string }) {
  if (LABELS.has(name)) return <span title={name}>{labelOf(name)}</span>;
  const reads = folded(name);
  return ORDER.some((known) => folded(labelOf(known)) === reads) ? <code>{name}</code> : <bdi>{name}</bdi>;
}

function Value({ value, at }: { value: Attributes[string]; at: string }) {
  if (typeof value === 'string') return value === '' ? <em class="note">{wording.empty}</em> : <bdi>{value}</bdi>;
  if (Array.isArray(value))
    return (
      <ol>
        {value.map((item, i) => (
          <li key={i}>
            <Value value={item} at={at} />
          </li>
        ))}
      </ol>
    );
  // Stored values are not trusted: only a uuid is taken from them for the URL.
  const [, blob] = BLOB.exec(value['arc_blob_identity'] ?? value['arc_attachment_identity'] ?? '') ?? [];
  return (
    <>
      {blob && <Attachment at={at} uuid={blob} name={value['arc_file_name'] || value['arc_display_name'] || 'file'} />}
      <details open={!blob}>
        <summary>{blob ? wording.details : wording.values(Object.keys(value).length)}</summary>
        <dl class="facts">
          {Object.entries(value).map(([key, text]) => [
            <dt key={`${key}-t`}>
              <Name of={key} />
            </dt>,
            <dd key={`${key}-d`}>
              <bdi>{text}</bdi>
            </dd>,
          ])}
        </dl>
      </details>
    </>
  );
}

/** A button that downloads a file of the record `at`. */
export function Attachment({ at, uuid, name }: { at: string; uuid: string; name: string }) {
  const [notice, setNotice] = useState('');
  const fetchIt = async (): Promise<void> => {
    setNotice('');
    const response = await signedIn((headers) => fetch(`${BASE}/v2/attachments/${at}/${uuid}`, { headers }));
    if (!response.ok)
      throw errorOf(
        response.status,
        await response.json().catch(() => ({})),
        response.headers.get('x-request-id') ?? '',
      );
    save(await response.blob(), name);
    setNotice(wording.saved);
  };
  return (
    <p class="actions">
      <Act label={wording.download(name)} act={fetchIt} />
      <span class="note" role="status">
        {notice}
      </span>
    </p>
  );
}

/** The name of an asset, or its identity if it has none. */
export function nameOf({ attributes, identity }: { attributes: Attributes; identity: string }): string {
  return textOf(attributes, 'arc_display_name') || identity;
}

/** The text of an attribute; empty if it is absent or not a text. */
export const textOf = (attributes: Attributes, name: string): string => {
  const value = attributes[name];
  return typeof value === 'string' ? value : '';
};
