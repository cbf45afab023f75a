import { namedAs, upload } from '../../support/blobs.ts';
import type { Client } from '../../support/client.ts';
import { newTenant, type Service, type Tenant } from '../../support/service.ts';
import { done, idOf, importSubject } from '../../support/sharing.ts';

/** Creates a tenancy with records for every screen. `text` returns the text to use for each given word. */
export async function furnish(service: Service, client: Client, text: (what: string) => string) {
  const tenant = await newTenant(service, text('Harbour Works'));
  const partner = await newTenant(service, text('Quarry & Sons'));
  const post = (path: string, body: object): Promise<any> => done(client, tenant.token, 'POST', path, body);

  const application = await post('/iam/v1/applications', {
    display_name: text('Gateway'),
    custom_claims: { role: text('inspector') },
  });
  const issuer = (await done(client, tenant.token, 'GET', '/v1/whoami')).principal.issuer as string;
  await done(client, tenant.token, 'PATCH', '/v1/tenancies/root_principals', {
    root_principals: [
      { issuer, subject: tenant.client_id, display_name: text('First') },
      { issuer: 'https://login.example', subject: text('somebody'), display_name: text('Somebody') },
    ],
  });
  await post('/v1/invites', { email: 'ada@example.com', message: text('Welcome') });
  const subject = await importSubject(client, { of: partner, into: tenant, name: text('Quarry') });
  const blob = await upload(client, tenant.token, Buffer.from('evidence'), { name: 'report.txt' });
  const report = namedAs(blob, { arc_file_name: text('report.txt'), arc_display_name: text('Report') });
  const asset = await post('/v2/assets', {
    attributes: {
      arc_display_name: text('Pump 7'),
      arc_display_type: text('Pump'),
      [text('condition').replaceAll('.', '')]: text('good'),
      notes: [{ [text('note').replaceAll('.', '')]: text('Grease it') }],
      report,
    },
  });
  const event = await post(`/v2/${asset.identity}/events`, {
    operation: 'Record',
    behaviour: 'RecordEvidence',
    event_attributes: { arc_display_type: text('Inspection'), arc_description: text('All is well'), report },
    asset_attributes: { condition: text('better') },
    principal_declared: { issuer: text('job'), subject: text('bob'), display_name: text('Bob'), email: text('b@c') },
  });
  const filters = [{ or: [`attributes.arc_display_type=${text('Pump')}`] }];
  const policy = await post('/iam/v1/access_policies', {
    display_name: text('Inspectors'),
    description: text('Who inspects pumps'),
    filters,
    access_permissions: [
      {
        subjects: [subject.identity],
        user_attributes: [{ or: [`jwt_role=${text('inspector')}`] }],
        asset_attributes_read: [text('condition')],
        event_arc_display_type_read: ['*'],
      },
    ],
  });
  await post('/v1/compliance_policies', {
    compliance_type: 'COMPLIANCE_SINCE',
    display_name: text('Inspected each day'),
    description: text('At least'),
    event_display_type: text('Inspection'),
    time_period_seconds: '86400',
  });
  return {
    tenant,
    application: idOf(application.identity),
    asset: idOf(asset.identity),
    event: idOf(event.identity),
    policy: idOf(policy.identity),
  };
}

export type Furnished = { tenant: Tenant; application: string; asset: string; event: string; policy: string };

/** Every screen of the console: its name, and its path after `#/`. */
export const SCREENS: { name: string; path: (of: Furnished) => string }[] = [
  { name: 'overview', path: () => '' },
  { name: 'assets', path: () => 'assets' },
  { name: 'new asset', path: () => 'assets/new' },
  { name: 'asset', path: ({ asset }) => `assets/${asset}` },
  { name: 'record', path: ({ asset }) => `assets/${asset}/record` },
  { name: 'event', path: ({ asset, event }) => `assets/${asset}/events/${event}` },
  { name: 'events', path: () => 'events' },
  { name: 'compliance', path: () => 'compliance' },
  { name: 'applications', path: () => 'applications' },
  { name: 'new application', path: () => 'applications/new' },
  { name: 'application', path: ({ application }) => `applications/${application}` },
  { name: 'people', path: () => 'people' },
  { name: 'settings', path: () => 'settings' },
  { name: 'sharing', path: () => 'sharing' },
  { name: 'policies', path: () => 'policies' },
  { name: 'new policy', path: () => 'policies/new' },
  { name: 'policy', path: ({ policy }) => `policies/${policy}` },
  { name: 'node', path: () => 'node' },
  { name: 'audit', path: () => 'audit' },
];
