import { describe, expect, it } from 'vitest';
import { newTenant } from '../support/service.ts';
import { done, idOf } from '../support/sharing.ts';
import { people } from './support.ts';

const { on, person, invite, accept, member, whoami } = people();

describe('an administrator', () => {
  const name = async (entry: object) =>
    on.client.call(on.owner.token, 'PATCH', '/v1/tenancies/root_principals', {
      body: {
        root_principals: [
          ...(await done(on.client, on.owner.token, 'GET', '/v1/tenancies/root_principals')).root_principals,
          entry,
        ],
      },
    });

  it('can be named by issuer and e-mail before the first sign-in, and is identified by subject after it', async () => {
    const { login, email } = person();
    expect((await name({ issuer: on.idp.issuer, email: email.toUpperCase() })).status).toBe(200);
    const token = await on.idp.signIn(login);
    expect((await whoami(token)).body.roles).toEqual(['Administrator']);
    const { root_principals } = await done(on.client, token, 'GET', '/v1/tenancies/root_principals');
    expect(root_principals[1]).toMatchObject({ issuer: on.idp.issuer, subject: login });
    // The e-mail address now belongs to another person.
    const heir = person();
    on.idp.accounts[heir.login]!.email = email;
    expect((await whoami(await on.idp.signIn(heir.login))).status).toBe(403);
    // Without the administrator role and without an invite, the person loses access.
    const [user] = (await done(on.client, on.owner.token, 'GET', '/v1/tenancies/users')).users;
    await done(on.client, on.owner.token, 'PATCH', '/v1/tenancies/root_principals', {
      root_principals: root_principals.slice(0, 1),
    });
    expect((await whoami(token)).status).toBe(403);
    expect((await done(on.client, on.owner.token, 'GET', '/v1/tenancies/users')).users).toEqual([]);
    for (const method of ['GET', 'DELETE'])
      expect((await on.client.call(on.owner.token, method, `/v1/tenancies/${user.identity}`)).status).toBe(404);
    // They can be invited like anyone else.
    expect((await accept(token, await invite(email))).status).toBe(200);
    expect((await whoami(token)).body.roles).toEqual(['Non-Administrator']);
  });

  it('can delete every application as the last administrator, and applications can delete themselves', async () => {
    const { login, email } = person();
    const first = `/iam/v1/applications/${on.owner.client_id}`;
    expect((await name({ issuer: on.idp.issuer, email })).status).toBe(200);
    // People who have not signed in do not count, because they might never do so.
    const elsewhere = await member({}, await newTenant(on.service));
    const here = await member();
    for (const principal of [
      { issuer: on.idp.issuer, subject: elsewhere.login },
      { issuer: 'https://id.example', subject: here.login },
    ])
      expect((await name(principal)).status).toBe(200);
    expect((await on.client.call(on.owner.token, 'DELETE', first)).status).toBe(409);
    const token = await on.idp.signIn(login);
    const other = await done(on.client, token, 'POST', '/iam/v1/applications', { display_name: 'Other' });
    await done(on.client, on.owner.token, 'DELETE', first);
    expect((await whoami(on.owner.token)).status).toBe(401);
    await done(on.client, token, 'DELETE', `/iam/v1/${other.identity}`);
    expect((await done(on.client, token, 'GET', '/iam/v1/applications')).applications).toEqual([]);
  });

  it('an administrator who is already a member is found by e-mail address and keeps every place in lists', async () => {
    const { login, email, token } = await member();
    const named = { issuer: on.idp.issuer, email };
    expect((await name(named)).status).toBe(200);
    expect((await whoami(token)).body.roles).toEqual(['Administrator']);
    const list = await done(on.client, on.owner.token, 'GET', '/v1/tenancies/root_principals');
    // Sending the original list again keeps the person.
    for (const address of [email, email, email.toUpperCase()]) {
      const again = await done(on.client, on.owner.token, 'PATCH', '/v1/tenancies/root_principals', {
        root_principals: [list.root_principals[0], { ...named, email: address }],
      });
      expect(again.root_principals[1]).toMatchObject({ subject: login });
      expect((await whoami(token)).body.roles).toEqual(['Administrator']);
    }
    const heir = person();
    on.idp.accounts[heir.login]!.email = email;
    expect((await whoami(await on.idp.signIn(heir.login))).status).toBe(403);
  });

  it('is one person even when several with the address arrive at once, and the others leave no record', async () => {
    const { email } = person();
    const tokens = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const other = person();
        on.idp.accounts[other.login]!.email = email;
        return on.idp.signIn(other.login);
      }),
    );
    expect((await name({ issuer: on.idp.issuer, email })).status).toBe(200);
    const answers = await Promise.all([...tokens, ...tokens].map((token) => whoami(token)));
    const seated = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.principal.subject));
    expect(seated.size).toBe(1);
    expect((await done(on.client, on.owner.token, 'GET', '/v1/tenancies/users')).users.length).toBe(1);
    const { audit } = await done(on.client, on.owner.token, 'GET', '/v1/audit');
    expect(
      new Set(
        audit
          .filter(({ operation }: any) => operation === 'enterTenancy')
          .map(({ principal }: any) => principal.subject),
      ),
    ).toEqual(seated);
    const rows = await on.service.db
      .prepare('SELECT count(*) AS n FROM members WHERE tenant = ?')
      .bind(idOf(on.owner.tenant_identity))
      .first('n');
    expect(rows).toBe(1);
  });

  it.each(['subject', 'email'] as const)(
    'an administrator who was also invited and named by %s remains a member after removal from the list',
    async (by) => {
      const { login, email, token } = await member();
      const before = await done(on.client, on.owner.token, 'GET', '/v1/tenancies/root_principals');
      expect((await name({ issuer: on.idp.issuer, [by]: { subject: login, email }[by] })).status).toBe(200);
      expect((await whoami(token)).body.roles).toEqual(['Administrator']);
      await done(on.client, token, 'PATCH', '/v1/tenancies/self', { display_name: 'Renamed' });
      await done(on.client, on.owner.token, 'PATCH', '/v1/tenancies/root_principals', before);
      expect((await whoami(token)).body.roles).toEqual(['Non-Administrator']);
      expect((await on.client.call(token, 'PATCH', '/v1/tenancies/self', { body: { display_name: 'x' } })).status).toBe(
        403,
      );
    },
  );

  it('an administrator can be removed in the list of members, but not by themselves', async () => {
    const { login, email } = person();
    await name({ issuer: on.idp.issuer, email });
    const token = await on.idp.signIn(login);
    const { users } = await done(on.client, token, 'GET', '/v1/tenancies/users');
    expect(users).toMatchObject([{ subject: login, roles: ['Administrator'], invited: false }]);
    expect((await on.client.call(token, 'DELETE', `/v1/tenancies/${users[0].identity}`)).status).toBe(409);
    await done(on.client, on.owner.token, 'DELETE', `/v1/tenancies/${users[0].identity}`);
    expect((await whoami(token)).status).toBe(403);
    expect((await done(on.client, on.owner.token, 'GET', '/v1/tenancies/root_principals')).root_principals.length).toBe(
      1,
    );
  });

  it('an administrator who is removed does not return through a pending entry for their e-mail address', async () => {
    const { email, token } = await member();
    const { users } = await done(on.client, on.owner.token, 'GET', '/v1/tenancies/users');
    await name({ issuer: on.idp.issuer, email });
    await done(on.client, on.owner.token, 'DELETE', `/v1/tenancies/${users[0].identity}`);
    expect((await whoami(token)).status).toBe(403);
    expect((await done(on.client, on.owner.token, 'GET', '/v1/tenancies/root_principals')).root_principals.length).toBe(
      1,
    );
  });

  it('an administrator of another issuer gives no rights to a member with the same subject', async () => {
    const { login, token } = await member();
    await name({ issuer: 'https://id.example', subject: login });
    expect((await whoami(token)).body.roles).toEqual(['Non-Administrator']);
    const { users } = await done(on.client, on.owner.token, 'GET', '/v1/tenancies/users');
    expect(users).toMatchObject([{ subject: login, roles: ['Non-Administrator'] }]);
    expect(await done(on.client, on.owner.token, 'GET', `/v1/tenancies/${users[0].identity}`)).toEqual(users[0]);
  });

  it.each([
    ['neither subject nor e-mail address', () => ({ issuer: on.idp.issuer }), 'subject'],
    [
      'an e-mail address of an unknown issuer',
      () => ({ issuer: 'https://id.example', email: 'a@example.com' }),
      'issuer',
    ],
    [
      'an e-mail address in a domain that the issuer may not assert',
      () => ({ issuer: on.idp.issuer, email: 'a@bank.example' }),
      'email',
    ],
    ['an invalid e-mail address', () => ({ issuer: on.idp.issuer, email: 'example.com' }), 'email'],
  ])('an administrator is not named by %s', async (_what, entry, field) => {
    const answer = await name(entry());
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain(`root_principals[1].${field}`);
  });

  it('an administrator is in the list once', async () => {
    const entry = { issuer: on.idp.issuer, email: 'twice@example.com' };
    expect((await name(entry)).status).toBe(200);
    const again = await name({ ...entry, email: 'TWICE@example.com' });
    expect([again.status, again.body.message]).toEqual([400, expect.stringContaining('twice')]);
    expect((await name({ ...entry, email: 'thrice@example.com' })).status).toBe(200);
  });
});
