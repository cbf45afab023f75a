import { localNumber } from '../../site/locale.ts';
import { attachmentsIn } from '../../../src/formats/records/attachments.ts';
import { BASE, api, ApiError, pages, signedIn, uuidOf, type PageOf, type Schemas } from './api.ts';
import { inLanes } from './lanes.ts';
import { screenTexts } from '../screens/texts/texts.ts';

const { concerns: wording } = screenTexts;

type Asset = Schemas['Asset'];

/** Bounds of the requests of the overview. */
const DAYS = 14;
/** Assets whose types are looked at: those that were changed last. */
const SAMPLE = 100;
const TYPES = 8;
/** Newest events, whose files' scans are looked at. */
const NEWEST = 8;
const FILES = 8;
/** Records of each kind that can need attention. */
const LISTED = 100;

/** A number of records; `truncated`: there may be more. */
export type RecordCount = { total: number; truncated: boolean };

/** `1,234`, or `1,234+` if there may be more. */
export const countText = ({ total, truncated }: RecordCount): string => `${localNumber(total)}${truncated ? '+' : ''}`;

export const countOf = ({ total, truncated, items, next }: PageOf<unknown>): RecordCount =>
  next === '' ? { total: items.length, truncated: false } : { total, truncated };

/** A day in the local zone: its limits as RFC 3339 in UTC, and the number of events that happened in it as declared. */
export type DayCount = RecordCount & { since: string; before: string };

/** The events of the last 14 days, today last, with a request for each day. */
export async function eventsPerDay(signal: AbortSignal, now = new Date()): Promise<DayCount[]> {
  const midnight = (ago: number): string =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() - ago).toISOString();
  const days = Array.from({ length: DAYS }, (_, i) => DAYS - 1 - i);
  return inLanes(days, signal, async (ago) => {
    const [since, before] = [midnight(ago), midnight(ago - 1)];
    const query = { timestamp_declared_since: since, timestamp_declared_before: before };
    const counted = (header: Record<string, string>) =>
      pages('/v2/assets/-/events', 'events', { params: { query, header } })('', 1);
    const page = await counted({});
    // Without the header, the total of a day of a large tenancy is a limit and not its number.
    return { since, before, ...countOf(page.truncated ? await counted({ 'x-request-total-count': 'true' }) : page) };
  });
}

const events = pages('/v2/assets/-/events', 'events', { params: { query: { order_by: 'timestamp_declared' } } });

/** The newest events by declared time. */
export const newestEvents = async (): Promise<Schemas['AssetEvent'][]> => (await events('', NEWEST)).items;

const byChange = pages('/v2/assets', 'assets', { params: { query: { order_by: 'at_time' } } });

/** The assets that were changed last, and the number of all tracked ones. */
export const latestAssets = (): Promise<PageOf<Asset>> => byChange('', SAMPLE);

/** A type of assets and how many there are; the empty type: assets without one, counted only in the sample. */
export type TypeCount = RecordCount & { type: string };

/** The most frequent types of a sample of assets, with a request for each unless the sample has all assets. */
export async function assetsByType({ items, next }: PageOf<Asset>, signal: AbortSignal): Promise<TypeCount[]> {
  const found = new Map<string, number>();
  for (const { attributes } of items) {
    const type = attributes['arc_display_type'];
    const name = typeof type === 'string' ? type : '';
    found.set(name, (found.get(name) ?? 0) + 1);
  }
  const top = [...found].toSorted(([, a], [, b]) => b - a).slice(0, TYPES);
  const counts = await inLanes(top, signal, async ([type, total]) => {
    if (next === '' || type === '') return { type, total, truncated: next !== '' };
    const query = { filters: [`attributes.arc_display_type='${type.replaceAll("'", "''")}'`] };
    return { type, ...countOf(await pages('/v2/assets', 'assets', { params: { query } })('', 1)) };
  });
  return counts.toSorted((a, b) => b.total - a.total);
}

