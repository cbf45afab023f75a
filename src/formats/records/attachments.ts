import type { AttributeMap, Attributes, AttributeValue } from './attributes.ts';
import type { Violation } from '../../lib/errors.ts';
import { uuidOf } from '../../lib/identifiers.ts';
import { printable } from '../../lib/text.ts';

/** An attachment as the attributes name it, not validated. */
export type AttachmentClaim = {
  /** Path in the request or record: `attributes.arc_attachments[0]`. */
  field: string;
  /** The names of the three fields, which differ between the two shapes of attachments. */
  keys: { identity: string; hash: string; algorithm: string };
  identity: string;
  hash: string;
  algorithm: string;
  /** The name under which the file is saved; may be empty. */
  fileName: string;
};

/** A valid attachment: the blob's uuid, and its SHA-256 in lower-case hex. */
export type Attachment = { field: string; blob: string; sha256: string; fileName: string };

/** Lists whose items are attachments: those of a record, and those that an Attach event adds to an asset. */
const LISTS = new Set(['arc_attachments', 'arc_append_attachments']);
/** The accepted names of SHA-256. */
const SHA256 = ['SHA256', 'SHA-256', 'sha256'];
const HEX_SHA256 = /^[0-9a-fA-F]{64}$/;

const LISTED = { identity: 'arc_attachment_identity', hash: 'arc_hash_value', algorithm: 'arc_hash_alg' };
const NAMED = { identity: 'arc_blob_identity', hash: 'arc_blob_hash_value', algorithm: 'arc_blob_hash_alg' };

function claimOf(field: string, keys: AttachmentClaim['keys'], map: AttributeMap): AttachmentClaim {
  const value = (key: string): string => (Object.hasOwn(map, key) ? map[key]! : '');
  return {
    field,
    keys,
    identity: value(keys.identity),
    hash: value(keys.hash),
    algorithm: value(keys.algorithm),
    fileName: value('arc_file_name') || value('arc_display_name'),
  };
}

/** Finds the attachments of both shapes: items of one of LISTS, and maps whose type is `arc_attachment`. */
function claimsIn(attributes: Attributes, prefix: string): AttachmentClaim[] {
  const claims: AttachmentClaim[] = [];
  for (const name of Object.keys(attributes)) {
    const value = attributes[name]!;
    // Most attributes are text: they need no path.
    if (typeof value === 'string') continue;
    const isList = Array.isArray(value);
    if (isList ? !LISTS.has(name) : value['arc_attribute_type'] !== 'arc_attachment') continue;
    const field = `${prefix}.${printable(name)}`;
    if (isList) value.forEach((item, i) => claims.push(claimOf(`${field}[${i}]`, LISTED, item)));
    else claims.push(claimOf(field, NAMED, value));
  }
  return claims;
}

function problemOf({ field, keys, identity, hash, algorithm }: AttachmentClaim): Violation | undefined {
  if (blobOf(identity) === undefined)
    return { field: `${field}.${keys.identity}`, description: 'must be the identity of a blob: blobs/<uuid>' };
  if (algorithm !== '' && !SHA256.includes(algorithm))
    return { field: `${field}.${keys.algorithm}`, description: `must be one of ${SHA256.join(', ')}` };
  if (!HEX_SHA256.test(hash))
    return { field: `${field}.${keys.hash}`, description: 'must be the SHA-256 of the blob, 64 hexadecimal digits' };
  return undefined;
}

/** Blobs are named `blobs/<uuid>`; older clients send `attachments/<uuid>`. */
const blobOf = (identity: string): string | undefined => uuidOf('blobs', identity) ?? uuidOf('attachments', identity);

/** The SHA-256 values of the files that attributes name, each once, in lower-case hexadecimal digits. */
export function fileHashes(...maps: readonly Attributes[]): string[] {
  const hashes = new Set<string>();
  for (const attributes of maps)
    for (const { hash, algorithm } of claimsIn(attributes, ''))
      if (HEX_SHA256.test(hash) && (algorithm === '' || SHA256.includes(algorithm))) hashes.add(hash.toLowerCase());
  return [...hashes];
}

/**
 * Returns the valid attachments of attributes, and the problems of the others. `prefix` is the path of the attributes.
 */
export function attachmentsIn(
  attributes: Attributes,
  prefix: string,
): { attachments: Attachment[]; problems: Violation[] } {
  const claims = claimsIn(attributes, prefix).map((claim) => ({ claim, problem: problemOf(claim) }));
  return {
    problems: claims.flatMap(({ problem }) => (problem ? [problem] : [])),
    attachments: claims
      .filter(({ problem }) => problem === undefined)
      .map(({ claim: { field, identity, hash, fileName } }) => ({
        field,
        blob: blobOf(identity)!,
        sha256: hash.toLowerCase(),
        fileName,
      })),
  };
}

/** Attributes whose valid attachments are named by the hashes of their files only, and not by the uploads of these. */
export function withoutUploads(attributes: Attributes): Attributes {
  const without = (map: AttributeMap, { identity }: AttachmentClaim['keys']): AttributeMap =>
    Object.fromEntries(Object.entries(map).filter(([key]) => key !== identity));
  const entries = Object.entries(attributes).map(([name, value]): [string, AttributeValue] => {
    if (typeof value === 'string') return [name, value];
    if (Array.isArray(value)) return [name, LISTS.has(name) ? value.map((item) => without(item, LISTED)) : value];
    return [name, value['arc_attribute_type'] === 'arc_attachment' ? without(value, NAMED) : value];
  });
  return Object.fromEntries(entries);
}
