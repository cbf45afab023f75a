import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { APPLICATION_ISSUER, type Person } from '../../src/access/principal.ts';
import { TenantScope } from '../../src/access/scope.ts';
import { configOf } from '../../src/settings/config.ts';
import { runImport } from '../../src/features/devices/import.ts';
import { acceptInvite, enter } from '../../src/access/identity/people.ts';
import { createTenant } from '../../src/access/identity/tenants.ts';
import { mailInvite } from '../../src/features/mail/index.ts';
import { operations } from '../../src/operations.ts';
import { HANG } from '../../tools/azure/faults.ts';
import { startHub, type Hub } from '../../tools/azure/hub.ts';
import { openClient, type Client } from '../support/client.ts';
import { late, unacknowledged } from '../support/late.ts';
import { newTenant, ORIGIN, SECRETS, startService, type Service, type Tenant } from '../support/service.ts';
import { done, idOf, STRANGE_KEYS } from '../support/sharing.ts';

// Runs the service's own operations on its database, with one batch delayed. Concurrent changes use HTTP.
const ISSUER = 'https://people.example';
const TRUST = { issuer: ISSUER, audience: 'evidence', tenants: '*', email_domains: 'example.com' };
let service: Service;
let client: Client;
let hub: Hub;
let tenant: Tenant;
const config = configOf({ ORIGIN, ...SECRETS, TRUSTED_ISSUERS: JSON.stringify([TRUST]) } as never);

beforeAll(async () => {
  hub = await startHub({});
  service = await startService({
    vars: { AZURE_ALLOWED_HOSTS: hub.host, TRUSTED_ISSUERS: JSON.stringify([TRUST]) },
  });
  client = await openClient(service);
  tenant = await newTenant(service);
});
afterAll(async () => {
  await service?.close();
  await hub?.close();
});

/** Runs an operation as the administrator on the given database. Returns its JSON, or the kind of its error. */
async function run(id: string, db: D1Database, context: { params: object; body?: object }): Promise<any> {
  const operation = operations.find(({ spec }) => spec.id === id)!;
  const caller = { tenant: idOf(tenant.tenant_identity), issuer: APPLICATION_ISSUER, subject: tenant.client_id };
  const scope = new TenantScope(unacknowledged(db), caller, 'administrator', 'late');
  try {
    const reply = await operation.handler({
      scope,
      config,
      env: {},
      query: {},
      requestId: 'late',
      ...context,
    } as never);
    return (reply as { json: unknown }).json;
  } catch (error) {
    return (error as { kind?: string }).kind ?? error;
  }
}
const audited = async (operation: string, resource: string, of = tenant): Promise<number> => {
  const { audit } = await done(client, of.token, 'GET', '/v1/audit?page_size=500');
  return audit.filter((row: any) => row.operation === operation && row.resource === resource).length;
};
function somebody(): Person {
  const subject = randomUUID();
  const [issuer] = config.trustedIssuers;
  const email = `${subject}@example.com`;
  return { issuer: issuer!, subject, email, displayName: 'Somebody', attributes: [['email', email]], toldAt: 1 };
}

test('a policy that another request deletes meanwhile is not deleted twice', async () => {
  const { identity } = await done(client, tenant.token, 'POST', '/v1/compliance_policies', {
    compliance_type: 'COMPLIANCE_SINCE',
    display_name: 'x',
    event_display_type: 'x',
    time_period_seconds: '60',
  });
  const db = late(service.db, 2, () => done(client, tenant.token, 'DELETE', `/v1/${identity}`));
  expect(await run('deleteCompliancePolicy', db, { params: { uuid: idOf(identity) } })).toBe('not_found');
  expect(await audited('deleteCompliancePolicy', identity)).toBe(1);
});

test('a change returns the record as it made it, whatever change follows', async () => {
  const path = '/iam/v1/subjects';
  const { identity } = await done(client, tenant.token, 'POST', path, { display_name: 'x', ...STRANGE_KEYS });
  let answered = false;
  const db = late(service.db, 3, async () => {
    answered = true;
    await done(client, tenant.token, 'DELETE', `/iam/v1/${identity}`);
  });
  const patch = { params: { uuid: idOf(identity) }, body: { display_name: 'mine' } };
  expect(await run('updateSubject', db, patch)).toMatchObject({ identity, display_name: 'mine' });
  expect([answered, await audited('updateSubject', identity)]).toEqual([false, 1]);
});

