import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { mailsOf, type Mail } from '../support/mail.ts';
import { newTenant, ORIGIN, type Tenant } from '../support/service.ts';
import { done, idOf, record } from '../support/sharing.ts';
import { people } from './support.ts';

const { on, person, invite, accept, member, whoami } = people();

describe('from invitation to removal', () => {
  it('a person is invited by mail, accepts, reads what policies grant, records, and is removed', async () => {
    const { login, email } = person({ teams: ['inspectors'] });
    const made = await invite(email.toUpperCase(), on.owner, { message: 'Welcome <b>aboard</b> & "so"\nMind the gap' });
    expect(made).toMatchObject({ email: email.toUpperCase(), mail_status: 'QUEUED', mail_error: '' });
    const days = (Date.parse(made.expiry_time) - Date.now()) / 86_400_000;
    expect(Math.abs(days - 10)).toBeLessThan(0.01);
    const sent = () => done(on.client, on.owner.token, 'GET', `/v1/${made.identity}`);
    await expect.poll(sent).toMatchObject({ mail_status: 'SENT' });
    const mailed = () => mailsOf(on.service, idOf(made.identity));
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
    const [page] = new RegExp(`${ORIGIN}/console/#/${made.identity}/[0-9a-f]{64}`).exec(mail.text)!;
    expect(mail.text).toContain(`\n\n${page}\n\n`);
    expect(mail.html).toContain(`<a href="${page}">${page}</a>`);

    const token = await on.idp.signIn(login);
    expect((await whoami(token)).status).toBe(403);
    expect((await on.client.call(token, 'GET', '/v1/users/tenants')).body).toEqual({
      tenants: [],
      next_page_token: '',
    });
    const joined = await accept(token, made);
    expect(joined.body).toEqual({
      identity: on.owner.tenant_identity,
      display_name: 'Harbour Works',
      verified_domain: '',
      roles: ['Non-Administrator'],
    });
    expect((await on.client.call(on.owner.token, 'GET', `/v1/${made.identity}`)).status).toBe(404);
    expect((await whoami(token)).body).toMatchObject({
      principal: { issuer: on.idp.issuer, subject: login, display_name: on.idp.accounts[login]!.name, email },
      roles: ['Non-Administrator'],
      tenantid: on.owner.tenant_identity,
    });

    const asset = await done(on.client, on.owner.token, 'POST', '/v2/assets', {
      behaviours: ['RecordEvidence'],
      attributes: { arc_display_name: 'Crane', secret: 'x' },
    });
    expect((await on.client.call(token, 'GET', `/v2/${asset.identity}`)).status).toBe(404);
    await done(on.client, on.owner.token, 'POST', '/iam/v1/access_policies', {
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
    const members = await done(on.client, on.owner.token, 'GET', '/v1/tenancies/users');
    const { identity } = members.users.find((each: any) => each.subject === login);
    const access = await done(on.client, on.owner.token, 'GET', `/v1/tenancies/${identity}/access`);
    expect(access).toMatchObject({ identity, roles: ['Non-Administrator'], truncated: false });
    expect(access.granted).toEqual((await whoami(token)).body.granted);
    expect(access.policies.map((each: any) => [each.display_name, each.asset_attributes_read])).toEqual([
      ['inspectors', ['arc_display_name']],
    ]);
    expect((await on.client.call(token, 'GET', `/v1/tenancies/${identity}/access`)).status).toBe(403);
    expect((await on.client.call(token, 'GET', `/v2/${asset.identity}`)).body.attributes).toEqual({
      arc_display_name: 'Crane',
    });
    const event = await on.client.call(token, 'POST', `/v2/${asset.identity}/events`, { body: record('Inspection') });
    expect(event.status).toBe(200);
    const principal = { issuer: on.idp.issuer, subject: login, display_name: on.idp.accounts[login]!.name, email };
    expect(event.body.principal_accepted).toEqual(principal);
    expect(event.body.principal_declared).toEqual(principal);

    const { users } = await done(on.client, on.owner.token, 'GET', '/v1/tenancies/users');
    expect(users).toMatchObject([
      { issuer: on.idp.issuer, subject: login, email, roles: ['Non-Administrator'], invited: true },
    ]);
    expect((await on.client.call(token, 'GET', '/v1/tenancies/users')).status).toBe(403);
    expect((await on.client.call(token, 'DELETE', `/v1/tenancies/${users[0].identity}`)).status).toBe(403);
    await done(on.client, on.owner.token, 'DELETE', `/v1/tenancies/${users[0].identity}`);
    expect((await on.client.call(token, 'GET', `/v2/${asset.identity}`)).status).toBe(403);
    expect(
      (await on.client.call(token, 'POST', `/v2/${asset.identity}/events`, { body: record('Inspection') })).status,
    ).toBe(403);
    expect((await on.client.call(token, 'GET', '/v1/users/tenants')).body).toEqual({
      tenants: [],
      next_page_token: '',
    });
    expect((await on.client.call(on.owner.token, 'DELETE', `/v1/tenancies/${users[0].identity}`)).status).toBe(404);
    const { audit } = await done(on.client, on.owner.token, 'GET', '/v1/audit');
    expect(audit.map((entry: any) => entry.operation)).toEqual(
      expect.arrayContaining(['createInvite', 'acceptInvite', 'removeUser']),
    );
  });

  it('a group that a newer token no longer has grants nothing, whichever token is sent', async () => {
    const { login, token } = await member({ teams: ['inspectors'] });
    const asset = await done(on.client, on.owner.token, 'POST', '/v2/assets', {
      behaviours: ['RecordEvidence'],
      attributes: { arc_display_name: 'Pump' },
    });
    await done(on.client, on.owner.token, 'POST', '/iam/v1/access_policies', {
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
    expect((await on.client.call(token, 'GET', `/v2/${asset.identity}`)).status).toBe(200);
    expect((await on.client.call(token, 'POST', `/v2/${asset.identity}/events`, { body: record('x') })).status).toBe(
      200,
    );
    on.idp.accounts[login]!['teams'] = ['visitors'];
    const later = await on.idp.signIn(login);
    const write = (shown: string) =>
      on.client.call(shown, 'POST', `/v2/${asset.identity}/events`, { body: record('x') });
    expect((await on.client.call(later, 'GET', `/v2/${asset.identity}`)).status).toBe(404);
    expect((await write(later)).status).toBe(404);
    // As if the later sign-in were a second later: the times in tokens are whole seconds.
    await on.service.db.prepare('UPDATE members SET told_at = told_at + 1 WHERE subject = ?').bind(login).run();
    expect((await on.client.call(token, 'GET', `/v2/${asset.identity}`)).status).toBe(404);
    expect((await write(token)).status).toBe(404);
  });

  it.each([
    ['email', (email: string) => `email=${email.toUpperCase()}`],
    ['a claim', () => 'jwt_department=Quality'],
    ['one of several values of a claim', () => 'jwt_level=3'],
  ])('policies name people by %s', async (_what, attribute) => {
    const { email, token } = await member({ department: 'Quality', level: [2, 3] });
    const asset = await done(on.client, on.owner.token, 'POST', '/v2/assets', {
      behaviours: ['RecordEvidence'],
      attributes: { arc_display_name: 'Pump' },
    });
    const read = () => on.client.call(token, 'GET', `/v2/${asset.identity}`);
    expect((await read()).status).toBe(404);
    await done(on.client, on.owner.token, 'POST', '/iam/v1/access_policies', {
      display_name: 'p',
      filters: [{ or: ['attributes.arc_display_name=Pump'] }],
      access_permissions: [{ user_attributes: [{ or: [attribute(email)] }], asset_attributes_read: ['*'] }],
    });
    expect((await read()).status).toBe(200);
  });
});

it('invites behave the same under both path families, and are filtered by e-mail address in any case', async () => {
  const made = await done(on.client, on.owner.token, 'POST', '/iam/v1/invites', { email: 'Ann.Other@Example.com' });
  await invite('ben@example.com');
  const { invites } = await done(on.client, on.owner.token, 'GET', '/v1/invites?email=ann.other@example.COM');
  expect(invites.map((each: any) => each.identity)).toEqual([made.identity]);
  const all = await done(on.client, on.owner.token, 'GET', '/iam/v1/invites');
  expect(all.invites.length).toBe(2);
  expect(await done(on.client, on.owner.token, 'DELETE', `/iam/v1/${made.identity}`)).toEqual({});
  expect((await done(on.client, on.owner.token, 'GET', '/v1/invites')).invites.length).toBe(1);
  expect((await on.client.call(on.owner.token, 'GET', `/v1/${made.identity}`)).status).toBe(404);
  for (const path of ['/v1/invites', '/iam/v1/invites'])
    for (const verb of [':openapi', ':openapi-ui', ':caps'])
      expect((await on.client.call(on.owner.token, 'GET', path + verb)).status).toBe(200);
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
])('invites refuse %s', async (_what, body, field) => {
  const answer = await on.client.call(on.owner.token, 'POST', '/v1/invites', { body });
  expect(answer.status).toBe(400);
  expect(answer.text).toContain(field);
});

it('invites are sent once to an address; a second one, or one to a member, is a 409 that names the cause', async () => {
  const { email } = await member();
  const answer = await on.client.call(on.owner.token, 'POST', '/v1/invites', {
    body: { email: email.toUpperCase() },
  });
  expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining('already a member')]);
  await invite('x@example.com');
  const again = await on.client.call(on.owner.token, 'POST', '/v1/invites', { body: { email: 'X@example.com' } });
  expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('already invited')]);
  const both = await Promise.all(
    Array.from({ length: 8 }, () =>
      on.client.call(on.owner.token, 'POST', '/v1/invites', { body: { email: 'y@example.com' } }),
    ),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
});

it('invites are accepted once, even by concurrent requests', async () => {
  const { login, email } = person();
  const made = await invite(email);
  const token = await on.idp.signIn(login);
  const answers = await Promise.all(Array.from({ length: 8 }, () => accept(token, made)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 404)]);
  expect((await accept(token, made)).status).toBe(404);
  expect((await done(on.client, on.owner.token, 'GET', '/v1/tenancies/users')).users.length).toBe(1);
});

