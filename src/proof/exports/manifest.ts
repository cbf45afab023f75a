import {
  EXPORT_BOUNDS,
  EXPORT_FORMAT,
  EXPORT_VERSIONS,
  fileNamed,
  LATER_KINDS,
  RECORD_KINDS,
  type FileKind,
  type LaterKind,
  type RecordKind,
} from '../../formats/exports/format.ts';
import {
  countsOf,
  exportVersion,
  manifestDigest,
  manifestText,
  type ExportFile,
  type ExportLog,
  type Manifest,
  type OtherEntry,
} from '../../formats/exports/manifest.ts';
import type { FileName } from '../../lib/file-name.ts';
import { fromCanonicalBase64, printable } from '../../lib/text.ts';
import { ENTRY_SCHEMAS, parseEntry } from '../../formats/log/entry.ts';
import { parseDocument } from '../document.ts';
import { digest } from '../fields.ts';
import { treeOf } from '../log-entry.ts';
import { must } from '../report.ts';
import { listOf, matching, memberOf, oneOf, record, recordWith, text, whole, type Shape } from '../shape.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const identityIn = (collection: string): Shape<string> =>
  matching(new RegExp(`^${collection}/${UUID}$`), `${collection}/<uuid>`);

/** Padded base64 of an entry of a log. */
const entryText: Shape<string> = (value, path) => {
  const bytes = typeof value === 'string' ? fromCanonicalBase64(value) : undefined;
  must(bytes !== undefined && bytes.length > 0, `${path} must be an entry of a log in base64`);
  return value as string;
};

const fileOfExport: Shape<FileName> = (value, path) => {
  const named = fileNamed(text(value, path));
  must(named !== undefined, `${path} must be the name of a file of an export, not ${printable(String(value))}`);
  return named.name;
};

const any: Shape<unknown> = (value) => value;

const log = record<ExportLog>({
  id: matching(new RegExp(`^${UUID}$`), 'a uuid'),
  origin: text,
  genesis: entryText,
  keys: listOf(any),
  entries: listOf(record<OtherEntry>({ index: whole, entry: entryText })),
  size: whole,
  checkpoint: text,
});

type CountedKind = Exclude<RecordKind, LaterKind>;

const manifest = record<Manifest>({
  format: oneOf(EXPORT_FORMAT),
  version: oneOf(...EXPORT_VERSIONS),
  service: matching(/^https?:\/\/[^/\s]+(?:\/\S*)?$/, 'an http or https address'),
  tenancy: identityIn('tenant'),
  export: identityIn('exports'),
  created_at: matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/, 'a time in UTC'),
  log: (value, path) => (value === null ? null : log(value, path)),
  counts: recordWith<Record<CountedKind, number>, Record<LaterKind, number>>(
    Object.fromEntries(
      RECORD_KINDS.filter((kind) => !LATER_KINDS.includes(kind)).map((kind) => [kind, whole]),
    ) as Record<CountedKind, Shape<number>>,
    { anchors: whole, maps: whole, stamps: whole },
  ),
  files: listOf(
    record<ExportFile>({
      name: fileOfExport,
      kind: oneOf<FileKind>(...RECORD_KINDS, 'blob'),
      lines: whole,
      bytes: whole,
      sha256: digest,
    }),
  ),
  digest,
});

/**
 * Parses the bytes of `manifest.json` strictly, so that no two different files have the same meaning. Throws Problem or
 * RangeError, which names the field and what is wrong. Signatures are not verified.
 */
