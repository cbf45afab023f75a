import type { Attributes, AttributeValue } from './records/attributes.ts';
import { encoding } from './bencode.ts';
import { joinBytes, compareBytes } from '../lib/bytes.ts';
import type { PrincipalInfo } from '../lib/identifiers.ts';
import { hmacSha256, sha256 } from '../lib/sha256.ts';
import { compareUtf8, fromBase64, toBase64Url, toHex, utf8 } from '../lib/text.ts';

/**
 * The commitment to the content of an event that ASSETCHAINV2 covers. Each field of the content has a salt of its own,
 * derived from the event's seed, so that a reader of a part can recompute the commitment and cannot guess the rest.
 * docs/chain-hash.md defines the bytes and gives the reasons.
 */

/** The content of an event, in fields of the API: what redaction can hide. */
export type Content = {
  event_attributes: Attributes;
  asset_attributes: Attributes;
  principal_declared: PrincipalInfo;
  principal_accepted: PrincipalInfo;
};

/** What a field is: an attribute of the asset or of the event, or one of the two principals. */
export type FieldKind = 'asset_attributes' | 'event_attributes' | 'principals';

/**
 * The names of the fields that a reader may see, for each kind. `'all'` includes names that the event does not have.
 */
export type Readable = Record<FieldKind, ReadonlySet<string> | 'all'>;

/** What a reader of a part of the content gets. */
export type Disclosure = {
  /** The visible part. A principal that is absent is hidden; one that is blank is visible and blank. */
  content: Pick<Content, 'event_attributes' | 'asset_attributes'> & Partial<Content>;
  /** base64url: the salts of the visible fields, 16 bytes each, ordered by kind and name. */
  salts: string;
  /** base64url: the commitments of the other fields and of the padding, 32 bytes each, in ascending order. */
  hidden: string;
};

/** A field of the content. */
export type ContentField = { kind: FieldKind; name: string; value: AttributeValue };

/** What separates the commitments of a scheme from those of others. */
export type CommitmentLabels = { salt: string; field: string; padding: string };

const CHAIN: CommitmentLabels = {
  salt: 'ASSETCHAINV2-SALT',
  field: 'ASSETCHAINV2-FIELD',
  padding: 'ASSETCHAINV2-PADDING',
};

/** The length of an event's seed. */
export const SEED_BYTES = 32;
/** The length of the salt of a field. */
export const SALT_BYTES = 16;
const COMMITMENT_BYTES = 32;
/** The name of the content in errors. */
const NAME = 'attributes';
/** The number of commitments of an event is a multiple of this, so that it shows the number of fields only roughly. */
const PADDED_TO = 4;

/**
 * The commitment to the content, as 64 lower-case hexadecimal digits. `seed` is the event's: 32 random bytes. Throws
 * RangeError for a seed of another length and for text that is not well-formed Unicode.
 */
export function contentCommitment(content: Content, seed: Uint8Array): string {
  const salts = new Salts(seed);
  const commitments: Uint8Array[] = [];
  const add = (kind: FieldKind, values: object): void => {
    for (const name of Object.keys(values))
      commitments.push(commitmentOfField(kind, name, (values as Attributes)[name]!, salts.derived(kind, name)));
  };
  add('asset_attributes', content.asset_attributes);
  add('event_attributes', content.event_attributes);
  add('principals', principalsOf(content));
  commitments.push(...salts.padding(commitments.length));
  return rootOf(commitments.sort(compareBytes));
}

/**
 * What a reader of a part gets: the visible fields with their salts, and the commitments of everything else. Throws
 * like `contentCommitment`.
 */
export function disclosure(content: Content, seed: Uint8Array, readable: Readable): Disclosure {
  const salts = new Salts(seed);
  const fields = ordered(fieldsOf(content));
  const isVisible = ({ kind, name }: ContentField): boolean => readable[kind] === 'all' || readable[kind].has(name);
  const visible = fields.filter(isVisible);
  const hidden = fields
    .filter((field) => !isVisible(field))
    .map(({ kind, name, value }) => commitmentOfField(kind, name, value, salts.derived(kind, name)));
  const attributes = (of: FieldKind): Attributes =>
    Object.fromEntries(visible.filter(({ kind }) => kind === of).map(({ name, value }) => [name, value]));
  const principals = visible.filter(({ kind }) => kind === 'principals').map(({ name, value }) => [name, value]);
  return {
    content: {
      event_attributes: attributes('event_attributes'),
      asset_attributes: attributes('asset_attributes'),
      ...(Object.fromEntries(principals) as Partial<Content>),
    },
    salts: toBase64Url(joinBytes(visible.map((field) => salts.of(field)))),
    hidden: toBase64Url(joinBytes([...hidden, ...salts.padding(fields.length)].toSorted(compareBytes))),
  };
}

/**
 * The content commitment that a disclosure leads to. It equals that of the whole content exactly if the visible part
 * is unchanged. Throws RangeError if the disclosure has another form.
 */
