import { beforeEach, expect, test } from 'vitest';
import type { Answer } from '../support/client.ts';
import { RECORD } from '../support/record.ts';
import { idOf, done } from '../support/sharing.ts';
import { people } from '../identity/support.ts';

const { on, member, invite, accept, whoami } = people();

type Auditor = { token: string; email: string; id: string };
let asset: string;
let auditor: Auditor;

const as = (token: string, method: string, path: string, body?: object): Promise<Answer> =>
  on.client.call(token, method, path, body === undefined ? {} : { body });
const owner = (method: string, path: string, body?: object): Promise<any> =>
  done(on.client, on.owner.token, method, path, body);

async function newMember(): Promise<Auditor> {
  const { token, email } = await member();
  const { users } = await owner('GET', `/v1/tenancies/users?email=${email}`);
  return { token, email, id: idOf(users[0].identity) };
}
const appoint = (id: string, is = true): Promise<any> => owner('PATCH', `/v1/tenancies/users/${id}`, { auditor: is });

beforeEach(async () => {
  asset = (await owner('POST', '/v2/assets', { attributes: { arc_display_name: 'Pump', serial: '7' } })).identity;
  await owner('POST', `/v2/${asset}/events`, { ...RECORD, event_attributes: { arc_display_type: 'Inspection' } });
  await owner('POST', '/iam/v1/access_policies', {
    display_name: 'Everyone may record',
    filters: [{ or: ['attributes.arc_display_name=*'] }],
    access_permissions: [
      {
        user_attributes: [{ or: ['email=nobody@example.com'] }],
        asset_attributes_read: ['arc_display_name'],
      },
    ],
  });
  auditor = await newMember();
});

/** Reads of evidence, logs, audit and rights, which an auditor gets as an administrator does. */
const reads = (): string[] => [
  '/v2/assets',
  `/v2/${asset}`,
  `/v2/${asset}/events`,
  '/v2/assets/-/events',
  '/v1/audit',
  '/v1/caps',
  '/v1/tenancies/users',
  `/v1/tenancies/users/${auditor.id}/access`,
  '/iam/v1/access_policies',
  `/iam/v1/${asset}/access`,
  `/iam/v1/${asset}:view?as=users/${auditor.id}`,
  '/iam/v1/applications',
  '/v1/exports',
  '/v2/locations',
  '/v1/compliance_policies',
  '/v1/tenancies/administrators',
  '/v1/tenancies/root_principals',
  `/v1/logs/${idOf(on.owner.tenant_identity)}`,
  `/v1/logs/${idOf(on.owner.tenant_identity)}/checkpoint`,
];

test('an auditor reads what an administrator reads, until the role is withdrawn', async () => {
  expect((await as(auditor.token, 'GET', '/v1/audit')).status).toBe(403);
  expect((await as(auditor.token, 'GET', `/v2/${asset}`)).status).toBe(404);
  expect(await appoint(auditor.id)).toMatchObject({ auditor: true, roles: ['Non-Administrator', 'Auditor'] });
  for (const path of reads()) {
    const [theirs, ours] = [await as(auditor.token, 'GET', path), await as(on.owner.token, 'GET', path)];
    expect([path, theirs.status, theirs.body]).toEqual([path, 200, ours.body]);
  }
  const { groups } = await owner('GET', `/iam/v1/${asset}/access`);
  const role = groups.find(({ holders }: any) => holders.some((each: any) => idOf(each.identity) === auditor.id))?.role;
  expect(role).toBe('AUDITOR');
  expect((await whoami(auditor.token)).body).toMatchObject({
    roles: ['Non-Administrator', 'Auditor'],
    granted: {
      behaviours: [],
      asset_attributes_write: [],
      event_arc_display_type_write: [],
      shared: [],
      reads_everything: true,
    },
  });
  await appoint(auditor.id, false);
  expect((await as(auditor.token, 'GET', '/v1/audit')).status).toBe(403);
  expect((await as(auditor.token, 'GET', `/v2/${asset}`)).status).toBe(404);
  expect((await whoami(auditor.token)).body.granted.reads_everything).toBe(false);
});