it('invites that are deleted, expired, unknown or of another person are all 404; an application gets 403', async () => {
  const { login, email } = person();
  const token = await on.idp.signIn(login);
  const other = await on.idp.signIn(person().login);
  const made = await invite(email);
  const unknown = { identity: `invites/${randomUUID()}` };
  const offer = (as: string, of: { identity: string }) => on.client.call(as, 'GET', `/v1/${of.identity}:offer`);
  const offered = await offer(token, made);
  expect(offered.body).toEqual({
    tenancy: 'Harbour Works',
    inviter: expect.any(String),
    expires_at: (await done(on.client, on.owner.token, 'GET', `/v1/${made.identity}`)).expiry_time,
  });
  expect([(await offer(other, made)).status, (await offer(token, unknown)).status]).toEqual([404, 404]);
  expect((await offer(on.owner.token, made)).status).toBe(404);
  const [foreign, missing] = [await accept(other, made), await accept(token, unknown)];
  expect([foreign.status, missing.status]).toEqual([404, 404]);
  expect(foreign.body.message).toBe(missing.body.message.replace(idOf(unknown.identity), idOf(made.identity)));
  expect((await accept(on.owner.token, made)).status).toBe(403);
  await done(on.client, on.owner.token, 'DELETE', `/v1/${made.identity}`);
  expect([(await accept(token, made)).status, (await offer(token, made)).status]).toEqual([404, 404]);
  const over = await invite(email);
  await on.service.db
    .prepare('UPDATE invites SET expires_us = ? WHERE id = ?')
    .bind(Date.now() * 1000, idOf(over.identity))
    .run();
  expect([(await accept(token, over)).status, (await offer(token, over)).status]).toEqual([404, 404]);
  expect((await on.client.call(on.owner.token, 'GET', `/v1/${over.identity}`)).status).toBe(404);
  expect((await done(on.client, on.owner.token, 'GET', '/v1/invites')).invites).toEqual([]);
  // A person whose invite has expired can be invited again, and the sweep deletes expired invites.
  const anew = await invite(email);
  await on.service.db.prepare('UPDATE invites SET expires_us = 1 WHERE id = ?').bind(idOf(anew.identity)).run();
  await on.service.cron('* * * * *');
  expect(
    await on.service.db
      .prepare('SELECT count(*) AS n FROM invites WHERE tenant = ?')
      .bind(idOf(on.owner.tenant_identity))
      .first('n'),
  ).toBe(0);
});

