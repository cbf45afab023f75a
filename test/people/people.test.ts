import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startIdp, type Idp } from '../support/idp.ts';
import { openClient, type Client } from '../support/client.ts';
import { mailsOf, type Mail } from '../support/mail.ts';
import { newTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { done, idOf, record } from '../support/sharing.ts';

let idp: Idp;
let service: Service;
let client: Client;
let owner: Tenant;
beforeAll(async () => {
  idp = await startIdp({});
  service = await startService({
    vars: {
      MAIL_FROM: 'evidence@service.example',
      JWKS_COOLDOWN_SECONDS: '0',
      TRUSTED_ISSUERS: JSON.stringify([
        {
          issuer: idp.issuer,
          audience: 'evidence',
          tenants: '*',
          email_domains: ['example.com', 'partner.example'],
          groups_claim: 'teams',
        },
      ]),
    },
  });
  client = await openClient(service);
});
afterAll(async () => {
  await service?.close();
  await idp?.close();
});

let n = 0;
/** A person who has an account at the provider. */
const person = (more: object = {}): { login: string; email: string } => {
  const login = `person-${++n}`;
  const email = `${login}@example.com`;
  idp.accounts[login] = { email, email_verified: true, name: `Person ${n}`, ...more };
  return { login, email: idp.accounts[login]!.email };
};
beforeEach(async () => {
  owner = await newTenant(service, 'Harbour Works');
});

const invite = (email: string, tenant = owner, more: object = {}): Promise<any> =>
  done(client, tenant.token, 'POST', '/v1/invites', { email, ...more });
const accept = (token: string, { identity }: { identity: string }) =>
  client.call(token, 'POST', `/v1/${identity}:accept`);
/** A member by invitation, with their token. */
async function member(more: object = {}, tenant = owner): Promise<{ login: string; email: string; token: string }> {
  const { login, email } = person(more);
  const made = await invite(email, tenant);
  const token = await idp.signIn(login);
  expect((await accept(token, made)).status).toBe(200);
  return { login, email, token };
}
const whoami = (token: string, headers = {}) => client.call(token, 'GET', '/v1/whoami', { headers });

describe('from invitation to removal', () => {
  it('a person is invited by mail, signs in, accepts, reads what policies give, records, and is removed', async () => {
    const { login, email } = person({ teams: ['inspectors'] });
    const made = await invite(email.toUpperCase(), owner, { message: 'Welcome <b>aboard</b> & "so"\nMind the gap' });
    expect(made).toMatchObject({ email: email.toUpperCase(), mail_status: 'QUEUED', mail_error: '' });
    const days = (Date.parse(made.expiry_time) - Date.now()) / 86_400_000;
    expect(Math.abs(days - 10)).toBeLessThan(0.01);
    const sent = () => done(client, owner.token, 'GET', `/v1/${made.identity}`);
    await expect.poll(sent).toMatchObject({ mail_status: 'SENT' });
    const mailed = () => mailsOf(service, idOf(made.identity));
    await expect.poll(async () => (await mailed()).length).toBe(1);
    const [mail] = (await mailed()) as [Mail];
    expect(mail).toMatchObject({
      from: 'evidence@service.example',
      to: [email.toUpperCase()],
      subject: 'Invitation to Harbour Works',
    });
    expect(mail.text).toContain('Administrator invites you to Harbour Works.');
    expect(mail.text).toContain('> Welcome <b>aboard</b> & "so"\n> Mind the gap');
    expect(mail.html).toContain('Welcome &lt;b&gt;aboard&lt;/b&gt; &amp; &quot;so&quot;\nMind the gap');
    expect(mail.html).not.toContain('<b>');
    const page = `https://evidence.example/console/#/${made.identity}`;
    expect(mail.text).toContain(`\n\n${page}\n\n`);
    expect(mail.html).toContain(`<a href="${page}">${page}</a>`);

    const token = await idp.signIn(login);
    expect((await whoami(token)).status).toBe(403);
    expect((await client.call(token, 'GET', '/v1/users/tenants')).body).toEqual({ tenants: [] });
    const joined = await accept(token, made);
    expect(joined.body).toEqual({
      identity: owner.tenant_identity,
      display_name: 'Harbour Works',
      verified_domain: '',
      roles: ['Non-Administrator'],
    });
    expect((await client.call(owner.token, 'GET', `/v1/${made.identity}`)).status).toBe(404);
    expect((await whoami(token)).body).toMatchObject({
      principal: { issuer: idp.issuer, subject: login, display_name: idp.accounts[login]!.name, email },
      roles: ['Non-Administrator'],
      tenantid: owner.tenant_identity,
    });

    const asset = await done(client, owner.token, 'POST', '/v2/assets', {
      behaviours: ['RecordEvidence'],
      attributes: { arc_display_name: 'Crane', secret: 'x' },
    });
    expect((await client.call(token, 'GET', `/v2/${asset.identity}`)).status).toBe(404);
    await done(client, owner.token, 'POST', '/iam/v1/access_policies', {
      display_name: 'inspectors',
      filters: [{ or: ['attributes.arc_display_name=Crane'] }],
      access_permissions: [
        {
          user_attributes: [{ or: ['group=inspectors'] }],
          asset_attributes_read: ['arc_display_name'],
          asset_attributes_write: ['arc_display_name'],
          event_arc_display_type_read: ['*'],
          event_arc_display_type_write: ['*'],
          behaviours: ['*'],
        },
      ],
    });
    expect((await client.call(token, 'GET', `/v2/${asset.identity}`)).body.attributes).toEqual({
      arc_display_name: 'Crane',
    });
    const event = await client.call(token, 'POST', `/v2/${asset.identity}/events`, { body: record('Inspection') });
    expect(event.status).toBe(200);
    const principal = { issuer: idp.issuer, subject: login, display_name: idp.accounts[login]!.name, email };
    expect(event.body.principal_accepted).toEqual(principal);
    expect(event.body.principal_declared).toEqual(principal);

    const { users } = await done(client, owner.token, 'GET', '/v1/tenancies/users');
    expect(users).toMatchObject([
      { issuer: idp.issuer, subject: login, email, roles: ['Non-Administrator'], invited: true },
    ]);
    expect((await client.call(token, 'GET', '/v1/tenancies/users')).status).toBe(403);
    expect((await client.call(token, 'DELETE', `/v1/tenancies/${users[0].identity}`)).status).toBe(403);
    await done(client, owner.token, 'DELETE', `/v1/tenancies/${users[0].identity}`);
    expect((await client.call(token, 'GET', `/v2/${asset.identity}`)).status).toBe(403);
    expect(
      (await client.call(token, 'POST', `/v2/${asset.identity}/events`, { body: record('Inspection') })).status,
    ).toBe(403);
    expect((await client.call(token, 'GET', '/v1/users/tenants')).body).toEqual({ tenants: [] });
    expect((await client.call(owner.token, 'DELETE', `/v1/tenancies/${users[0].identity}`)).status).toBe(404);
    const { audit } = await done(client, owner.token, 'GET', '/v1/audit');
    expect(audit.map((entry: any) => entry.operation)).toEqual(
      expect.arrayContaining(['createInvite', 'acceptInvite', 'removeUser']),
    );
  });

  it('a group that a later token no longer has gives nothing any more, whichever token is shown', async () => {
    const { login, token } = await member({ teams: ['inspectors'] });
    const asset = await done(client, owner.token, 'POST', '/v2/assets', {
      behaviours: ['RecordEvidence'],
      attributes: { arc_display_name: 'Pump' },
    });
    await done(client, owner.token, 'POST', '/iam/v1/access_policies', {
      display_name: 'p',
      filters: [{ or: ['attributes.arc_display_name=Pump'] }],
      access_permissions: [
        {
          user_attributes: [{ or: ['group=inspectors'] }],
          asset_attributes_read: ['*'],
          behaviours: ['*'],
          event_arc_display_type_write: ['*'],
          asset_attributes_write: ['*'],
          event_arc_display_type_read: ['*'],
        },
      ],
    });
    expect((await client.call(token, 'GET', `/v2/${asset.identity}`)).status).toBe(200);
    expect((await client.call(token, 'POST', `/v2/${asset.identity}/events`, { body: record('x') })).status).toBe(200);
    idp.accounts[login]!['teams'] = ['visitors'];
    const later = await idp.signIn(login);
    const write = (shown: string) => client.call(shown, 'POST', `/v2/${asset.identity}/events`, { body: record('x') });
    expect((await client.call(later, 'GET', `/v2/${asset.identity}`)).status).toBe(404);
    expect((await write(later)).status).toBe(404);
    // As if the later sign-in were a second later, which is how finely tokens tell.
    await service.db.prepare('UPDATE members SET told_at = told_at + 1 WHERE subject = ?').bind(login).run();
    expect((await client.call(token, 'GET', `/v2/${asset.identity}`)).status).toBe(404);
    expect((await write(token)).status).toBe(404);
  });

  it.each([
    ['email', (email: string) => `email=${email.toUpperCase()}`],
    ['a claim', () => 'jwt_department=Quality'],
    ['one of several values of a claim', () => 'jwt_level=3'],
  ])('policies name people by %s', async (_what, attribute) => {
    const { email, token } = await member({ department: 'Quality', level: [2, 3] });
    const asset = await done(client, owner.token, 'POST', '/v2/assets', {
      behaviours: ['RecordEvidence'],
      attributes: { arc_display_name: 'Pump' },
    });
    const read = () => client.call(token, 'GET', `/v2/${asset.identity}`);
    expect((await read()).status).toBe(404);
    await done(client, owner.token, 'POST', '/iam/v1/access_policies', {
      display_name: 'p',
      filters: [{ or: ['attributes.arc_display_name=Pump'] }],
      access_permissions: [{ user_attributes: [{ or: [attribute(email)] }], asset_attributes_read: ['*'] }],
    });
    expect((await read()).status).toBe(200);
  });
});

describe('invites', () => {
  it('answer alike in both path families, and are listed by e-mail address whatever its case', async () => {
    const made = await done(client, owner.token, 'POST', '/iam/v1/invites', { email: 'Ann.Other@Example.com' });
    await invite('ben@example.com');
    const { invites } = await done(client, owner.token, 'GET', '/v1/invites?email=ann.other@example.COM');
    expect(invites.map((each: any) => each.identity)).toEqual([made.identity]);
    const all = await done(client, owner.token, 'GET', '/iam/v1/invites');
    expect(all.invites.length).toBe(2);
    expect(await done(client, owner.token, 'DELETE', `/iam/v1/${made.identity}`)).toEqual({});
    expect((await done(client, owner.token, 'GET', '/v1/invites')).invites.length).toBe(1);
    expect((await client.call(owner.token, 'GET', `/v1/${made.identity}`)).status).toBe(404);
    for (const path of ['/v1/invites', '/iam/v1/invites'])
      for (const verb of [':openapi', ':openapi-ui', ':caps'])
        expect((await client.call(owner.token, 'GET', path + verb)).status).toBe(200);
  });

  it.each([
    ['no e-mail address', {}, 'email'],
    ['an empty one', { email: '' }, 'email'],
    ['one without @', { email: 'example.com' }, 'email'],
    ['two', { email: 'a@example.com,b@example.com' }, 'email'],
    ['one with a line end', { email: 'a@example.com\nBcc: b@example.com' }, 'email'],
    ['one with a name', { email: 'A <a@example.com>' }, 'email'],
    ['one of 129 characters', { email: `${'a'.repeat(117)}@example.com` }, 'email'],
    ['a message of 257 characters', { email: 'a@example.com', message: 'x'.repeat(257) }, 'message'],
  ])('refuse %s', async (_what, body, field) => {
    const answer = await client.call(owner.token, 'POST', '/v1/invites', { body });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(field);
  });

  it('are sent once to an address: a second, and one to a member, are 409 that say why', async () => {
    const { email } = await member();
    const answer = await client.call(owner.token, 'POST', '/v1/invites', { body: { email: email.toUpperCase() } });
    expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining('a member already')]);
    await invite('x@example.com');
    const again = await client.call(owner.token, 'POST', '/v1/invites', { body: { email: 'X@example.com' } });
    expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('invited already')]);
    const both = await Promise.all(
      Array.from({ length: 8 }, () =>
        client.call(owner.token, 'POST', '/v1/invites', { body: { email: 'y@example.com' } }),
      ),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
  });

  it('are accepted once, also at once', async () => {
    const { login, email } = person();
    const made = await invite(email);
    const token = await idp.signIn(login);
    const answers = await Promise.all(Array.from({ length: 8 }, () => accept(token, made)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 404)]);
    expect((await accept(token, made)).status).toBe(404);
    expect((await done(client, owner.token, 'GET', '/v1/tenancies/users')).users.length).toBe(1);
  });

  it('that are deleted, over, of another person or never were, are 404 alike; an application is 403', async () => {
    const { login, email } = person();
    const token = await idp.signIn(login);
    const other = await idp.signIn(person().login);
    const made = await invite(email);
    const unknown = { identity: `invites/${randomUUID()}` };
    const [foreign, missing] = [await accept(other, made), await accept(token, unknown)];
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    expect(foreign.body.message).toBe(missing.body.message.replace(idOf(unknown.identity), idOf(made.identity)));
    expect((await accept(owner.token, made)).status).toBe(403);
    await done(client, owner.token, 'DELETE', `/v1/${made.identity}`);
    expect((await accept(token, made)).status).toBe(404);
    const over = await invite(email);
    await service.db
      .prepare('UPDATE invites SET expires_us = ? WHERE id = ?')
      .bind(Date.now() * 1000, idOf(over.identity))
      .run();
    expect((await accept(token, over)).status).toBe(404);
    expect((await client.call(owner.token, 'GET', `/v1/${over.identity}`)).status).toBe(404);
    expect((await done(client, owner.token, 'GET', '/v1/invites')).invites).toEqual([]);
    // Whoever let one lapse can be invited anew, and the sweep forgets what is over.
    const anew = await invite(email);
    await service.db.prepare('UPDATE invites SET expires_us = 1 WHERE id = ?').bind(idOf(anew.identity)).run();
    await service.cron('* * * * *');
    expect(
      await service.db
        .prepare('SELECT count(*) AS n FROM invites WHERE tenant = ?')
        .bind(idOf(owner.tenant_identity))
        .first('n'),
    ).toBe(0);
  });

  it('for an address that a person no longer has are not theirs, whichever token they show', async () => {
    const { login, email, token } = await member();
    idp.accounts[login]!.email = `other-${email}`;
    expect((await whoami(await idp.signIn(login))).status).toBe(200);
    await service.db.prepare('UPDATE members SET told_at = told_at + 1 WHERE subject = ?').bind(login).run();
    const other = await newTenant(service);
    const made = await invite(email, other);
    expect((await accept(token, made)).status).toBe(404);
    const root = await done(client, other.token, 'GET', '/v1/tenancies/root_principals');
    await done(client, other.token, 'PATCH', '/v1/tenancies/root_principals', {
      root_principals: [...root.root_principals, { issuer: idp.issuer, email }],
    });
    expect((await whoami(token, { 'x-tenant': other.tenant_identity })).status).toBe(403);
  });

  it('of another tenancy are unknown to its administrators', async () => {
    const made = await invite('z@example.com');
    const other = await newTenant(service);
    expect((await client.call(other.token, 'GET', `/v1/${made.identity}`)).status).toBe(404);
    expect((await client.call(other.token, 'DELETE', `/v1/${made.identity}`)).status).toBe(404);
    expect((await done(client, other.token, 'GET', '/v1/invites')).invites).toEqual([]);
  });
});

