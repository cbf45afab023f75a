import type { Browser } from 'playwright-core';
import { namedAs, upload } from '../../test/support/blobs.ts';
import { vector } from '../../test/support/certificates.ts';
import { openClient } from '../../test/support/client.ts';
import { exported } from '../../test/support/exports.ts';
import { newTenant, type Service } from '../../test/support/service.ts';
import { done, idOf, importSubject } from '../../test/support/sharing.ts';
import type { Idp } from '../identity-provider/idp.ts';
import { attemptsOf } from '../../test/webhooks/support/hooks.ts';
import type { Receiver } from '../../test/webhooks/support/receiver.ts';
import { KINDS, PEOPLE, STORY, type Kind } from '../../apps/cli/demo/fleet.ts';
import { dayOf, fillHarbour } from '../../apps/cli/demo/harbour.ts';
import { makePeople } from './people.ts';

const EVENTS = 5000;
/** Events without a declared time. */
const LIVE = 80;

/** The ids of the records that screens are shown for. */
export type World = Awaited<ReturnType<typeof makeWorld>>;

/**
 * Fills a tenancy through the API: 200 assets of five types, 5,000 events over the year until now, and records for
 * every screen. `receiver`: of webhooks; `azure`: the connection strings of a hub with devices and of a message bus;
 * `idp`: where persons sign in.
 */