it('invites for an address that a person no longer has cannot be accepted with any of their tokens', async () => {
  const { login, email, token } = await member();
  on.idp.accounts[login]!.email = `other-${email}`;
  expect((await whoami(await on.idp.signIn(login))).status).toBe(200);
  await on.service.db.prepare('UPDATE members SET told_at = told_at + 1 WHERE subject = ?').bind(login).run();
  const other = await newTenant(on.service);
  const made = await invite(email, other);
  expect((await accept(token, made)).status).toBe(404);
  const root = await done(on.client, other.token, 'GET', '/v1/tenancies/root_principals');
  await done(on.client, other.token, 'PATCH', '/v1/tenancies/root_principals', {
    root_principals: [...root.root_principals, { issuer: on.idp.issuer, email }],
  });
  expect((await whoami(token, { 'x-tenant': other.tenant_identity })).status).toBe(403);
});

it('invites of another tenancy are 404 for its administrators', async () => {
  const made = await invite('z@example.com');
  const other = await newTenant(on.service);
  expect((await on.client.call(other.token, 'GET', `/v1/${made.identity}`)).status).toBe(404);
  expect((await on.client.call(other.token, 'DELETE', `/v1/${made.identity}`)).status).toBe(404);
  expect((await done(on.client, other.token, 'GET', '/v1/invites')).invites).toEqual([]);
});

