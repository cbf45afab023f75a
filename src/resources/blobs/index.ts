import { z } from '@hono/zod-openapi';
import { eq } from 'drizzle-orm';
import type { TenantScope } from '../../access/scope.ts';
import { blobJson } from '../../features/blobs/blob.ts';
import { blobs as table, type Blob } from '../../features/blobs/tables.ts';
import { storeBlob } from '../../features/blobs/upload.ts';
import { notFound } from '../../lib/errors.ts';
import { readFormFile } from '../../http/multipart.ts';
import { operation } from '../../http/operation.ts';
import { blobs } from './group.ts';
import { BlobSchema, DOWNLOAD_QUERY, downloadOf } from './model.ts';

const common = { group: blobs, auth: 'bearer', permission: 'member', rate: 'api' } as const;

/** Reads a blob for its uploader or an administrator of its tenancy. Throws 404. */
async function readBlob(scope: TenantScope, id: string): Promise<Blob> {
  const [[blob]] = await scope.read(scope.rows(table, eq(table.id, id), { audience: 'author' }));
  if (!blob) throw notFound(`blobs/${id}`);
  return blob;
}

export default [
  operation(
    {
      ...common,
      id: 'createBlob',
      method: 'post',
      path: blobs.path,
      summary: 'Upload a file',
      description:
        'The body is a multipart form with the field `file`. The media type is detected from the bytes. ' +
        'The file is scanned for malware once a day; attach it to an asset or event by its identity and ' +
        'hash.',
      statuses: [200, 401, 402, 403, 429],
      body: z.object({ file: z.string().openapi({ format: 'binary', description: 'The file' }) }),
      bodyType: 'multipart',
      response: BlobSchema,
    },
    async ({ scope, env, config, request }) => {
      const file = await readFormFile(request, 'file');
      const length = request.headers.get('content-length');
      const blob = await storeBlob(env, config, scope, file, length === null ? undefined : Number(length));
      return { json: blobJson(blob, config) };
    },
  ),
  operation(
    {
      ...common,
      id: 'getBlob',
      method: 'get',
      path: `${blobs.path}/{uuid}`,
      summary: 'Download a file',
      description:
        'For administrators of the tenancy and the uploader; others download it as an attachment. Range ' +
        'and conditional requests are supported.',
      statuses: [200, 401, 403, 404, 429],
      query: DOWNLOAD_QUERY,
      response: 'file',
    },
    async ({ scope, env, params, query }) => ({
      download: downloadOf(env, await readBlob(scope, params['uuid']!), '', query),
    }),
  ),
  operation(
    {
      ...common,
      id: 'getBlobInfo',
      method: 'get',
      path: `${blobs.path}/{uuid}/info`,
      summary: 'Read the metadata of a file',
      description: 'The hash, size, media type and scan result of the file.',
      statuses: [200, 401, 403, 404, 429],
      response: BlobSchema,
    },
    async ({ scope, config, params }) => ({ json: blobJson(await readBlob(scope, params['uuid']!), config) }),
  ),
];
