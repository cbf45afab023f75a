import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sha256 } from '@noble/hashes/sha2.js';
import { afterAll } from 'vitest';
import type { Attributes } from '../../../src/formats/records/attributes.ts';
import { joinBytes } from '../../../src/lib/bytes.ts';
import { chainHashV2, GENESIS_HASH } from '../../../src/formats/chain-hash.ts';
import { contentCommitment } from '../../../src/formats/content-commitment.ts';
import { sha256Hex } from '../../../src/lib/digest.ts';
import { blobFile, MANIFEST_FILE, recordsFile, type RecordKind } from '../../../src/formats/exports/format.ts';
import { blobLine, eventLine, mapLine, recordLine } from '../../../src/formats/exports/lines.ts';
import type { FileName } from '../../../src/lib/file-name.ts';
import { sealManifest, type ExportFile, type ExportLog, type Manifest } from '../../../src/formats/exports/manifest.ts';
import { encodeMapEntry } from '../../../src/formats/completeness/map-entry.ts';
import { BLANK_PRINCIPAL } from '../../../src/lib/identifiers.ts';
import { toBase64, toBase64Url, toHex, utf8 } from '../../../src/lib/text.ts';
import { encodeEventEntry, encodeKeys, entrySecrets, eventEntry } from '../../../src/formats/log/entry.ts';
import { inclusionRanges } from '../../../src/formats/log/proofs.ts';
import { leafHash, rootOf } from '../../../src/formats/log/tree.ts';
import type { ProvenEvent } from '../../../src/proof/format.ts';
import { someEvent, TENANT } from './events.ts';
import { checkpointOf, GENESIS_ENTRY, LOG, LOG_ORIGIN, LOG_VKEY } from './log-proofs.ts';

export type ExportOptions = {
  assets?: number;
  /** Events of each asset, with its creation. */
  events?: number;
  /** Lines of a file. */
  lines?: number;
  blobs?: boolean;
  /** Whether the last entry of the log is one of its map. */
  maps?: boolean;
};

/** An export: the names and bytes of its files. */
export type Files = Map<string, Buffer>;

const uuidOf = (what: string, n: number): string => {
  const hex = toHex(sha256(utf8(`${what} ${n}`)));
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};
const bytesOfBlob = (n: number): Buffer => Buffer.from(`the bytes of blob ${n}\n`.repeat(20));
const microsText = (n: number): string =>
  new Date(Date.UTC(2026, 4, 1, 11) + n * 1000).toISOString().replace('Z', '000Z');

/** Operation and behaviour of the events of an asset that are no records, by their number. */
const WRITES: Record<number, readonly [string, string]> = {
  1: ['NewAsset', 'AssetCreator'],
  5: ['StopTracking', 'Builtin'],
};

/** The events of an export: in turn of each asset. One is erased, one attaches a file, one stops tracking. */
function eventsOf(assets: number, events: number): ProvenEvent[] {
  return Array.from({ length: assets * events }, (_, n) => {
    const [asset, seq] = [uuidOf('asset', n % assets), Math.floor(n / assets) + 1];
    const isErased = seq === 3 && n % assets === 0;
    const blob = {
      arc_attribute_type: 'arc_attachment',
      arc_blob_identity: `blobs/${uuidOf('blob', n % 3)}`,
      arc_blob_hash_alg: 'SHA256',
      arc_blob_hash_value: sha256Hex(bytesOfBlob(n % 3)),
    };
    const attributes: Attributes =
      seq === 2 ? { arc_display_type: 'Inspection', report: blob } : { arc_display_type: 'Inspection', n: String(n) };
    const [operation, behaviour] = WRITES[seq] ?? ['Record', 'RecordEvidence'];
    return {
      ...someEvent(n),
      identity: `assets/${asset}/events/${uuidOf('event', n)}`,
      asset_identity: `assets/${asset}`,
      operation,
      behaviour,
      event_attributes: isErased ? {} : attributes,
      asset_attributes: setBy(n % assets, n, seq === 3),
      timestamp_accepted: microsText(n),
      timestamp_committed: microsText(n),
      ...(isErased
        ? {
            principal_declared: BLANK_PRINCIPAL,
            principal_accepted: BLANK_PRINCIPAL,
            erased: {
              timestamp: microsText(n + 1),
              principal: someEvent(0).principal_accepted,
              reason: 'on request',
              event_identity: `assets/${asset}/events/${uuidOf('event', n + assets)}`,
            },
          }
        : {}),
    };
  });
}