describe('a member of two tenancies', () => {
  it('selects one by a header, and an error lists the choices', async () => {
    const { login, email } = person();
    const other = await newTenant(on.service, 'Another Yard');
    const token = await on.idp.signIn(login);
    await accept(token, await invite(email));
    expect((await whoami(token)).body.tenantid).toBe(on.owner.tenant_identity);
    await accept(token, await invite(email, other));
    const { tenants } = (await on.client.call(token, 'GET', '/v1/users/tenants')).body;
    expect(tenants.map((tenant: any) => [tenant.identity, tenant.display_name])).toEqual([
      [other.tenant_identity, 'Another Yard'],
      [on.owner.tenant_identity, 'Harbour Works'],
    ]);
    const unnamed = await whoami(token);
    expect(unnamed.status).toBe(400);
    expect(unnamed.text).toContain('x-tenant');
    for (const { tenant_identity } of [on.owner, other])
      expect((await whoami(token, { 'x-tenant': tenant_identity })).body.tenantid).toBe(tenant_identity);
    const strange = await newTenant(on.service);
    for (const named of [strange.tenant_identity, `tenant/${randomUUID()}`])
      expect((await whoami(token, { 'x-tenant': named })).status).toBe(403);
    for (const named of ['junk', 'tenant/x', `${on.owner.tenant_identity}, ${other.tenant_identity}`, '']) {
      const answer = await whoami(token, { 'x-tenant': named });
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('x-tenant')]);
    }
    // Removal from one tenancy does not affect the other.
    const { users } = await done(on.client, on.owner.token, 'GET', '/v1/tenancies/users');
    await done(on.client, on.owner.token, 'DELETE', `/v1/tenancies/${users[0].identity}`);
    expect((await whoami(token)).body.tenantid).toBe(other.tenant_identity);
  });

  it('has in each only the rights that they have there', async () => {
    const { login, email } = person();
    const other = await newTenant(on.service);
    const token = await on.idp.signIn(login);
    await accept(token, await invite(email));
    await accept(token, await invite(email, other));
    await done(on.client, on.owner.token, 'PATCH', '/v1/tenancies/root_principals', {
      root_principals: [
        ...(await done(on.client, on.owner.token, 'GET', '/v1/tenancies/root_principals')).root_principals,
        { issuer: on.idp.issuer, subject: login },
      ],
    });
    const list = (tenant: Tenant) =>
      on.client.call(token, 'GET', '/v1/tenancies/users', { headers: { 'x-tenant': tenant.tenant_identity } });
    expect([(await list(on.owner)).status, (await list(other)).status]).toEqual([200, 403]);
  });
});

it('the public list of providers shows the issuer and client for sign-in and nothing else', async () => {
  const { status, body } = await on.client.call(undefined, 'GET', '/iam/v1/issuers');
  expect([status, body]).toEqual([
    200,
    {
      issuers: [{ issuer: on.idp.issuer, client_id: 'evidence', display_name: new URL(on.idp.issuer).host }],
      passkeys: { origin: ORIGIN, rp_id: 'evidence.example', issuer: 'urn:asset-evidence:passkeys' },
    },
  ]);
});