describe('a member of two tenancies', () => {
  it('names one by a header, and is told which there are', async () => {
    const { login, email } = person();
    const other = await newTenant(service, 'Another Yard');
    const token = await idp.signIn(login);
    await accept(token, await invite(email));
    expect((await whoami(token)).body.tenantid).toBe(owner.tenant_identity);
    await accept(token, await invite(email, other));
    const { tenants } = (await client.call(token, 'GET', '/v1/users/tenants')).body;
    expect(tenants.map((tenant: any) => [tenant.identity, tenant.display_name])).toEqual([
      [other.tenant_identity, 'Another Yard'],
      [owner.tenant_identity, 'Harbour Works'],
    ]);
    const unnamed = await whoami(token);
    expect(unnamed.status).toBe(400);
    expect(unnamed.text).toContain('x-tenant');
    for (const { tenant_identity } of [owner, other])
      expect((await whoami(token, { 'x-tenant': tenant_identity })).body.tenantid).toBe(tenant_identity);
    const strange = await newTenant(service);
    for (const named of [strange.tenant_identity, `tenant/${randomUUID()}`])
      expect((await whoami(token, { 'x-tenant': named })).status).toBe(403);
    for (const named of ['junk', 'tenant/x', `${owner.tenant_identity}, ${other.tenant_identity}`, '']) {
      const answer = await whoami(token, { 'x-tenant': named });
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('x-tenant')]);
    }
    // Removed from one, they stay in the other.
    const { users } = await done(client, owner.token, 'GET', '/v1/tenancies/users');
    await done(client, owner.token, 'DELETE', `/v1/tenancies/${users[0].identity}`);
    expect((await whoami(token)).body.tenantid).toBe(other.tenant_identity);
  });

  it('has no more rights in one than they have there', async () => {
    const { login, email } = person();
    const other = await newTenant(service);
    const token = await idp.signIn(login);
    await accept(token, await invite(email));
    await accept(token, await invite(email, other));
    await done(client, owner.token, 'PATCH', '/v1/tenancies/root_principals', {
      root_principals: [
        ...(await done(client, owner.token, 'GET', '/v1/tenancies/root_principals')).root_principals,
        { issuer: idp.issuer, subject: login },
      ],
    });
    const list = (tenant: Tenant) =>
      client.call(token, 'GET', '/v1/tenancies/users', { headers: { 'x-tenant': tenant.tenant_identity } });
    expect([(await list(owner)).status, (await list(other)).status]).toEqual([200, 403]);
  });
});

