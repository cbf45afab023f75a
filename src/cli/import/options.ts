import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { check } from '../../http/input.ts';
import type { Violation } from '../../core/errors.ts';
import { parsed, service, UsageError, type ServiceArguments } from '../arguments.ts';
import { exportDirectory } from '../exports/files.ts';
import type { Format } from './lines.ts';
import { mapProblems, type MapFile } from './mapping.ts';

const USAGE = 'npm run import -- FILE.csv|FILE.jsonl|EXPORT [OPTIONS]';

export interface ImportArguments extends ServiceArguments {
  /** An absolute path; of an export, that of its directory. */
  file: string;
  format: Format | 'export';
  /** An absolute path; undefined when not given. */
  map: string | undefined;
  /** The input of another import whose assets the events of this one name; an absolute path. */
  assetsOf: string | undefined;
  dryRun: boolean;
  /** Send the last batch again, although its idempotency keys may have expired. */
  resend: boolean;
  /** Of an export: import it without verifying it. */
  noVerify: boolean;
  /** Of an export: the known SHA-256 of its manifest. */
  manifestSha256: string | undefined;
}

/** Options that only one kind of input has. */
const OF_FILE = ['map', 'assets-of', 'resend'] as const;
const OF_EXPORT = ['no-verify', 'manifest-sha256'] as const;

/** Reads the arguments of `npm run import`; throws a UsageError. */
export function importArguments(argv: string[]): ImportArguments {
  const { values, positionals } = parsed(USAGE, () =>
    parseArgs({
      args: argv,
      options: {
        map: { type: 'string' },
        'assets-of': { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        resend: { type: 'boolean', default: false },
        'no-verify': { type: 'boolean', default: false },
        'manifest-sha256': { type: 'string' },
        url: { type: 'string' },
        state: { type: 'string' },
      },
      allowPositionals: true,
    }),
  );
  const [file, ...rest] = positionals;
  if (file === undefined || rest.length > 0) throw new UsageError(`usage: ${USAGE} (--help explains it)`);
  const directory = exportDirectory(file);
  const format = /\.(csv|jsonl)$/i.exec(file)?.[1]?.toLowerCase();
  if (directory === undefined && format === undefined)
    throw new UsageError(`FILE: must be a .csv or .jsonl file, or the directory of an export, not "${basename(file)}"`);
  const foreign = (directory === undefined ? OF_EXPORT : OF_FILE).find((name) => values[name]);
  if (foreign !== undefined)
    throw new UsageError(`--${foreign}: is only for ${directory === undefined ? 'an export' : 'a file of lines'}`);
  const manifestSha256 = values['manifest-sha256'];
  if (manifestSha256 !== undefined && !/^[0-9a-f]{64}$/.test(manifestSha256))
    throw new UsageError('--manifest-sha256: must be 64 lower-case hexadecimal digits');
  return {
    file: resolve(directory ?? file),
    format: directory === undefined ? (format as Format) : 'export',
    noVerify: values['no-verify'],
    manifestSha256,
    map: values.map === undefined ? undefined : resolve(values.map),
    assetsOf: values['assets-of'] === undefined ? undefined : resolve(values['assets-of']),
    dryRun: values['dry-run'],
    resend: values.resend,
    ...service(values),
  };
}

const MapSchema = z.strictObject({
  columns: z.record(z.string(), z.union([z.string(), z.array(z.string()), z.null()])).optional(),
  constants: z.record(z.string(), z.string()).optional(),
  other: z.enum(['attributes', 'ignore', 'reject']).optional(),
  delimiter: z.string().length(1).optional(),
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
