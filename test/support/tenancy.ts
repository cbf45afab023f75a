import { expect } from 'vitest';
import { fieldsOf } from './raw.ts';
import type { Answer, Client, Options } from './client.ts';
import { RECORD } from './record.ts';
import { newTenant, tokenOf, type Service } from './service.ts';

/** The eight arrays of a permission. */
export type Arrays = Partial<{
  subjects: string[];
  user_attributes: { or: string[] }[];
  behaviours: string[];
  asset_attributes_read: string[];
  asset_attributes_write: string[];
  event_arc_display_type_read: string[];
  event_arc_display_type_write: string[];
  include_attributes: string[];
}>;

/** A conjunction in short form: each item is a condition or a list of alternatives. */
export type Terms = (string | string[])[];
export const groups = (terms: Terms): { or: string[] }[] => terms.map((term) => ({ or: [term].flat() }));

/** A caller with a token and its calls. Methods that do not return an `Answer` throw unless the status is 200. */
export type Actor = ReturnType<typeof actor>;

export function actor(client: Client, token: string, id: string) {
  const call = <T = any>(method: string, path: string, options: Options = {}): Promise<Answer<T>> =>
    client.call<T>(token, method, path, options);
  const done = async (method: string, path: string, options: Options = {}): Promise<any> => {
    const answer = await call(method, path, options);
    expect(answer.status, `${method} ${path} ${answer.text}`).toBe(200);
    return answer.body;
  };
  return {
    token,
    /** The application's client_id. */
    id,
    call,
    done,
    get: (path: string, query: Options['query'] = ''): Promise<Answer> => call('GET', path, { query }),
    /** Creates an asset and returns its identity. */
    asset: async (attributes: object, more: object = {}): Promise<string> =>
      (await done('POST', '/v2/assets', { body: { attributes, ...more } })).identity,
    /** Creates assets with these attributes, and returns their identities in the same order. */
    assets: async (all: object[]): Promise<string[]> => {
      const { results } = await done('POST', '/v2/assets:batch', {
        body: { assets: all.map((attributes) => ({ attributes })) },
      });
      expect(results.filter(({ error }: any) => error)).toEqual([]);
      return results.map(({ asset }: any) => asset.identity);
    },
    /** Appends an event, by default Record with RecordEvidence. */
    append: (asset: string, body: object = {}, headers: Record<string, string> = {}): Promise<Answer> =>
      call('POST', `/v2/${asset}/events`, {
        body: { ...RECORD, ...body },
        headers,
      }),
  };
}

export type Tenancy = Awaited<ReturnType<typeof openTenancy>>;

/** A new tenancy: its administrator, with methods that set up other callers. */
export async function openTenancy(service: Service, client: Client, name: string) {
  const tenant = await newTenant(service, name);
  const administrator = actor(client, tenant.token, tenant.client_id);
  const { done } = administrator;
  return {
    ...tenant,
    ...administrator,
    identity: tenant.tenant_identity,
    /** Creates an application with these claims that is not an administrator. */
    member: async (custom_claims: Record<string, string> = {}): Promise<Actor> => {
      const { client_id, credentials } = await done('POST', '/iam/v1/applications', {
        body: { display_name: 'member', custom_claims },
      });
      return actor(client, await tokenOf(service, client_id, credentials[0].secret), client_id);
    },
    /** Replaces an application's claims. */
    claims: (member: Actor, custom_claims: Record<string, string>): Promise<unknown> =>
      done('PATCH', `/iam/v1/applications/${member.id}`, { body: { custom_claims } }),
    /**
     * Creates a policy for the assets that match `filters`: one permission for the users that match `users`, if given.
     */
    policy: async (filters: Terms, users: Terms, arrays: Arrays): Promise<string> =>
      (
        await done('POST', '/iam/v1/access_policies', {
          body: {
            display_name: 'policy',
            filters: groups(filters),
            access_permissions: [{ user_attributes: groups(users), ...arrays }],
          },
        })
      ).identity,
    /** Sets the administrators of the tenancy, in addition to the first one. */
    administrators: async (...members: Actor[]): Promise<void> => {
      const path = '/v1/tenancies/root_principals';
      const [{ issuer }] = (await done('GET', path)).root_principals;
      const subjects = [tenant.client_id, ...members.map(({ id }) => id)];
      await done('PATCH', path, { body: { root_principals: subjects.map((subject) => ({ issuer, subject })) } });
    },
    /**
     * Imports another tenancy as a subject. Returns its identity. A subject is confirmed when both have imported each
     * other.
     */
    knows: async (other: Actor): Promise<string> => {
      const self = await other.done('GET', '/iam/v1/subjects/00000000-0000-0000-0000-000000000000');
      const { wallet_pub_key, tessera_pub_key } = self;
      const body = { display_name: 'other', wallet_pub_key, tessera_pub_key };
      return (await done('POST', '/iam/v1/subjects', { body })).identity;
    },
  };
}

/**
 * All items of a list, read page by page. Every page must have their number in x-total-count. No item is duplicated.
 */
export async function walk(who: Actor, path: string, query: Record<string, string> = {}, size = 100): Promise<any[]> {
  const items: any[] = [];
  const totals: string[] = [];
  let token = '';
  do {
    const answer = await who.call('GET', path, {
      query: { ...query, page_size: String(size), ...(token === '' ? {} : { page_token: token }) },
      headers: { 'x-request-total-count': 'true' },
    });
    expect(answer.status, `${path} ${answer.text}`).toBe(200);
    const [page] = Object.values(answer.body).filter((value) => Array.isArray(value)) as [any[]];
    expect(page.length).toBeLessThanOrEqual(size);
    items.push(...page);
    totals.push(answer.headers.get('x-total-count')!);
    token = answer.body.next_page_token;
    if (token !== '') expect(page.length).toBe(size);
  } while (token !== '');
  expect(new Set(totals)).toEqual(new Set([String(items.length)]));
  expect(new Set(items.map(({ identity }) => identity)).size).toBe(items.length);
  return items;
}

/** The identities of all items of a list. */
export const identities = async (who: Actor, path: string, query: Record<string, string> = {}): Promise<string[]> =>
  (await walk(who, path, query)).map(({ identity }) => identity);

/** The messages of a 400 by field. */
export function violationsOf(answer: Pick<Answer, 'body'>): Record<string, string> {
  const fields = fieldsOf(answer);
  const texts = (answer.body.details as { field_violations?: { description: string }[] }[]).flatMap((detail) =>
    (detail.field_violations ?? []).map(({ description }) => description),
  );
  return Object.fromEntries(fields.map((field, i) => [field, texts[i]!]));
}
