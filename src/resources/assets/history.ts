import { z } from '@hono/zod-openapi';
import type { PublicScope } from '../../access/public.ts';
import type { TenantScope } from '../../access/scope.ts';
import { joinBytes } from '../../lib/bytes.ts';
import { toBase64, toBase64Url, utf8 } from '../../lib/text.ts';
import { parseTimestamp } from '../../lib/time.ts';
import { eventJson } from '../../ledger/records/event.ts';
import { COVERED_FIELDS, HISTORY, type HistoryHead, type HistoryItem } from '../../proof/history-format.ts';
import { operation } from '../../http/operation.ts';
import { readCompleteHistory, readMapStamps, type CompleteHistory } from '../../transparency/reads/complete-history.ts';
import { historyEvents, type HistoryEvent } from '../../transparency/reads/history-events.ts';
import { hashLike } from '../examples.ts';
import { Checkpoint } from '../logs/model.ts';
import * as schemas from '../schemas.ts';
import { assets } from './group.ts';
import { stampJson } from './log-proof.ts';
import { Event } from './model.ts';
import { TimestampText } from './requests.ts';
import { HASHES } from './examples.ts';
import { contentOpening, entryPart, stampList } from './proof.ts';

const provenEntry = (about: string) =>
  z
    .object({
      entry: schemas.text('Bytes of the entry, base64', { format: 'byte', example: 'ZDY6' }),
      path: schemas.text('Its inclusion proof: base64url of hashes of 32 bytes each', { example: HASHES }),
    })
    .openapi({ description: about });

/** All events of an asset in its log (src/proof/history-format.ts says what each part means). */
export const AssetHistory = z
  .object({
    format: z.literal(HISTORY).openapi({ description: 'Format of this document' }),
    view: z.enum(['tenant', 'public']).openapi({ description: 'Whose log: that of the tenancy, or of public events' }),
    asset_identity: schemas.text('The asset', { example: 'assets/9c0e7b4a-5b5f-4d0e-8f43-3a3c1a9d2f10' }),
    checkpoint: schemas.text('Tree of the log with the entry of the map, as a signed note with cosignatures', {
      example: Checkpoint.example,
    }),
    genesis: provenEntry('First entry of the log: its origin and keys, and the log that it replaces'),
    map: provenEntry('Last entry LOGMAPV1 of the log: the history is complete up to this entry'),
    path: schemas.text('Path from the asset to the root of the map: base64url of hashes of 32 bytes each', {
      example: HASHES,
    }),
    stamps: stampList.optional().openapi({ description: 'Only with `stamps=true`: time stamps of trees with the map' }),
    count: schemas.integer('Number of events of the asset', 2),
    events: z
      .array(
        z.union([
          z.object({
            event: Event.pick(Object.fromEntries(COVERED_FIELDS.map((name) => [name, true])) as Covered).openapi({
              description: 'The event as the caller may see it, as far as its entry covers it',
            }),
            entry: entryPart,
            content: contentOpening,
          }),
          z.object({ leaf: schemas.text('Leaf hash of the entry, in hexadecimal', { example: hashLike('2b') }) }),
        ]),
      )
      .openapi({
        description:
          'In the order of the log, each as the caller may see it; only `leaf` of an event that is hidden from the ' +
          'caller or erased',
      }),
  })
  .openapi('AssetHistory');
type Covered = Record<(typeof COVERED_FIELDS)[number], true>;

export const HISTORY_QUERY = {
  stamps: z
    .enum(['true', 'false'])
    .optional()
    .openapi({
      description:
        '`true`: with `stamps`, for each time-stamping authority the first time stamp that covers the map. ' +
        'Default: without',
    }),
  at_time: TimestampText.optional().openapi({
    description:
      'As of the first map of the log at this time (RFC 3339) or later. Responds with 404 if there is none yet, or ' +
      'if it covers no event of the asset; with 400 if more than 50,000 entries would have to be read for it: it ' +
      'must then be later than the map before the last one. Default: the last map',
    format: 'date-time',
  }),
};
type HistoryQuery = { [K in keyof typeof HISTORY_QUERY]: z.infer<(typeof HISTORY_QUERY)[K]> };

