import type { Scope } from '../../access/scope.ts';
import { readAttachment } from '../../features/blobs/attached.ts';
import { blobJson } from '../../features/blobs/blob.ts';
import { operation, type Operation } from '../../http/operation.ts';
import { BlobSchema, DOWNLOAD_QUERY, downloadOf, PUBLIC_BLOB, PUBLIC_DOWNLOAD_QUERY } from '../blobs/model.ts';

const attachments = { name: 'attachments', path: '/v2/attachments', title: 'Attachments' };

type Family = { id: string; path: string; of: string };

const ASSET = '{asset_uuid}';
const EVENT = '{asset_uuid}/events/{event_uuid}';

const privately = { group: attachments, method: 'get', auth: 'bearer', permission: 'member', rate: 'api' } as const;
const publicly = {
  group: attachments,
  method: 'get',
  auth: 'public',
  permission: 'none',
  rate: 'public',
  cacheable: true,
} as const;

/** The attachment that the parameters name. Throws 404. */
const namedBy = (scope: Scope, params: Record<string, string>) =>
  readAttachment(scope, params['asset_uuid']!, params['event_uuid'], params['uuid']!);

/** Download and metadata of the attachments of assets, or of events. */
const ofRecords = ({ id, path, of }: Family): Operation[] => [
  operation(
    {
      ...privately,
      id: `get${id}Attachment`,
      path: `${path}/{uuid}`,
      summary: `Download a file that is attached to ${of}`,
      description:
        'The file must be named by an attachment attribute of the record. Range and conditional requests ' +
        'are supported. Responds with 400 if the file is SCANNED_BAD, unless `allow_insecure` is true.',
      statuses: [200, 401, 403, 404, 429],
      query: DOWNLOAD_QUERY,
      response: 'file',
    },
    async ({ scope, env, params, query }) => {
      const { blob, fileName } = await namedBy(scope, params);
      return { download: downloadOf(env, blob, fileName, query) };
    },
  ),
  operation(
    {
      ...privately,
      id: `get${id}AttachmentInfo`,
      path: `${path}/{uuid}/info`,
      summary: `Read the metadata of a file that is attached to ${of}`,
      description: 'The hash, size, media type and scan result of the file.',
      statuses: [200, 401, 403, 404, 429],
      response: BlobSchema,
    },
    async ({ scope, config, params }) => {
      const { blob } = await namedBy(scope, params);
      return { json: blobJson(blob, config) };
    },
  ),
];

/** The same for public records, without a token. */
const ofPublicRecords = ({ id, path, of }: Family, alias: string): Operation[] => [
  operation(
    {
      ...publicly,
      id: `get${id}Attachment`,
      path: `${path}/{uuid}`,
      aliases: { ShortPath: `${attachments.path}/${alias}/{uuid}` },
      summary: `Download a file that is attached to ${of}`,
      description:
        'The file must be named by an attachment attribute of the record. Range and conditional requests ' +
        'are supported. Responds with 400 if the file is SCANNED_BAD.',
      statuses: [200, 404],
      query: PUBLIC_DOWNLOAD_QUERY,
      response: 'file',
    },
    async ({ scope, env, params, query }) => {
      const { blob, fileName } = await namedBy(scope, params);
      return { download: downloadOf(env, blob, fileName, query) };
    },
  ),
  operation(
    {
      ...publicly,
      id: `get${id}AttachmentInfo`,
      path: `${path}/{uuid}/info`,
      aliases: { ShortPath: `${attachments.path}/${alias}/{uuid}/info` },
      summary: `Read the metadata of a file that is attached to ${of}`,
      description:
        'The hash, size, media type and scan result of the file. The fields that name the uploader are empty.',
      statuses: [200, 404],
      response: BlobSchema,
      example: PUBLIC_BLOB,
    },
    async ({ scope, config, params }) => {
      const { blob } = await namedBy(scope, params);
      // Public responses do not name people.
      return { json: { ...blobJson(blob, config), issuer: '', subject: '' } };
    },
  ),
];

const family = (id: string, under: string, record: string, of: string): Family => ({
  id,
  path: `${attachments.path}/${under}/${record}`,
  of,
});

export default [
  ...ofRecords(family('Asset', 'assets', ASSET, 'an asset')),
  ...ofRecords(family('Event', 'assets', EVENT, 'an event')),
  // The alias is the path that newer SDKs derive from a public address.
  ...ofPublicRecords(family('PublicAsset', 'publicassets', ASSET, 'a public asset'), ASSET),
  ...ofPublicRecords(family('PublicEvent', 'publicassets', EVENT, 'an event of a public asset'), EVENT),
];
