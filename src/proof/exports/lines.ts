import type { AnchorLine, BlobLine, ExportedAuthor, StampLine } from '../../formats/exports/lines.ts';
import type { ExportLog } from '../../formats/exports/manifest.ts';
import { blobFile, type ApiKind, type RecordKind } from '../../formats/exports/format.ts';
import { uuidOf } from '../../lib/identifiers.ts';
import { parseDocument } from '../document.ts';
import { chain, digest } from '../fields.ts';
import type { ChainEvidence } from '../format.ts';
import { bool, hashes, key, LOG_PROOF, readLogProof, renewals, seed, stampParts, statement } from '../log-document.ts';
import type { LogProof, StampRenewal } from '../log-format.ts';
import { must } from '../report.ts';
import { listOf, memberOf, record, recordWith, text, whole, type Shape } from '../shape.ts';

/** The lines of the files of an export. All functions throw Problem or an Error that says which field is wrong. */

const any: Shape<unknown> = (value) => value;

const eventLine = record<{ index: number; event: unknown; proof: unknown }>({ index: whole, event: any, proof: any });
/** The statement of an author in the line of an event. */
export const exportedAuthor = recordWith<Omit<ExportedAuthor, 'consistency'>, { consistency: string }>(
  { signature: statement, payload: statement, seed, key, enrolled: bool },
  { consistency: hashes },
);

type Always = 'entry' | 'content' | 'path';
const proofParts = recordWith<Record<Always, unknown>, { chain_hash: unknown; author: ExportedAuthor }>(
  { entry: any, content: any, path: any },
  {
    chain_hash: any,
    author: exportedAuthor,
  },
);

/** The proof document of the line of an event, without the statement of its author, and that. */
export function readEventLine(
  line: string,
  { checkpoint }: Pick<ExportLog, 'checkpoint'>,
): { proof: LogProof; author: ExportedAuthor | undefined } {
  const { index, event, proof } = eventLine(parseDocument(line), 'the line');
  const { author, ...parts } = proofParts(proof, 'proof');
  return {
    proof: readLogProof({ format: LOG_PROOF, view: 'tenant', event, index, checkpoint, ...parts }),
    author,
  };
}

/** A record of the API in the line of an asset, a policy or a location. */
export type ApiRecord = { identity: string } & Record<string, unknown>;

/** The record of a line. `kind` is the first segment of its identity. */
export function readRecordLine(line: string, kind: ApiKind): ApiRecord {
  const read = identified(parseDocument(line), kind, 'the line');
  // Exports of earlier versions have no permissions.
  if (kind === 'locations' && read['permissions'] !== undefined)
    permissions(read['permissions'], 'the line.permissions');
  return read;
}

const permissions = record<{ subject_identities: string[] }>({ subject_identities: listOf(text) });

const anchorLine = record<AnchorLine<ChainEvidence>>({ size: whole, root: digest, chain });

/** The line of an anchor. The transaction is not verified. */
export const readAnchorLine = (line: string): AnchorLine<ChainEvidence> => anchorLine(parseDocument(line), 'the line');

const stampLine = recordWith<Omit<StampLine, 'renewals'>, { renewals: StampRenewal[] }>(
  { size: whole, root: digest, ...stampParts },
  { renewals },
) as Shape<StampLine<StampRenewal>>;

/** The line of a time stamp. Nothing is verified. */
export const readStampLine = (line: string): StampLine<StampRenewal> => stampLine(parseDocument(line), 'the line');

function identified(value: unknown, kind: RecordKind, at: string): ApiRecord {
  const identity = memberOf(value, 'identity');
  must(typeof identity === 'string' && uuidOf(kind, identity) !== undefined, `${at}.identity must be ${kind}/<uuid>`);
  return value as ApiRecord;
}

const blobLine = record<Omit<BlobLine, 'blob' | 'file'> & { blob: unknown; file: unknown }>({
  blob: any,
  file: any,
  bytes: whole,
  sha256: digest,
});

/** The line of a blob, with its uuid. The hash and the size of the record must be those of the line. */
export function readBlobLine(line: string): BlobLine & { uuid: string; blob: ApiRecord } {
  const { blob, file, bytes, sha256 } = blobLine(parseDocument(line), 'the line');
  const shown = identified(blob, 'blobs', 'the line.blob');
  const uuid = uuidOf('blobs', shown.identity)!;
  const name = blobFile(uuid);
  must(file === null || file === name, `the line.file must be ${name} or null`);
  must(memberOf(shown['hash'], 'value') === sha256, 'the line.blob.hash.value must be the sha256 of the line');
  must(shown['size'] === bytes, 'the line.blob.size must be the bytes of the line');
  return { blob: shown, uuid, file: file === null ? null : name, bytes, sha256 };
}
