import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { HISTORY } from '../../../src/proof/history-format.ts';
import type { Answer, Client } from '../../support/client.ts';
import { done, idOf, settled } from '../../support/sharing.ts';
import { nameOf, steady, type Kind, type Tenancy, type World } from './world.ts';

type Context = {
  client: Client;
  world: World;
  /** The caller's tenancy; undefined without a token. */
  tenancy: Tenancy | undefined;
  at_time: string | undefined;
  /** A cache of records as their owners see them. */
  known: Map<string, any>;
};

/** Removes the principals, which are empty when the caller cannot see them. */
const withoutPrincipals = ({ principal_declared: _d, principal_accepted: _a, ...event }: any): any => event;
const withoutUploader = ({ issuer: _i, subject: _s, ...blob }: any): any => blob;

/** A record of a public path, with the identities that its owner sees. */
function underOwnIdentity(record: any): any {
  if (!record.identity.startsWith('publicassets/')) return record;
  const { identity, asset_identity } = record;
  const own = { ...record, identity: identity.slice('public'.length) };
  return asset_identity === undefined ? own : { ...own, asset_identity: asset_identity.slice('public'.length) };
}

const kindOf = (identity: string): Kind => (identity.includes('/events/') ? 'events' : identity.split('/')[0]) as Kind;

const UNDER: Partial<Record<Kind, string>> = {
  access_policies: '/iam/v1',
  subjects: '/iam/v1',
  blobs: '/v1',
  compliance_policies: '/v1',
  invites: '/v1',
  tlscacertificates: '/v1',
  svcbussources: '/v1',
  webhooks: '/v1',
  templates: '/v1',
  signing_keys: '/v1',
  exports: '/v1',
};

/** The record as the administrators of its tenancy see it. */
async function original(record: any, { client, world, tenancy, at_time, known }: Context): Promise<any> {
  const kind = kindOf(record.identity);
  const owner = record.tenant_identity ?? record.tenantid ?? (kind === 'subjects' ? undefined : record.tenant);
  const { token } = Object.values(world.tenancies).find((t) => t.tenant_identity === owner) ?? tenancy!;
  const under = UNDER[kind] ?? '/v2';
  const at = at_time === undefined ? '' : `?${new URLSearchParams({ at_time })}`;
  const path = `${under}/${record.identity}${kind === 'blobs' ? '/info' : ''}${at}`;
  const key = `${token} ${path}`;
  if (!known.has(key)) {
    // A deletion responds with the record, which cannot be read any more.
    const gone =
      ['svcbussources', 'compliance_policies'].includes(kind) && (await client.call(token, 'GET', path)).status === 404;
    known.set(key, gone ? record : await done(client, token, 'GET', path));
  }
  return known.get(key);
}

/**
 * A record in the notation of expected.txt: its name, and for assets and events the attributes that it shows, in
 * brackets. The rest of the record must be equal to what its owner sees; otherwise the text reports the difference.
 */
async function shown(given: any, context: Context): Promise<{ text: string; whole: boolean }> {
  const record = underOwnIdentity(given);
  const kind = kindOf(record.identity);
  let name = nameOf(context.world, record.identity);
  const reference = await original(record, context);
  const ofEvent = kind === 'events' ? 'asset_attributes' : undefined;
  const part = kind === 'assets' ? 'attributes' : ofEvent;
  if (kind === 'events' && name === 'new') {
    const untyped = record.operation === 'Record' ? 'untyped' : record.operation;
    name = `${nameOf(context.world, record.asset_identity)}/${record.event_attributes.arc_display_type ?? untyped}`;
  }
  const attributes: Record<string, unknown> = part ? record[part] : {};
  const names = Object.keys(attributes);
  const rest = (of: any): any => {
    const plain = part ? { ...settled(of), [part]: {} } : settled(of);
    // A caller who does not see every event may be shown an earlier time than that of the last event, but no later one.
    if (kind === 'assets' && record.at_time < reference.at_time) delete plain.at_time;
    if (['iothubgdr', 'svcbussources', 'exports'].includes(kind)) return steady(plain);
    // Only the response that creates or rotates a secret shows it.
    if (kind === 'webhooks') return { ...plain, secret: '' };
    if (kind === 'blobs' && record.issuer === '' && record.subject === '') return withoutUploader(plain);
    return record.principal_accepted?.subject === '' ? withoutPrincipals(plain) : plain;
  };
  const changed = names.filter((n) => !isDeepStrictEqual(attributes[n], reference[part!][n]));
  if (changed.length > 0 || !isDeepStrictEqual(rest(record), rest(reference)))
    return { text: `${name} DIFFERS FROM WHAT ITS OWNER SEES ${JSON.stringify(record)}`, whole: false };
  if (kind === 'subjects' && name !== 'Self') return { text: `${name}:${record.confirmation_status}`, whole: false };
  if (!part) return { text: name, whole: true };
  const whole = names.length === Object.keys(reference[part]).length;
  return { text: `${name}(${whole && names.length > 0 ? 'all' : names.toSorted().join(' ')})`, whole };
}

/**
 * A list in the notation of expected.txt: its total, and its records in order; `own` stands for all own records of
 * the kind.
 */
