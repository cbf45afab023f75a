import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { newTenant, sharedService, tokenOf, type Service, type Tenant } from '../support/service.ts';
import { done } from '../support/sharing.ts';

let service: Service;
let client: Client;
let owner: Tenant;
let member: string;
let stranger: Tenant;
beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
  owner = await newTenant(service, 'Owner');
  stranger = await newTenant(service, 'Stranger');
  const made = await done(client, owner.token, 'POST', '/iam/v1/applications', { display_name: 'No administrator' });
  member = await tokenOf(service, made.client_id, made.credentials[0].secret);
});

describe.each(['/v1/invites', '/iam/v1/invites'])('%s', (path) => {
  const addressOf = ({ identity }: { identity: string }): string => path.replace('invites', identity);
  const call = (method: string, at: string, token: string | undefined = owner.token, body?: object): Promise<Answer> =>
    client.call(token, method, at, { body });
  const made = async (): Promise<{ identity: string; email: string }> =>
    done(client, owner.token, 'POST', path, { email: `${randomUUID()}@example.com`, message: 'Do come' });
  const list = async (token = owner.token): Promise<unknown> => (await done(client, token, 'GET', path)).invites;

  test('can create, read, list and delete invites', async () => {
    const invite = await made();
    expect(invite.identity).toMatch(/^invites\/[0-9a-f-]{36}$/);
    expect(await done(client, owner.token, 'GET', addressOf(invite))).toEqual(invite);
    expect(await list()).toEqual([invite]);
    expect(await done(client, owner.token, 'DELETE', addressOf(invite))).toEqual({});
    expect(await list()).toEqual([]);
    for (const method of ['GET', 'DELETE']) expect((await call(method, addressOf(invite))).status).toBe(404);
  });

  test('refuses anonymous callers, ordinary members and other tenancies, and unknown invites', async () => {
    const invite = await made();
    const asks: [string, string, object?][] = [
      ['GET', path],
      ['POST', path, { email: 'x@example.com' }],
      ['GET', addressOf(invite)],
      ['DELETE', addressOf(invite)],
    ];
    for (const [method, at, body] of asks) {
      expect((await client.call(undefined, method, at, { body })).status, `${method} ${at}`).toBe(401);
      expect((await call(method, at, member, body)).status, `${method} ${at}`).toBe(403);
      if (at === path) continue;
      expect((await call(method, at, stranger.token)).status).toBe(404);
      expect((await call(method, `${path}/${randomUUID()}`)).status).toBe(404);
      expect((await call(method, `${path}/x`)).status).toBe(400);
    }
    for (const email of [
      'nobody',
      '@example.com',
      'x@',
      'x@@example.com',
      'x@.example.com',
      'x@example..com',
      'x@example.com.',
      'x y@example.com',
      '<x@example.com>',
    ])
      expect((await call('POST', path, owner.token, { email })).status, email).toBe(400);
    expect(await list(stranger.token)).toEqual([]);
    expect(await list()).toEqual([invite]);
    await done(client, owner.token, 'DELETE', addressOf(invite));
  });
});