describe('an administrator', () => {
  const name = async (entry: object) =>
    client.call(owner.token, 'PATCH', '/v1/tenancies/root_principals', {
      body: {
        root_principals: [
          ...(await done(client, owner.token, 'GET', '/v1/tenancies/root_principals')).root_principals,
          entry,
        ],
      },
    });

  it('may be named by issuer and e-mail address before they first sign in, and is known by their subject from then on', async () => {
    const { login, email } = person();
    expect((await name({ issuer: idp.issuer, email: email.toUpperCase() })).status).toBe(200);
    const token = await idp.signIn(login);
    expect((await whoami(token)).body.roles).toEqual(['Administrator']);
    const { root_principals } = await done(client, token, 'GET', '/v1/tenancies/root_principals');
    expect(root_principals[1]).toMatchObject({ issuer: idp.issuer, subject: login });
    // The address passes to somebody else.
    const heir = person();
    idp.accounts[heir.login]!.email = email;
    expect((await whoami(await idp.signIn(heir.login))).status).toBe(403);
    // No more an administrator, and never invited: out.
    const [user] = (await done(client, owner.token, 'GET', '/v1/tenancies/users')).users;
    await done(client, owner.token, 'PATCH', '/v1/tenancies/root_principals', {
      root_principals: root_principals.slice(0, 1),
    });
    expect((await whoami(token)).status).toBe(403);
    expect((await done(client, owner.token, 'GET', '/v1/tenancies/users')).users).toEqual([]);
    for (const method of ['GET', 'DELETE'])
      expect((await client.call(owner.token, method, `/v1/tenancies/${user.identity}`)).status).toBe(404);
    // And may be invited like anybody else.
    expect((await accept(token, await invite(email))).status).toBe(200);
    expect((await whoami(token)).body.roles).toEqual(['Non-Administrator']);
  });

  it('who is the only one may delete every application, and an application itself where such a person is left', async () => {
    const { login, email } = person();
    const first = `/iam/v1/applications/${owner.client_id}`;
    expect((await name({ issuer: idp.issuer, email })).status).toBe(200);
    // Whoever has not signed in may never do so, here or as who they are said to be.
    const elsewhere = await member({}, await newTenant(service));
    const here = await member();
    for (const principal of [
      { issuer: idp.issuer, subject: elsewhere.login },
      { issuer: 'https://id.example', subject: here.login },
    ])
      expect((await name(principal)).status).toBe(200);
    expect((await client.call(owner.token, 'DELETE', first)).status).toBe(409);
    const token = await idp.signIn(login);
    const other = await done(client, token, 'POST', '/iam/v1/applications', { display_name: 'Other' });
    await done(client, owner.token, 'DELETE', first);
    expect((await whoami(owner.token)).status).toBe(401);
    await done(client, token, 'DELETE', `/iam/v1/${other.identity}`);
    expect((await done(client, token, 'GET', '/iam/v1/applications')).applications).toEqual([]);
  });

  it('who is a member already is found by their e-mail address, and keeps the seat whatever list names them so', async () => {
    const { login, email, token } = await member();
    const named = { issuer: idp.issuer, email };
    expect((await name(named)).status).toBe(200);
    expect((await whoami(token)).body.roles).toEqual(['Administrator']);
    const list = await done(client, owner.token, 'GET', '/v1/tenancies/root_principals');
    // The same list as it was first given, once and again.
    for (const address of [email, email, email.toUpperCase()]) {
      const again = await done(client, owner.token, 'PATCH', '/v1/tenancies/root_principals', {
        root_principals: [list.root_principals[0], { ...named, email: address }],
      });
      expect(again.root_principals[1]).toMatchObject({ subject: login });
      expect((await whoami(token)).body.roles).toEqual(['Administrator']);
    }
    const heir = person();
    idp.accounts[heir.login]!.email = email;
    expect((await whoami(await idp.signIn(heir.login))).status).toBe(403);
  });

  it('is one person, though several with the address come at once; the others leave no trace', async () => {
    const { email } = person();
    const tokens = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const other = person();
        idp.accounts[other.login]!.email = email;
        return idp.signIn(other.login);
      }),
    );
    expect((await name({ issuer: idp.issuer, email })).status).toBe(200);
    const answers = await Promise.all([...tokens, ...tokens].map((token) => whoami(token)));
    const seated = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.principal.subject));
    expect(seated.size).toBe(1);
    expect((await done(client, owner.token, 'GET', '/v1/tenancies/users')).users.length).toBe(1);
    const { audit } = await done(client, owner.token, 'GET', '/v1/audit');
    expect(
      new Set(
        audit
          .filter(({ operation }: any) => operation === 'enterTenancy')
          .map(({ principal }: any) => principal.subject),
      ),
    ).toEqual(seated);
    const rows = await service.db
      .prepare('SELECT count(*) AS n FROM members WHERE tenant = ?')
      .bind(idOf(owner.tenant_identity))
      .first('n');
    expect(rows).toBe(1);
  });

  it.each(['subject', 'email'] as const)(
    'who was invited too and named by %s stays a member after that',
    async (by) => {
      const { login, email, token } = await member();
      const before = await done(client, owner.token, 'GET', '/v1/tenancies/root_principals');
      expect((await name({ issuer: idp.issuer, [by]: { subject: login, email }[by] })).status).toBe(200);
      expect((await whoami(token)).body.roles).toEqual(['Administrator']);
      await done(client, token, 'PATCH', '/v1/tenancies/self', { display_name: 'Renamed' });
      await done(client, owner.token, 'PATCH', '/v1/tenancies/root_principals', before);
      expect((await whoami(token)).body.roles).toEqual(['Non-Administrator']);
      expect((await client.call(token, 'PATCH', '/v1/tenancies/self', { body: { display_name: 'x' } })).status).toBe(
        403,
      );
    },
  );

  it('can be removed with the members list, and cannot remove themselves', async () => {
    const { login, email } = person();
    await name({ issuer: idp.issuer, email });
    const token = await idp.signIn(login);
    const { users } = await done(client, token, 'GET', '/v1/tenancies/users');
    expect(users).toMatchObject([{ subject: login, roles: ['Administrator'], invited: false }]);
    expect((await client.call(token, 'DELETE', `/v1/tenancies/${users[0].identity}`)).status).toBe(409);
    await done(client, owner.token, 'DELETE', `/v1/tenancies/${users[0].identity}`);
    expect((await whoami(token)).status).toBe(403);
    expect((await done(client, owner.token, 'GET', '/v1/tenancies/root_principals')).root_principals.length).toBe(1);
  });

  it('who is removed does not come back by the seat that waits for their e-mail address', async () => {
    const { email, token } = await member();
    const { users } = await done(client, owner.token, 'GET', '/v1/tenancies/users');
    await name({ issuer: idp.issuer, email });
    await done(client, owner.token, 'DELETE', `/v1/tenancies/${users[0].identity}`);
    expect((await whoami(token)).status).toBe(403);
    expect((await done(client, owner.token, 'GET', '/v1/tenancies/root_principals')).root_principals.length).toBe(1);
  });

  it('of another issuer makes none of a member with the same subject', async () => {
    const { login, token } = await member();
    await name({ issuer: 'https://id.example', subject: login });
    expect((await whoami(token)).body.roles).toEqual(['Non-Administrator']);
    const { users } = await done(client, owner.token, 'GET', '/v1/tenancies/users');
    expect(users).toMatchObject([{ subject: login, roles: ['Non-Administrator'] }]);
    expect(await done(client, owner.token, 'GET', `/v1/tenancies/${users[0].identity}`)).toEqual(users[0]);
  });

  it.each([
    ['neither subject nor e-mail address', () => ({ issuer: idp.issuer }), 'subject'],
    [
      'an e-mail address of an unknown issuer',
      () => ({ issuer: 'https://id.example', email: 'a@example.com' }),
      'issuer',
    ],
    [
      'an e-mail address that the issuer may not speak for',
      () => ({ issuer: idp.issuer, email: 'a@bank.example' }),
      'email',
    ],
    ['what is no e-mail address', () => ({ issuer: idp.issuer, email: 'example.com' }), 'email'],
  ])('is not named by %s', async (_what, entry, field) => {
    const answer = await name(entry());
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain(`root_principals[1].${field}`);
  });

  it('stands in the list once', async () => {
    const entry = { issuer: idp.issuer, email: 'twice@example.com' };
    expect((await name(entry)).status).toBe(200);
    const again = await name({ ...entry, email: 'TWICE@example.com' });
    expect([again.status, again.body.message]).toEqual([400, expect.stringContaining('twice')]);
    expect((await name({ ...entry, email: 'thrice@example.com' })).status).toBe(200);
  });
});

it('anybody may know by which providers people sign in, and as which client; nothing else of the setting', async () => {
  const { status, body } = await client.call(undefined, 'GET', '/iam/v1/issuers');
  expect([status, body]).toEqual([200, { issuers: [{ issuer: idp.issuer, client_id: 'evidence' }] }]);
});