export async function makeWorld(
  service: Service,
  browser: Browser,
  receiver: Receiver,
  azure: { hub: string; bus: string },
  idp: Idp,
) {
  const client = await openClient(service);
  const tenant = await newTenant(service, 'Harbour Works');
  const partner = await newTenant(service, 'Quarry & Sons');
  const post = (path: string, body: object, token = tenant.token): Promise<any> =>
    done(client, token, 'POST', path, body);
  const now = Math.floor(Date.now() / 60_000) * 60_000;

  const pictures = new Map<Kind, object>();
  for (const kind of KINDS) {
    const blob = await upload(client, tenant.token, await drawing(browser, kind), { name: `${kind.model}.png` });
    pictures.set(kind, namedAs(blob, { arc_file_name: `${kind.model}.png`, arc_display_name: kind.type }));
  }
  const certificate = await upload(client, tenant.token, Buffer.from('%PDF-1.4\n% a report\n'), { name: 'report.pdf' });
  const report = namedAs(certificate, { arc_file_name: 'inspection-report.pdf', arc_display_name: 'Report' });

  const { fleet, assets, places, published, template } = await fillHarbour(post, {
    now,
    events: EVENTS,
    live: LIVE,
    files: { pictures, report },
  });
  const application = await post('/iam/v1/applications', {
    display_name: 'Gateway of the inspectors',
    custom_claims: { role: 'inspector', site: 'rotterdam' },
  });
  await post('/iam/v1/applications', { display_name: 'Maintenance planning (SAP PM)', custom_claims: {} });
  const newcomer = await post('/iam/v1/applications', { display_name: 'Sensors on trial', custom_claims: {} });
  await makePeople(service, idp, tenant, partner);
  const invite = await post('/v1/invites', { email: 'lena.hoffmann@harbour.example' });
  await post('/v1/invites', { email: 'jonas.lindqvist@quarry.example', message: 'Welcome to the evidence of Quay 4.' });
  await post('/v1/invites', { email: 'f.a.p.van.der.westhuizen-oosthuizen@quarry.example' });

  const { compliance_policies } = await done(client, tenant.token, 'GET', '/v1/compliance_policies');
  // Both must import the other, so that the two can share assets.
  const subject = await importSubject(client, { of: partner, into: tenant, name: 'Quarry & Sons' });
  const back = await importSubject(client, { of: tenant, into: partner, name: 'Harbour Works' });
  const all = {
    behaviours: ['*'],
    asset_attributes_read: ['*'],
    asset_attributes_write: ['condition'],
    event_arc_display_type_read: ['*'],
    event_arc_display_type_write: ['Inspection'],
  };
  const policy = await post('/iam/v1/access_policies', {
    display_name: 'Inspectors of pumps and cranes',
    description: 'Employees and the partner who inspect pumps and cranes.',
    filters: [{ or: ['attributes.arc_display_type=Pump', 'attributes.arc_display_type=Container crane'] }],
    access_permissions: [
      { subjects: [subject.identity], ...all },
      {
        user_attributes: [{ or: ['jwt_role=inspector', 'email=noor.haddad@harbour.example'] }],
        asset_attributes_read: ['condition', 'arc_display_name', 'arc_display_type', 'last_inspection'],
        event_arc_display_type_read: ['*'],
        event_arc_display_type_write: ['Inspection', 'Fault'],
        behaviours: ['RecordEvidence'],
      },
    ],
  });
  await post('/iam/v1/access_policies', {
    display_name: 'Readers',
    description: '',
    filters: [{ or: ['attributes.arc_display_type=*'] }],
    access_permissions: [{ user_attributes: [{ or: ['jwt_role=reader'] }], asset_attributes_read: ['*'] }],
  });
  const lent = await post(
    '/v2/assets',
    { attributes: { arc_display_name: 'Excavator 12', arc_display_type: 'Excavator' }, behaviours: ['RecordEvidence'] },
    partner.token,
  );
  await post(
    '/iam/v1/access_policies',
    {
      display_name: 'Lent to the harbour',
      description: '',
      filters: [{ or: ['attributes.arc_display_type=Excavator'] }],
      access_permissions: [{ subjects: [back.identity], ...all, asset_attributes_write: ['*'] }],
    },
    partner.token,
  );
  await post(
    `/v2/${lent.identity}/events`,
    {
      operation: 'Record',
      behaviour: 'RecordEvidence',
      event_attributes: { arc_display_type: 'Inspection', arc_description: 'Handed over at Quay 4.' },
      asset_attributes: { condition: 'good' },
    },
    tenant.token,
  );

  const hook = (display_name: string, path: string, more: object = {}): Promise<any> =>
    post('/v1/webhooks', {
      display_name,
      url: `http://${receiver.host}/${path}`,
      application: `applications/${tenant.client_id}`,
      filters: ['operation=Record'],
      ...more,
    });
  receiver.respond(({ path }, response) => void response.writeHead(path === '/gone' ? 410 : 204).end());
  await post('/v1/templates', { display_name: 'Repair', event_display_type: 'Repair', fields: [] });
  const webhook = await hook('Maintenance system', 'maintenance');
  const closed = await hook('Archive of the port authority', 'gone');
  await hook('Test of the integration team', 'test', { enabled: false });
  const shown = fleet.findIndex(({ kind, n }) => kind.type === 'Pump' && n === 2);
  const long = fleet.findIndex(({ kind, n }) => kind.type === 'Container crane' && n === 3);
  let event: any;
  for (const [type, description, condition, file] of STORY) {
    event = await post(`/v2/${assets[shown]}/events`, {
      operation: 'Record',
      behaviour: 'RecordEvidence',
      event_attributes: {
        arc_display_type: type,
        arc_description: description,
        ...(file ? { report, arc_primary_image: pictures.get(fleet[shown]!.kind) } : {}),
      },
      asset_attributes: { condition, last_inspection: dayOf(now) },
      timestamp_declared: new Date(now - 3 * 3_600_000).toISOString(),
      principal_declared: {
        issuer: 'https://login.harbour.example',
        subject: PEOPLE[3][1],
        display_name: PEOPLE[3][0],
        email: PEOPLE[3][1],
      },
    });
  }
  await awaited(async () => (await attemptsOf(client, tenant, webhook)).length >= STORY.length);
  await awaited(async () => !(await done(client, tenant.token, 'GET', `/v1/${closed.identity}`)).enabled);

  await post('/v1/tlscacertificates', { display_name: 'Plant CA', tlscacertificate: vector('P-256') });
  await post('/v1/svcbussources', {
    display_name: 'Telemetry of the pumps',
    queue_name: 'devices',
    connection_string: azure.bus,
  });
  await post('/v2/iothubgdr', {
    display_name: 'Sensors of the pumps',
    secret: azure.hub,
    arc_home_location_identity: places[0],
  });
  const { identity: ended } = await exported(client, tenant, { display_name: 'End of the year, for the auditors' });
  await exported(client, tenant, { display_name: 'Weekly copy' });

  const empty = await newTenant(service, 'New tenancy');
  // The job that evaluates compliance.
  await service.cron('* * * * *');
  const { users } = await done(client, tenant.token, 'GET', '/v1/tenancies/users');
  const noor = users.find(({ email }: { email: string }) => email === 'noor.haddad@harbour.example');
  return {
    tenant,
    /** A member who may inspect, and the partner as a subject. */
    inspector: idOf(noor.identity),
    subject: idOf(subject.identity),
    /** An application that is not an administrator. */
    member: {
      client_id: application.client_id as string,
      client_secret: application.credentials[0].secret as string,
    },
    /** An application without rights. */
    newcomer: {
      client_id: newcomer.client_id as string,
      client_secret: newcomer.credentials[0].secret as string,
    },
    partner,
    invite: idOf(invite.identity),
    /** A tenancy without records. */
    empty,
    asset: idOf(assets[shown]!),
    published: idOf(published.identity),
    longNamed: idOf(assets[long]!),
    event: idOf(event.identity),
    application: idOf(application.identity),
    policy: idOf(policy.identity),
    location: idOf(places[0]!),
    webhook: idOf(webhook.identity),
    template: idOf(template.identity),
    rule: idOf(compliance_policies[0].identity),
    export: idOf(ended),
  };
}

/** Waits until a condition is met, for at most a minute. */
async function awaited(isMet: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 300; i++) {
    if (await isMet()) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('the webhooks have not delivered within a minute');
}

/** The picture of a type as PNG. */
async function drawing(browser: Browser, { color, path }: Kind): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 640, height: 480 } });
  try {
    await page.setContent(
      '<!doctype html><style>body{margin:0}</style><svg width="640" height="480" viewBox="-17 -5 134 110" ' +
        `preserveAspectRatio="xMidYMid slice"><rect x="-40" y="-20" width="200" height="150" fill="${color}" ` +
        `opacity=".18"/><path d="${path}" fill="none" stroke="${color}" stroke-width="5" stroke-linejoin="round" ` +
        'stroke-linecap="round"/></svg>',
    );
    return await page.screenshot({ type: 'png' });
  } finally {
    await page.close();
  }
}