test('an import that ends before its cancellation keeps its result, and no change is audited', async () => {
  hub.fail(HANG, { times: 1 });
  const { identity } = await done(client, tenant.token, 'POST', '/v2/iothubgdr', {
    display_name: 'x',
    secret: hub.connectionString,
  });
  const end = "UPDATE imports SET status = 'FINISHED', finished_us = 1, secret = '' WHERE id = ?";
  const db = late(service.db, 2, () => service.db.prepare(end).bind(idOf(identity)).run());
  const ended = await run('cancelIotHubImport', db, { params: { uuid: idOf(identity) } });
  expect(ended).toMatchObject({ done: true, result: { status: 'STATUS_FINISHED' } });
  expect(await audited('cancelIotHubImport', identity)).toBe(0);
  hub.heal();
});

test('a first application that is deleted meanwhile is not restored, and neither are its tokens', async () => {
  const other = await newTenant(service);
  const { client_id, credentials } = await done(client, other.token, 'POST', '/iam/v1/applications', {
    display_name: 'Second',
  });
  expect(credentials).toHaveLength(1);
  const { administrators } = await done(client, other.token, 'GET', '/v1/tenancies/administrators');
  await done(client, other.token, 'PATCH', '/v1/tenancies/administrators', {
    administrators: [...administrators, { issuer: administrators[0].issuer, subject: client_id }],
  });
  const db = late(service.db, 2, () => done(client, other.token, 'DELETE', `/iam/v1/applications/${other.client_id}`));
  const renewed = await createTenant(unacknowledged(db), config, idOf(other.tenant_identity), 'x', 'late');
  expect(renewed.clientId).not.toBe(other.client_id);
  expect((await client.call(other.token, 'GET', '/v1/whoami')).status).toBe(401);
});

test('the secret of an application that is deleted meanwhile is not renewed', async () => {
  const { identity } = await done(client, tenant.token, 'POST', '/iam/v1/applications', { display_name: 'x' });
  const db = late(service.db, 2, () => done(client, tenant.token, 'DELETE', `/iam/v1/${identity}`));
  expect(await run('regenerateApplicationSecret', db, { params: { uuid: idOf(identity) }, body: {} })).toBe(
    'not_found',
  );
  expect(await audited('regenerateApplicationSecret', identity)).toBe(0);
});

test('an application that is deleted meanwhile does not become an administrator', async () => {
  const { client_id, identity } = await done(client, tenant.token, 'POST', '/iam/v1/applications', {
    display_name: 'x',
  });
  const path = '/v1/tenancies/administrators';
  const before = await done(client, tenant.token, 'GET', path);
  const { issuer } = before.administrators[0];
  const db = late(service.db, 3, () => done(client, tenant.token, 'DELETE', `/iam/v1/${identity}`));
  const body = { administrators: [...before.administrators, { issuer, subject: client_id }] };
  expect(await run('replaceAdministrators', db, { params: {}, body })).toBe('invalid');
  expect(await done(client, tenant.token, 'GET', path)).toEqual(before);
});

test('two concurrent changes of the list of administrators leave one of the two lists', async () => {
  const other = await done(client, tenant.token, 'POST', '/iam/v1/applications', { display_name: 'x' });
  const path = '/v1/tenancies/administrators';
  const before = await done(client, tenant.token, 'GET', path);
  const { issuer } = before.administrators[0];
  const revision = () =>
    service.db
      .prepare('SELECT revision FROM tenants WHERE id = ?')
      .bind(idOf(tenant.tenant_identity))
      .first<number>('revision');
  const first = { administrators: [...before.administrators, { issuer, subject: other.client_id }] };
  const db = late(service.db, 3, () => done(client, tenant.token, 'PATCH', path, first));
  const from = (await revision())!;
  await run('replaceAdministrators', db, { params: {}, body: before });
  expect(await done(client, tenant.token, 'GET', path)).toEqual(before);
  const { audit } = await done(client, tenant.token, 'GET', '/v1/audit?page_size=500');
  const [last, earlier] = audit.filter((row: any) => row.operation === 'replaceAdministrators');
  expect([(await revision())! - from, last.before_hash === earlier.after_hash]).toEqual([2, true]);
});

test('a member who is removed meanwhile is not removed twice', async () => {
  const person = somebody();
  const invite = await done(client, tenant.token, 'POST', '/v1/invites', { email: person.email });
  await acceptInvite(unacknowledged(service.db), person, idOf(invite.identity), 'first');
  const { users } = await done(client, tenant.token, 'GET', `/v1/tenancies/users?email=${person.email}`);
  const { identity } = users[0];
  const db = late(service.db, 3, () => done(client, tenant.token, 'DELETE', `/v1/tenancies/${identity}`));
  expect(await run('removeUser', db, { params: { uuid: idOf(identity) } })).toBe('not_found');
  expect(await audited('removeUser', identity)).toBe(1);
});

