import type { z } from '@hono/zod-openapi';
import { sql } from 'drizzle-orm';
import type { Config } from '../../settings/config.ts';
import { invalid, ServiceError } from '../../lib/errors.ts';
import { PUBLIC_SCOPE } from '../../lib/identifiers.ts';
import { printable, toBase64, toHex } from '../../lib/text.ts';
import { formatMicros } from '../../lib/time.ts';
import { parseTilePath, type HashTile } from '../../formats/log/tiles.ts';
import { operation, type Caching } from '../../http/operation.ts';
import { readCosigned } from '../../transparency/reads/cosignatures.ts';
import { readEntries } from '../../transparency/reads/entries.ts';
import { keysJson } from '../../transparency/reads/keys-json.ts';
import { readLogKeys } from '../../transparency/reads/log-keys.ts';
import { readConsistency, readLog, readTile, readWhole } from '../../transparency/reads/logs.ts';
import { checkpointNote } from '../../transparency/reads/notes.ts';
import type { PublishedLog } from '../../transparency/reads/published-log.ts';
import { logs } from './group.ts';
import {
  Checkpoint,
  CheckpointQuery,
  Consistency,
  ConsistencyQuery,
  Log,
  LogKeys,
  LogName,
  TileBytes,
  TilePath,
} from './model.ts';

const common = {
  group: logs,
  method: 'get',
  auth: 'optional',
  permission: 'member',
  rate: 'public',
  primary: true,
  cacheable: 'by reply',
  strictQuery: true,
  statuses: [200, 401, 403, 404, 410],
  params: { log: LogName },
} as const;

/** Who may read the head of a log, and what is cached. */
const READERS =
  'The log of public events is for anyone. That of a tenancy is for its administrators, for its ' +
  'applications with the permission `auditor`, and for all who may read at least one of its events, of ' +
  'this tenancy or of another one; all others get 404.';

/** Responses about the public log change with each of its trees; those about the log of a tenancy are not cached. */
const caching = ({ scope }: PublishedLog, { publicMaxAge }: Config): { caching?: Caching } =>
  scope === PUBLIC_SCOPE ? { caching: { control: `public, max-age=${publicMaxAge}` } } : {};

/** A tile below the id of a log never changes. Below `public` it can be that of another log later. */
function tileCaching(log: PublishedLog, name: string, tile: string, config: Config): { caching?: Caching } {
  if (log.scope !== PUBLIC_SCOPE) return {};
  const etag = `"${log.id}/${tile}"`;
  return name === log.id
    ? { caching: { control: 'public, max-age=31536000, immutable', etag } }
    : { caching: { control: `public, max-age=${config.publicMaxAge}`, etag } };
}