/**
 * The log of the tenancy, undefined before its first entry or if the caller may not read it; events by state; the node.
 */
export async function stateOfLog(tenancy: string) {
  const events = async (confirmation_status: 'PENDING' | 'FAILED') =>
    countOf(await pages('/v2/assets/-/events', 'events', { params: { query: { confirmation_status } } })('', 1));
  const log = api.get('/v1/logs/{log}', { params: { path: { log: uuidOf(tenancy) } } }).catch(unlessAbsent);
  const node = api.get('/v1/node').then(({ blockchain_nodes }) => blockchain_nodes[0], unlessAbsent);
  const [found, reached, pending, failed] = await Promise.all([log, node, events('PENDING'), events('FAILED')]);
  return { log: found, node: reached, pending, failed };
}

function unlessAbsent(error: unknown): undefined {
  if (error instanceof ApiError && [403, 404, 429, 503].includes(error.status)) return undefined;
  throw error;
}

/** Something that needs attention, and the screen on which to do something about it. */
export type Concern = { key: string; text: string; detail: string; path: string };

/** What needs the attention of an administrator, of at most 100 records of each kind. */
export async function concernsOf(signal: AbortSignal): Promise<Concern[]> {
  const [domain, invites, webhooks, sources, imports, files] = await Promise.all([
    api.get('/v1/tenancies/self/domain'),
    pages('/v1/invites', 'invites')('', LISTED),
    pages('/v1/webhooks', 'webhooks')('', LISTED),
    pages('/v1/svcbussources', 'sources')('', LISTED),
    pages('/v2/iothubgdr', 'operations')('', LISTED),
    newestEvents().then((newest) => badFiles(newest, signal)),
  ]);
  return [
    ...files,
    ...(domain.missing_since === null
      ? []
      : [
          {
            key: 'domain',
            text: wording.domain(domain.verified_domain),
            detail: wording.domainEnds,
            path: 'settings',
          },
        ]),
    ...webhooks.items
      .filter(({ enabled }) => !enabled)
      .map(({ identity, display_name, disabled_reason }) => ({
        key: identity,
        text: wording.webhook(display_name),
        detail: disabled_reason || wording.webhookDisabled,
        path: identity,
      })),
    ...sources.items
      .filter(({ status }) => /^(Not connected|Paused)/.test(status))
      .map(({ identity, display_name, status }) => ({
        key: identity,
        text: wording.source(display_name),
        detail: status,
        path: 'devices',
      })),
    ...imports.items.flatMap(({ identity, error }) =>
      error
        ? [
            {
              key: identity,
              text: wording.import(error.display_name),
              detail: error.error_message,
              path: 'devices',
            },
          ]
        : [],
    ),
    ...invites.items.map(({ identity, email, mail_status, mail_error }) => ({
      key: identity,
      text: wording.invite(email),
      detail: mail_status === 'FAILED' ? wording.mail(mail_error) : '',
      path: 'people',
    })),
  ];
}

/** The files of events that the malware scan rejected; at most eight files are looked at. */
async function badFiles(of: Schemas['AssetEvent'][], signal: AbortSignal): Promise<Concern[]> {
  const files = of.flatMap(({ identity, event_attributes }) =>
    attachmentsIn(event_attributes, '').attachments.map(({ blob, fileName }) => ({ identity, blob, fileName })),
  );
  const found = await inLanes(
    files.slice(0, FILES),
    signal,
    async ({ identity, blob, fileName }): Promise<Concern[]> => {
      const response = await signedIn((headers) =>
        fetch(`${BASE}/v2/attachments/${identity}/${blob}/info`, { headers }),
      );
      if (!response.ok) return [];
      const { scanned_status, scanned_bad_reason } = (await response.json()) as Schemas['BlobMetadata'];
      if (scanned_status !== 'SCANNED_BAD') return [];
      const text = wording.file(fileName || blob);
      return [{ key: `${identity} ${blob}`, text, detail: scanned_bad_reason, path: identity }];
    },
  );
  return found.flat();
}