export function commitmentOf({ content, salts, hidden }: Disclosure): string {
  const fields = ordered(fieldsOf(content));
  const saltList = split('salts', salts, SALT_BYTES);
  const hiddenList = split('hidden', hidden, COMMITMENT_BYTES);
  if (saltList.length !== fields.length)
    throw new RangeError(`salts: must have ${SALT_BYTES} bytes for each of the ${fields.length} visible fields`);
  if (hiddenList.some((commitment, i) => i > 0 && compareBytes(hiddenList[i - 1]!, commitment) >= 0))
    throw new RangeError('hidden: must be in ascending order, without duplicates');
  if ((fields.length + hiddenList.length) % PADDED_TO !== 0)
    throw new RangeError(
      `hidden: the number of visible fields and hidden commitments must be a multiple of ${PADDED_TO}`,
    );
  const visible = fields.map(({ kind, name, value }, i) => commitmentOfField(kind, name, value, saltList[i]!));
  return rootOf([...visible, ...hiddenList].toSorted(compareBytes));
}

/** The fields of a content, in no particular order. */
export function fieldsOf(content: Disclosure['content']): ContentField[] {
  const { asset_attributes, event_attributes } = content;
  const of = (kind: FieldKind, values: object): ContentField[] =>
    Object.entries(values).map(([name, value]: [string, AttributeValue]) => ({ kind, name, value }));
  return [
    ...of('asset_attributes', asset_attributes),
    ...of('event_attributes', event_attributes),
    ...of('principals', principalsOf(content)),
  ];
}

/** The principals that are present. */
const principalsOf = ({ principal_accepted, principal_declared }: Disclosure['content']): Partial<Content> => ({
  ...(principal_accepted && { principal_accepted }),
  ...(principal_declared && { principal_declared }),
});

/** The order of the salts of a disclosure: by kind, then by the UTF-8 bytes of the name. */
export const ordered = (fields: readonly ContentField[]): ContentField[] =>
  fields.toSorted((a, b) => compareUtf8(a.kind, b.kind) || compareUtf8(a.name, b.name));

/** Derives what is secret about an event's fields from its seed. */
export class Salts {
  readonly #mac: ReturnType<typeof hmacSha256>;
  readonly #labels: CommitmentLabels;

  /** Throws RangeError for a seed that does not have `SEED_BYTES` bytes. */
  constructor(seed: Uint8Array, labels: CommitmentLabels = CHAIN) {
    this.#labels = labels;
    if (seed.length !== SEED_BYTES) throw new RangeError(`the seed of an event must have ${SEED_BYTES} bytes`);
    this.#mac = hmacSha256(seed);
  }

  /** The salt of a field. */
  of({ kind, name }: ContentField): Uint8Array {
    return this.derived(kind, name).subarray(0, SALT_BYTES);
  }

  /** The salt of a field, followed by bytes that are not part of it. */
  derived(kind: FieldKind, name: string): Uint8Array {
    encoding.begin();
    encoding.list();
    encoding.string(this.#labels.salt);
    encoding.string(kind);
    encoding.string(name);
    encoding.end();
    encoding.requireWellFormed(NAME);
    return encoding.read(this.#mac);
  }

  /** Random commitments that fill up those of `fields` fields to the next multiple of `PADDED_TO`. */
  padding(fields: number): Uint8Array[] {
    const length = (PADDED_TO - (fields % PADDED_TO)) % PADDED_TO;
    const commitments: Uint8Array[] = [];
    for (let i = 0; i < length; i++) {
      encoding.begin();
      encoding.list();
      encoding.string(this.#labels.padding);
      encoding.string(String(i));
      encoding.end();
      commitments.push(encoding.read(this.#mac));
    }
    return commitments;
  }
}

/** The commitment to a field, 32 bytes. `salt`: its first `SALT_BYTES` bytes. Throws RangeError for malformed text. */
export function commitmentOfField(
  kind: FieldKind,
  name: string,
  value: AttributeValue,
  salt: Uint8Array,
  labels: CommitmentLabels = CHAIN,
): Uint8Array {
  encoding.begin();
  encoding.list();
  encoding.string(labels.field);
  encoding.hex(salt, SALT_BYTES);
  encoding.string(kind);
  encoding.string(name);
  encoding.value(value);
  encoding.end();
  encoding.requireWellFormed(NAME);
  return encoding.read(sha256);
}

const CONTENT_TAG = utf8('ASSETCHAINV2-CONTENT');

/** `commitments` must be in ascending order. */
function rootOf(commitments: readonly Uint8Array[]): string {
  encoding.begin();
  encoding.bytes(CONTENT_TAG);
  for (const commitment of commitments) encoding.bytes(commitment);
  return toHex(encoding.read(sha256));
}

/** The parts of `size` bytes of a field that is base64url. */
function split(field: string, text: string, size: number): Uint8Array[] {
  const bytes = fromBase64(text);
  if (!bytes || bytes.length % size !== 0 || toBase64Url(bytes) !== text)
    throw new RangeError(`${field}: must be base64url without padding, of a multiple of ${size} bytes`);
  return Array.from({ length: bytes.length / size }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
}
