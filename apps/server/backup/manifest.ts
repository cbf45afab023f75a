import { existsSync, lstatSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { KeyRing } from '../../../src/lib/seal.ts';
import { readRegularFile, eachOf, hashAndSync, listFiles, syncDirectories } from '../state/files.ts';
import { SEAL, sealOf } from './manifest-seal.ts';
import type { Marks } from '../state/marks.ts';
import type { Acceptance } from '../state/restore-check.ts';

/** The name of the manifest in a backup. It is written last: a directory without it is not a complete backup. */
export const MANIFEST = 'manifest.json';

/** One segment of a path: the names of the runtime's files, without hidden files and `..`. */
const SEGMENT = '[A-Za-z0-9_-][A-Za-z0-9._-]{0,254}';
/** The files of a state directory that a backup may contain, besides those of the data directory. */
export const STATE_FILES = ['bootstrap.json', 'settings.env', 'admin.json', 'secrets.env'] as const;
const PATH = new RegExp(`^(data/${SEGMENT}(/${SEGMENT}){0,8}|${STATE_FILES.join('|').replaceAll('.', '\\.')})$`);

const File = z.strictObject({
  path: z.string().regex(PATH, 'must be the path of a file below data/ or of the state directory'),
  bytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits'),
  /** Modification time of the original file, in milliseconds since the epoch. */
  modified: z.int().min(0),
});

const Heights = z.record(z.string(), z.int());
const Mark = z.strictObject({ row: z.int().min(0), value: z.string() });

const StoredMarks = z.strictObject({
  recorded: z.iso.datetime(),
  tables: z.record(z.string(), Mark),
  chains: z.record(z.string(), Mark),
  outboxes: Heights,
}) satisfies z.ZodType<Marks>;

const StoredAcceptance = z.strictObject({
  at: z.number(),
  findings: z.array(z.string()),
  tables: Heights,
  chains: Heights,
  ahead: Heights,
  changes: z.int().optional(),
}) satisfies z.ZodType<Acceptance>;

const BackupManifest = z.strictObject({
  format: z.literal('asset-evidence-backup/1'),
  id: z.uuid(),
  /** The time of the copied state. */
  taken: z.iso.datetime(),
  paused_ms: z.int().min(0),
  secrets: z.strictObject({
    included: z.boolean(),
    /** The names that secrets.env sets. */
    names: z.array(z.string().regex(/^[A-Z0-9_]+$/)),
  }),
  /** The marks of the copied state. */
  marks: StoredMarks,
  /** The differences that the operator had accepted. */
  accepted: StoredAcceptance.optional(),
  files: z.array(File),
});

/** The content of a backup. `files` have paths relative to the backup, sorted. */
export type BackupManifest = z.infer<typeof BackupManifest>;
export type ManifestFile = BackupManifest['files'][number];

/** Describes each file below a directory for the manifest, in the order of the paths. Syncs the files to disk. */
export async function describeFiles(directory: string): Promise<ManifestFile[]> {
  const files: ManifestFile[] = [];
  await eachOf(listFiles(directory), async (path) => {
    const modified = Math.floor(lstatSync(join(directory, path)).mtimeMs);
    files.push({ path, ...(await hashAndSync(join(directory, path))), modified });
  });
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** Writes the manifest and its seal durably; the manifest is written atomically. */
export async function writeManifest(directory: string, manifest: BackupManifest, keys: KeyRing): Promise<void> {
  BackupManifest.parse(manifest);
  const path = join(directory, MANIFEST);
  const text = `${JSON.stringify(manifest, null, 1)}\n`;
  await writeDurably(join(directory, SEAL), `${await sealOf(text, keys)}\n`);
  await writeDurably(`${path}.tmp`, text);
  await syncDirectories(
    directory,
    manifest.files.map((each) => each.path),
  );
  await rename(`${path}.tmp`, path);
  await syncDirectories(directory, []);
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The manifest of a backup, with the sealed text; `seal` is undefined if the backup has no seal. */
export type ReadManifest = { manifest: BackupManifest; text: string; seal: string | undefined };

/**
 * Reads the manifest of a backup and compares the names and sizes of all files with it. `checkFile` compares the hash
 * of a file, and `assertSealed` the seal. Throws an Error with the files that are missing, not listed or of another
 * size.
 */
export function readManifest(directory: string): ReadManifest {
  const text = textOf(directory, MANIFEST);
  if (text === undefined) {
    const reason = existsSync(directory) ? `is not a complete backup: it has no ${MANIFEST}` : 'does not exist';
    throw new Error(`${directory}: ${reason}: pass a directory that \`npm run backup\` has created`);
  }
  const manifest = parseManifest(directory, text);
  const listed = new Map(manifest.files.map((file) => [file.path, file.bytes]));
  if (listed.size !== manifest.files.length) throw damagedBackup(directory, `${MANIFEST} lists a file twice`);
  const found = new Map(listFiles(directory).map((path) => [path, lstatSync(join(directory, path)).size]));
  for (const name of [MANIFEST, SEAL]) found.delete(name);
  const missing = [...listed.keys()].filter((path) => !found.has(path));
  if (missing.length > 0) throw damagedBackup(directory, `missing: ${some(missing)}`);
  const extra = [...found.keys()].filter((path) => !listed.has(path));
  if (extra.length > 0) throw damagedBackup(directory, `not in ${MANIFEST}: ${some(extra)}`);
  const changed = [...listed].filter(([path, bytes]) => found.get(path) !== bytes).map(([path]) => path);
  if (changed.length > 0) throw damagedBackup(directory, `size differs from ${MANIFEST}: ${some(changed)}`);
  return { manifest, text, seal: textOf(directory, SEAL) };
}

/** Returns the text of a file of a backup; undefined if the file does not exist. */
function textOf(directory: string, name: string): string | undefined {
  const content = readRegularFile(join(directory, name));
  return content && Buffer.from(content).toString('utf8');
}

function parseManifest(directory: string, text: string): BackupManifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw damagedBackup(directory, `${MANIFEST} is not valid JSON`);
  }
  const parsed = BackupManifest.safeParse(value);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  throw damagedBackup(directory, `${MANIFEST}: ${path.join('.')}: ${message}`);
}

/** Compares a file, or a copy of it, with its entry in the manifest. Throws if it differs. */
export async function checkFile(path: string, listed: ManifestFile): Promise<void> {
  const { bytes, sha256 } = await hashAndSync(path);
  if (bytes !== listed.bytes || sha256 !== listed.sha256)
    throw new Error(`${listed.path}: its SHA-256 differs from ${MANIFEST}: the backup is damaged`);
}

const damagedBackup = (directory: string, reason: string): Error =>
  new Error(`${directory}: the backup is damaged: ${reason}`);

/** Returns the first three names and the number of the others. */
function some(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(', ');
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown;
}
