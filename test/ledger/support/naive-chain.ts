import { createHash, createHmac } from 'node:crypto';

/**
 * The chain hashes and the content commitment, written a second time from docs/chain-hash.md: without code of the
 * product, on buffers, with node:crypto only.
 */

type Value = string | Value[] | { [key: string]: Value };

export type NaiveEvent = { [field: string]: Value };
export type NaiveLink = {
  previous_hash: string;
  sequence: number;
  proof_mechanism: string;
  public: boolean;
  author_statement?: string | undefined;
};
export type NaiveField = { kind: string; name: string; salt: string; commitment: string };

const CONTENT = ['event_attributes', 'asset_attributes', 'principal_declared', 'principal_accepted'];
const STRUCTURE = [
  'identity',
  'asset_identity',
  'operation',
  'behaviour',
  'timestamp_declared',
  'timestamp_accepted',
  'from',
  'tenant_identity',
];

function bencode(value: Value): Buffer {
  if (typeof value === 'string') {
    const bytes = Buffer.from(value, 'utf8');
    return Buffer.concat([Buffer.from(`${bytes.length}:`), bytes]);
  }
  const parts = Array.isArray(value)
    ? value.map(bencode)
    : Object.entries(value)
        .map(([key, item]) => [Buffer.from(key, 'utf8'), bencode(key), bencode(item)] as const)
        .toSorted(([a], [b]) => Buffer.compare(a, b))
        .flatMap(([, key, item]) => [key, item]);
  return Buffer.concat([Buffer.from(Array.isArray(value) ? 'l' : 'd'), ...parts, Buffer.from('e')]);
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const hmac = (seed: string, message: Value): Buffer =>
  createHmac('sha256', Buffer.from(seed, 'hex')).update(bencode(message)).digest();

/** Every field of the content with its salt and commitment, in the order of the salts of a disclosure. */
export function naiveFields(event: NaiveEvent, seed: string): NaiveField[] {
  const triples: [kind: string, name: string, value: Value][] = [];
  for (const kind of ['asset_attributes', 'event_attributes'])
    for (const [name, value] of Object.entries(event[kind] as Record<string, Value>)) triples.push([kind, name, value]);
  for (const name of ['principal_accepted', 'principal_declared']) triples.push(['principals', name, event[name]!]);
  return triples
    .toSorted(
      (a, b) =>
        Buffer.compare(Buffer.from(a[0]), Buffer.from(b[0])) || Buffer.compare(Buffer.from(a[1]), Buffer.from(b[1])),
    )
    .map(([kind, name, value]) => {
      const salt = hmac(seed, ['ASSETCHAINV2-SALT', kind, name]).toString('hex').slice(0, 32);
      return { kind, name, salt, commitment: sha256(bencode(['ASSETCHAINV2-FIELD', salt, kind, name, value])) };
    });
}

/** The commitments that fill up those of `fields` fields to a multiple of four. */
export function naivePadding(fields: number, seed: string): string[] {
  const padding: string[] = [];
  while ((fields + padding.length) % 4 !== 0)
    padding.push(hmac(seed, ['ASSETCHAINV2-PADDING', `${padding.length}`]).toString('hex'));
  return padding;
}

export function naiveCommitment(event: NaiveEvent, seed: string): string {
  const fields = naiveFields(event, seed).map(({ commitment }) => commitment);
  const all = [...fields, ...naivePadding(fields.length, seed)].toSorted();
  return sha256(Buffer.concat([Buffer.from('ASSETCHAINV2-CONTENT'), Buffer.from(all.join(''), 'hex')]));
}

/** The salts and the hidden commitments of a disclosure, as base64url. */
export function naiveDisclosure(event: NaiveEvent, seed: string, isVisible: (field: NaiveField) => boolean) {
  const fields = naiveFields(event, seed);
  const hidden = fields.filter((field) => !isVisible(field)).map(({ commitment }) => commitment);
  const salts = fields.filter(isVisible).map(({ salt }) => salt);
  const base64url = (hex: string[]): string => Buffer.from(hex.join(''), 'hex').toString('base64url');
  return { salts: base64url(salts), hidden: base64url([...hidden, ...naivePadding(fields.length, seed)].toSorted()) };
}

const chained = (schema: string, event: NaiveEvent, link: NaiveLink, rest: NaiveEvent): string =>
  sha256(
    bencode({
      schema,
      previous_hash: link.previous_hash,
      sequence: `${link.sequence}`,
      proof_mechanism: link.proof_mechanism,
      public: link.public ? 'true' : 'false',
      ...Object.fromEntries(STRUCTURE.map((name) => [name, event[name]!])),
      ...rest,
    }),
  );

export const naiveHashV1 = (event: NaiveEvent, link: NaiveLink): string =>
  chained('ASSETCHAINV1', event, link, Object.fromEntries(CONTENT.map((name) => [name, event[name]!])));

export const naiveHashV2 = (event: NaiveEvent, seed: string, link: NaiveLink): string =>
  chained(link.author_statement === undefined ? 'ASSETCHAINV2' : 'ASSETCHAINV3', event, link, {
    content_commitment: naiveCommitment(event, seed),
    ...(link.author_statement === undefined ? {} : { author_statement: link.author_statement }),
  });