export default [
  operation(
    {
      ...common,
      id: 'getLog',
      path: '/v1/logs/{log}',
      summary: 'Read the state of a log',
      description:
        `The last signed tree of the log, and the log that it replaces. ${READERS} Responds with 404 while ` +
        'the log has no entries, and with 410 if another log replaces it; the details of the error have its ' +
        'id.',
      response: Log,
    },
    async ({ scope, params, config }) => {
      const { log } = await readLog(scope, params['log']!);
      return { json: logJson(log), ...caching(log, config) };
    },
  ),
  operation(
    {
      ...common,
      id: 'getLogCheckpoint',
      path: '/v1/logs/{log}/checkpoint',
      summary: 'Read the checkpoint of a log',
      description:
        'The last signed tree of the log as a signed note, with the cosignatures of witnesses that have ' +
        'cosigned this tree. Witnesses are asked every minute, so the last tree of a log that grows often ' +
        `has none: \`cosigned=true\` asks for the latest checkpoint that at least one witness has cosigned, ` +
        `with all of its cosignatures, and 404 without such a checkpoint. ${READERS}`,
      query: CheckpointQuery,
      response: Checkpoint,
    },
    async ({ scope, params, query, config }) => {
      const name = params['log']!;
      if (query.cosigned === 'true') {
        const { log, note } = await readCosigned(scope, name);
        return { raw: note, ...caching(log, config) };
      }
      const { log } = await readLog(scope, name);
      return { raw: checkpointNote(log), ...caching(log, config) };
    },
  ),
  operation(
    {
      ...common,
      id: 'getLogTile',
      path: '/v1/logs/{log}/tile/{tile}',
      summary: 'Read a tile or a bundle of entries of a log',
      description:
        'Serves the tiles of the tree and, with the level `entries`, its entries, as C2SP tlog-tiles says: ' +
        'full ones, and those of every width up to that of the current tree; also of a log that was ' +
        'replaced. Responds with 404 for a path that is not that of a tile, and for a tile that the tree ' +
        'does not have. Those of the public log are for anyone. Those of a tenancy are for its ' +
        'administrators, and for its applications with the permission `auditor`; other readers of its ' +
        'checkpoint get 403.',
      params: { log: LogName, tile: TilePath },
      response: TileBytes,
    },
    async ({ scope, params, config }) => {
      const [name, path] = [params['log']!, params['tile']!];
      const tile = parseTilePath(`tile/${path}`);
      if (!tile) {
        await readWhole(scope, name, (from) => sql`SELECT 1 FROM ${from} WHERE 0`);
        throw notATile(path);
      }
      const { log, bytes } = await (tile.level === 'entries'
        ? readEntries(scope, name, tile)
        : readTile(scope, name, tile as HashTile));
      return { raw: bytes, ...tileCaching(log, name, path, config) };
    },
  ),
  operation(
    {
      ...common,
      id: 'getLogConsistency',
      path: '/v1/logs/{log}:consistency',
      summary: 'Read a consistency proof of a log',
      description: `Proves that the tree of size \`from\` is the beginning of the tree of size \`to\`. ${READERS}`,
      query: ConsistencyQuery,
      response: Consistency,
    },
    async ({ scope, params, query, config }) => {
      const readable = await readLog(scope, params['log']!);
      const { log } = readable;
      const { from, to = log.size } = query;
      if (to > log.size)
        throw invalid([{ field: 'to', description: `must be at most the size of the log, ${log.size}` }]);
      if (from > to) throw invalid([{ field: 'from', description: `must be at most ${to}` }]);
      const path = await readConsistency(scope, readable, from, to);
      return { json: { from, to, path: path.map(toBase64) }, ...caching(log, config) };
    },
  ),
  operation(
    {
      ...common,
      id: 'getLogKeys',
      path: '/v1/logs/{log}/keys',
      summary: 'Read the keys of a log',
      description:
        `The public keys that verify checkpoints (\`vkey\`) and receipts (\`jwk\`), with their periods of ` +
        'use. A key that replaced another one has what shows this: the first checkpoint with its entry in ' +
        'the log, which both keys have signed, and the entry with its inclusion proof in this tree. Those of ' +
        `a log that was replaced are served as well. ${READERS}`,
      response: LogKeys,
    },
    async ({ scope, params, config }) => {
      const { log, keys } = await readLogKeys(scope, params['log']!);
      return { json: { keys: keysJson(log, keys) }, ...caching(log, config) };
    },
  ),
];

const notATile = (path: string): ServiceError =>
  new ServiceError(
    'not_found',
    `tile ${printable(path)}: must be <level>/<index>[.p/<width>] as in C2SP tlog-tiles, such as ` +
      '0/x001/234.p/7 or entries/000',
  );

const logJson = ({
  id,
  origin,
  scope,
  size,
  root,
  createdUs,
  appendedUs,
  previous,
}: PublishedLog): z.infer<typeof Log> => ({
  log: id,
  origin,
  tenant_identity: scope === PUBLIC_SCOPE ? '' : `tenant/${scope}`,
  size,
  root: toHex(root),
  created: formatMicros(createdUs),
  updated: formatMicros(appendedUs),
  previous: previous ?? {},
});
