import { expect } from 'vitest';
import type { Answer } from '../../support/client.ts';
import type { Actor } from '../../support/tenancy.ts';

export const PATH = '/iam/v1/access_policies';
/** The id of no policy. */
export const UNKNOWN = 'c3b2a1f0-0000-4000-8000-000000000000';

/** A permission that allows nothing, as responses show it. */
export const NOTHING = {
  subjects: [],
  user_attributes: [],
  behaviours: [],
  asset_attributes_read: [],
  asset_attributes_write: [],
  event_arc_display_type_read: [],
  event_arc_display_type_write: [],
  include_attributes: [],
};

export const create = (who: Actor, body: unknown): Promise<Answer> => who.call('POST', PATH, { body });
export const read = (who: Actor, identity: string): Promise<Answer> => who.get(`/iam/v1/${identity}`);
export const patch = (who: Actor, identity: string, body: unknown, query = ''): Promise<Answer> =>
  who.call('PATCH', `/iam/v1/${identity}`, { body, query });

/** Creates a policy, which must succeed. Returns its identity. */
export async function made(who: Actor, body: object): Promise<string> {
  const answer = await create(who, { display_name: 'policy', ...body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.identity;
}