/** The third event of an asset sets none, so that it can be erased. */
const setBy = (asset: number, n: number, isThird: boolean): Attributes =>
  isThird ? {} : { arc_display_name: `Pump ${asset}`, last: String(n) };

/** An asset as its events leave it. */
function assetOf(events: readonly ProvenEvent[]) {
  const last = events.at(-1)!;
  return {
    identity: last.asset_identity,
    behaviours: ['Builtin', 'AssetCreator', 'RecordEvidence'],
    attributes: Object.assign({}, ...events.map((event) => event.asset_attributes)) as Attributes,
    confirmation_status: 'CONFIRMED',
    tracked: events.some(({ operation }) => operation === 'StopTracking') ? 'NOT_TRACKED' : 'TRACKED',
    owner: last.from,
    at_time: last.timestamp_accepted,
    storage_integrity: 'TENANT_STORAGE',
    proof_mechanism: 'SIMPLE_HASH',
    chain_id: '8275647',
    public: false,
    tenant_identity: last.tenant_identity,
  };
}

/** The entry of an event in the log, and its proof without a path. */
function provenEntry(event: ProvenEvent, n: number, sequence: number) {
  const seed = sha256(utf8(`seed ${n}`));
  const secrets = entrySecrets(seed, LOG);
  const link = { sequence, proof_mechanism: 'SIMPLE_HASH', public: false };
  const chainHash = chainHashV2(event, contentCommitment(event, seed), { ...link, previous_hash: GENESIS_HASH });
  const entry = eventEntry(event, link, { log: LOG, chainHash, secrets });
  return {
    leaf: leafHash(encodeEventEntry(entry)),
    proof: {
      entry: { ...link, chain_commitment: entry.chain_commitment },
      ...(event.erased
        ? { content: { commitment: entry.content_commitment } }
        : {
            content: { seed: toBase64Url(secrets.contentSeed) },
            chain_hash: { value: chainHash, salt: toHex(secrets.chainSalt) },
          }),
    },
  };
}

/** The index of the entry that changes the keys, which is between those of events. */
const KEYS_AT = 4;

/** The inclusion paths of all leaves, whose hashes are computed once. */
function pathsOf(leaves: readonly Uint8Array[]): (index: number) => Uint8Array[] {
  const known = new Map<string, Uint8Array>();
  const hashOf = (start: number, end: number): Uint8Array => {
    const name = `${start}-${end}`;
    const hash = known.get(name) ?? rootOf(leaves.slice(start, end));
    known.set(name, hash);
    return hash;
  };
  return (index) => inclusionRanges(index, leaves.length).map(([start, end]) => hashOf(start, end));
}

type Made = { files: Files; manifest: Manifest; checkpointAt: (size: number) => string };

/** The exports that were made, by their options. */
const known = new Map<string, Made>();

/**
 * An export whose log is signed by `LOG_VKEY`, and checkpoints of its log at earlier sizes. Its files can be
 * replaced.
 */
export function someExport(options: ExportOptions = {}): Made {
  const name = JSON.stringify(options);
  const made = known.get(name) ?? makeExport(options);
  known.set(name, made);
  return { ...made, files: new Map(made.files) };
}

