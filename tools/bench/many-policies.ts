import { setTimeout as wait } from 'node:timers/promises';
import { createAccount, type Account } from './account.ts';
import { expectOk, type Reply } from './load.ts';
import { batchOf, EVENT } from './operations.ts';
import type { SentRequest } from './processes/senders.ts';
import type { Server } from './server.ts';

/** Access policies, their clauses and permissions: near the quotas. */
const [POLICIES, CLAUSES, PERMISSIONS] = [90, 20, 10];
/** Attributes of wide assets that each permission allows reading, so each policy 20. */
const NAMES = 2;
const COMPLIANCE_POLICIES = 50;
/** Assets, in batches, and further events. */
const [BATCHES, BATCH, EVENTS] = [4, 1000, 2000];
/** The attributes that an event with a type may set, the events that set them, and the assets that have them. */
const [WIDTH, WIDE_EVENTS, WIDE_ASSETS] = [1999, 40, 40];
const EXACT = { 'x-request-total-count': 'true' };
/** Milliseconds between two requests for the state of exports. */
const POLL = 100;

/** A tenancy with many policies, and the token of a member, whose rights all of them decide. */
export type ManyPolicies = { account: Account; member: string };

/**
 * Creates a tenancy with access policies near the quotas, and compliance policies. The access policies match all of
 * its assets, after each clause of each was looked up. Its member may read events of the type `eventType`; `*`: of
 * all types.
 */
export async function createManyPolicies(server: Server, eventType: string): Promise<ManyPolicies> {
  const account = await createAccount(server);
  const { call } = account;
  const claims = { display_name: 'member', custom_claims: { role: 'member' } };
  const { client_id, credentials } = bodyOf<{ client_id: string; credentials: { secret: string }[] }>(
    await call('POST', '/iam/v1/applications', claims),
  );
  for (let policy = 0; policy < POLICIES; policy++)
    expectOk(await call('POST', '/iam/v1/access_policies', policyOf(policy, eventType)));
  for (let i = 0; i < COMPLIANCE_POLICIES; i++)
    expectOk(
      await call('POST', '/v1/compliance_policies', {
        compliance_type: 'COMPLIANCE_SINCE',
        display_name: `since ${i}`,
        event_display_type: `type ${i}`,
        time_period_seconds: 1,
      }),
    );
  return { account, member: (await account.as(client_id, credentials[0]!.secret)).token };
}

const policyOf = (policy: number, eventType: string): object => ({
  display_name: `policy ${policy}`,
  filters: Array.from({ length: CLAUSES }, (_, i) => ({ or: [`attributes.k${policy * CLAUSES + i}!=v`] })),
  access_permissions: Array.from({ length: PERMISSIONS }, (_, i) => ({
    user_attributes: [{ or: ['jwt_role=member'] }],
    asset_attributes_read: [
      ...Object.keys(wideAttributes((policy * PERMISSIONS + i) * NAMES, NAMES)),
      'arc_display_type',
    ],
    event_arc_display_type_read: [i === PERMISSIONS - 1 && policy === POLICIES - 1 ? eventType : `type ${i}`],
  })),
});

function bodyOf<T>(reply: Reply): T {
  expectOk(reply);
  return JSON.parse(reply.text) as T;
}

/** Creates assets with few attributes, and events of ten of them. Returns the identities of the assets. */
export async function createManyAssets({ account: { call } }: ManyPolicies): Promise<string[]> {
  const assets: string[] = [];
  for (let i = 0; i < BATCHES; i++) {
    const { results } = bodyOf<{ results: { asset: { identity: string } }[] }>(
      await call('POST', '/v2/assets:batch', {
        assets: Array.from({ length: BATCH }, (_, n) => ({ attributes: { arc_display_type: 'pump', n: `${n}` } })),
      }),
    );
    assets.push(...results.map(({ asset }) => asset.identity));
  }
  for (let i = 0; i < EVENTS / BATCH; i++) {
    const { path, body } = batchOf(assets.slice(0, 10), BATCH);
    expectOk(await call('POST', path, body));
  }
  return assets;
}

/**
 * Creates assets with as many attributes as one request may set, and one with twice as many, whose further events
 * set the first half of them again. Returns the identity of this one.
 */
export async function createWideAssets({ account: { call } }: ManyPolicies): Promise<string> {
  const create = async (): Promise<string> =>
    bodyOf<{ identity: string }>(await call('POST', '/v2/assets', { attributes: wideAttributes(0, WIDTH) })).identity;
  const widest = await create();
  for (let i = 1; i < WIDE_ASSETS; i++) await create();
  for (let i = 0; i <= WIDE_EVENTS; i++) {
    const event = { ...EVENT, event_attributes: { arc_display_type: 'Inspection' } };
    const asset_attributes = i === 0 ? wideAttributes(WIDTH, WIDTH) : wideAttributes(0, WIDTH, `${i}`);
    expectOk(await call('POST', `/v2/${widest}/events`, { ...event, asset_attributes }));
  }
  return widest;
}

const wideAttributes = (from: number, count: number, value = ''): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`w${from + i}`, value]));

/** The requests of lists, each of which reads as many records as it may. */
export function listsOf(asset: string): (SentRequest & { name: string })[] {
  const get = (name: string, path: string, headers: Record<string, string> = {}) => ({
    name,
    path: `/archivist/v2/${path}`,
    headers,
  });
  return [
    get('events', 'assets/-/events?page_size=500'),
    get('events of one asset', `${asset}/events?page_size=500`),
    get('feed, page_size=1', 'assets/-/events:feed?page_size=1'),
    get('feed', 'assets/-/events:feed?page_size=500'),
    get('count of events', 'assets/-/events?page_size=1', EXACT),
    get('assets', 'assets?page_size=500'),
    get('assets by name', 'assets?page_size=500&order_by=DISPLAY_NAME'),
    get('count of assets', 'assets?page_size=1', EXACT),
    get('search', 'assets:search?q=pump'),
  ];
}

export const complianceRead = (asset: string): SentRequest => ({ path: `/archivist/v1/compliance/${asset}` });
export const NEW_EXPORT: SentRequest = { path: '/archivist/v1/exports', body: '{}' };

/** Waits until no export of the tenancy is running. */
export async function exportsEnded({ account: { call } }: ManyPolicies): Promise<void> {
  for (;;) {
    const { exports } = bodyOf<{ exports: { done: boolean }[] }>(await call('GET', '/v1/exports?page_size=100'));
    if (exports.every(({ done }) => done)) return;
    await wait(POLL);
  }
}