export async function describeList(items: any[], total: number, context: Context): Promise<string> {
  const told: { text: string; whole: boolean }[] = [];
  for (const item of items) told.push(await shown(item, context));
  const texts = told.map(({ text }) => text);
  const own = context.tenancy && items[0] ? context.tenancy.records[kindOf(items[0].identity)] : [];
  const mine = new Set(own.map(({ identity }) => identity));
  const at = items.findIndex(({ identity }) => mine.has(identity));
  const block = told.slice(at, at + own.length);
  const complete = items.slice(at, at + own.length).every(({ identity }, i) => identity === own[i].identity);
  if (at >= 0 && block.length === own.length && complete && block.every(({ whole }) => whole))
    texts.splice(at, own.length, 'own');
  return [`200 [${total}]`, ...texts].join(' ');
}

/** A transaction in the notation of expected.txt: its mechanism, and in brackets what it shows of the event. */
const transactionText = ({ kind, khipu_details }: any): string => `${kind}(${khipu_details?.preimage ? 'all' : ''})`;

/** The operations that read a log, and proofs of events in one. */
const OF_LOG = /^get(Log(Checkpoint|Consistency|Keys|Tile)?|(Public)?Event(Receipt|TlogProof))$/;

/**
 * A response of an operation that reads a log, in the notation of expected.txt: whose log it is. It must have the
 * bytes of the response to the owner of the log, at the path that names this log. Undefined for other operations.
 */
export async function describeLog(
  operation: string,
  { status, bytes }: Answer,
  template: string,
  ids: readonly string[],
  query: Record<string, string>,
  { client, world, known }: Context,
): Promise<string | undefined> {
  if (!OF_LOG.test(operation) || status !== 200) return undefined;
  const { tenancies } = world;
  const logs = [
    ...Object.entries(tenancies).map(([name, { token, tenant_identity }]) => ({
      name,
      token,
      log: idOf(tenant_identity),
    })),
    { name: 'public', token: undefined, log: 'public' },
  ];
  for (const { name, token, log } of logs) {
    const isPublic = name === 'public';
    const of = template.includes('{log}')
      ? { path: template, given: [log, ...ids.slice(1)] }
      : {
          path: template.replace(/^(\/v2)?\/(public)?assets/, isPublic ? '/v2/publicassets' : '/v2/assets'),
          given: ids,
        };
    const rest = [...of.given];
    const path = of.path.replaceAll(/\{\w+\}/g, () => rest.shift()!);
    const key = `${name} ${path}`;
    if (!known.has(key)) known.set(key, await client.call(token, 'GET', path, { query }));
    const owned: Answer = known.get(key);
    if (owned.status === 200 && owned.bytes!.equals(bytes!)) return `200 ${name}`;
  }
  return '200 DIFFERS FROM WHAT THE OWNERS OF LOGS SEE';
}

/** gRPC code of the error of an item -> the status of the request with this item alone. */
const STATUS_OF: Record<number, number> = { 3: 400, 5: 404, 7: 403 };

/** A response in the notation of expected.txt. */
export async function describeAnswer({ status, headers, body, bytes }: Answer, context: Context): Promise<string> {
  // Of a file of an export, the records that it has.
  if (status === 200 && headers.get('content-disposition')?.includes('.jsonl.gz')) {
    const lines = gunzipSync(bytes!).toString().trimEnd().split('\n');
    return `200 ${lines.map((line) => nameOf(context.world, JSON.parse(line).identity)).join(' ')}`;
  }
  // The content of a file is its name.
  if (status === 200 && headers.has('content-disposition')) return `200 ${body}`;
  if (status !== 200) return String(status);
  if (Array.isArray(body.compliance)) {
    const policies: string[] = body.compliance.map((one: any) => nameOf(context.world, one.compliance_policy_identity));
    return `200 ${policies.join(' ') || 'none'}`;
  }
  // The compliance of several assets: which assets are shown, and by which policies.
  if (body.complete !== undefined) {
    const policies = (item: any): string =>
      item.compliance.map((one: any) => nameOf(context.world, one.compliance_policy_identity)).join(' ');
    const named = body.assets.map((item: any) => `${nameOf(context.world, item.asset_identity)} (${policies(item)})`);
    return `200 ${named.toSorted().join(' ') || 'none'}`;
  }
  if (Array.isArray(body.transactions)) return `200 ${body.transactions.map(transactionText).join(' ') || 'none'}`;
  // An asset as another caller reads it, with its events.
  if (body.visible === false) return '200 invisible';
  if (body.visible === true) {
    const texts: string[] = [];
    for (const record of [body.asset, ...body.events]) texts.push((await shown(record, context)).text);
    return `200 ${texts.join(' ')}`;
  }
  // A complete history: what it shows of each event, in the order of the log.
  if (body.format === HISTORY) {
    const texts: string[] = [];
    for (const { event, leaf } of body.events)
      texts.push(
        leaf
          ? 'leaf'
          : (await shown({ ...(await original(underOwnIdentity(event), context)), ...event }, context)).text,
      );
    return `200 ${texts.join(' ')}`;
  }
  // A feed has no total, and its events are in the order of the log.
  if (Array.isArray(body.events)) {
    const texts: string[] = [];
    for (const event of body.events) texts.push((await shown(event, context)).text);
    return `200 ${texts.join(' ') || 'nothing'}`;
  }
  // A batch of one item is described like the request with this item alone.
  if (Array.isArray(body.results)) {
    const [{ error, asset, event }] = body.results;
    if (error) return String(STATUS_OF[error.code]);
    return `200 ${(await shown(asset ?? event, context)).text}`;
  }
  // A proof is described by its event, which it shows like a read of the event. The identity of a node has no slash.
  const record = body.event ?? body;
  return record.identity?.includes('/') ? `200 ${(await shown(record, context)).text}` : '200';
}