function makeExport({ assets = 4, events = 6, lines = 7, blobs = true, maps = false }: ExportOptions): Made {
  const all = eventsOf(assets, events);
  const entries = all.map((event, n) => provenEntry(event, n, Math.floor(n / assets) + 1));
  const keys = encodeKeys({ log: LOG, created: microsText(0), keys: [{ vkey: LOG_VKEY }] });
  const leaves = [leafHash(GENESIS_ENTRY), ...entries.map(({ leaf }) => leaf)];
  leaves.splice(KEYS_AT, 0, leafHash(keys));
  const index = leaves.length;
  const hash = new Uint8Array(32);
  const map = encodeMapEntry({ log: LOG, created: microsText(0), size: index, assets, root: hash, salt: hash });
  if (maps) leaves.push(leafHash(map));
  const pathOf = pathsOf(leaves);
  const texts: Record<RecordKind, string[]> = {
    assets: Array.from({ length: assets }, (_, a) => recordLine(assetOf(all.filter((__, n) => n % assets === a)))),
    events: all.map((event, n) => {
      const index = n + 1 < KEYS_AT ? n + 1 : n + 2;
      return eventLine(event, { index, proof: { ...entries[n]!.proof, path: toBase64Url(joinBytes(pathOf(index))) } });
    }),
    access_policies: [recordLine({ identity: `access_policies/${uuidOf('policy', 0)}` })],
    locations: [recordLine({ identity: `locations/${uuidOf('location', 0)}` })],
    compliance_policies: [recordLine({ identity: `compliance_policies/${uuidOf('compliance', 0)}` })],
    blobs: blobs ? [0, 1, 2].map(blobText) : [],
    anchors: [],
    maps: maps ? [mapLine({ index, entry: toBase64(map) })] : [],
    stamps: [],
  };
  const files: Files = new Map();
  for (const [kind, list] of Object.entries(texts))
    for (let at = 0; at < list.length; at += lines) {
      const text = list.slice(at, at + lines).join('');
      files.set(recordsFile(kind as RecordKind, at / lines + 1), gzipSync(text));
    }
  if (blobs) for (const n of [0, 1, 2]) files.set(blobFile(uuidOf('blob', n)), bytesOfBlob(n));
  const manifest = seal(files, {
    id: LOG,
    origin: LOG_ORIGIN,
    genesis: toBase64(GENESIS_ENTRY),
    keys: [{ vkey: LOG_VKEY, from: microsText(0), until: '' }],
    entries: [{ index: KEYS_AT, entry: toBase64(keys) }],
    size: leaves.length,
    checkpoint: checkpointOf(leaves.length, rootOf(leaves)),
  });
  return { files, manifest, checkpointAt: (size) => checkpointOf(size, rootOf(leaves.slice(0, size))) };
}

const blobText = (n: number): string => {
  const bytes = bytesOfBlob(n);
  const hash = sha256Hex(bytes);
  const identity = `blobs/${uuidOf('blob', n)}`;
  const blob = { identity, hash: { alg: 'SHA256', value: hash }, size: bytes.length };
  return blobLine({ blob, file: blobFile(uuidOf('blob', n)), bytes: bytes.length, sha256: hash });
};

/** Writes the manifest of these files, as someone does who changes an export and computes all hashes again. */
export function seal(
  files: Files,
  log: ExportLog | null,
  { tenancy = `tenant/${TENANT}`, hasStatements = false } = {},
): Manifest {
  files.delete(MANIFEST_FILE);
  const listed = [...files].map(([name, bytes]): ExportFile => {
    const isBlob = name.startsWith('blob-');
    return {
      name: name as FileName,
      kind: isBlob ? 'blob' : (name.replace(/-\d+\.jsonl\.gz$/, '') as RecordKind),
      lines: isBlob ? 0 : linesOf(bytes).length,
      bytes: bytes.length,
      sha256: sha256Hex(bytes),
    };
  });
  const { manifest, text } = sealManifest(
    {
      service: 'https://evidence.example.com',
      tenancy,
      export: `exports/${uuidOf('export', 0)}`,
      created_at: microsText(100_000),
      log,
      files: listed,
    },
    hasStatements,
  );
  files.set(MANIFEST_FILE, Buffer.from(text));
  return manifest;
}

/** The lines of a file, each with the newline at its end. */
export const linesOf = (bytes: Buffer): string[] => gunzipSync(bytes).toString().match(/.*\n/g) ?? [];

/** Changes the lines of a file. The manifest keeps the hash of the file unless it is sealed again. */
export function editLines(files: Files, name: string, edit: (lines: string[]) => string[]): void {
  files.set(name, gzipSync(edit(linesOf(files.get(name)!)).join('')));
}

/** Changes the object in line `number` of a file. */
export const editLine = (files: Files, name: string, number: number, edit: (line: any) => void): void =>
  editLines(files, name, (lines) =>
    lines.map((line, n) => {
      if (n + 1 !== number) return line;
      const value = JSON.parse(line);
      edit(value);
      return `${JSON.stringify(value)}\n`;
    }),
  );

/** Writes exports to directories that are removed after the tests of the file. */
export function exportDirectories(): (files: Files) => string {
  const root = mkdtempSync(join(tmpdir(), 'export-'));
  afterAll(() => rmSync(root, { recursive: true }));
  let count = 0;
  return (files) => {
    const directory = join(root, String(count++));
    mkdirSync(directory);
    for (const [name, bytes] of files) writeFileSync(join(directory, name), bytes);
    return directory;
  };
}
