import { crc32, deflateSync } from 'node:zlib';
import { namedAs, upload } from '../../support/blobs.ts';
import { vector } from '../../support/certificates.ts';
import type { Client } from '../../support/client.ts';
import { exported } from '../../support/exports.ts';
import { RECORD } from '../../support/record.ts';
import { newTenant, type Service } from '../../support/service.ts';
import { done, idOf, importSubject } from '../../support/sharing.ts';

/** A drawing as PNG (RFC 2083): stripes of two greens. */
export function stripes(width = 320, height = 180): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits for each of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  const row = (y: number): Buffer => {
    const color = Math.floor(y / 20) % 2 === 0 ? [0x0a, 0x61, 0x50] : [0x6f, 0xd0, 0xb5];
    return Buffer.from([0, ...Array.from({ length: width }, () => color).flat()]);
  };
  const rows = Buffer.concat(Array.from({ length: height }, (_, y) => row(y)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

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
  const picture = await upload(client, tenant.token, stripes(), { name: 'picture.png' });
  const asset = await post('/v2/assets', {
    attributes: {
      arc_primary_image: namedAs(picture, { arc_file_name: text('picture.png'), arc_display_name: text('Picture') }),
      arc_display_name: text('Pump 7'),
      arc_display_type: text('Pump'),
      arc_gis_lat: '52.2',
      arc_gis_lng: '0.1',
      [text('condition').replaceAll('.', '')]: text('good'),
      notes: [{ [text('note').replaceAll('.', '')]: text('Grease it') }],
      report,
    },
  });
  const event = await post(`/v2/${asset.identity}/events`, {
    ...RECORD,
    event_attributes: { arc_display_type: text('Inspection'), arc_description: text('All is well'), report },
    asset_attributes: { condition: text('better') },
    timestamp_declared: '2026-10-01T12:00:00Z',
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
  const webhook = await post('/v1/webhooks', {
    display_name: text('Maintenance system'),
    url: 'https://hooks.example.com/evidence',
    application: application.identity,
    filters: [`asset.attributes.arc_display_type=${text('Pump')}`],
    enabled: false,
  });
  const template = await post('/v1/templates', {
    display_name: text('Inspection of a pump'),
    description: text('Once a month'),
    event_display_type: text('Inspection'),
    fields: [
      {
        // Names of attributes have no dots.
        name: text('condition').replaceAll('.', ''),
        display_name: text('Condition'),
        kind: 'CHOICE',
        choices: [text('good'), text('worn')],
        required: true,
        help: text('Worn if it leaks'),
        asset_attribute: text('condition').replaceAll('.', ''),
      },
      { name: 'plate', display_name: text('Type plate'), kind: 'PHOTO', help: text('Legible') },
      { name: 'pressure', kind: 'NUMBER' },
      { name: 'next', kind: 'DATE' },
      { name: 'leaks', kind: 'YES_NO' },
    ],
  });
  const location = await post('/v2/locations', {
    display_name: text('Quay 4'),
    description: text('Container cranes'),
    latitude: 51.95,
    longitude: 4.05,
    attributes: { phone: text('+31 10 555 0100') },
  });
  await post('/v1/tlscacertificates', { display_name: text('Plant CA'), tlscacertificate: vector('P-256') });
  const { identity: ended } = await exported(client, tenant, { display_name: text('End of the year') });
  return {
    tenant,
    export: idOf(ended),
    location: idOf(location.identity),
    webhook: idOf(webhook.identity),
    template: idOf(template.identity),
    application: idOf(application.identity),
    asset: idOf(asset.identity),
    event: idOf(event.identity),
    policy: idOf(policy.identity),
  };
}

export type Furnished = Awaited<ReturnType<typeof furnish>>;

/** Every screen of the console: its name, and its path after `#/`. */
export const SCREENS: { name: string; path: (of: Furnished) => string }[] = [
  { name: 'overview', path: () => '' },
  { name: 'assets', path: () => 'assets' },
  { name: 'map of assets', path: () => 'assets?view=map' },
  { name: 'new asset', path: () => 'assets/new' },
  { name: 'asset', path: ({ asset }) => `assets/${asset}` },
  { name: 'record', path: ({ asset }) => `assets/${asset}/record` },
  { name: 'event', path: ({ asset, event }) => `assets/${asset}/events/${event}` },
  { name: 'events', path: () => 'events' },
  { name: 'find by file', path: () => 'find' },
  { name: 'compliance', path: () => 'compliance' },
  { name: 'what is due', path: () => 'due' },
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
  { name: 'locations', path: () => 'locations' },
  { name: 'new location', path: () => 'locations/new' },
  { name: 'location', path: ({ location }) => `locations/${location}` },
  { name: 'log', path: () => 'logs' },
  { name: 'public log', path: () => 'logs/public' },
  { name: 'exports', path: () => 'exports' },
  { name: 'export', path: (of) => `exports/${of.export}` },
  { name: 'devices', path: () => 'devices' },
  { name: 'certificates', path: () => 'certificates' },
  { name: 'templates', path: () => 'templates' },
  { name: 'new template', path: () => 'templates/new' },
  { name: 'template', path: ({ template }) => `templates/${template}` },
  { name: 'webhooks', path: () => 'webhooks' },
  { name: 'new webhook', path: () => 'webhooks/new' },
  { name: 'webhook', path: ({ webhook }) => `webhooks/${webhook}` },
];