/**
 * The complete history of an asset as a JSON text in pieces. Throws as `readCompleteHistory`. `holder`: who takes turns
 * with other readers.
 */
export async function historyText(
  scope: TenantScope | PublicScope,
  asset: string,
  query: HistoryQuery,
  holder: string,
): Promise<AsyncGenerator<Uint8Array, void>> {
  const asOf = query.at_time === undefined ? undefined : { us: parseTimestamp(query.at_time)!.nextUs, holder };
  const history = await readCompleteHistory(scope, asset, asOf);
  const found = query.stamps === 'true' ? await readMapStamps(scope, asset, history) : undefined;
  const stamps = found?.map(({ stamp, path }) => stampJson(stamp, path));
  const isPublic = scope.tenant === undefined;
  const head = JSON.stringify(headJson(asset, history, isPublic, stamps));
  const { log, map, events } = history;
  const pages = historyEvents(scope, { asset, log: log.id, size: map.index, events }, holder);
  return (async function* () {
    yield utf8(`${head.slice(0, -1)},"events":[`);
    let before = '\n';
    for await (const page of pages) {
      yield utf8(before + page.map((event) => JSON.stringify(itemJson(event, isPublic))).join(',\n'));
      before = ',\n';
    }
    yield utf8('\n]}\n');
  })();
}

const headJson = (
  asset: string,
  { checkpoint, genesis, map, path, events }: CompleteHistory,
  isPublic: boolean,
  stamps: HistoryHead['stamps'],
): HistoryHead => ({
  format: HISTORY,
  view: isPublic ? 'public' : 'tenant',
  asset_identity: `${isPublic ? 'publicassets' : 'assets'}/${asset}`,
  checkpoint,
  genesis: provenJson(genesis),
  map: provenJson(map),
  path: toBase64Url(joinBytes(path)),
  ...(stamps ? { stamps } : {}),
  count: events,
});

const provenJson = ({ entry, path }: CompleteHistory['genesis']): HistoryHead['map'] => ({
  entry: toBase64(entry),
  path: toBase64Url(joinBytes(path)),
});

function itemJson(item: HistoryEvent, isPublic: boolean): HistoryItem {
  if ('leaf' in item) return item;
  const { event, chainCommitment, statement, opening } = item;
  const json = eventJson(event, isPublic ? 'publicassets' : 'assets');
  return {
    event: Object.fromEntries(COVERED_FIELDS.map((name) => [name, json[name]])) as Extract<
      HistoryItem,
      { event: unknown }
    >['event'],
    entry: {
      sequence: event.seq,
      proof_mechanism: event.proofMechanism,
      public: event.public,
      chain_commitment: chainCommitment,
      ...(statement === undefined ? {} : { author_statement: statement }),
    },
    content: opening,
  };
}

export default [
  operation(
    {
      group: assets,
      auth: 'bearer',
      permission: 'member',
      rate: 'api',
      id: 'getAssetHistory',
      method: 'get',
      path: '/v2/assets/{uuid}:history',
      summary: 'Read the complete history of an asset',
      description:
        'Proves which events the asset has in the log of the tenancy that owns it, and that none is left out: for ' +
        'callers who may read an event of it, also of other tenancies. Events that are hidden from the caller or ' +
        'erased are leaf hashes. It is as of the last map of the log, which is at most `COMPLETENESS_SECONDS` old ' +
        'unless nothing was recorded since, or as of `at_time`; later events are not in it. Responds with 404 until ' +
        'a map covers an event, and to callers who may read no event of the asset.',
      statuses: [200, 401, 403, 404, 429],
      query: HISTORY_QUERY,
      strictQuery: true,
      response: AssetHistory,
    },
    async ({ scope, params, query }) => ({
      pieces: await historyText(scope, params['uuid']!, query, scope.tenant),
    }),
  ),
];
