import { z } from '@hono/zod-openapi';
import { deleteErasedBlobs } from '../../features/blobs/erased.ts';
import { FIRST_FILE, parseFilePosition, verifyFiles } from '../../features/blobs/verify.ts';
import { uuidOf } from '../../lib/identifiers.ts';
import { operation } from '../../http/operation.ts';
import {
  FIRST_ERASURE,
  parseErasurePosition,
  verifyErasures,
  type ErasurePosition,
  type ErasuresChecked,
} from '../../ledger/erasure/verify.ts';
import { parseAssetPosition, verifyMany } from '../../ledger/verify/fsck.ts';
import { FIRST_LOG, formatPosition, parsePosition, verifyLogs } from '../../transparency/reads/verify.ts';
import { exampleOf } from '../examples.ts';
import * as schemas from '../schemas.ts';
import { common } from './group.ts';

const Fsck = z
  .strictObject({
    tenant_identity: z
      .string()
      .refine((text) => uuidOf('tenant', text) !== undefined, 'must be tenant/<version 4 uuid>')
      .optional()
      .openapi({ description: 'Only assets of this tenancy' }),
    after: z
      .string()
      .refine(
        (text) =>
          parseAssetPosition(text) !== undefined ||
          parsePosition(text) !== undefined ||
          parseErasurePosition(text) !== undefined ||
          parseFilePosition(text) !== undefined,
        'must be `next` of the previous response',
      )
      .optional()
      .openapi({ description: 'Where to continue: `next` of the previous response' }),
    events: z.int().min(1).max(1_000_000).optional().openapi({
      description: 'Stop at the latest after the asset that reaches this number of checked events. Default: 50000',
    }),
    files: z.boolean().optional().openapi({
      description: 'At the end, read every file and compare its bytes with its hash. Default: false',
    }),
    register_erasures: z
      .boolean()
      .optional()
      .openapi({
        description:
          'Add erased events that the erasure register lacks to it, instead of reporting them: only after ' +
          'the register was lost',
      }),
  })
  .openapi('Fsck', { example: { tenant_identity: exampleOf('tenant'), events: 50_000 } });
const FsckResult = z
  .object({
    assets: schemas.integer('Number of assets that were checked', 1),
    events: schemas.integer('Number of events that were checked', 2),
    logs: schemas.integer('Number of logs that were checked completely', 0),
    entries: schemas.integer('Number of entries of logs that were checked', 0),
    erasures: schemas
      .integer('Number of erasures of the register that were checked', 1)
      .optional()
      .openapi({ description: 'Number of erasures of the register that were checked, if there are any' }),
    files: schemas
      .integer('Number of files that were read and compared', 1)
      .optional()
      .openapi({ description: 'Number of files that were read and compared; only with `files`' }),
    findings: z
      .array(
        z.object({
          identity: schemas.text('What is wrong: an asset, a file, a tenancy, a log, or the `database` as a whole', {
            example: exampleOf('assets'),
          }),
          sequence: schemas.integer(
            'Number of the event in its asset, or index of the entry in its log; 0 if the finding is about neither',
            2,
          ),
          problem: schemas.text('The problem that was found', { example: 'the event is missing' }),
        }),
      )
      .openapi({ description: 'What is wrong; empty if nothing is', example: [] }),
    next: schemas.text('Text to send as `after` to continue; empty at the end', { example: '' }),
  })
  .openapi('FsckResult');

/** Checks ledgers, logs and erasures in bounded steps. */
export const fsck = operation(
  {
    ...common,
    id: 'fsck',
    path: '/operator/v1/fsck',
    summary: 'Check ledgers',
    description:
      'Checks hash chains, current states, index rows, quota counts, logs with their maps and time stamps, and ' +
      'whether the database has all acknowledged changes. Erases the events again that are in the erasure register ' +
      'and have content, because the database was restored. One request checks a limited number of events and needs ' +
      'a limited number of statements; continue with `next`.',
    statuses: [200, 400, 401, 404],
    body: Fsck,
    response: FsckResult,
  },
  async ({ env, config, scope, body, requestId }) => {
    const tenant = uuidOf('tenant', body.tenant_identity ?? '');
    const limit = body.events ?? 50_000;
    const registers = body.register_erasures === true;
    const checkErasures = async (at: ErasurePosition): Promise<ErasuresChecked> => {
      const checked = await verifyErasures(env, config, scope, { tenant, from: at, registers, requestId });
      await deleteErasedBlobs(env);
      return body.files === true && checked.next === '' ? { ...checked, next: FIRST_FILE } : checked;
    };
    const after = parseFilePosition(body.after ?? '');
    if (after !== undefined) {
      const checked = await verifyFiles(env, scope, { tenant, after });
      return { json: { assets: 0, events: 0, logs: 0, entries: 0, ...checked } };
    }
    const erasure = parseErasurePosition(body.after ?? '');
    if (erasure) return { json: { assets: 0, events: 0, logs: 0, entries: 0, ...(await checkErasures(erasure)) } };
    const from = parsePosition(body.after ?? '');
    if (from) {
      const checked = await verifyLogs(scope, { tenant, from, entries: limit });
      if (checked.next || checked.findings.length > 0) return { json: { assets: 0, events: 0, ...checked } };
      const { erasures, ...more } = await checkErasures(FIRST_ERASURE);
      return { json: { assets: 0, events: 0, ...checked, ...(erasures > 0 ? { erasures } : {}), ...more } };
    }
    const { next, ...checked } = await verifyMany(env, scope, {
      tenant,
      from: parseAssetPosition(body.after ?? ''),
      events: limit,
    });
    return {
      json: { ...checked, logs: 0, entries: 0, next: next || formatPosition(FIRST_LOG) },
    };
  },
);
