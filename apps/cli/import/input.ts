import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { z } from 'zod';
import type { Violation } from '../../../src/lib/errors.ts';
import { check } from '../../../src/http/validation.ts';
import { exportDirectory } from '../exports/files.ts';
import { UsageError } from '../command-line.ts';
import type { Format } from './lines.ts';
import { mapProblems, type MapFile } from '../../../src/formats/import/mapping.ts';
import { isZone } from '../../../src/formats/import/times.ts';

/** What is imported, and how. */
export interface ImportInput {
  /** An absolute path; of an export, that of its directory. */
  file: string;
  format: Format | 'export';
  /** An absolute path; undefined when not given. */
  map: string | undefined;
  /** The input of another import whose assets the events of this one name; an absolute path. */
  assetsOf: string | undefined;
  /** The time zone of declared times that have none. */
  zone: string | undefined;
  dryRun: boolean;
  /** Send the last batch again, although its idempotency keys may have expired. */
  resend: boolean;
  /** Of an export: import it without verifying it. */
  noVerify: boolean;
  /** Of an export: the known SHA-256 of its manifest. */
  manifestSha256: string | undefined;
}

/** The options of the commands that import. */
export type ImportOptions = {
  map?: string;
  assetsOf?: string;
  zone?: string;
  dryRun?: boolean;
  resend?: boolean;
  /** False: import an export without verifying it first. */
  verify: boolean;
  manifestSha256?: string;
};

/** The input that arguments name: a file of lines, or the directory of an export. Throws a UsageError. */
export function importInput(file: string, options: ImportOptions): ImportInput {
  const directory = exportDirectory(file);
  const format = /\.(csv|jsonl)$/i.exec(file)?.[1]?.toLowerCase();
  if (directory === undefined && format === undefined)
    throw new UsageError(`FILE: must be a .csv or .jsonl file, or the directory of an export, not "${basename(file)}"`);
  assertApplicable(directory === undefined ? 'a file of lines' : 'an export', options);
  const { map, assetsOf, zone, dryRun = false, resend = false, verify, manifestSha256 } = options;
  if (manifestSha256 !== undefined && !/^[0-9a-f]{64}$/.test(manifestSha256))
    throw new UsageError('--manifest-sha256: must be 64 lower-case hexadecimal digits');
  if (zone !== undefined && !isZone(zone))
    throw new UsageError(
      `--zone: must be a time zone such as Europe/Berlin, UTC or +02:00, not ${JSON.stringify(zone)}`,
    );
  return {
    file: resolve(directory ?? file),
    format: directory === undefined ? (format as Format) : 'export',
    noVerify: !verify,
    manifestSha256,
    map: map === undefined ? undefined : resolve(map),
    assetsOf: assetsOf === undefined ? undefined : resolve(assetsOf),
    zone,
    dryRun,
    resend,
  };
}

/** Throws a UsageError for an option that only the other kind of input has. */
function assertApplicable(kind: 'a file of lines' | 'an export', options: ImportOptions): void {
  const { map, assetsOf, zone, resend, verify, manifestSha256 } = options;
  const foreign =
    kind === 'an export'
      ? { map, 'assets-of': assetsOf, zone, resend }
      : { 'no-verify': !verify, 'manifest-sha256': manifestSha256 };
  const other = kind === 'an export' ? 'a file of lines' : 'an export';
  for (const [name, value] of Object.entries(foreign))
    if (value) throw new UsageError(`--${name}: is only for ${other}`);
}

const MapSchema = z.strictObject({
  columns: z.record(z.string(), z.union([z.string(), z.array(z.string()), z.null()])).optional(),
  constants: z.record(z.string(), z.string()).optional(),
  other: z.enum(['attributes', 'ignore', 'reject']).optional(),
  delimiter: z
    .string()
    .length(1)
    .regex(/^[^\r\n"]$/, 'must not be a line break or a quote')
    .optional(),
});

/** Reads the file of `--map`, with its SHA-256. Throws a UsageError that names every problem. */
export function readMap(file: string | undefined): { map: MapFile; digest: string } {
  if (file === undefined) return { map: {}, digest: '' };
  let text: string;
  let json: unknown;
  try {
    text = readFileSync(file, 'utf8');
    json = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`--map: ${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  const bad: Violation[] = [];
  const map = check(MapSchema, json, bad);
  const problems = map ? mapProblems(map) : bad.map(({ field, description }) => `${field}: ${description}`);
  if (problems.length > 0) throw new UsageError(`--map: ${file}: ${problems.join('; ')}`);
  return { map: map!, digest: createHash('sha256').update(text).digest('hex') };
}
