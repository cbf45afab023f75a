import { z } from '@hono/zod-openapi';
import { fileNamed, MANIFEST_FILE, RECORD_KINDS as ALL_KINDS, type RecordKind } from '../../formats/exports/format.ts';
import { EXPORT_STATUSES } from '../../features/exports/tables.ts';
import type { PathParam } from '../../http/operation.ts';
import { CREATED, exampleOf, hashLike } from '../examples.ts';
import * as schemas from '../schemas.ts';

const STATUSES = EXPORT_STATUSES.map((status) => `STATUS_${status}` as const);
const FILE = 'events-00001.jsonl.gz';
/** The kinds that are counted: entries of maps and time stamps are not records. */
export const RECORD_KINDS = ALL_KINDS.filter(
  (kind): kind is Exclude<RecordKind, 'maps' | 'stamps'> => kind !== 'maps' && kind !== 'stamps',
);

const EXPORT = {
  identity: exampleOf('exports'),
  display_name: 'End of the year',
  blobs: false,
  status: 'STATUS_FINISHED' as const,
  done: true,
  error_message: '',
  created_at: CREATED,
  finished_at: '2026-11-20T08:46:07Z',
  expires_at: '2026-11-27T08:46:07Z',
  counts: { assets: 12, events: 340, access_policies: 2, locations: 3, compliance_policies: 1, blobs: 0, anchors: 9 },
};
/** What only the response to a GET of one export has. */
const FILES = {
  files: [{ name: FILE, kind: 'events', lines: 340, bytes: 101_325, sha256: hashLike('4c') }],
  manifest_sha256: hashLike('d2'),
  download_url: `https://evidence.example.com/archivist/v1/${EXPORT.identity}/files/${MANIFEST_FILE}?token=k1.Zm9v`,
};

const ended = (description: string, example: string) =>
  z
    .string()
    .nullable()
    .openapi({
      description: `${description} (RFC 3339, UTC); null until the export is finished`,
      format: 'date-time',
      example,
    });

export const ExportListed = z
  .object({
    identity: schemas.identity('exports', 'the export'),
    display_name: schemas.displayName('the export'),
    blobs: schemas.boolean('Whether the export has the bytes of files'),
    status: z.enum(STATUSES as [(typeof STATUSES)[number]]).openapi({
      description:
        'State of the export. Only a STATUS_FINISHED export has files. STATUS_ERASED: an event that it may ' +
        'contain was erased. STATUS_EXPIRED: its files were deleted after `expires_at`',
      example: 'STATUS_FINISHED',
    }),
    done: schemas.boolean('Whether the job has ended', true),
    error_message: schemas.text('Why the export has no files; empty unless STATUS_FAILED or STATUS_ERASED', {
      example: '',
    }),
    created_at: schemas.timestamp('When the export was created'),
    finished_at: ended('When the job ended', EXPORT.finished_at),
    expires_at: ended('When the files are deleted', EXPORT.expires_at),
    counts: z
      .object(
        Object.fromEntries(RECORD_KINDS.map((kind) => [kind, schemas.integer(`Number of ${kind}`)])) as Record<
          (typeof RECORD_KINDS)[number],
          z.ZodInt
        >,
      )
      .openapi({ description: 'The number of records of each kind that were exported so far', example: EXPORT.counts }),
  })
  .openapi('ExportListed', { example: EXPORT });

export const Export = ExportListed.extend({
  files: z
    .array(
      z.object({
        name: schemas.text('Name of the file', { example: FILE }),
        kind: schemas.text('Kind of its records, or `blob` for the bytes of a file', { example: 'events' }),
        lines: schemas.integer('Number of records; 0 of a blob', 340),
        bytes: schemas.integer('Size as it is downloaded, in bytes', 101_325),
        sha256: schemas.text('SHA-256 of these bytes, in hexadecimal', { example: hashLike('4c') }),
      }),
    )
    .openapi({ description: 'The files beside the manifest; empty until the export is finished' }),
  manifest_sha256: schemas.text('SHA-256 of the manifest, in hexadecimal; empty until the export is finished', {
    example: FILES.manifest_sha256,
  }),
  download_url: schemas.text(
    `Address of the manifest, \`${MANIFEST_FILE}\`, with a token that is valid for an hour and has the ` +
      'rights of the caller. The address of another file has its name instead. Empty until the export is ' +
      'finished',
    { example: FILES.download_url },
  ),
}).openapi('Export', { example: { ...EXPORT, ...FILES } });

export const CreateExport = z
  .strictObject({
    display_name: z.string().min(1).max(128).optional().openapi({ description: 'Name of the export, shown to people' }),
    blobs: z.boolean().optional().openapi({ description: 'true: with the bytes of all files of the tenancy' }),
  })
  .openapi('CreateExport', { example: { display_name: EXPORT.display_name, blobs: false } });

export const CREATED_EXPORT = {
  ...EXPORT,
  status: 'STATUS_PENDING',
  done: false,
  finished_at: null,
  expires_at: null,
  counts: Object.fromEntries(RECORD_KINDS.map((kind) => [kind, 0])),
  files: [],
  manifest_sha256: '',
  download_url: '',
};

/** The name of a file in a path. */
export const FileName: PathParam = {
  about: `Name of a file of the export: \`${MANIFEST_FILE}\` or one that it lists`,
  example: MANIFEST_FILE,
  read: (value) => (value === MANIFEST_FILE || fileNamed(value) ? value : undefined),
  rule: `must be ${MANIFEST_FILE} or the name of a file that it lists`,
};