test('an auditor changes nothing, also if an access policy grants it', async () => {
  const { token, email } = auditor;
  await owner('POST', '/iam/v1/access_policies', {
    display_name: 'Recorder',
    filters: [{ or: ['attributes.arc_display_name=*'] }],
    access_permissions: [
      {
        user_attributes: [{ or: [`email=${email}`] }],
        asset_attributes_read: ['*'],
        asset_attributes_write: ['*'],
        behaviours: ['*'],
        event_arc_display_type_read: ['*'],
        event_arc_display_type_write: ['*'],
      },
    ],
  });
  const event = RECORD;
  const creation = { attributes: { arc_display_name: 'New' } };
  expect((await as(token, 'POST', `/v2/${asset}/events`, event)).status).toBe(200);
  await appoint(auditor.id);
  const before = JSON.stringify(await owner('GET', `/v2/${asset}/events`));
  const count = (await owner('GET', '/v1/audit')).audit.length;
  const refused: [string, string, object?][] = [
    ['POST', `/v2/${asset}/events`, event],
    ['POST', '/v2/assets', creation],
    ['POST', '/v2/locations', { display_name: 'Yard', latitude: 1, longitude: 2 }],
    ['POST', '/iam/v1/applications', { display_name: 'App' }],
    ['PATCH', `/iam/v1/applications/${on.owner.client_id}`, { display_name: 'App' }],
    ['POST', `/iam/v1/applications/${on.owner.client_id}:regenerate-secret`, {}],
    ['PATCH', '/v1/tenancies/self', { display_name: 'Ours' }],
    ['PATCH', `/v1/tenancies/users/${auditor.id}`, { auditor: false }],
    ['DELETE', `/v1/tenancies/users/${auditor.id}`],
    ['PATCH', '/v1/tenancies/administrators', { administrators: [] }],
    ['POST', '/v1/invites', { email: 'x@example.com' }],
    ['POST', '/v1/exports', {}],
    ['POST', '/v1/webhooks', {}],
    ['GET', '/v1/webhooks'],
  ];
  for (const [method, path, body] of refused) {
    const answer = await as(token, method, path, body);
    expect([method, path, answer.status]).toEqual([method, path, 403]);
  }
  const form = new FormData();
  form.append('file', new Blob(['new']));
  expect((await on.client.call(token, 'POST', '/v1/blobs', { raw: form })).status).toBe(403);
  const batch = await as(token, 'POST', '/v2/assets:batch', { assets: [creation] });
  expect(JSON.stringify(batch.body)).toContain('auditors read everything and change nothing');
  for (const asset_identity of [asset, `assets/${crypto.randomUUID()}`]) {
    const single = await as(token, 'POST', `/v2/${asset_identity}/events`, event);
    const events = await as(token, 'POST', '/v2/assets/-/events:batch', { events: [{ asset_identity, ...event }] });
    expect([single.status, events.body.results[0].error.message]).toEqual([403, single.body.message]);
  }
  expect(JSON.stringify(await owner('GET', `/v2/${asset}/events`))).toBe(before);
  expect((await owner('GET', '/v1/audit')).audit).toHaveLength(count);
});

test('an auditor sees no secrets', async () => {
  await appoint(auditor.id);
  const { applications } = (await as(auditor.token, 'GET', '/iam/v1/applications')).body;
  expect(applications.flatMap(({ credentials }: any) => credentials.map(({ secret }: any) => secret))).toEqual(
    applications.flatMap(({ credentials }: any) => credentials.map(() => '')),
  );
});

test('the role is only for members by invitation, ends with the membership, and limits no administrator', async () => {
  const { administrators } = await owner('GET', '/v1/tenancies/administrators');
  const them = { issuer: on.idp.issuer, subject: '', email: auditor.email, display_name: 'Ada' };
  await appoint(auditor.id);
  await owner('PATCH', '/v1/tenancies/administrators', { administrators: [...administrators, them] });
  expect((await as(auditor.token, 'POST', '/v2/assets', { attributes: { arc_display_name: 'New' } })).status).toBe(200);
  expect((await whoami(auditor.token)).body.roles).toEqual(['Administrator']);
  await owner('PATCH', '/v1/tenancies/administrators', { administrators });
  expect((await as(auditor.token, 'POST', '/v2/assets', { attributes: { arc_display_name: 'New' } })).status).toBe(403);
  await owner('DELETE', `/v1/tenancies/users/${auditor.id}`);
  expect((await as(auditor.token, 'GET', '/v1/audit')).status).toBe(403);
  expect((await accept(auditor.token, await invite(auditor.email))).status).toBe(200);
  expect((await as(auditor.token, 'GET', '/v1/audit')).status).toBe(403);
});

test('an auditor of one tenancy reads nothing of another one', async () => {
  await appoint(auditor.id);
  const other = { 'x-tenant': `tenant/${'c3b2a1f0-0000-4000-8000-000000000000'}` };
  expect((await on.client.call(auditor.token, 'GET', '/v1/audit', { headers: other })).status).toBe(403);
  expect((await as(auditor.token, 'PATCH', `/v1/tenancies/users/${auditor.id}`, { auditor: true })).status).toBe(403);
  const unknown = await as(on.owner.token, 'PATCH', '/v1/tenancies/users/c3b2a1f0-0000-4000-8000-000000000000', {
    auditor: true,
  });
  expect(unknown.status).toBe(404);
});