export function readManifest(bytes: Uint8Array): Manifest {
  must(bytes.length <= EXPORT_BOUNDS.manifest, `the manifest must have at most ${EXPORT_BOUNDS.manifest} bytes`);
  const json = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  const document = parseDocument(json);
  const format = memberOf(document, 'format');
  must(format === EXPORT_FORMAT, `format must be ${EXPORT_FORMAT}`);
  const version = memberOf(document, 'version');
  const isKnown = EXPORT_VERSIONS.some((known) => known === version);
  must(isKnown, `version must be ${EXPORT_VERSIONS.join(' or ')}, the only ones that this program reads`);
  const read = manifest(document, 'manifest');
  const computed = manifestDigest(read);
  must(read.digest === computed, `digest must be ${computed}, the digest of the manifest, not ${read.digest}`);
  must(json === manifestText(read), 'the manifest must be canonical JSON (RFC 8785) and a newline');
  checkFiles(read);
  if (read.log) checkLog(read, read.log);
  else {
    must(read.counts.events === 0, 'log must not be null, because the export has events');
    must((read.counts.maps ?? 0) === 0, 'log must not be null, because the export has maps');
    must((read.counts.anchors ?? 0) === 0, 'log must not be null, because the export has anchors');
    must((read.counts.stamps ?? 0) === 0, 'log must not be null, because the export has stamps');
  }
  const { maps = 0, stamps = 0 } = read.counts;
  const least = exportVersion({ stamps, maps, hasStatements: read.version === 3 });
  must(
    read.version === least,
    'version must be 4 with stamps, otherwise 3 with statements, otherwise 2 with maps, and 1 without',
  );
  must(stamps <= EXPORT_BOUNDS.stamps, `counts.stamps must be at most ${EXPORT_BOUNDS.stamps}`);
  must(maps <= EXPORT_BOUNDS.maps, `counts.maps must be at most ${EXPORT_BOUNDS.maps}`);
  must((read.counts.anchors ?? 0) <= EXPORT_BOUNDS.anchors, `counts.anchors must be at most ${EXPORT_BOUNDS.anchors}`);
  return read;
}

/** Checks that names and numbers of the files are consistent. */
function checkFiles({ files, counts }: Manifest): void {
  must(files.length <= EXPORT_BOUNDS.files, `files must have at most ${EXPORT_BOUNDS.files} items`);
  const names = new Set<string>();
  const numbers = new Map<FileKind, number>();
  for (const [n, { name, kind, lines }] of files.entries()) {
    const at = `files[${n}]`;
    const named = fileNamed(name)!;
    must(named.kind === kind, `${at}.kind of ${name} must be ${named.kind}`);
    must(!names.has(name), `${at}.name is duplicated: ${name}`);
    names.add(name);
    if (kind === 'blob') {
      must(lines === 0, `${at}.lines must be 0, because ${name} has no lines`);
      continue;
    }
    const number = (numbers.get(kind) ?? 0) + 1;
    must(named.number === number, `${at}.name must be number ${number} of ${kind}, not ${name}`);
    must(lines >= 1 && lines <= EXPORT_BOUNDS.lines, `${at}.lines must be from 1 to ${EXPORT_BOUNDS.lines}`);
    numbers.set(kind, number);
  }
  for (const [kind, count] of Object.entries(countsOf(files)))
    must(
      (counts[kind as RecordKind] ?? 0) === count,
      `counts.${kind} must be ${count}, the lines of its files, not ${counts[kind as RecordKind]}`,
    );
}

/** Checks that the parts of the log are of one log. */
function checkLog({ tenancy, counts }: Manifest, of: ExportLog): void {
  const tree = treeOf(of.checkpoint);
  must(of.id === tree.log, `log.id must be that of the checkpoint, ${tree.log}`);
  must(of.origin === tree.origin, `log.origin must be that of the checkpoint, ${tree.origin}`);
  must(of.size === tree.size, `log.size must be that of the checkpoint, ${tree.size}`);
  const genesis = parseEntry(entryBytes(of.genesis));
  must(genesis.schema === ENTRY_SCHEMAS.genesis, `log.genesis must be an entry ${ENTRY_SCHEMAS.genesis}`);
  must(
    genesis.log === of.id && genesis['origin'] === of.origin && genesis['tenant_identity'] === tenancy,
    `log.genesis must be that of the log ${of.id} of ${tenancy}`,
  );
  let before = 0;
  for (const [n, { index, entry }] of of.entries.entries()) {
    const at = `log.entries[${n}]`;
    must(index > before && index < of.size, `${at}.index must be above ${before} and below the size of the log`);
    const { schema, log: id } = parseEntry(entryBytes(entry));
    must(
      (schema === ENTRY_SCHEMAS.keys || schema === ENTRY_SCHEMAS.authorKey) && id === of.id,
      `${at}.entry must be an entry ${ENTRY_SCHEMAS.keys} or ${ENTRY_SCHEMAS.authorKey} of the log ${of.id}`,
    );
    before = index;
  }
  const events = of.size - 1 - of.entries.length - (counts.maps ?? 0);
  must(counts.events === events, `counts.events must be ${events}, the events of the log, not ${counts.events}`);
}

/** The bytes of an entry of a manifest that `readManifest` has returned. */
export const entryBytes = (entry: string): Uint8Array => fromCanonicalBase64(entry)!;