test('the claims of a newer token are kept when an older token arrives late', async () => {
  const person = somebody();
  const invite = await done(client, tenant.token, 'POST', '/v1/invites', { email: person.email });
  await acceptInvite(unacknowledged(service.db), person, idOf(invite.identity), 'first');
  const at = (toldAt: number): Person => ({ ...person, toldAt, displayName: `As of ${toldAt}` });
  const db = late(service.db, 2, () => enter(unacknowledged(service.db), at(3), undefined, 'later'));
  await enter(unacknowledged(db), at(2), undefined, 'earlier');
  const { users } = await done(client, tenant.token, 'GET', `/v1/tenancies/users?email=${person.email}`);
  expect(users).toMatchObject([{ display_name: 'As of 3' }]);
});

test('an administrator with two concurrent first requests is added once', async () => {
  const person = somebody();
  const other = await newTenant(service);
  const id = idOf(other.tenant_identity);
  const { administrators } = await done(client, other.token, 'GET', '/v1/tenancies/administrators');
  await done(client, other.token, 'PATCH', '/v1/tenancies/administrators', {
    administrators: [...administrators, { issuer: ISSUER, email: person.email }],
  });
  const first = () => enter(unacknowledged(service.db), person, undefined, 'first');
  const caller = await enter(unacknowledged(late(service.db, 2, first)), person, undefined, 'late');
  expect(caller).toEqual({ tenant: id, issuer: ISSUER, subject: person.subject });
  expect(await audited('enterTenancy', other.tenant_identity, other)).toBe(1);
});

test('accepting an invite returns its success, whatever change follows', async () => {
  const person = somebody();
  const invite = await done(client, tenant.token, 'POST', '/v1/invites', { email: person.email });
  const db = late(service.db, 3, () => expect.fail('the membership is read in another transaction'));
  const joined = await acceptInvite(unacknowledged(db), person, idOf(invite.identity), 'late');
  expect(joined).toMatchObject({ tenant: idOf(tenant.tenant_identity), administrator: false });
});

test('an attempt to send a mail that fails late does not overwrite a later successful one', async () => {
  const { identity } = await done(client, tenant.token, 'POST', '/v1/invites', { email: somebody().email });
  const due = () =>
    service.db
      .prepare("UPDATE invites SET mail_status = 'QUEUED', mail_due_us = 0 WHERE id = ?")
      .bind(idOf(identity))
      .run();
  await due();
  let fail: (error: Error) => void = () => undefined;
  let begun = (): void => undefined;
  const sending = new Promise<void>((resolve) => (begun = resolve));
  const attempt = (send: () => Promise<void>) =>
    mailInvite({ DB: service.db, EMAIL: { send } } as never, { ...config, mailFrom: 'a@example.com' }, idOf(identity));
  const slow = attempt(() => new Promise<void>((_, reject) => ((fail = reject), begun())));
  await sending;
  await due();
  await attempt(() => Promise.resolve());
  fail(new Error('too late'));
  await slow;
  expect(await done(client, tenant.token, 'GET', `/v1/${identity}`)).toMatchObject({
    mail_status: 'SENT',
    mail_error: '',
  });
});

test('an invite that has ended before its mail is due sends none', async () => {
  const { identity } = await done(client, tenant.token, 'POST', '/v1/invites', { email: somebody().email });
  const due = "UPDATE invites SET mail_status = 'QUEUED', mail_due_us = 0, expires_us = ? WHERE id = ?";
  await service.db
    .prepare(due)
    .bind(Date.now() * 1000, idOf(identity))
    .run();
  const EMAIL = { send: () => expect.fail('a mail was sent') };
  await mailInvite({ DB: service.db, EMAIL } as never, { ...config, mailFrom: 'a@example.com' }, idOf(identity));
  const row = 'SELECT mail_attempts AS attempts, mail_status AS status FROM invites WHERE id = ?';
  expect(await service.db.prepare(row).bind(idOf(identity)).first()).toEqual({ attempts: 0, status: 'QUEUED' });
});

test('an import whose hub is no longer allowed sends no request and ends', async () => {
  hub.fail(HANG, { times: 1 });
  const before = hub.requests.length;
  const body = { display_name: 'x', secret: hub.connectionString };
  const { identity } = await done(client, tenant.token, 'POST', '/v2/iothubgdr', body);
  await expect.poll(() => hub.requests.length).toBe(before + 1);
  const JOBS = { send: () => expect.fail('the import continues') };
  await runImport({ DB: service.db, JOBS } as never, config, idOf(identity));
  const ended = await done(client, tenant.token, 'GET', `/v2/${identity}`);
  expect(ended.error.error_message).toContain('is no longer accepted');
  expect(hub.requests.length).toBe(before + 1);
  hub.heal();
});
